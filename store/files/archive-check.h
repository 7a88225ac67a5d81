/*
 * The archives beside a database, held against what it says of them: those that it names are there
 * and are the files that were made, and no other knows more of its logs than it does. Quick, for a
 * start; `sabotctl archive verify` proves them wholly.
 */
#pragma once

#include "store/db/db.h"

enum sabot_archive_fault_kind {
	SABOT_ARCHIVE_MISSING, /* the database names it, and there is no such file */
	SABOT_ARCHIVE_CHANGED, /* the file is another one than was made */
	SABOT_ARCHIVE_AHEAD,   /* it has a checkpoint of this database that the database lacks */
};

struct sabot_archive_fault {
	enum sabot_archive_fault_kind kind;
	int64_t number;
	char *file;       /* its name, without a directory */
	int64_t until_us; /* AHEAD: when its last checkpoint was made; else 0 */
};

/*
 * What is wrong in `dir` (of struct sabot_archive_fault), as far as can be read. A file that was
 * kept as NAME.TIME counts as NAME. Files above some hundred MiB, all together, are only looked
 * for. `cancel`: read atomically: give up when it is not 0. Transferred.
 */
GPtrArray *
sabot_archive_check(struct sabot_db *db, const char *dir, int *cancel);
