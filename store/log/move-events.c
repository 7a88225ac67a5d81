/* See move-events.h; docs/event-log.md, section 12. */
#include "move-events.h"
#include "log.h"
#include "store/db/statements.h"

#include <string.h>

static void
free_event(gpointer data)
{
	struct sabot_move_event *event = data;

	g_free(event->table);
	g_free(event->digest);
	g_free(event->database);
	g_free(event->note);
	g_free(event->witness);
	json_decref(event->detail);
	g_free(event);
}

static const char *
word(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* A new house and another spool's disk undo nothing of this database. */
static bool
is_about_backup(const json_t *object)
{
	return g_strcmp0(word(json_object_get(object, "detail"), "why"), "backup") == 0;
}

/* False for an event that is about something else. */
static bool
read_kind(const json_t *object, enum sabot_move_kind *ret_kind)
{
	static const struct {
		const char *ev, *code;
		enum sabot_move_kind kind;
	} kinds[] = {
		{"given", NULL, SABOT_MOVE_GIVEN},
		{"taking", NULL, SABOT_MOVE_TAKING},
		{"taken", NULL, SABOT_MOVE_TAKEN},
		{"finding", "log_restored", SABOT_MOVE_RESTORED},
		{"finding", "log_replaced", SABOT_MOVE_REPLACED},
	};
	const char *ev = word(object, "ev"), *code = word(object, "code");

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		if (g_strcmp0(ev, kinds[i].ev) != 0 ||
		    (kinds[i].code && g_strcmp0(code, kinds[i].code) != 0))
			continue;
		*ret_kind = kinds[i].kind;
		return *ret_kind != SABOT_MOVE_RESTORED || is_about_backup(object);
	}
	return false;
}

static void
add_row(sqlite3_stmt *row, GPtrArray *events)
{
	json_t *object =
		json_loads((const char *)sqlite3_column_text(row, 1), JSON_REJECT_DUPLICATES, NULL);
	enum sabot_move_kind kind;
	struct sabot_move_event *event;

	if (read_kind(object, &kind)) {
		event = g_new0(struct sabot_move_event, 1);
		event->kind = kind;
		event->seq = sqlite3_column_int64(row, 0);
		event->n = sqlite3_column_int64(row, 2);
		event->at_us = sqlite3_column_int64(row, 3);
		event->table = g_strdup(word(object, "table"));
		event->digest = g_strdup(word(object, "digest"));
		event->database = g_strdup(word(object, "database"));
		event->note = g_strdup(word(object, "note"));
		event->witness = g_strdup(word(object, "witness"));
		if (kind == SABOT_MOVE_REPLACED)
			event->detail = json_incref(json_object_get(object, "detail"));
		g_ptr_array_add(events, event);
	}
	json_decref(object);
}

GPtrArray *
sabot_move_events_read(struct sabot_db *db, GError **error)
{
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(free_event);
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *read;
	int64_t log_id;

	if (!sabot_log_get_id(db, "house", &log_id, error))
		return NULL;
	read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_MOVES, error);
	if (!read || !sabot_statement_bind(db, read, error, "i", log_id))
		return NULL;
	while (sabot_statement_next(db, read, &failure))
		add_row(read, events);
	return sabot_statement_end(read, &failure, error) ? g_steal_pointer(&events) : NULL;
}
