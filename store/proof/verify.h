/*
 * Proving a chain: fed with events and checkpoints in their order, from a database or a proof, it
 * says what is proven, or names the first row that is not as it was recorded. No I/O.
 */
#pragma once

#include "anchor.h"
#include "checkpoint.h"
#include "verify-result.h"

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
