/* The state of a proof, which its files share (verify.c, verify-checkpoint.c). */
#pragma once

#include "verify.h"

/* A range's last event, which the next checkpoint about its log must have in its tree. */
struct sabot_verify_end {
	int64_t n, n_loose;
	struct sabot_chain_hash hash;
	GArray *path; /* of struct sabot_chain_hash */
};

struct sabot_verify_log {
	int64_t n;                    /* the last event's */
	struct sabot_chain_hash hash; /* its own */
	int64_t to_n;                 /* the last that is shown; INT64_MAX: all that come */
	int64_t n_loose;              /* not under a checkpoint that names the log */
	bool is_salted;               /* an event's hash was: all later ones are */
	GArray *ends;                 /* of struct sabot_verify_end, or NULL */
};

struct sabot_verify {
	GPtrArray *keys;
	char *kept_note;
	struct sabot_checkpoint *kept; /* or NULL */
	struct sabot_chain_origin origin;
	bool is_whole;
	GHashTable *logs;   /* name → struct sabot_verify_log */
	GHashTable *begins; /* name → struct sabot_chain_hash: of a log that was taken */
	int64_t seq;
	int64_t hole_seq;    /* the first seq that is missing; 0 = none: whose it is shows later */
	int64_t note_number; /* the last checkpoint's */
	struct sabot_chain_hash note_digest;
	struct sabot_anchor *anchor; /* or NULL */
	bool is_behind;              /* events up to the anchor's seq are still to come */
	bool has_file;               /* a file came before, and its digest is: */
	struct sabot_chain_hash file;
	struct sabot_rights *rights;
	struct sabot_verify_witness *witness; /* or NULL */
	struct sabot_verify_result verdict;
};

/* verify-witness.c; all do nothing where no witness is demanded. */

/* A good checkpoint has come. False when a head that was kept has another past. */
bool
sabot_verify_witness_checkpoint(struct sabot_verify *verify,
				const struct sabot_checkpoint *checkpoint, const char *note);
/* A good event has come. False when it is a cosignature over another past than the log's. */
bool
sabot_verify_witness_event(struct sabot_verify *verify, const struct sabot_log_record *record);
/* All has come. False when there is no cosignature, or none that is new enough. */
bool
sabot_verify_witness_finish(struct sabot_verify *verify);
void
sabot_verify_witness_free(struct sabot_verify *verify);

/* A GDestroyNotify. */
void
sabot_verify_log_free(gpointer log);

/* Whether one of the keys has signed the note, or there are none. */
bool
sabot_verify_is_trusted(const struct sabot_verify *verify, const char *note);

/* The first fault counts. Returns false. */
bool
sabot_verify_fail_at(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		     int64_t n, int64_t seq);

/* All of the log so far is under a signature. */
void
sabot_verify_protect(struct sabot_verify *verify, struct sabot_verify_log *state);

/*
 * What a database still has of an archive has come: each log must now be where the archive ended.
 */
bool
sabot_verify_pass_anchor(struct sabot_verify *verify);
