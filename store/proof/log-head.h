/*
 * The head of a tree as in C2SP's tlog-checkpoint: the text of a signed note with the log's name,
 * its number of leaves, and the root over them. A house's head is over its checkpoints
 * (head-tree.h); see docs/witness.md. Pure; no I/O.
 */
#pragma once

#include "store/log/chain.h"

enum { SABOT_LOG_HEAD_ORIGIN_BYTES_MAX = 255 };

struct sabot_log_head {
	char *origin; /* the log's name, one line */
	int64_t size;
	struct sabot_chain_hash root;
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_log_head_clear(struct sabot_log_head *head);

/* The text, three lines. Transferred. */
char *
sabot_log_head_format(const struct sabot_log_head *head);

/*
 * Read the text of a note (signed-note.h); further lines, as other logs may have, are ignored.
 * False if it is not a head. Clear it after use.
 */
bool
sabot_log_head_parse(const char *body, struct sabot_log_head *ret_head);

/* A hash as 44 characters of base64. Transferred. */
char *
sabot_log_head_encode(struct sabot_chain_hash hash);

/* False unless `text` is exactly one hash. */
bool
sabot_log_head_decode(const char *text, struct sabot_chain_hash *ret_hash);

/* Read a number of leaves in its canonical form: no sign, no leading zero. */
bool
sabot_log_head_read_size(const char *text, int64_t *ret_size);

/*
 * The name of a database's log for witnesses: "sabot/" and the database's random number. It does
 * not change when another key signs. Transferred.
 */
char *
sabot_log_head_name(const struct sabot_chain_origin *origin);
