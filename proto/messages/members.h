/*
 * Single members of a JSON object, read into a plain struct that borrows from it: for lines that
 * were checked when they came in, of which any member may be missing or have another type in
 * another kind of line. What must be there or be refused is a record's (proto/record.h).
 */
#pragma once

#include <glib.h>
#include <jansson.h>

enum sabot_member_kind {
	SABOT_MEMBER_TEXT,   /* const char *, borrowed; NULL = missing or no string */
	SABOT_MEMBER_NUMBER, /* int64_t; 0 = missing or no integer */
	SABOT_MEMBER_TRUE,   /* bool: the member is `true` */
	SABOT_MEMBER_FALSE,  /* bool: the member is `false` */
	SABOT_MEMBER_HAS,    /* bool: the member is there, of whatever type */
};

/* A member and its place in the struct. One name may have several lines, of different kinds. */
struct sabot_member {
	const char *name;
	enum sabot_member_kind kind;
	size_t offset;
};

/*
 * Fill the members of `*ret_struct`, which is all zero before. `members` is sorted by name.
 * `object` may be NULL or no object: nothing is there then.
 */
void
sabot_members_read(const json_t *object, const struct sabot_member *members, size_t n_members,
		   void *ret_struct);

/* Replace each `part` in the texts that are members of `object` itself. */
void
sabot_members_replace_text(json_t *object, const char *part, const char *replacement);
