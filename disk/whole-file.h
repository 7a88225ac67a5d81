/*
 * New files that are whole or not there: what was written is on the disk before the file has its
 * name, and a name that is in use is never taken. On failure errno says why.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Write all of it and wait until it is on the disk. */
bool
sabot_disk_write(int fd, const void *bytes, size_t n_bytes);

/*
 * Wait until the names in the folder of `path`, and what was renamed or removed there, are on the
 * disk. True, too, on a file system that cannot sync a folder.
 */
bool
sabot_disk_sync_folder(const char *path);

/* Wait until the file `path`, written by whichever program, and its name are on the disk. */
bool
sabot_disk_sync(const char *path);

/*
 * Give the finished file `part` the name `path` in the same folder, and sync the folder. EEXIST if
 * something has that name already; `part` is then left as it is.
 */
bool
sabot_disk_publish(const char *part, const char *path);

/*
 * Make the folder where there is none, and those that lead to it, and wait until their names are on
 * the disk: what is kept in it would be gone with them. True, too, where it was there before.
 */
bool
sabot_disk_make_folder(const char *path, int mode);
