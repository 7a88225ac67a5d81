/*
 * Where tables went, by several databases together: a file by which a table moves can be
 * carried to two machines, and neither of them can know. Read only.
 */
#pragma once

#include "store/db/db.h"

enum sabot_move_fault_kind {
	SABOT_MOVE_TWICE,    /* two databases took the same file over */
	SABOT_MOVE_UNAWARES, /* it was given by one that does not know it */
	SABOT_MOVE_FORKED,   /* two are copies of one, and each went on by itself */
};

/* What is wrong; paths are borrowed from the caller's list. */
struct sabot_move_fault {
	enum sabot_move_fault_kind kind;
	char *table;       /* FORKED: NULL */
	char *digest;      /* of the file, in hexadecimal; FORKED: NULL */
	const char *path;  /* of the database that took the table over */
	const char *other; /* took it, too; or has given it */
};

/*
 * Compare databases, and copies of them (of two of the same one the first counts). NULL with a
 * sentence when one cannot be read; else a list of struct sabot_move_fault, transferred: free with
 * g_ptr_array_unref().
 */
GPtrArray *
sabot_moves_compare(char **paths, GError **error);
