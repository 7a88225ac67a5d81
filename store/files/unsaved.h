/*
 * A note that events are in memory only, because neither the database nor the spool takes them; the
 * start after a kill reads it. It overwrites the existing file's bytes, so that it can be written
 * on a full disk, too, in each of several directories. On the writer's thread, except for creating
 * and reading it.
 */
#pragma once

#include "store/keys/key.h"

struct sabot_unsaved;

/* `folders` is NULL-terminated; missing files are created. Transferred. */
struct sabot_unsaved *
sabot_unsaved_new(const char *const *folders);
/* NULL is allowed. */
void
sabot_unsaved_free(struct sabot_unsaved *unsaved);

/*
 * The first event that an earlier run had in memory only; 0: none. A note that `key` has not signed
 * is ignored; NULL: there is no key.
 */
int64_t
sabot_unsaved_read(const struct sabot_unsaved *unsaved, const struct sabot_key *key);

/*
 * Record that events from `seq` on are in memory only; 0: none are any more. Directories that
 * cannot be written are skipped.
 */
void
sabot_unsaved_write(const struct sabot_unsaved *unsaved, int64_t seq, const struct sabot_key *key);
