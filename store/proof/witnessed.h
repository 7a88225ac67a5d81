/*
 * The house log's event `witnessed`: a witness's cosignature over the tree of heads
 * (head-tree.h), with what leads from the last checkpoint under it to its root. As each checkpoint
 * carries the digest of the one before, that proves all of them. docs/witness.md.
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
	int64_t checkpoint; /* from which the path leads; that of an event: the last, head.size */
};

/* The event. `witness` is what the configuration calls it. Transferred. */
json_t *
sabot_witnessed_build(const char *witness, const char *note, const GArray *path);

/* Read an event's line. NULL where it is no such event. Transferred. */
struct sabot_witnessed *
sabot_witnessed_parse(const char *line);
/* The last of the database's house log; NULL where there is none. Transferred. */
bool
sabot_witnessed_read_last(struct sabot_db *db, struct sabot_witnessed **ret_witnessed,
			  GError **error);

/* NULL is allowed. */
void
sabot_witnessed_free(struct sabot_witnessed *witnessed);

/* Who has signed, as the line under the head says; it is not said that this is true. Borrowed. */
const char *
sabot_witnessed_name(const struct sabot_witnessed *witnessed);

/* Whether the checkpoint from which the path leads has this hash as a leaf. */
bool
sabot_witnessed_has(const struct sabot_witnessed *witnessed, struct sabot_chain_hash leaf);
