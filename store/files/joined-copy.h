/* A copy of a log's database, held against the log. On the connections' thread; reads only. */
#pragma once

#include "store/db/db.h"

/*
 * True if each log of `copy`, a database or a backup of the same origin, ends with an event that
 * `log` has, too: its hash covers all events before it. False with an error, which names the copy
 * and what it has that `log` lacks.
 */
bool
sabot_joined_check_copy(struct sabot_db *log, struct sabot_db *copy, GError **error);
