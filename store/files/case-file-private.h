/* The seal of a case file, shared by reading and writing. */
#pragma once

#include "case-file.h"

#include <jansson.h>

/*
 * The text of the seal, which grows line by line: what the case is about, the digests of those
 * lines that no event's hash and no signature covers, and the digest of all bytes.
 */
struct sabot_case_seal {
	GString *body;
};

/* Start the seal's body: the database's id and what the case is about. */
void
sabot_case_seal_init(struct sabot_case_seal *seal, const char *database,
		     const struct sabot_case_about *about);
/* Free its contents. The struct itself is the caller's. */
void
sabot_case_seal_clear(struct sabot_case_seal *seal);

/* "line 7 5d0…": line `number` of the file, without its end. Transferred. */
char *
sabot_case_seal_line(unsigned number, const char *text, size_t n_bytes);
/* True if the line needs such a digest: it is neither an event nor a checkpoint. */
bool
sabot_case_seal_has(const json_t *object);

/* Add the digest of all bytes before the seal, which completes the body. */
void
sabot_case_seal_finish(struct sabot_case_seal *seal, const char *bytes, size_t n_bytes);
