/*
 * Proving a chain: fed with events and checkpoints in their order, from a database or a proof, it
 * says what is proven, or names the first row that is not as it was recorded. No I/O.
 */
#pragma once

#include "anchor.h"
#include "checkpoint.h"

/* What is wrong with the first bad row. */
enum sabot_verify_fault {
	SABOT_VERIFY_INTACT,
	SABOT_VERIFY_CHANGED,    /* the row is not what was hashed, or not where it was */
	SABOT_VERIFY_MISSING,    /* a row is gone before this number */
	SABOT_VERIFY_UNEXPECTED, /* a row that belongs to nothing */
	SABOT_VERIFY_CHECKPOINT, /* a checkpoint is not the one that was made */
	SABOT_VERIFY_SIGNATURE,  /* a checkpoint or an archive's note that no given key signed */
	SABOT_VERIFY_REWRITTEN,  /* the chain is not the one that was signed */
	SABOT_VERIFY_CUT,        /* the file ends before the checkpoint that was kept */
	SABOT_VERIFY_UNSIGNED,   /* a key was given, but there is no checkpoint; or no event */
	SABOT_VERIFY_ANCHOR,     /* an archive's note is not the one that was made */
	SABOT_VERIFY_GAP,        /* this file does not go on where the one before ended */
	SABOT_VERIFY_PERSON,     /* a person's row is not as the house log has him */
	SABOT_VERIFY_SEAL,       /* a line of a case file is not the one that was sealed */
};

/* The fault as a word. */
const char *
sabot_verify_fault_to_string(enum sabot_verify_fault fault);

struct sabot_verify_result {
	enum sabot_verify_fault fault;
	char *row;          /* where it belongs to no event: its table, number and log; or NULL */
	char *log;          /* of the bad row, or NULL when it is in none */
	int64_t n, seq;     /* of the bad row, or of the one missing; 0 = not known */
	int64_t checkpoint; /* the bad one's number; 0 = none is */
	int64_t archive;    /* whose note is bad, or that is missing; 0 = none is */
	int64_t line;       /* the bad one of a case file; 0 = none is, or not known */
	int64_t person;     /* whose row is bad; 0 = nobody's is */
	int64_t begins;     /* the archive behind which it begins; 0 = at the beginning */

	int64_t n_events;    /* whose hash was proven */
	int64_t n_unchained; /* from before the chain: nothing is proven of them */
	int64_t n_logs;
	int64_t n_checkpoints;
	int64_t first_us, last_us; /* times of the first and last event */
	int64_t signed_seq;        /* the last event under a signature; 0 = none */
	int64_t signed_us;         /* when that was made */
	int64_t n_unprotected;     /* events after it */
};

/* Free what it points to. The struct itself is the caller's. */
void
sabot_verify_result_clear(struct sabot_verify_result *verdict);

/* The number that identifies the bad row of such a fault. */
int64_t *
sabot_verify_result_number(struct sabot_verify_result *verdict, enum sabot_verify_fault fault);

struct sabot_rights;
struct sabot_verify;

/*
 * `keys` (of struct sabot_key *, borrowed) are those that may sign; empty: signatures are not
 * checked. `kept` is a note kept elsewhere, or NULL; false with an error when it is none, or none
 * of these keys has signed it. Transferred.
 */
struct sabot_verify *
sabot_verify_new(GPtrArray *keys, const char *kept, GError **error);
/* NULL is allowed. */
void
sabot_verify_free(struct sabot_verify *verify);

/*
 * First: the origin. `is_whole`: all logs from their first events or an anchor on, and all
 * checkpoints. Called again for a file that goes on where the one before ended.
 */
bool
sabot_verify_start(struct sabot_verify *verify, const struct sabot_chain_origin *origin,
		   bool is_whole);

/*
 * Then, in what begins behind an archive: its note. `is_archive`: this is the next archive, which
 * begins with the logs' heads; else the database, which still has some of what is in the archive.
 * False when the note is bad, or something was proven already and ended elsewhere.
 */
bool
sabot_verify_anchor(struct sabot_verify *verify, const char *note, bool is_archive);

/* Those that it was given; borrowed. */
GPtrArray *
sabot_verify_get_keys(const struct sabot_verify *verify);

/* The anchor that was given last; borrowed, NULL when there is none. */
const struct sabot_anchor *
sabot_verify_get_anchor(const struct sabot_verify *verify);

/* Whether what was proven so far ends just as the anchor says that its archive does. */
bool
sabot_verify_ends_at(const struct sabot_verify *verify, const struct sabot_anchor *anchor);

/* Events after the last checkpoint so far. */
int64_t
sabot_verify_count_unprotected(const struct sabot_verify *verify);

/* Whether a file was proven before this one. */
bool
sabot_verify_has_file(const struct sabot_verify *verify);

/* The checkpoint that was kept is in an archive that nobody gave: nothing can be said of it. */
bool
sabot_verify_lacks_kept(const struct sabot_verify *verify);

/* The file that was proven last had this digest: an anchor that follows must say the same. */
void
sabot_verify_note_file(struct sabot_verify *verify, struct sabot_chain_hash digest);

/* The log's next event is number n, after this hash: for what does not start with the log. */
void
sabot_verify_begin_log(struct sabot_verify *verify, const char *log, int64_t n,
		       struct sabot_chain_hash previous);

/*
 * Go on from a checkpoint, once every log's state at that moment was given by
 * sabot_verify_begin_log(). False when the checkpoint is bad or disagrees with them.
 */
bool
sabot_verify_resume(struct sabot_verify *verify, const char *note);

/* An event; `hash` is NULL when none is stored. False when it is the first bad row. */
bool
sabot_verify_event(struct sabot_verify *verify, const struct sabot_log_record *record,
		   const struct sabot_chain_hash *hash);

/* A checkpoint, after the last event it covers. False when it is bad. */
bool
sabot_verify_checkpoint(struct sabot_verify *verify, const char *note);

/*
 * Likewise, for a range of events n … to_n: checkpoints over what comes behind it say nothing of
 * it. False when it does not come behind what was shown of the log before.
 */
bool
sabot_verify_begin_range(struct sabot_verify *verify, const char *log, int64_t n, int64_t to_n,
			 struct sabot_chain_hash previous);

/* What the house logs of all files said of the persons; borrowed. Set by the reader. */
struct sabot_rights *
sabot_verify_get_rights(struct sabot_verify *verify);

/*
 * What only the file's reader sees: `number` is a checkpoint's, an archive's, a person's, a case
 * file's line or an event's. Returns false.
 */
bool
sabot_verify_fail(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		  int64_t number);

/*
 * A row that belongs to no event of the log: "part 3 (PB-01)", transferred. While nothing bad was
 * found. Returns false.
 */
bool
sabot_verify_fail_row(struct sabot_verify *verify, char *row);

/* Nothing bad was found yet. */
bool
sabot_verify_is_good(const struct sabot_verify *verify);

/* At the end. The verdict is borrowed from `verify`. */
const struct sabot_verify_result *
sabot_verify_finish(struct sabot_verify *verify);
