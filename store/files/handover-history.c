/* The vectors of some kinds borrow from the one of all events. */
#include "handover-history.h"
#include "store/log/log.h"

static void
init_history(struct sabot_handover_history *history)
{
	history->given = g_ptr_array_new();
	history->received = g_ptr_array_new();
	history->restored = g_ptr_array_new();
	history->replaced = g_ptr_array_new();
}

static void
record_move(struct sabot_handover_history *history, struct sabot_move_event *event)
{
	bool is_its = g_strcmp0(event->table, history->table) == 0;

	if (is_its)
		history->is_given = NULL;
	if (is_its && event->kind == SABOT_MOVE_GIVEN) {
		history->is_given = event;
		history->n_given = history->given->len;
		history->n_received = history->received->len;
	}
	if (event->kind == SABOT_MOVE_GIVEN)
		g_ptr_array_add(history->given, event);
	else if (event->kind == SABOT_MOVE_TAKING && event->note)
		g_ptr_array_add(history->received, event);
}

static void
record_event(struct sabot_handover_history *history, struct sabot_move_event *event)
{
	switch (event->kind) {
	case SABOT_MOVE_GIVEN:
	case SABOT_MOVE_TAKING:
	case SABOT_MOVE_TAKEN:
		record_move(history, event);
		break;
	case SABOT_MOVE_RESTORED:
		g_ptr_array_add(history->restored, event);
		break;
	case SABOT_MOVE_REPLACED:
		g_ptr_array_add(history->replaced, event);
		break;
	}
}

/* The log's first event that is here. */
static bool
record_first(G_GNUC_UNUSED int64_t seq, int64_t n, G_GNUC_UNUSED const char *line, void *data)
{
	*(int64_t *)data = n;
	return false;
}

bool
sabot_handover_history_read(struct sabot_db *db, struct sabot_handover_history *history,
			    GError **error)
{
	const struct sabot_log_range range = {.table = "house", .from_n = 1, .to_n = INT64_MAX};

	init_history(history);
	history->events = sabot_move_events_read(db, error);
	if (!history->events || !sabot_log_read(db, &range, record_first, &history->first_n, error))
		return false;
	for (guint i = 0; i < history->events->len; i++)
		record_event(history, g_ptr_array_index(history->events, i));
	if (!history->is_given) {
		history->n_given = history->given->len;
		history->n_received = history->received->len;
	}
	return true;
}

void
sabot_handover_history_clear(struct sabot_handover_history *history)
{
	g_ptr_array_unref(history->given);
	g_ptr_array_unref(history->received);
	g_ptr_array_unref(history->restored);
	g_ptr_array_unref(history->replaced);
	g_clear_pointer(&history->events, g_ptr_array_unref);
}
