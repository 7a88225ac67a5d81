/*
 * A note that events are in memory only, for the start after a kill: neither the database nor the
 * spool takes them. It is written over what is there already, so that a full disk takes it, too, in
 * each of several directories. On the writer's thread, but for its making and the reading.
 */
#pragma once

#include "store/proof/key.h"

struct sabot_unsaved;

/* In these directories, NULL-terminated; the files are made where there are none. Transferred. */
struct sabot_unsaved *
sabot_unsaved_new(const char *const *folders);
/* NULL is allowed. */
void
sabot_unsaved_free(struct sabot_unsaved *unsaved);

/*
 * The first event that an earlier run had in memory only; 0: none. What `key` has not signed counts
 * for nothing; NULL: there is no key.
 */
int64_t
sabot_unsaved_read(const struct sabot_unsaved *unsaved, const struct sabot_key *key);

/* From event `seq` on they are in memory only; 0: none is any more. As far as it can be written. */
void
sabot_unsaved_write(const struct sabot_unsaved *unsaved, int64_t seq, const struct sabot_key *key);
