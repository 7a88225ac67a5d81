/*
 * A case file: ranges of some logs with their proofs, and pieces made of them for people, in one
 * file that is sealed over all its bytes. It can be verified without the database; docs/disputes.md
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

/* A piece made of the events, stored under a file's name. */
struct sabot_case_piece {
	char *name;
	GBytes *bytes;
};

/* Strings are copied; the reference to `bytes` is transferred. The result is transferred. */
struct sabot_case_piece *
sabot_case_piece_new(const char *name, GBytes *bytes);
/* A GDestroyNotify. */
void
sabot_case_piece_free(gpointer piece);

/* A file that was read. */
struct sabot_case_file {
	struct sabot_case_about about;
	char *database;     /* hexadecimal */
	GPtrArray *records; /* of struct sabot_log_record: the proven ones, by seq */
	GPtrArray *pieces;  /* of struct sabot_case_piece */
	bool is_signed;     /* sealed with a key */
	char *signer;       /* the key's name; NULL: not one of the keys that `verify` knows */
};

/* True if these are the first bytes of a case file. */
bool
sabot_case_is_one(const char *bytes, size_t n_bytes);

/*
 * Feed a case file to `verify`, whose verdict describes what is wrong with it. NULL with an error
 * if the bytes cannot be read as a case file; NULL without one if the verdict is bad. Transferred.
 */
struct sabot_case_file *
sabot_case_read(const char *bytes, size_t n_bytes, struct sabot_verify *verify, GError **error);
/* NULL is allowed. */
void
sabot_case_file_free(struct sabot_case_file *file);

/* Borrowed; NULL if the file has no piece of that name. */
const struct sabot_case_piece *
sabot_case_find_piece(const struct sabot_case_file *file, const char *name);
