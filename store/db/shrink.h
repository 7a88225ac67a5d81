/*
 * The room that removed rows leave in a database's file, given back to the disk. On the writer's
 * connection, between transactions.
 */
#pragma once

#include "db.h"

struct sabot_shrink_room {
	int64_t free_bytes; /* of the file, in which nothing is */
	bool is_given_back; /* they are, in steps; false: the file was made by an earlier program */
};

/* What is free in the file; also of a reader. */
bool
sabot_shrink_measure(struct sabot_db *db, struct sabot_shrink_room *ret_room, GError **error);

/*
 * Give back some quarter of a megabyte, in a transaction of its own. `*ret_more` is true if there
 * is more. Does nothing to a file that cannot.
 */
bool
sabot_shrink_step(struct sabot_db *db, bool *ret_more, GError **error);

/*
 * Write the whole file again, without what is free in it; from then on it can be shrunk in steps.
 * Takes as much room on the disk again while it lasts; nobody may wait for the connection.
 */
bool
sabot_shrink_all(struct sabot_db *db, GError **error);
