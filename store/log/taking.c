/* Read from the house log only when a log's first event is chained: once per log. */
#include "taking.h"
#include "store/keys/hex.h"
#include "store/db/statements.h"

#include <jansson.h>
#include <string.h>

bool
sabot_taking_parse(const char *line, struct sabot_taking *ret_taking)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *ev, *table, *head;
	int begins = 0;
	bool is_one = json_unpack(event, "{s:s, s:s, s:s, s?b}", "ev", &ev, "table", &table, "head",
				  &head, "begins", &begins) == 0 &&
		      strcmp(ev, "taking") == 0 &&
		      sabot_hex_decode(head, ret_taking->head.bytes, SABOT_CHAIN_HASH_BYTES);

	ret_taking->table = is_one ? g_strdup(table) : NULL;
	ret_taking->begins = begins;
	json_decref(event);
	return is_one;
}

void
sabot_taking_clear(struct sabot_taking *taking)
{
	g_clear_pointer(&taking->table, g_free);
}

void
sabot_taking_apply(const struct sabot_log_record *record, GHashTable *begins)
{
	struct sabot_taking taking;

	if (strcmp(record->table, "house") != 0 || strcmp(record->ev, "taking") != 0 ||
	    !sabot_taking_parse(record->line, &taking))
		return;
	if (taking.begins)
		g_hash_table_insert(begins, g_strdup(taking.table),
				    g_memdup2(&taking.head, sizeof(taking.head)));
	sabot_taking_clear(&taking);
}

/* Whether the line is the beginning of `log`. */
static bool
record_line(const char *line, const char *log, struct sabot_chain_hash *ret_hash)
{
	struct sabot_taking taking;
	bool is_its;

	if (!line || !sabot_taking_parse(line, &taking))
		return false;
	is_its = taking.begins && strcmp(taking.table, log) == 0;
	if (is_its)
		*ret_hash = taking.head;
	sabot_taking_clear(&taking);
	return is_its;
}

/*
 * The last one before the log's first event counts: one before it that was given up has left none.
 */
static bool
find_line(struct sabot_db *db, int64_t house_id, const char *log, struct sabot_chain_hash *ret_hash,
	  GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_TAKING, error);
	g_autoptr(GError) failure = NULL;
	bool is_found = false;

	if (!read || !sabot_statement_bind(db, read, error, "is", house_id, log))
		return false;
	while (!is_found && sabot_statement_next(db, read, &failure))
		is_found = record_line((const char *)sqlite3_column_text(read, 0), log, ret_hash);
	sabot_statement_end(read, &failure, error);
	return is_found;
}

bool
sabot_taking_begin(struct sabot_db *db, const char *log, struct sabot_chain_hash *ret_hash,
		   bool *ret_came, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_LOG_FIND, error);
	g_autoptr(GError) failure = NULL;
	struct sabot_chain_origin origin;
	int64_t house_id = 0;
	bool has_row;

	if (!find || !sabot_chain_read_origin(db, &origin, error) ||
	    !sabot_statement_bind(db, find, error, "s", "house") ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	if (has_row)
		house_id = sqlite3_column_int64(find, 0);
	sqlite3_reset(find);
	*ret_hash = sabot_chain_begin(&origin, log);
	*ret_came = find_line(db, house_id, log, ret_hash, &failure);
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}
