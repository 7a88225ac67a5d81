/*
 * Reads the fields of a document, for the files that each read one kind. Each getter returns false,
 * with a message in `why` that begins with the field's name, if the field is there and wrong, or is
 * required and missing. Results are then unchanged.
 */
#pragma once

#include "document.h"

enum sabot_field_need { SABOT_FIELD_MAY, SABOT_FIELD_MUST };

struct sabot_document_reader {
	const json_t *event;             /* borrowed */
	struct sabot_document *document; /* borrowed; being read */
	char *why;                       /* borrowed: SABOT_DOCUMENT_WHY_SIZE bytes */
};

/* Always false. */
bool
sabot_document_refuse(const struct sabot_document_reader *reader, const char *field,
		      const char *what);

/* A word of at most SABOT_DOCUMENT_WORD_BYTES_MAX. `ret_word`: transferred. */
bool
sabot_document_read_word(const struct sabot_document_reader *reader, const char *field,
			 enum sabot_field_need need, char **ret_word);
/* At most SABOT_DOCUMENT_TEXT_BYTES_MAX. `ret_text`: transferred. */
bool
sabot_document_read_text(const struct sabot_document_reader *reader, const char *field,
			 enum sabot_field_need need, char **ret_text);
/* 1 to `most`. */
bool
sabot_document_read_number(const struct sabot_document_reader *reader, const char *field,
			   enum sabot_field_need need, int64_t most, int64_t *ret_number);
/* The document's `amount`. */
bool
sabot_document_read_amount(const struct sabot_document_reader *reader, enum sabot_field_need need);
/* Read an RFC 3339 time. */
bool
sabot_document_read_time(const struct sabot_document_reader *reader, const char *field,
			 int64_t *ret_time_us);
/* Read a flag; false if it is missing. */
bool
sabot_document_read_flag(const struct sabot_document_reader *reader, const char *field,
			 bool *ret_flag);
