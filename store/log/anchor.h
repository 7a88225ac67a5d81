/*
 * The anchor: the signed note on an archive. It names the archive's file, the logs' heads at its
 * end, and the event after which each log continues in the database; so it binds an archive to the
 * one before it and to what follows. docs/storage.md shows one.
 */
#pragma once

#include "chain.h"
#include "store/keys/note.h"

struct sabot_anchor_log {
	char *log;
	int64_t created_us; /* the time of its first event */
	int64_t n;          /* its last event in the archive; 0 = none */
	struct sabot_chain_hash hash;
	int64_t from_n; /* its last event removed from the database, at most n; 0 = none */
	struct sabot_chain_hash from_hash;
};

struct sabot_anchor {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t unchained_seq;            /* with `database`: the origin */
	int64_t number;                   /* of the archive: 1, 2, … */
	struct sabot_chain_hash previous; /* digest of the previous note; zeros in the first */
	int64_t at_us;                    /* when it was signed */
	int64_t seq;                      /* the last event in the archive */
	int64_t checkpoint;               /* the last checkpoint in it */
	struct sabot_chain_hash sealed;   /* digest of that checkpoint's note */
	struct sabot_chain_hash file;     /* SHA-256 of the archive's file */
	GPtrArray *logs;                  /* of struct sabot_anchor_log, by name */
};

/* An anchor without logs, whose number is 0; the caller fills it in. Transferred. */
struct sabot_anchor *
sabot_anchor_new(const struct sabot_chain_origin *origin);
/* NULL is allowed. */
void
sabot_anchor_free(struct sabot_anchor *anchor);

/*
 * Add a log to the anchor, for the caller to fill in; call it in the order of the logs' names.
 * Borrowed.
 */
struct sabot_anchor_log *
sabot_anchor_add(struct sabot_anchor *anchor, const char *log);

/* Borrowed; NULL if there is no log of that name. `anchor` may be NULL. */
const struct sabot_anchor_log *
sabot_anchor_find(const struct sabot_anchor *anchor, const char *log);

/* The note, signed with the secret key. Transferred. */
char *
sabot_anchor_sign(const struct sabot_anchor *anchor, const struct sabot_key *key);

/*
 * Read a note. NULL with an error unless it is exactly as this program writes one. The signature is
 * not checked. Transferred.
 */
struct sabot_anchor *
sabot_anchor_parse(const char *note, GError **error);
