/*
 * A database's file as a whole: its structure (pages and indexes), which no hash covers, and then
 * what is in it.
 */
#pragma once

#include "store/log/event-product.h"
#include "verify.h"

/*
 * SQLite's own check of the file: NULL if it passes, otherwise its message, transferred.
 * `is_quick`: the indexes of the events are not compared with them, only those of the other tables.
 */
char *
sabot_verify_db_structure(struct sabot_db *db, bool is_quick);

/*
 * The same, not quick, where all events are read besides (sabot_verify_db_watched()): what their
 * indexes list is added to `product`, which must then agree with the product of those that were
 * read.
 */
char *
sabot_verify_structure_with(struct sabot_db *db, struct sabot_event_product *product);

/*
 * Prove a database's file, in one order for all who do: its structure, its content, its schema. The
 * first fault is in the verdict of `verify`. `n_checkpoints`: only what came after so many last
 * checkpoints, and without comparing indexes and tables, which is quick; 0: all. False with an
 * error if the file cannot be read now, which says nothing about what is in it.
 */
bool
sabot_verify_file(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints,
		  GError **error);
