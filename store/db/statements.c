/*
 * The prepared statements of a connection: prepare at first use, bind by a format, step, reset.
 */
#include "statements.h"
#include "row.h"

#include <stdarg.h>

static enum sabot_store_reason
find_reason(struct sabot_db *db)
{
	switch (sqlite3_errcode(db->handle) & 0xff) {
	case SQLITE_FULL:
		return SABOT_STORE_REASON_FULL;
	case SQLITE_READONLY:
		return SABOT_STORE_REASON_READ_ONLY;
	case SQLITE_AUTH:
	case SQLITE_PERM:
		return SABOT_STORE_REASON_ACCESS;
	case SQLITE_CANTOPEN:
		return sabot_store_reason_of_errno(sqlite3_system_errno(db->handle));
	case SQLITE_IOERR:
		return SABOT_STORE_REASON_IO;
	case SQLITE_BUSY:
	case SQLITE_INTERRUPT:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL:
		return SABOT_STORE_REASON_BUSY;
	case SQLITE_NOMEM:
		return SABOT_STORE_REASON_RESOURCES;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return SABOT_STORE_REASON_DAMAGED;
	default:
		return SABOT_STORE_REASON_FAILED;
	}
}

void
sabot_statement_set_error(struct sabot_db *db, const char *what, GError **error)
{
	int code = sqlite3_errcode(db->handle) & 0xff;

	g_set_error(error, SABOT_STORE_ERROR,
		    code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH ? SABOT_STORE_ERROR_REFUSED
									 : SABOT_STORE_ERROR_FAILED,
		    "%s: %s: %s", db->path, what, sqlite3_errmsg(db->handle));
	sabot_store_error_set_reason(error, find_reason(db));
}

/* Which one it is; SABOT_STATEMENTS where it is none of this connection's. */
static enum sabot_statement
find_which(struct sabot_db *db, const sqlite3_stmt *statement)
{
	int i = 0;

	if (db->statements[db->looked_at] == statement)
		return db->looked_at;
	while (i < SABOT_STATEMENTS && db->statements[i] != statement)
		i++;
	if (i < SABOT_STATEMENTS)
		db->looked_at = (enum sabot_statement)i;
	return (enum sabot_statement)i;
}

static const char *
statement_name(struct sabot_db *db, const sqlite3_stmt *statement)
{
	enum sabot_statement which = find_which(db, statement);

	return which < SABOT_STATEMENTS ? sabot_statement_names[which] : "statement";
}

sqlite3_stmt *
sabot_statement_get(struct sabot_db *db, enum sabot_statement which, GError **error)
{
	sqlite3_stmt **slot = &db->statements[which];

	if (*slot) {
		sqlite3_reset(*slot);
		sqlite3_clear_bindings(*slot);
		return *slot;
	}
	if (sqlite3_prepare_v3(db->handle, sabot_statement_texts[which], -1,
			       SQLITE_PREPARE_PERSISTENT, slot, NULL) != SQLITE_OK)
		sabot_statement_set_error(db, sabot_statement_names[which], error);
	return *slot;
}

static int
bind_bytes(sqlite3_stmt *statement, int index, GBytes *bytes)
{
	size_t length_bytes;
	const void *data;

	if (!bytes)
		return sqlite3_bind_null(statement, index);
	data = g_bytes_get_data(bytes, &length_bytes);
	return sqlite3_bind_blob64(statement, index, data ? data : "", length_bytes, SQLITE_STATIC);
}

static bool
bind_values(struct sabot_db *db, sqlite3_stmt *statement, const char *format, va_list values,
	    GError **error)
{
	int code = SQLITE_OK;

	for (int i = 0; format[i] != '\0' && code == SQLITE_OK; i++) {
		if (format[i] == 'i')
			code = sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
		else if (format[i] == 's')
			code = sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1,
						 SQLITE_STATIC);
		else
			code = bind_bytes(statement, i + 1, va_arg(values, GBytes *));
	}
	if (code == SQLITE_OK)
		return true;
	sabot_statement_set_error(db, statement_name(db, statement), error);
	return false;
}

bool
sabot_statement_bind(struct sabot_db *db, sqlite3_stmt *statement, GError **error,
		     const char *format, ...)
{
	va_list values;
	bool is_bound;

	va_start(values, format);
	is_bound = bind_values(db, statement, format, values, error);
	va_end(values);
	return is_bound;
}

bool
sabot_statement_put(struct sabot_db *db, enum sabot_statement which, GError **error,
		    const char *format, ...)
{
	sqlite3_stmt *statement = sabot_statement_get(db, which, error);
	va_list values;
	bool is_bound;

	if (!statement)
		return false;
	va_start(values, format);
	is_bound = bind_values(db, statement, format, values, error);
	va_end(values);
	return is_bound && sabot_statement_finish(db, statement, error);
}

/* The bound statement at its only row, NULL where it has none. */
static sqlite3_stmt *
step_to_row(struct sabot_db *db, sqlite3_stmt *statement, GError **error)
{
	bool has_row;

	if (!sabot_statement_row(db, statement, &has_row, error))
		return NULL;
	if (has_row)
		return statement;
	sqlite3_reset(statement);
	return NULL;
}

sqlite3_stmt *
sabot_statement_find(struct sabot_db *db, enum sabot_statement which, GError **error,
		     const char *format, ...)
{
	sqlite3_stmt *statement = sabot_statement_get(db, which, error);
	va_list values;
	bool is_bound;

	if (!statement)
		return NULL;
	va_start(values, format);
	is_bound = bind_values(db, statement, format, values, error);
	va_end(values);
	return is_bound ? step_to_row(db, statement, error) : NULL;
}

bool
sabot_statement_next_values(struct sabot_db *db, sqlite3_stmt *statement,
			    sqlite3_value **ret_values, GError **error)
{
	int code = sqlite3_step(statement);
	enum sabot_statement which;

	if (code == SQLITE_ROW) {
		which = find_which(db, statement);
		for (int i = 0; i < sabot_statement_rows[which].n_columns; i++)
			ret_values[i] = sqlite3_column_value(statement, i);
		return sabot_row_check(db, which, ret_values, error);
	}
	if (code != SQLITE_DONE)
		sabot_statement_set_error(db, statement_name(db, statement), error);
	return false;
}

bool
sabot_statement_next(struct sabot_db *db, sqlite3_stmt *statement, GError **error)
{
	sqlite3_value *values[SABOT_COLUMNS_MAX];

	return sabot_statement_next_values(db, statement, values, error);
}

bool
sabot_statement_end(sqlite3_stmt *statement, GError **failure, GError **error)
{
	sqlite3_reset(statement);
	if (!*failure)
		return statement != NULL;
	g_propagate_error(error, g_steal_pointer(failure));
	return false;
}

bool
sabot_statement_finish(struct sabot_db *db, sqlite3_stmt *statement, GError **error)
{
	int code;

	do {
		code = sqlite3_step(statement);
	} while (code == SQLITE_ROW);
	if (code != SQLITE_DONE)
		sabot_statement_set_error(db, statement_name(db, statement), error);
	sqlite3_reset(statement);
	return code == SQLITE_DONE;
}

bool
sabot_statement_run(struct sabot_db *db, enum sabot_statement which, GError **error)
{
	sqlite3_stmt *statement = sabot_statement_get(db, which, error);

	return statement && sabot_statement_finish(db, statement, error);
}

bool
sabot_statement_number(struct sabot_db *db, enum sabot_statement which, int64_t *ret_number,
		       GError **error)
{
	sqlite3_stmt *statement = sabot_statement_get(db, which, error);
	bool has_row;

	if (!statement)
		return false;
	has_row = sabot_statement_next(db, statement, error);
	if (has_row)
		*ret_number = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return has_row;
}

bool
sabot_statement_row(struct sabot_db *db, sqlite3_stmt *statement, bool *ret_has_row, GError **error)
{
	g_autoptr(GError) failure = NULL;

	*ret_has_row = sabot_statement_next(db, statement, &failure);
	if (!failure)
		return true;
	sqlite3_reset(statement);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}
