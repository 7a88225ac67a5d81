/*
 * What reading and writing a case file share: its seal.
 */
#pragma once

#include "case-file.h"

#include <jansson.h>

/*
 * What the seal says, as it grows line by line: what it is about, the digests of those lines that
 * no event's hash and no signature covers, and the digest of all bytes.
 */
struct sabot_case_seal {
	GString *body;
};

/* Start the seal's body: the database's id and what the case is about. */
void
sabot_case_seal_init(struct sabot_case_seal *seal, const char *database,
		     const struct sabot_case_about *about);
/* Free what it keeps. The struct itself is the caller's. */
void
sabot_case_seal_clear(struct sabot_case_seal *seal);

/* "line 7 5d0…": line `number` of the file, without its end. Transferred. */
char *
sabot_case_seal_line(unsigned number, const char *text, size_t n_bytes);
/* Whether a line needs that: it is neither an event nor a checkpoint. */
bool
sabot_case_seal_has(const json_t *object);

/* All bytes before the seal: the body is complete. */
void
sabot_case_seal_finish(struct sabot_case_seal *seal, const char *bytes, size_t n_bytes);
