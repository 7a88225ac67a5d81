/*
 * Where tables went, by several databases together: a file by which a table moves can be
 * carried to two machines, and neither of them can know. Read only.
 */
#pragma once

#include "store/db/db.h"

/* What is wrong with a table's move; paths are borrowed from the caller's list. */
struct sabot_move_fault {
	char *table;
	char *digest;         /* of the file, in hexadecimal */
	const char *taken_by; /* the database that took it over */
	const char *other;    /* took the same file over, too; or has given it and does not know */
	bool is_given_unawares; /* the latter: the log of `other` has no such `given` */
};

/*
 * Compare databases, and copies of them (of two of the same one the first counts). NULL with a
 * sentence when one cannot be read; else a list of struct sabot_move_fault, transferred: free with
 * g_ptr_array_unref().
 */
GPtrArray *
sabot_moves_compare(char **paths, GError **error);
