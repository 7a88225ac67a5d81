/*
 * A case file: ranges of some logs with what proves them, and what was made of them for people, in
 * one file that is sealed over all its bytes. It is proven without the database; docs/disputes.md
 * describes its form. On the connection's thread; reading needs none.
 */
#pragma once

#include "store/proof/verify.h"

/* Which round of which table it is about. */
struct sabot_case_about {
	char *table;
	int64_t load, round, incident; /* incident 0: about the round */
	int64_t at_us, made_us;        /* the disputed moment; when the file was made */
	char *by;                      /* who made it, or NULL */
};

/* Something made of the events, under a file's name. */
struct sabot_case_piece {
	char *name;
	GBytes *bytes;
};

/* Strings are copied, the reference is taken. Transferred. */
struct sabot_case_piece *
sabot_case_piece_new(const char *name, GBytes *bytes);
/* A GDestroyNotify. */
void
sabot_case_piece_free(gpointer piece);

/* A file that was read. */
struct sabot_case_file {
	struct sabot_case_about about;
	char *database;     /* hexadecimal */
	GPtrArray *records; /* of struct sabot_log_record: those proven, by seq */
	GPtrArray *pieces;  /* of struct sabot_case_piece */
	bool is_signed;     /* a key has sealed it, */
	char *signer;       /* of this name; NULL: none of those that `verify` knows */
};

/* Whether these are the first bytes of a case file. */
bool
sabot_case_is_one(const char *bytes, size_t n_bytes);

/*
 * Feed a case file to `verify`, whose verdict says what is wrong with it. NULL with an error when
 * the bytes cannot be read as one; NULL without one when the verdict is bad. Transferred.
 */
struct sabot_case_file *
sabot_case_read(const char *bytes, size_t n_bytes, struct sabot_verify *verify, GError **error);
/* NULL is allowed. */
void
sabot_case_file_free(struct sabot_case_file *file);

/* Borrowed; NULL when it has no piece of that name. */
const struct sabot_case_piece *
sabot_case_find_piece(const struct sabot_case_file *file, const char *name);
