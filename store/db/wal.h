/*
 * A write-ahead log that a program left behind. SQLite takes its frames up to the first that is
 * not whole, and drops all behind that one without a word. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/*
 * Whether SQLite drops some of it: its header or one of its frames is not whole. Frames of an
 * earlier round of the file, which are behind those of the last one, are none of it. `file` is
 * read from its beginning, and is borrowed; one that is empty, or cannot be read, is not cut.
 */
bool
sabot_wal_is_cut(FILE *file);
