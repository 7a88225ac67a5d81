/*
 * Returns the space that removed rows leave in a database's file to the disk. On the writer's
 * connection, between transactions.
 */
#pragma once

#include "db.h"

struct sabot_shrink_room {
	int64_t free_bytes; /* unused bytes in the file */
	/* they can be returned in steps; false: the file was made by an earlier program */
	bool is_given_back;
};

/* Measure the unused space in the file. A reader may do so, too. */
bool
sabot_shrink_measure(struct sabot_db *db, struct sabot_shrink_room *ret_room, GError **error);

/*
 * Return about a quarter of a megabyte, in its own transaction. `*ret_more` is true if there is
 * more. Does nothing if the file cannot be shrunk in steps.
 */
bool
sabot_shrink_step(struct sabot_db *db, bool *ret_more, GError **error);

/*
 * Rewrite the whole file without its unused space; from then on it can be shrunk in steps. Needs
 * the file's size again on the disk while it runs; nobody may be waiting for the connection.
 */
bool
sabot_shrink_all(struct sabot_db *db, GError **error);
