/*
 * Both schemas are compared as texts, without comments and with one space between words, so that
 * comments in a step make no difference.
 */
#include "schema.h"
#include "migrate.h"
#include "statements.h"

#include <string.h>

enum { SCHEMA_TYPE, SCHEMA_NAME, SCHEMA_TABLE, SCHEMA_SQL };

/* What the file has under a kind and a name. */
struct found {
	char *table, *sql;
	bool is_twice;
};

static void
found_free(void *data)
{
	struct found *found = data;

	g_free(found->table);
	g_free(found->sql);
	g_free(found);
}

void
sabot_schema_difference_clear(struct sabot_schema_difference *difference)
{
	g_clear_pointer(&difference->object, g_free);
}

char *
sabot_schema_difference_to_string(const struct sabot_schema_difference *difference)
{
	return difference->object ? g_strdup_printf("%s: %s", difference->object, difference->what)
				  : NULL;
}

/* The text behind the comment at `sql`, which is `sql` itself where there is none. */
static const char *
skip_comment(const char *sql)
{
	const char *end;

	if (sql[0] == '-' && sql[1] == '-')
		return sql + strcspn(sql, "\n");
	if (sql[0] != '/' || sql[1] != '*')
		return sql;
	end = strstr(sql + 2, "*/");
	return end ? end + 2 : sql + strlen(sql);
}

/* The bytes up to the next that could be more than a letter; of what is in quotes all. */
static size_t
count_plain(const char *sql)
{
	const char *end;

	if (!strchr("'\"`", *sql))
		return 1 + strcspn(sql + 1, "-/'\"` \t\n\v\f\r");
	end = strchr(sql + 1, *sql);
	return end ? (size_t)(end - sql) + 1 : strlen(sql);
}

/* Transferred. */
static char *
normalize(const char *sql)
{
	GString *text = g_string_sized_new(strlen(sql));

	while (*sql) {
		const char *behind = skip_comment(sql);
		size_t n_bytes;

		if (behind > sql || g_ascii_isspace(*sql)) {
			sql = behind > sql ? behind : sql + 1;
			if (text->len > 0 && text->str[text->len - 1] != ' ')
				g_string_append_c(text, ' ');
			continue;
		}
		n_bytes = count_plain(sql);
		g_string_append_len(text, sql, (gssize)n_bytes);
		sql += n_bytes;
	}
	return g_strchomp(g_string_free(text, FALSE));
}

/* A column as a text for people: the schema of a damaged file may have anything. Transferred. */
static char *
get_text(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text ? g_utf8_make_valid(text, -1) : g_strdup("");
}

/* What ANALYZE leaves: SQLite's own figures for its plans. */
static bool
is_statistics(const char *text)
{
	return strcmp(text, "CREATE TABLE sqlite_stat1(tbl,idx,stat)") == 0 ||
	       strcmp(text, "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)") == 0;
}

static struct found *
read_object(sqlite3_stmt *row)
{
	struct found *found = g_new0(struct found, 1);

	found->table = get_text(row, SCHEMA_TABLE);
	found->sql = get_text(row, SCHEMA_SQL);
	return found;
}

/* A name that is there twice is equal to nothing. */
static void
add_object(GHashTable *objects, sqlite3_stmt *row)
{
	g_autofree char *type = get_text(row, SCHEMA_TYPE), *name = get_text(row, SCHEMA_NAME);
	char *object = g_strconcat(type, " ", name, NULL);
	struct found *found = read_object(row);

	found->is_twice = g_hash_table_contains(objects, object);
	g_hash_table_insert(objects, object, found);
}

/* "TYPE NAME" → struct found. NULL on failure. Transferred. */
static GHashTable *
read_objects(struct sabot_db *db, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_SCHEMA_LIST, error);
	g_autoptr(GHashTable) objects =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, found_free);
	g_autoptr(GError) failure = NULL;

	while (list && sabot_statement_next(db, list, &failure))
		add_object(objects, list);
	return sabot_statement_end(list, &failure, error) ? g_steal_pointer(&objects) : NULL;
}

/* Writing does no more in a database that has a table or an index more. */
static bool
is_run(const char *text)
{
	return *text && !g_str_has_prefix(text, "CREATE TABLE ") &&
	       !g_str_has_prefix(text, "CREATE INDEX ");
}

/* One that is run goes before one that is not. */
static void
add_difference(struct sabot_schema_difference *difference, const char *object, const char *what,
	       bool runs)
{
	if (difference->object && (difference->is_run || !runs))
		return;
	g_free(difference->object);
	difference->object = g_strdup(object);
	difference->what = what;
	difference->is_run = runs;
}

/* SQLite goes by the text alone, whatever the row calls it: so does this. */
static bool
is_same(const struct found *found, const struct sabot_schema_object *own)
{
	g_autofree char *found_text = NULL, *own_text = NULL;

	if (found->is_twice || strcmp(found->table, own->table) != 0)
		return false;
	if (strcmp(found->sql, own->sql) == 0)
		return true;
	found_text = normalize(found->sql);
	own_text = normalize(own->sql);
	return strcmp(found_text, own_text) == 0;
}

/* Where the program has no such object. */
static void
add_foreign(struct sabot_schema_difference *difference, const char *object,
	    const struct found *found)
{
	g_autofree char *text = normalize(found->sql);

	if (!is_statistics(text))
		add_difference(difference, object, "is not of this program",
			       found->is_twice || is_run(text));
}

/* `found` loses what the program has, too. */
static void
compare(const struct sabot_schema_object *own, GHashTable *found,
	struct sabot_schema_difference *difference)
{
	gpointer object, held;
	GHashTableIter iter;

	for (; own->type; own++) {
		g_autofree char *name = g_strconcat(own->type, " ", own->name, NULL);

		held = g_hash_table_lookup(found, name);
		if (!held)
			add_difference(difference, name, "is missing", false);
		else if (!is_same(held, own))
			add_difference(difference, name, "is not as this program made it", true);
		g_hash_table_remove(found, name);
	}
	g_hash_table_iter_init(&iter, found);
	while (g_hash_table_iter_next(&iter, &object, &held))
		add_foreign(difference, object, held);
}

bool
sabot_schema_compare(struct sabot_db *db, struct sabot_schema_difference *ret_difference,
		     GError **error)
{
	struct sabot_schema_difference difference = {0};
	g_autoptr(GHashTable) found = NULL;
	int64_t version;

	if (!sabot_statement_number(db, SABOT_STATEMENT_GET_VERSION, &version, error))
		return false;
	found = read_objects(db, error);
	if (!found)
		return false;
	version = CLAMP(version, 0, sabot_migrate_newest());
	compare(sabot_schema_objects[version], found, &difference);
	*ret_difference = difference;
	return true;
}

static GError *
build_error(const struct sabot_db *db, const struct sabot_schema_difference *difference)
{
	g_autofree char *sentence = sabot_schema_difference_to_string(difference);
	GError *error = g_error_new(SABOT_STORE_ERROR, SABOT_STORE_ERROR_SCHEMA,
				    "%s: its schema was changed: %s", db->path, sentence);

	sabot_store_error_set_object(&error, difference->object);
	return error;
}

/* `ret_change`: a difference that is not run; NULL: there is none. */
static bool
check(struct sabot_db *db, GError **ret_change, GError **error)
{
	struct sabot_schema_difference difference = {0};

	*ret_change = NULL;
	if (!sabot_schema_compare(db, &difference, error))
		return false;
	if (difference.is_run)
		g_propagate_error(error, build_error(db, &difference));
	else if (difference.object)
		*ret_change = build_error(db, &difference);
	sabot_schema_difference_clear(&difference);
	return !difference.is_run;
}

bool
sabot_schema_check(struct sabot_db *db, GError **error)
{
	g_autoptr(GError) change = NULL;

	return check(db, &change, error);
}

bool
sabot_schema_remember(struct sabot_db *db, GError **error)
{
	return sabot_statement_number(db, SABOT_STATEMENT_GET_SCHEMA_COOKIE, &db->schema_cookie,
				      error);
}

/* SQLite counts each change of the schema; ANALYZE is one, too. */
static bool
check_again(struct sabot_db *db, GError **error)
{
	GError *change;
	int64_t cookie;

	if (!sabot_statement_number(db, SABOT_STATEMENT_GET_SCHEMA_COOKIE, &cookie, error))
		return false;
	if (cookie == db->schema_cookie)
		return true;
	if (!check(db, &change, error))
		return false;
	db->schema_cookie = cookie;
	g_clear_error(&db->schema_change);
	db->schema_change = change;
	return true;
}

GError *
sabot_schema_take_change(struct sabot_db *db)
{
	return g_steal_pointer(&db->schema_change);
}

bool
sabot_schema_begin_write(struct sabot_db *db, GError **error)
{
	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN, error))
		return false;
	if (check_again(db, error))
		return true;
	sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}

bool
sabot_schema_is_kept(struct sabot_db *db, GError **error)
{
	g_autoptr(GError) failure = NULL;

	if (check_again(db, &failure) ||
	    !g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SCHEMA))
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_schema_is_index(struct sabot_db *db)
{
	g_autoptr(GHashTable) found = read_objects(db, NULL);
	struct sabot_schema_difference difference = {0};
	bool is_index;

	if (!found)
		return false;
	compare(sabot_index_objects, found, &difference);
	is_index = !difference.object;
	sabot_schema_difference_clear(&difference);
	return is_index;
}
