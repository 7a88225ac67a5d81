/*
 * A write-ahead log that a program left behind. SQLite reads its frames up to the first that is not
 * whole, and silently drops all frames after it. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum {
	SABOT_WAL_HEADER_BYTES = 32,
	SABOT_WAL_FRAME_BYTES = 24,   /* before each page; the page's number is first */
	SABOT_WAL_FRAME_AT_SALTS = 8, /* those of the header, if it is of the last round */
};

/*
 * True if SQLite drops part of the log because its header or one of its frames is not whole. Frames
 * left over from an earlier round of the file, which follow those of the last one, do not count.
 * `file` is borrowed and read from its beginning; a file that is empty or unreadable counts as not
 * cut.
 */
bool
sabot_wal_is_cut(FILE *file);

/*
 * True if a transaction that was on the disk is among what SQLite drops: behind the header or the
 * first frame that is not whole a transaction ends and another one begins. What a power cut leaves
 * of a last transaction is none. `file` as above.
 */
bool
sabot_wal_has_lost(FILE *file);
