/*
 * A second database on another disk (`[daemon] mirror`), to which each commit is written before it
 * is acknowledged: the same records, checkpoints and archives, so that it can be verified and can
 * replace the first. A thread of its own writes it. A disk that hangs is waited for once; after
 * that, the house continues without the mirror until it has caught up.
 */
#pragma once

#include "store/db/db.h"
#include "store/proof/seal.h"

/*
 * The mirror is current (`why` NULL), or lags behind, as `why`, borrowed, says. Called on its
 * creator's main loop, first when the state is known, then when it changes.
 */
typedef void
sabot_mirror_fn(const GError *why, void *data);

/*
 * A file with this name was set aside: it had more events than the database, or another history.
 * `is_explained`: a backup was restored since. Called on the same main loop.
 */
typedef void
sabot_mirror_found_fn(const char *file, bool is_explained, void *data);

struct sabot_mirror;

/*
 * Create a mirror of the database at `path` in `directory`, which is created. It does nothing yet.
 */
struct sabot_mirror *
sabot_mirror_new(const char *path, const char *directory);
/* Call before it is started. */
void
sabot_mirror_set_callback(struct sabot_mirror *mirror, sabot_mirror_fn *fn,
			  sabot_mirror_found_fn *found, void *data);
/*
 * Start the thread. It continues an existing mirror, or replaces it by a copy if it is not the
 * database as it is now; it is kept beside the copy, an older one until the copy is proven
 * (sabot_mirror_file_drop_older()). `db` (or NULL) serves to read the database before the writer
 * commits anything; it is used during the call only.
 */
void
sabot_mirror_start(struct sabot_mirror *mirror, struct sabot_db *db);
/* Write all that was handed over, unless the disk hangs. No callback is called afterwards. */
void
sabot_mirror_stop(struct sabot_mirror *mirror);
/* NULL is allowed. A mirror whose disk hangs is left until the program ends. */
void
sabot_mirror_free(struct sabot_mirror *mirror);

/*
 * Hand over records (struct sabot_log_record) that the database has committed. Returns once the
 * mirror has them too, or lags behind. Writer's thread.
 */
void
sabot_mirror_put(struct sabot_mirror *mirror, GPtrArray *records);
/* Hand over a checkpoint, without waiting. Writer's thread. */
void
sabot_mirror_put_seal(struct sabot_mirror *mirror, const struct sabot_seal *seal);
/*
 * True, once, if somebody else may have written into the mirror's file: it is to be proven now.
 * Main thread.
 */
bool
sabot_mirror_take_touch(struct sabot_mirror *mirror);
/* Make a new copy: the database received records in another way. */
void
sabot_mirror_copy_again(struct sabot_mirror *mirror);
/*
 * The same because the mirror is damaged. Its file is kept beside it as `sabot.db.damaged`, in the
 * place of an earlier one. Any thread.
 */
void
sabot_mirror_distrust(struct sabot_mirror *mirror, const GError *why);
