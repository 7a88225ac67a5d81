/*
 * A model of a power cut: a SQLite VFS that notes every write, truncation and sync of the files it
 * opens. From the notes a directory is made as it may look after a cut at any moment: what was
 * written and not yet synced is there or not, each write by itself, and one may be torn.
 *
 * What the model leaves out: syncs that lie, and directory entries that are lost.
 */
#pragma once

#include <glib.h>

/* Register the VFS as the default and begin with empty notes. */
void
power_cut_start(void);

/* Go back to SQLite's own default. */
void
power_cut_stop(void);

/* How many operations are noted so far: the moment after the last one. */
guint
power_cut_now(void);

/* Make in `directory` the files as a cut after `n_operations` may leave them. */
void
power_cut_leave(GRand *random, guint n_operations, const char *directory);
