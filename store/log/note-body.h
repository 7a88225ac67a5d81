/*
 * Common parts of the bodies of notes (checkpoint, anchor, progress): lines "NAME VALUE", then a
 * line for each log. A reader formats what it has read and compares the result with its input,
 * which detects lines that are repeated or in another order.
 */
#pragma once

#include "chain.h"

/* One line: a number, or bytes in hexadecimal. If `number` is set, the bytes are not. */
struct sabot_note_field {
	const char *start; /* the name with the space after it */
	int64_t *number;
	uint8_t *bytes;
	size_t n_bytes;
};

/*
 * A line about a log: "log NAME N HASH", its last event, or "tree NAME N HASH", the root of the
 * tree over its events from N on.
 */
struct sabot_note_head {
	char *log;
	int64_t n; /* the log's last event, or the tree's first */
	struct sabot_chain_hash hash;
};

/* Add the lines of the fields, in their order, to `body`. */
void
sabot_note_append_fields(GString *body, const struct sabot_note_field *fields, size_t n_fields);

/* Read the value of the field that `line` begins with. False without such a field or value. */
bool
sabot_note_read_field(const char *line, const struct sabot_note_field *fields, size_t n_fields);

/* Read a whole number, at least 0. */
bool
sabot_note_read_number(const char *text, int64_t *ret_number);

/* An empty list of heads. Transferred. */
GPtrArray *
sabot_note_heads_new(void);

/* Add a copy; call it in the order of the logs' names. */
void
sabot_note_heads_add(GPtrArray *heads, const char *log, int64_t n, struct sabot_chain_hash hash);

/* Add a line for each head, beginning with `word`, to `body`. */
void
sabot_note_append_heads(GString *body, const char *word, const GPtrArray *heads);

/* Read the head from a line that begins with `word`, and add it. False if the line is not one. */
bool
sabot_note_read_head(const char *line, const char *word, GPtrArray *heads);
