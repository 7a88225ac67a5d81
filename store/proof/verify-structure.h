/* The structure of a database's file, which no hash covers: its pages, and its indexes. */
#pragma once

#include "store/log/event-sums.h"

/*
 * SQLite's own check of the file: NULL if it passes, otherwise its message, transferred.
 * `is_quick`: the indexes are not compared with their tables.
 */
char *
sabot_verify_db_structure(struct sabot_db *db, bool is_quick);

/*
 * The same, not quick, where all events are read besides (sabot_verify_db_watched()): what their
 * indexes list is added to `sums`, which must then agree with the sums of those that were read.
 */
char *
sabot_verify_structure_with(struct sabot_db *db, struct sabot_event_sums *sums);
