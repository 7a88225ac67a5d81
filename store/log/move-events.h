/*
 * What a house log says about tables that went to other databases and came from them, and about
 * this database's own past. Only these events are read, however long the log is.
 */
#pragma once

#include "store/db/db.h"

#include <jansson.h>

enum sabot_move_kind {
	SABOT_MOVE_GIVEN,
	SABOT_MOVE_TAKING, /* a table's file is about to be imported */
	SABOT_MOVE_TAKEN,
	SABOT_MOVE_RESTORED, /* the finding `log_restored` about a backup */
	SABOT_MOVE_REPLACED, /* the finding `log_replaced` */
};

/* What an event does not have is NULL. */
struct sabot_move_event {
	enum sabot_move_kind kind;
	int64_t seq, n; /* over all logs, and in the house log */
	int64_t at_us;
	char *table, *digest; /* of the table's file */
	char *database;       /* of TAKING: the one that gave it, in hexadecimal */
	char *note, *witness; /* of the giver: its last checkpoint, and its statement */
	json_t *detail;       /* of REPLACED */
};

/* In their order (struct sabot_move_event). NULL with an error. Transferred. */
GPtrArray *
sabot_move_events_read(struct sabot_db *db, GError **error);
