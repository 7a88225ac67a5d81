/* Fields of an event that may be a document: see document-reader.h. */
#include "document-reader.h"

#include "proto/rfc3339.h"
#include "text/refusal.h"

#include <stdio.h>

bool
sabot_document_refuse(const struct sabot_document_reader *reader, const char *field,
		      const char *what)
{
	snprintf(reader->why, SABOT_DOCUMENT_WHY_SIZE, "%s: %s", field, what);
	return false;
}

bool
sabot_document_read_word(const struct sabot_document_reader *reader, const char *field,
			 enum sabot_field_need need, char **ret_word)
{
	const json_t *value = json_object_get(reader->event, field);
	size_t length = json_string_length(value);

	if (!value && need == SABOT_FIELD_MAY)
		return true;
	if (!json_is_string(value) || length == 0 || length > SABOT_DOCUMENT_WORD_BYTES_MAX)
		return sabot_document_refuse(reader, field,
					     SABOT_REFUSAL("a word of 1 to 64 bytes is wanted"));
	*ret_word = g_strdup(json_string_value(value));
	return true;
}

bool
sabot_document_read_text(const struct sabot_document_reader *reader, const char *field,
			 enum sabot_field_need need, char **ret_text)
{
	const json_t *value = json_object_get(reader->event, field);
	size_t length = json_string_length(value);

	if (!value && need == SABOT_FIELD_MAY)
		return true;
	if (!json_is_string(value) || length == 0 || length > SABOT_DOCUMENT_TEXT_BYTES_MAX)
		return sabot_document_refuse(reader, field,
					     SABOT_REFUSAL("1 to 500 bytes are wanted"));
	*ret_text = g_strdup(json_string_value(value));
	return true;
}

bool
sabot_document_read_number(const struct sabot_document_reader *reader, const char *field,
			   enum sabot_field_need need, int64_t most, int64_t *ret_number)
{
	const json_t *value = json_object_get(reader->event, field);

	if (!value && need == SABOT_FIELD_MAY)
		return true;
	if (!json_is_integer(value) || json_integer_value(value) < 1 ||
	    json_integer_value(value) > most)
		return sabot_document_refuse(
			reader, field,
			SABOT_REFUSAL("a whole number from 1 on is wanted, within limits"));
	*ret_number = json_integer_value(value);
	return true;
}

bool
sabot_document_read_amount(const struct sabot_document_reader *reader, enum sabot_field_need need)
{
	struct sabot_document *document = reader->document;

	document->has_amount = json_object_get(reader->event, "amount") != NULL;
	return sabot_document_read_number(reader, "amount", need, SABOT_DOCUMENT_AMOUNT_MAX_MINOR,
					  &document->amount_minor);
}

bool
sabot_document_read_time(const struct sabot_document_reader *reader, const char *field,
			 int64_t *ret_time_us)
{
	const json_t *value = json_object_get(reader->event, field);

	if (!value)
		return true;
	return (json_is_string(value) && sabot_time_parse(json_string_value(value), ret_time_us)) ||
	       sabot_document_refuse(reader, field, SABOT_REFUSAL("a time (RFC 3339) is wanted"));
}

bool
sabot_document_read_flag(const struct sabot_document_reader *reader, const char *field,
			 bool *ret_flag)
{
	const json_t *value = json_object_get(reader->event, field);

	if (value && !json_is_boolean(value))
		return sabot_document_refuse(reader, field, SABOT_REFUSAL("is true or false"));
	*ret_flag = json_is_true(value);
	return true;
}
