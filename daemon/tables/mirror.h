/*
 * A second database on another disk (`[daemon] mirror`), which has each commit before it is
 * acknowledged: the same records, checkpoints and archives, so that it can be proven, and put in
 * the place of the first. A thread of its own writes it. What a sick disk holds up is waited for
 * once; from then on, until it has caught up, the house goes on without.
 */
#pragma once

#include "store/db/db.h"
#include "store/proof/seal.h"

/*
 * It is current (`why` NULL), or lags behind: a sentence, borrowed. Called on the main loop of
 * whom made it, first when that is known, then when it changes.
 */
typedef void
sabot_mirror_fn(const char *why, void *data);

/*
 * A file with this name was set aside: it had more than the database, or another past. `until_us`:
 * when its last checkpoint was made. Likewise.
 */
typedef void
sabot_mirror_found_fn(const char *file, int64_t until_us, void *data);

struct sabot_mirror;

/* A mirror of the database at `path` in `directory`, which is made. It does nothing yet. */
struct sabot_mirror *
sabot_mirror_new(const char *path, const char *directory);
/* Before it is started. */
void
sabot_mirror_set_callback(struct sabot_mirror *mirror, sabot_mirror_fn *fn,
			  sabot_mirror_found_fn *found, void *data);
/*
 * The thread begins: what is there is gone on with, or, where it is not the database as it is now,
 * replaced by a copy; what has more than the database, or another past, is kept beside it. Through
 * `db` (or NULL) the database is read as it is before the writer commits anything; it is used
 * during the call only.
 */
void
sabot_mirror_start(struct sabot_mirror *mirror, struct sabot_db *db);
/* What is handed over is written, unless the disk hangs. The callback is called no more. */
void
sabot_mirror_stop(struct sabot_mirror *mirror);
/* NULL is allowed. A mirror whose disk hangs is left to the end of the program. */
void
sabot_mirror_free(struct sabot_mirror *mirror);

/*
 * The writer's thread. Records (struct sabot_log_record) that the database has committed; returns
 * once the mirror has them, too, or lags behind.
 */
void
sabot_mirror_put(struct sabot_mirror *mirror, GPtrArray *records);
/* Likewise a checkpoint; not waited for. */
void
sabot_mirror_put_seal(struct sabot_mirror *mirror, const struct sabot_seal *seal);
/* The database has got records otherwise: a new copy is made. */
void
sabot_mirror_renew(struct sabot_mirror *mirror);
