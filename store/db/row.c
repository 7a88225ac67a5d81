/* See row.h. */
#include "row.h"

#include <stdint.h>
#include <string.h>

/* As many as a JSON number can say; what is counted up from there stays an int64_t. */
#define ROW_COUNT_MAX (INT64_C(1) << 53)
/* The first and the last microsecond that has a date. */
#define ROW_TIME_MIN INT64_C(-62135596800000000)
#define ROW_TIME_MAX INT64_C(253402300799999999)

static bool
is_between(sqlite3_value *value, int64_t least, int64_t most)
{
	int64_t number = sqlite3_value_int64(value);

	return number >= least && number <= most;
}

static bool
is_number(sqlite3_value *value, enum sabot_column_kind kind)
{
	switch (kind) {
	case SABOT_COLUMN_COUNT:
		return is_between(value, 0, ROW_COUNT_MAX);
	case SABOT_COLUMN_NUMBER:
		return is_between(value, -ROW_COUNT_MAX, ROW_COUNT_MAX);
	case SABOT_COLUMN_TIME:
		return is_between(value, ROW_TIME_MIN, ROW_TIME_MAX);
	case SABOT_COLUMN_UNTIL:
		return is_between(value, ROW_TIME_MIN, ROW_TIME_MAX) ||
		       is_between(value, INT64_MAX, INT64_MAX);
	case SABOT_COLUMN_TEXT:
	case SABOT_COLUMN_BLOB:
	case SABOT_COLUMN_ANY:
		return false;
	}
	return false;
}

/* Eight bytes at a time: nearly all texts are so. */
static bool
is_ascii(const char *text, size_t n_bytes)
{
	uint64_t word, seen = 0;
	size_t i;

	for (i = 0; i + sizeof(word) <= n_bytes; i += sizeof(word)) {
		memcpy(&word, text + i, sizeof(word));
		seen |= word;
	}
	for (; i < n_bytes; i++)
		seen |= (unsigned char)text[i] & 0x80U;
	return (seen & UINT64_C(0x8080808080808080)) == 0;
}

/* A zero byte within is seen where the text is hashed (store/log/walk.c). */
static bool
is_text(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);

	return text && (is_ascii(text, (size_t)sqlite3_value_bytes(value)) ||
			g_utf8_validate(text, -1, NULL));
}

/*
 * The value is fetched once, and its type: a row has many columns, and a proof reads every row.
 * Unprotected, as SQLite calls it, is enough on the connection's only thread.
 */
static bool
is_of_kind(sqlite3_value *value, const struct sabot_column *column)
{
	int type = column->kind == SABOT_COLUMN_ANY ? SQLITE_NULL : sqlite3_value_type(value);

	switch (type) {
	case SQLITE_NULL:
		return column->may_be_null || column->kind == SABOT_COLUMN_ANY;
	case SQLITE_INTEGER:
		return is_number(value, column->kind);
	case SQLITE_TEXT:
		return column->kind == SABOT_COLUMN_TEXT && is_text(value);
	case SQLITE_BLOB:
		return column->kind == SABOT_COLUMN_BLOB &&
		       (column->n_bytes == 0 || sqlite3_value_bytes(value) == column->n_bytes);
	default:
		return false;
	}
}

/* What a value is, in a few words; it may be anything. Transferred. */
static char *
describe(sqlite3_value *value)
{
	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		return g_strdup_printf("the number %" G_GINT64_FORMAT,
				       (int64_t)sqlite3_value_int64(value));
	case SQLITE_FLOAT:
		return g_strdup("a fraction");
	case SQLITE_TEXT:
		return g_strdup_printf("a text of %d bytes", sqlite3_value_bytes(value));
	case SQLITE_BLOB:
		return g_strdup_printf("a blob of %d bytes", sqlite3_value_bytes(value));
	default:
		return g_strdup("nothing");
	}
}

/* What names the row: a number, or its place in what SQLite can say of it. Transferred. */
static char *
name_row(sqlite3_value *const *values, const struct sabot_row *shape)
{
	for (int i = 0; i < shape->n_columns; i++) {
		if (shape->columns[i].names_row && sqlite3_value_type(values[i]) == SQLITE_INTEGER)
			return g_strdup_printf(" in row %" G_GINT64_FORMAT,
					       (int64_t)sqlite3_value_int64(values[i]));
	}
	return g_strdup("");
}

static const char *
kind_words(enum sabot_column_kind kind)
{
	switch (kind) {
	case SABOT_COLUMN_COUNT:
	case SABOT_COLUMN_NUMBER:
		return "a number that can be counted on from";
	case SABOT_COLUMN_TIME:
	case SABOT_COLUMN_UNTIL:
		return "a time";
	case SABOT_COLUMN_TEXT:
		return "a text in UTF-8";
	case SABOT_COLUMN_BLOB:
		return "bytes of its length";
	case SABOT_COLUMN_ANY:
		return "anything";
	}
	return "";
}

static void
set_error(struct sabot_db *db, enum sabot_statement which, sqlite3_value *const *values, int i,
	  GError **error)
{
	const struct sabot_row *shape = &sabot_statement_rows[which];
	g_autofree char *held = describe(values[i]);
	g_autofree char *named = name_row(values, shape);

	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_ROW,
		    "%s: column %s%s: %s, where there must be %s", db->path, shape->columns[i].name,
		    named, held, kind_words(shape->columns[i].kind));
}

bool
sabot_row_check(struct sabot_db *db, enum sabot_statement which, sqlite3_value *const *values,
		GError **error)
{
	const struct sabot_row *shape = &sabot_statement_rows[which];

	for (int i = 0; i < shape->n_columns; i++) {
		if (is_of_kind(values[i], &shape->columns[i]))
			continue;
		set_error(db, which, values, i, error);
		return false;
	}
	return true;
}

bool
sabot_row_check_order(struct sabot_db *db, int64_t n, int64_t *last_n, GError **error)
{
	if (n <= *last_n) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_ROW,
			    "%s: event %" G_GINT64_FORMAT " comes after event %" G_GINT64_FORMAT
			    " of its log: an index is damaged",
			    db->path, n, *last_n);
		return false;
	}
	*last_n = n;
	return true;
}

char *
sabot_row_dup_text(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	size_t n_bytes = (size_t)sqlite3_column_bytes(row, column);

	/* SQLite ends a text with a zero byte. */
	return text && !memchr(text, 0, n_bytes) ? g_memdup2(text, n_bytes + 1) : g_strdup("");
}
