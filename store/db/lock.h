/*
 * The lock of a state directory: who holds it is the only one to write there.
 */
#pragma once

#include <glib.h>

/*
 * Take the lock and return its descriptor; close it to let go. -1 with SABOT_STORE_ERROR_LOCKED
 * when another process has it, or with what else is wrong. Makes the directory.
 */
int
sabot_lock_acquire(const char *directory, GError **error);
