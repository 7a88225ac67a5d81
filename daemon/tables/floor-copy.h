/*
 * A floor that shows the copy of another house's logs (docs/records.md): its tables are those of
 * the copy, and their state follows from it as after a recovery. It writes nothing. Main thread.
 */
#pragma once

#include "floor.h"

struct sabot_floor_copy;

/*
 * A floor with what is in the file so far; it may not exist yet. `config` is borrowed. Transferred.
 */
struct sabot_floor_copy *
sabot_floor_copy_new(const struct sabot_config *config, const char *path);
/* Frees the floor. NULL is allowed. */
void
sabot_floor_copy_free(struct sabot_floor_copy *copy);

/* Borrowed. */
struct sabot_floor *
sabot_floor_copy_get_floor(const struct sabot_floor_copy *copy);

/*
 * The file was brought up to date (`why` NULL), or could not be, and why: publish it. Returns false
 * with an error if the file cannot be read.
 */
bool
sabot_floor_copy_refresh(struct sabot_floor_copy *copy, const char *why, GError **error);

/* Borrowed; valid until the next refresh. */
const struct sabot_wire_records *
sabot_floor_copy_get_state(const struct sabot_floor_copy *copy);
