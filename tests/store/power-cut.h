/*
 * A model of a power cut: a SQLite VFS that notes every write, truncation and sync of the files it
 * opens. From the notes a directory is made as it may look after a cut at any moment: what was
 * written and not yet synced is there or not, each write by itself, and one may be torn. A name
 * that was made or removed lasts when the directory is synced behind that; before, the names may be
 * those of any moment since its last sync.
 *
 * What the model leaves out: syncs that lie.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/*
 * Register the VFS as the default and begin with empty notes; on a disk that does not sync its
 * directories, if so.
 */
void
power_cut_start(bool has_directories);

/* Go back to SQLite's own default. */
void
power_cut_stop(void);

/* How many operations are noted so far: the moment after the last one. */
guint
power_cut_now(void);

/* Make in `directory` the files as a cut after `n_operations` may leave them. */
void
power_cut_leave(GRand *random, guint n_operations, const char *directory);
