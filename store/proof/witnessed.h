/*
 * The house log's event `witnessed`: a witness's cosignature over the tree of heads (head-tree.h),
 * with the path from the last checkpoint under it to its root. Each checkpoint carries the digest
 * of the previous one, so that this proves all of them. See docs/witness.md.
 */
#pragma once

#include "log-head.h"
#include "signed-note.h"

#include "store/db/db.h"

#include <jansson.h>

enum { SABOT_WITNESSED_PATH_MAX = 63 };

struct sabot_witnessed {
	struct sabot_signed_note *note; /* the head, with the house's and the witness's signature */
	char *text;                     /* of the note */
	struct sabot_log_head head;
	GArray *path;       /* of struct sabot_chain_hash */
	int64_t checkpoint; /* the one the path starts at; in an event the last, head.size */
};

/* Build the event. `witness` is its name in the configuration. Transferred. */
json_t *
sabot_witnessed_build(const char *witness, const char *note, const GArray *path);

/* Read an event's line. NULL if it is no such event. Transferred. */
struct sabot_witnessed *
sabot_witnessed_parse(const char *line);
/* Read the last one of the database's house log; NULL if there is none. Transferred. */
bool
sabot_witnessed_read_last(struct sabot_db *db, struct sabot_witnessed **ret_witnessed,
			  GError **error);

/* NULL is allowed. */
void
sabot_witnessed_free(struct sabot_witnessed *witnessed);

/* The signer's name from the line under the head; the signature is not checked. Borrowed. */
const char *
sabot_witnessed_name(const struct sabot_witnessed *witnessed);

/* True if the path leads from this checkpoint's hash, as a leaf, to the head's root. */
bool
sabot_witnessed_has(const struct sabot_witnessed *witnessed, struct sabot_chain_hash leaf);
