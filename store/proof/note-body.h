/*
 * What the bodies of notes have in common (checkpoint, anchor, progress): lines "NAME VALUE", then
 * a line for each log. A reader formats what it has read and compares it with what it was given,
 * which finds a line that is there twice or in another order.
 */
#pragma once

#include "store/proof/chain.h"

/* One line: a number, or bytes in hexadecimal. Where `number` is set, the bytes are not. */
struct sabot_note_field {
	const char *start; /* the name with the space behind it */
	int64_t *number;
	uint8_t *bytes;
	size_t n_bytes;
};

/*
 * What is said of a log: "log NAME N HASH", how far it is, or "tree NAME N HASH", the root of the
 * tree over its events from N on.
 */
struct sabot_note_head {
	char *log;
	int64_t n; /* its last event, or the tree's first */
	struct sabot_chain_hash hash;
};

/* Add the lines of the fields, in their order, to `body`. */
void
sabot_note_append_fields(GString *body, const struct sabot_note_field *fields, size_t n_fields);

/* Read the value of the field that `line` begins with. False without such a field or value. */
bool
sabot_note_read_field(const char *line, const struct sabot_note_field *fields, size_t n_fields);

/* A whole number from 0 on. */
bool
sabot_note_read_number(const char *text, int64_t *ret_number);

/* An empty list of heads. Transferred. */
GPtrArray *
sabot_note_heads_new(void);

/* Add a copy; the logs come in the order of their names. */
void
sabot_note_heads_add(GPtrArray *heads, const char *log, int64_t n, struct sabot_chain_hash hash);

/* Add a line for each head to `body`, which begins with `word`. */
void
sabot_note_append_heads(GString *body, const char *word, const GPtrArray *heads);

/* Add the head that a line with this word says. False if it says none. */
bool
sabot_note_read_head(const char *line, const char *word, GPtrArray *heads);
