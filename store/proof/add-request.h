/*
 * The body of C2SP's add-checkpoint: an old size, the proof that the new tree begins with the old
 * one, an empty line, and the new head as a signed note. Pure; no I/O.
 */
#pragma once

#include "log-head.h"
#include "signed-note.h"

enum {
	SABOT_ADD_REQUEST_PROOF_MAX = 63, /* number of hashes, from C2SP */
	/* The note, and before it lines of 45 bytes. */
	SABOT_ADD_REQUEST_BYTES_MAX = SABOT_SIGNED_NOTE_BYTES_MAX + 4096,
};

struct sabot_add_request {
	int64_t old_size;
	GArray *proof; /* of struct sabot_chain_hash */
	char *text;    /* the note, as received */
	struct sabot_signed_note *note;
	struct sabot_log_head head;
};

/* NULL if it is not one, or exceeds the limits. Transferred. */
struct sabot_add_request *
sabot_add_request_parse(const char *body, size_t n_bytes);
/* NULL is allowed. */
void
sabot_add_request_free(struct sabot_add_request *request);

/* Format a body; the hashes are struct sabot_chain_hash. Transferred. */
char *
sabot_add_request_format(int64_t old_size, const GArray *proof, const char *note);
