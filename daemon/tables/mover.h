/*
 * Gives a table to another machine, or takes one over, while the other tables keep working. The
 * table's log travels in a file (store/files/table-file.h), which a separate thread writes, or
 * reads and verifies, with a read-only connection. From the moment a table is to be given, and
 * until a table taken over is completely recorded, its events are rejected and its shoe is
 * released. Main thread, except for the file.
 */
#pragma once

#include "floor.h"
#include "store/files/table-file.h"

struct sabot_mover;

/* The floor is borrowed. Transferred. */
struct sabot_mover *
sabot_mover_new(struct sabot_floor *floor);

/*
 * Aborts a move under way, with an error to its callback. Call before the floor is stopped. NULL is
 * allowed.
 */
void
sabot_mover_free(struct sabot_mover *mover);

/* The move is done and recorded; else `error`. All borrowed. */
typedef void
sabot_mover_fn(const struct sabot_table_file *file, const GError *error, void *data);

struct sabot_mover_order {
	const char *path; /* of the file, absolute; borrowed, like the next two */
	const char *by;   /* who ordered it; recorded */
	/* of struct sabot_key: who may have signed a table that is taken over; or NULL */
	GPtrArray *keys;
	sabot_mover_fn *fn;
	void *data;
};

/*
 * Give the table away. The file gets its name once this is recorded. If the table was given
 * already, the same file is written again. False with SABOT_WIRE_ERROR if that cannot begin: `fn`
 * is then not called.
 */
bool
sabot_mover_give(struct sabot_mover *mover, struct sabot_table_service *table,
		 const struct sabot_mover_order *order, GError **error);

/* Take over the table in the file. False as with sabot_mover_give(). */
bool
sabot_mover_import(struct sabot_mover *mover, const struct sabot_mover_order *order,
		   GError **error);
