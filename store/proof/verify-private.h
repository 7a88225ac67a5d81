/* The state of a verification, shared by its files (verify.c, verify-checkpoint.c). */
#pragma once

#include "verify.h"

/* A range's last event, which the next checkpoint about its log must have in its tree. */
struct sabot_verify_end {
	int64_t n, n_loose;
	struct sabot_chain_hash hash;
	GArray *path; /* of struct sabot_chain_hash */
};

struct sabot_verify_log {
	int64_t n;                    /* the last event's number */
	struct sabot_chain_hash hash; /* the last event's hash */
	int64_t to_n;                 /* the last event of the range; INT64_MAX: no end */
	/* number of events not under a checkpoint that names the log */
	int64_t n_loose;
	bool is_salted; /* an event's hash was salted, so all later ones must be */
	GArray *ends;   /* of struct sabot_verify_end, or NULL */
};

struct sabot_verify {
	GPtrArray *keys;
	char *kept_note;
	struct sabot_checkpoint *kept; /* or NULL */
	struct sabot_chain_origin origin;
	bool is_whole;
	GHashTable *logs;   /* name → struct sabot_verify_log */
	GHashTable *begins; /* name → struct sabot_chain_hash: for logs that were taken */
	int64_t seq;
	int64_t hole_seq;    /* the first missing seq; 0 = none. Whose it is is found later. */
	int64_t note_number; /* number of the last checkpoint */
	struct sabot_chain_hash note_digest;
	struct sabot_anchor *anchor; /* or NULL */
	bool is_behind;              /* events up to the anchor's seq are still to come */
	bool has_file;               /* a file was verified before, with this digest: */
	struct sabot_chain_hash file;
	struct sabot_rights *rights;
	struct sabot_verify_witness *witness; /* or NULL */
	struct sabot_verify_result verdict;
};

/* verify-witness.c: each does nothing if no witness is required */

/* Process a good checkpoint. False if a kept head has another past. */
bool
sabot_verify_witness_checkpoint(struct sabot_verify *verify,
				const struct sabot_checkpoint *checkpoint, const char *note);

/* Process a good event. False if it is a cosignature over another past than the log's. */
bool
sabot_verify_witness_event(struct sabot_verify *verify, const struct sabot_log_record *record);

/* Process the end. False if there is no cosignature, or none that is recent enough. */
bool
sabot_verify_witness_finish(struct sabot_verify *verify);
void
sabot_verify_witness_free(struct sabot_verify *verify);

/* verify.c */

/* A GDestroyNotify. */
void
sabot_verify_log_free(gpointer log);

/* True if one of the keys has signed the note, or if there are no keys. */
bool
sabot_verify_is_trusted(const struct sabot_verify *verify, const char *note);

/* After the fault that no given key signed the note: record who did, as the note says. */
void
sabot_verify_note_signer(struct sabot_verify *verify, const char *note);

/* Record a fault, unless there already is one. Always false. */
bool
sabot_verify_fail_at(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		     int64_t n, int64_t seq);

/* Mark all events of the log so far as covered by a signature. */
void
sabot_verify_protect(struct sabot_verify *verify, struct sabot_verify_log *state);

/*
 * All of an archive's events that the database still has were fed: check that each log is now where
 * the archive ended.
 */
bool
sabot_verify_pass_anchor(struct sabot_verify *verify);
