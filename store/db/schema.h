/*
 * The schema of a file against the one that the program's migrations make: what somebody planted,
 * took away or changed there is in no hash of the chain.
 */
#pragma once

#include "db.h"

/* The first difference that was found. */
struct sabot_schema_difference {
	char *sentence; /* "trigger x: is not the program's"; NULL = there is none */
	bool is_run;    /* writing would run it, or goes by its rules */
};

void
sabot_schema_difference_clear(struct sabot_schema_difference *difference);

/*
 * Compare the database's schema with what the migrations up to its version make; those that SQLite
 * itself keeps for its plans (sqlite_stat…) do not count. A difference that is run is said first.
 * False when the schema cannot be read.
 */
bool
sabot_schema_compare(struct sabot_db *db, struct sabot_schema_difference *ret_difference,
		     GError **error);

/* Refuse the database, with SABOT_STORE_ERROR_SCHEMA, if a difference is run. */
bool
sabot_schema_check(struct sabot_db *db, GError **error);

/* True if the file has exactly the schema of an index (schema/index.sql). */
bool
sabot_schema_is_index(struct sabot_db *db);
