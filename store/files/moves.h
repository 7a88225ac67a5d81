/*
 * Checks the moves of tables across several databases: a file that moves a table can be carried to
 * two machines, and neither of them can notice it alone. Read only.
 */
#pragma once

#include "store/db/db.h"

enum sabot_move_fault_kind {
	SABOT_MOVE_TWICE,    /* two databases took the same file over */
	SABOT_MOVE_UNAWARES, /* the database that gave it does not know about it */
	SABOT_MOVE_FORKED,   /* two copies of one database each continued on their own */
};

/* A fault; paths are borrowed from the caller's list. */
struct sabot_move_fault {
	enum sabot_move_fault_kind kind;
	char *table;       /* FORKED: NULL */
	char *digest;      /* of the file, in hexadecimal; FORKED: NULL */
	const char *path;  /* of the database that took the table over */
	const char *other; /* the database that also took it, or that gave it */
};

/*
 * Compare databases and copies of them (of two copies of the same database the first counts). NULL
 * with a message if one cannot be read; otherwise a list of struct sabot_move_fault, transferred:
 * free with g_ptr_array_unref().
 */
GPtrArray *
sabot_moves_compare(char **paths, GError **error);
