/*
 * The locks of a state directory and of a database: who holds them is the only one to write there.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/*
 * Take the lock and return its descriptor; close it to let go. -1 with SABOT_STORE_ERROR_LOCKED
 * when another process has it, or with what else is wrong. Makes the directory.
 */
int
sabot_lock_acquire(const char *directory, GError **error);

/*
 * Lock the database's file itself, by whichever name it was reached. `ret_fd` is the lock, or -1
 * where there is no file yet. It must stay open for as long as SQLite has the file open: closing it
 * would end SQLite's own locks. False with SABOT_STORE_ERROR_LOCKED when another process has it;
 * `ret_fd` is then to be closed at the end, too.
 */
bool
sabot_lock_database(const char *path, int *ret_fd, GError **error);
