/*
 * Compares a file's schema with the one that the program's migrations make. No hash of the chain
 * covers what somebody added to, removed from or changed in a schema.
 */
#pragma once

#include "db.h"

/* The first difference found. */
struct sabot_schema_difference {
	char *object;     /* "trigger x"; NULL: there is none */
	const char *what; /* "is not of this program"; a constant */
	bool is_run;      /* a write would execute it or depend on it */
};

void
sabot_schema_difference_clear(struct sabot_schema_difference *difference);

/* "trigger x: is not of this program"; NULL: there is no difference. Transferred. */
char *
sabot_schema_difference_to_string(const struct sabot_schema_difference *difference);

/*
 * Compare the database's schema with what the migrations up to its version make; the tables that
 * SQLite keeps for its plans (sqlite_stat…) do not count. A difference with `is_run` is reported
 * first. False if the schema cannot be read.
 */
bool
sabot_schema_compare(struct sabot_db *db, struct sabot_schema_difference *ret_difference,
		     GError **error);

/* Refuse the database, with SABOT_STORE_ERROR_SCHEMA, if it has a difference with `is_run`. */
bool
sabot_schema_check(struct sabot_db *db, GError **error);

/* Once the schema was checked, and migrated: changes are looked for from now on. */
bool
sabot_schema_remember(struct sabot_db *db, GError **error);

/*
 * Begin a write transaction. If the schema is another than at the last check, it is checked first:
 * what somebody planted in a database that is in use is refused before it is run.
 */
bool
sabot_schema_begin_write(struct sabot_db *db, GError **error);

/*
 * The same check between transactions. A database that cannot be read now passes: a write will say
 * so.
 */
bool
sabot_schema_is_kept(struct sabot_db *db, GError **error);

/*
 * What these two checks found changed where writing continues all the same: something is missing,
 * such as a trigger that guards rows, or a table or an index is not of this program.
 * Transferred; once; NULL: nothing.
 */
GError *
sabot_schema_take_change(struct sabot_db *db);

/* True if the file has exactly the schema of an index (schema/index.sql). */
bool
sabot_schema_is_index(struct sabot_db *db);
