/*
 * Checks the archives beside a database against what the database records of them: each archive it
 * names exists and is the file that was made, and no other archive knows more of its logs than it
 * does. Quick enough for a start; `sabotctl archive verify` proves them completely.
 */
#pragma once

#include "store/db/db.h"

enum sabot_archive_fault_kind {
	SABOT_ARCHIVE_MISSING, /* the database names it, but the file does not exist */
	SABOT_ARCHIVE_CHANGED, /* the file is not the one that was made */
	SABOT_ARCHIVE_AHEAD,   /* it has a checkpoint of this database that the database lacks */
};

struct sabot_archive_fault {
	enum sabot_archive_fault_kind kind;
	int64_t number;
	char *file;        /* its name, without a directory */
	bool is_explained; /* AHEAD: a backup was restored since (store/files/restores.h) */
};

/*
 * The faults in `dir` (of struct sabot_archive_fault), as far as they can be read. A file kept as
 * NAME.TIME counts as NAME. Beyond some hundred MiB in total, files are only checked for existence.
 * `cancel`: read atomically; stop if it is not 0. Transferred.
 */
GPtrArray *
sabot_archive_check(struct sabot_db *db, const char *dir, int *cancel);
