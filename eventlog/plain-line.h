/*
 * A line of a log without a JSON tree: its members, in place. Only for plain lines, which nearly
 * all are: one object whose values are words in printable ASCII without escapes, whole numbers,
 * true, false, and lists of words or numbers, with no name twice. Any other line is left to
 * jansson, which also decides whether it is JSON at all. Both give the same values
 * (tests/fuzz/fuzz-plain.c).
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
	const char *text; /* of a word, NUL-terminated; otherwise NULL */
	union {
		size_t length_bytes; /* of a word */
		int64_t number;      /* of a number */
		const struct sabot_value *items;
		const json_t *list;
	} u;
	bool is_json; /* the list is jansson's */
};

enum { SABOT_PLAIN_MEMBERS_MAX = 16, SABOT_PLAIN_ITEMS_MAX = 512 };

struct sabot_plain_line {
	unsigned n_members, n_items;
	uint64_t letters; /* the first letters of the names, one bit each */
	struct {
		const char *name; /* NUL-terminated */
		size_t name_bytes;
		struct sabot_value value;
	} members[SABOT_PLAIN_MEMBERS_MAX];
	struct sabot_value items[SABOT_PLAIN_ITEMS_MAX];
};

/*
 * Find the members of a line, which must be followed by LF or NUL. All of `ret_line` points into
 * `text`, in which the quotation marks after words are replaced by NULs. False if the line is not
 * plain; `text` is then unchanged.
 */
bool
sabot_plain_line_read(char *text, size_t length_bytes, struct sabot_plain_line *ret_line);

/* Borrowed from the line; NULL if there is no such member. */
const struct sabot_value *
sabot_plain_line_find(const struct sabot_plain_line *line, const char *name);

/* A jansson value as a struct sabot_value, which borrows from it. */
struct sabot_value
sabot_value_of_json(const json_t *json);

/* An item of a list, from 0. */
struct sabot_value
sabot_value_item(const struct sabot_value *list, size_t i);
