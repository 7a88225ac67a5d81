/*
 * Verifies a chain: the caller feeds it events and checkpoints in order, from a database or a
 * proof. The result says what is proven, or names the first row that differs from what was
 * recorded. No I/O.
 */
#pragma once

#include "store/db/schema.h"
#include "store/log/anchor.h"
#include "checkpoint.h"
#include "hashing.h"
#include "verify-result.h"

struct sabot_rights;
struct sabot_verify;

/*
 * `keys` (of struct sabot_key *, referenced) are the keys that may sign; empty: signatures are not
 * checked. `kept` is a checkpoint's note kept elsewhere, or NULL. NULL with an error if that note
 * cannot be read or none of the keys signed it. Transferred.
 */
struct sabot_verify *
sabot_verify_new(GPtrArray *keys, const char *kept, GError **error);
/* NULL is allowed. */
void
sabot_verify_free(struct sabot_verify *verify);

/*
 * Call first, and again for each file that continues the one before. `is_whole`: the file has all
 * checkpoints, and all logs from their first events or an anchor on. False if it belongs to another
 * database.
 */
bool
sabot_verify_start(struct sabot_verify *verify, const struct sabot_chain_origin *origin,
		   bool is_whole);

/*
 * Call second for a file that continues an archive, with the archive's note. `is_archive`: the file
 * is the next archive and begins with the heads of the logs; otherwise it is the database, which
 * still has part of the archive's events. False if the note is bad, or if what was verified so far
 * does not end where the note says.
 */
bool
sabot_verify_anchor(struct sabot_verify *verify, const char *note, bool is_archive);

/* The keys given to sabot_verify_new(); borrowed. */
GPtrArray *
sabot_verify_get_keys(const struct sabot_verify *verify);

/* True if the note says that a given key has signed it, whether that is so or not. */
bool
sabot_verify_names_key(const struct sabot_verify *verify, const char *note);

/* The anchor given last; borrowed, NULL if there is none. */
const struct sabot_anchor *
sabot_verify_get_anchor(const struct sabot_verify *verify);

/* True if what was verified so far ends exactly where `anchor` says that its archive ends. */
bool
sabot_verify_ends_at(const struct sabot_verify *verify, const struct sabot_anchor *anchor);

/* The number of events after the last checkpoint so far. */
int64_t
sabot_verify_count_unprotected(const struct sabot_verify *verify);

/* True if a file was verified before this one. */
bool
sabot_verify_has_file(const struct sabot_verify *verify);

/* True if the kept checkpoint is in an archive that was not given, so it cannot be compared. */
bool
sabot_verify_lacks_kept(const struct sabot_verify *verify);

/* Set the digest of the file just verified: an anchor that follows must name the same. */
void
sabot_verify_note_file(struct sabot_verify *verify, struct sabot_chain_hash digest);

/* The log's next event is number `n`, after this hash: for a file that starts within a log. */
void
sabot_verify_begin_log(struct sabot_verify *verify, const char *log, int64_t n,
		       struct sabot_chain_hash previous);

/* Add an event. False if it is the first bad row. */
bool
sabot_verify_event(struct sabot_verify *verify, const struct sabot_hashed *event);

/*
 * As sabot_verify_begin_log(), for a range of events n … to_n: later checkpoints cover events that
 * are not in the range and are not compared with it. False if the range overlaps an earlier one of
 * the log.
 */
bool
sabot_verify_begin_range(struct sabot_verify *verify, const char *log, int64_t n, int64_t to_n,
			 struct sabot_chain_hash previous);

/* The persons and their rights, which the files' reader fills from the house logs. Borrowed. */
struct sabot_rights *
sabot_verify_get_rights(struct sabot_verify *verify);

/*
 * Report a fault that only the file's reader can see. `number` is that of the checkpoint, archive,
 * person, event or line of a case file. Returns false.
 */
bool
sabot_verify_fail(struct sabot_verify *verify, enum sabot_verify_fault fault, const char *log,
		  int64_t number);

/*
 * Report a row that belongs to no event of the log ("part 3 (PB-01)"), or another fault that has no
 * number; transferred. Call it only while sabot_verify_is_good(). Returns false.
 */
bool
sabot_verify_fail_row(struct sabot_verify *verify, enum sabot_verify_fault fault, char *row);

/*
 * Fail with STRUCTURE and SQLite's sentence, instead of what was found before: what is read of a
 * file by a damaged index proves nothing about its events.
 */
void
sabot_verify_fail_structure(struct sabot_verify *verify, const char *damage);

/* Report a difference of the schema in the same way. Returns false. */
bool
sabot_verify_fail_schema(struct sabot_verify *verify,
			 const struct sabot_schema_difference *difference);

/* True if no fault was found so far. */
bool
sabot_verify_is_good(const struct sabot_verify *verify);

/* Call last. The result is borrowed from `verify`. */
const struct sabot_verify_result *
sabot_verify_finish(struct sabot_verify *verify);
