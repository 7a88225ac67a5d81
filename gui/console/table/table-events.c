/* The last events of a table: see table-events.h. */
#include "table-events.h"

#include "gui/console/log/log-row.h"
#include "gui/console/log/step-lines.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/label.h"

enum { EVENTS_AT_FIRST = 14, ROWS_MAX = 24, ASK_MS = 1000 };

struct sabot_table_events {
	GtkListBox *rows;
	GtkLabel *said;
	SabotTableItem *item; /* or NULL */
	GCancellable *cancellable;
	guint source;    /* timer for the next request; 0: none is due */
	int64_t shown_n; /* the last event requested; 0: none */
	gboolean is_seen, is_asking;
};

static SabotSession *
get_session(struct sabot_table_events *events)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(events->item));
}

static void
on_line(struct sabot_wire_story_line *line, gpointer data)
{
	struct sabot_table_events *events = data;
	g_autofree char *at = sabot_phrase_log_time(line->at_us, FALSE);
	g_autofree char *text = sabot_phrase_story_line(line, get_session(events));

	g_autoptr(GtkWidget) row = g_object_ref(
		sabot_log_row_add(events->rows, (const char *const[]){at, text, NULL}, line));

	gtk_container_remove(GTK_CONTAINER(events->rows), row);
	gtk_list_box_prepend(events->rows, row);
}

static void
drop_old_rows(struct sabot_table_events *events)
{
	GtkListBoxRow *row;

	while ((row = gtk_list_box_get_row_at_index(events->rows, ROWS_MAX)))
		gtk_widget_destroy(GTK_WIDGET(row));
}

static void
request_next(struct sabot_table_events *events);

static gboolean
on_due(gpointer data)
{
	struct sabot_table_events *events = data;

	events->source = 0;
	request_next(events);
	return G_SOURCE_REMOVE;
}

static void
request_soon(struct sabot_table_events *events)
{
	if (events->is_seen && !events->source)
		events->source = g_timeout_add(ASK_MS, on_due, events);
}

static void
on_step_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_table_events *events = data;
	g_autofree char *why = NULL;
	struct sabot_wire_replay *replay =
		sabot_session_read(ok, error, &sabot_wire_replay_type, &why);

	(void)client;
	events->is_asking = FALSE;
	sabot_label_set(events->said, why);
	if (!replay) {
		events->shown_n--;
		if (sabot_session_get_readiness(error) >= 0)
			request_soon(events);
		return;
	}
	sabot_step_lines(replay, on_line, events);
	drop_old_rows(events);
	sabot_record_unref(replay);
	request_next(events);
}

/* Of events that occurred while hidden only the last ones are requested. */
static void
request_next(struct sabot_table_events *events)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(events->item);

	if (!events->is_seen || events->is_asking || events->shown_n >= view->n)
		return;
	events->shown_n = MAX(events->shown_n + 1, view->n - EVENTS_AT_FIRST + 1);
	events->shown_n = MAX(events->shown_n, 1);
	events->is_asking = TRUE;
	sabot_session_request(get_session(events), "replay",
			      json_pack("{s:s, s:I}", "table", view->table, "n",
					(json_int_t)events->shown_n),
			      events->cancellable, on_step_came, events);
}

struct sabot_table_events *
sabot_table_events_new(GtkListBox *rows, GtkLabel *said)
{
	struct sabot_table_events *events = g_new0(struct sabot_table_events, 1);

	events->rows = rows;
	events->said = said;
	events->cancellable = g_cancellable_new();
	return events;
}

static void
forget_item(struct sabot_table_events *events)
{
	g_clear_handle_id(&events->source, g_source_remove);
	sabot_give_up(&events->cancellable);
	if (events->item) {
		g_signal_handlers_disconnect_by_data(get_session(events), events);
		g_signal_handlers_disconnect_by_data(events->item, events);
	}
	g_clear_object(&events->item);
	events->is_asking = FALSE;
	events->shown_n = 0;
}

void
sabot_table_events_free(struct sabot_table_events *events)
{
	if (!events)
		return;
	forget_item(events);
	g_free(events);
}

void
sabot_table_events_set_item(struct sabot_table_events *events, SabotTableItem *item)
{
	forget_item(events);
	sabot_container_clear(events->rows);
	sabot_label_set(events->said, NULL);
	if (!item || !sabot_table_item_get_feed(item))
		return;
	events->cancellable = g_cancellable_new();
	events->item = g_object_ref(item);
	g_signal_connect_swapped(item, "changed", G_CALLBACK(request_soon), events);
	g_signal_connect_swapped(get_session(events), "changed", G_CALLBACK(request_soon), events);
	request_next(events);
}

void
sabot_table_events_set_seen(struct sabot_table_events *events, gboolean is_seen)
{
	events->is_seen = is_seen;
	if (events->item)
		request_next(events);
}
