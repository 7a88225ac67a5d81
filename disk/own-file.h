/*
 * Files that a program wrote for itself and reads again: what somebody else may have put there, or
 * may write to, is not read; nor is what is no file, such as a pipe, whose reader would wait.
 */
#pragma once

#include <stddef.h>

/*
 * The bytes of the regular file at `path`, with a NUL behind them, and their number. NULL with a
 * reason in `ret_why` when it is a link or no file, belongs to another user, can be written by
 * others, is longer than `max`, or cannot be read; NULL without one when it is not there.
 * Transferred; the reason is static.
 */
char *
sabot_disk_read_own(const char *path, size_t max, size_t *ret_n_bytes, const char **ret_why);

/* As sabot_disk_read_own(), for a file that is open; from its beginning. */
char *
sabot_disk_read_own_open(int fd, size_t max, size_t *ret_n_bytes, const char **ret_why);

/*
 * As sabot_disk_read_own(), for a file that a command writes, perhaps as root: its owner and
 * who may write to it do not matter.
 */
char *
sabot_disk_read_any(const char *path, size_t max, size_t *ret_n_bytes, const char **ret_why);

/* As sabot_disk_read_any(), for a file that is open; from its beginning. */
char *
sabot_disk_read_any_open(int fd, size_t max, size_t *ret_n_bytes, const char **ret_why);
