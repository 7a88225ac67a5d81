/* The locks of directories and of a database: only the holder may write there. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/*
 * Take the lock and return its descriptor; close it to release the lock. -1 with
 * SABOT_STORE_ERROR_LOCKED if another process has it, or with another error. Creates the directory.
 */
int
sabot_lock_acquire(const char *directory, GError **error);

/* The same for the directory of a mirror, which may also be a spool's. */
int
sabot_lock_acquire_mirror(const char *directory, GError **error);

/*
 * Lock the database's file itself, by whatever name it was reached. `ret_fd` is the lock, or -1 if
 * there is no file yet. It must stay open for as long as SQLite has the file open: closing it would
 * release SQLite's own locks. False with SABOT_STORE_ERROR_LOCKED if another process has it; the
 * caller then closes `ret_fd` at the end, too.
 */
bool
sabot_lock_database(const char *path, int *ret_fd, GError **error);
