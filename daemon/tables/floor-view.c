/* See floor-view.h. */
#include "floor-view.h"

#include "daemon/books/redress-book.h"
#include "floor-push.h"
#include "table-away.h"
#include "proto/record-copy.h"

struct sabot_floor_listeners {
	sabot_floor_push_fn *push;
	void *push_data;
	sabot_floor_moved_fn *moved;
	void *moved_data;
};

static struct sabot_floor_listeners *
need_listeners(struct sabot_floor *floor)
{
	struct sabot_floor_parts *parts = sabot_floor_get_parts(floor);

	if (!parts->listeners)
		parts->listeners = g_new0(struct sabot_floor_listeners, 1);
	return parts->listeners;
}

void
sabot_floor_set_push(struct sabot_floor *floor, sabot_floor_push_fn *push, void *data)
{
	need_listeners(floor)->push = push;
	need_listeners(floor)->push_data = data;
}

void
sabot_floor_set_moved(struct sabot_floor *floor, sabot_floor_moved_fn *moved, void *data)
{
	need_listeners(floor)->moved = moved;
	need_listeners(floor)->moved_data = data;
}

void
sabot_floor_free_listeners(struct sabot_floor *floor)
{
	g_clear_pointer(&sabot_floor_get_parts(floor)->listeners, g_free);
}

void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line)
{
	const struct sabot_floor_listeners *listeners = need_listeners(floor);

	if (listeners->push)
		listeners->push(place, line, listeners->push_data);
}

/* The table's shoe is attached or released accordingly. */
void
sabot_floor_set_away(struct sabot_floor *floor, struct sabot_table_service *table, const char *why)
{
	const struct sabot_floor_listeners *listeners = need_listeners(floor);

	sabot_table_service_set_away(table, why);
	if (listeners->moved)
		listeners->moved(table, listeners->moved_data);
	sabot_floor_republish(floor, table);
}

void
sabot_floor_fill_redress(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view)
{
	sabot_redress_book_fill(sabot_floor_get_house(floor)->redress, seq,
				&sabot_derive_table(table->derive)->rules.chips, view);
}

void
sabot_floor_fill_place(const struct sabot_floor *floor, const struct sabot_table_service *table,
		       struct sabot_wire_view *view)
{
	sabot_place_book_fill(sabot_floor_get_house(floor)->places, table->config->name, view);
}

/* A published view is never modified: it is replaced. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table)
{
	struct sabot_wire_view *view = sabot_record_copy(&sabot_wire_view_type, table->published);
	g_autoptr(GBytes) line = NULL;

	view->is_saved = sabot_floor_is_saved(floor);
	sabot_table_service_report_trouble(table, view);
	sabot_record_unref(view->device);
	view->device = table->device ? sabot_record_ref(table->device) : NULL;
	sabot_record_unref(view->incidents);
	view->incidents =
		sabot_incident_book_summarize(&table->published_incidents, g_get_real_time(), view);
	sabot_house_add_open(sabot_floor_get_house(floor), table->config->name, view->incidents);
	sabot_floor_fill_redress(floor, table, sabot_floor_get_published_seq(floor), view);
	sabot_floor_fill_place(floor, table, view);
	sabot_record_unref(table->published);
	table->published = view;
	line = sabot_floor_push_view(view);
	sabot_floor_push_line(floor, table->config->name, line);
}

void
sabot_floor_set_device(struct sabot_floor *floor, struct sabot_table_service *table,
		       struct sabot_wire_device *device)
{
	sabot_record_unref(table->device);
	table->device = sabot_record_ref(device);
	sabot_floor_republish(floor, table);
}
