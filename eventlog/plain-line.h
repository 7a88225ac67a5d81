/*
 * A line of a log without a tree: its members, where they stand. Only for what is plain, as nearly
 * every line is: one object of words in printable ASCII without escapes, of whole numbers, true,
 * false, and lists of words or numbers, no name twice. For any other line jansson decides, also
 * whether it is JSON at all. Both give the same values (tests/fuzz/fuzz-plain.c).
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sabot_value_kind {
	SABOT_VALUE_WORD,
	SABOT_VALUE_NUMBER,
	SABOT_VALUE_TRUE,
	SABOT_VALUE_FALSE,
	SABOT_VALUE_LIST,
	SABOT_VALUE_OTHER, /* null, an object, a number with a fraction */
};

struct sabot_value {
	enum sabot_value_kind kind;
	unsigned n_items; /* of a list: see sabot_value_item() */
	const char *text; /* of a word, with a NUL behind it; else NULL */
	union {
		size_t length_bytes; /* of a word */
		int64_t number;      /* of a number */
		const struct sabot_value *items;
		const json_t *list;
	} u;
	bool is_json; /* a list is jansson's */
};

enum { SABOT_PLAIN_MEMBERS_MAX = 16, SABOT_PLAIN_ITEMS_MAX = 512 };

struct sabot_plain_line {
	unsigned n_members, n_items;
	uint64_t letters; /* with which names begin: a bit each */
	struct {
		const char *name; /* with a NUL behind it */
		size_t name_bytes;
		struct sabot_value value;
	} members[SABOT_PLAIN_MEMBERS_MAX];
	struct sabot_value items[SABOT_PLAIN_ITEMS_MAX];
};

/*
 * Find the members of a line, behind which stands a LF or NUL; all of `ret_line` points into
 * `text`, where the quotation marks behind words become NULs. False for a line that is not plain:
 * `text` is as it was.
 */
bool
sabot_plain_line_read(char *text, size_t length_bytes, struct sabot_plain_line *ret_line);

/* The text that was read is as it was again. */
void
sabot_plain_line_undo(const struct sabot_plain_line *line);

/* Borrowed from the line; NULL where there is no such member. */
const struct sabot_value *
sabot_plain_line_find(const struct sabot_plain_line *line, const char *name);

/* The same of jansson's, from which it borrows. */
struct sabot_value
sabot_value_of_json(const json_t *json);

/* An item of a list, from 0. */
struct sabot_value
sabot_value_item(const struct sabot_value *list, size_t i);
