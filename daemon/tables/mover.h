/*
 * Gives a table away to another machine, and takes one over, while the others go on. The table's
 * log travels in a file (store/files/table-file.h) that a thread of its own writes, or reads
 * and proves,
 * with a connection that only reads. From the moment on at which a table is to be given, and until
 * the one that is taken is wholly recorded, no event of it is taken and its shoe is let go of.
 * Main thread, but for the file.
 */
#pragma once

#include "floor.h"
#include "store/files/table-file.h"

struct sabot_mover;

/* The floor is borrowed. Transferred. */
struct sabot_mover *
sabot_mover_new(struct sabot_floor *floor);

/* Gives up a move under way, with an error to its callback. Before the floor is stopped. NULL is
 * allowed. */
void
sabot_mover_free(struct sabot_mover *mover);

/* It is done and recorded; else `error`. All borrowed. */
typedef void
sabot_mover_fn(const struct sabot_table_file *file, const GError *error, void *data);

struct sabot_mover_order {
	const char *path; /* of the file, absolute; borrowed, as the next two */
	const char *by;   /* is written down */
	GPtrArray *keys;  /* of struct sabot_key: who may have signed what is taken; or NULL */
	sabot_mover_fn *fn;
	void *data;
};

/*
 * Give the table away. The file has its name once that is recorded. One that was given already is
 * written again, the same as before. False with SABOT_WIRE_ERROR when it cannot be begun: `fn` is
 * not called then.
 */
bool
sabot_mover_give(struct sabot_mover *mover, struct sabot_table_service *table,
		 const struct sabot_mover_order *order, GError **error);

/* Take over the table that the file is about; likewise. */
bool
sabot_mover_import(struct sabot_mover *mover, const struct sabot_mover_order *order,
		   GError **error);
