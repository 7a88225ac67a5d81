/* See floor-view.h. */
#include "floor-view.h"

#include "daemon/books/redress-book.h"
#include "floor-push.h"

void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line)
{
	if (floor->push)
		floor->push(place, line, floor->push_data);
}

void
sabot_floor_fill_redress(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view)
{
	sabot_redress_book_fill(floor->house->redress, seq,
				&sabot_derive_table(table->derive)->rules.chips, view);
}

/* A published view is never written to. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table)
{
	json_t *json = sabot_record_build(&sabot_wire_view_type, table->published);
	struct sabot_wire_view *view = sabot_record_parse(&sabot_wire_view_type, json, NULL);
	g_autoptr(GBytes) line = NULL;

	json_decref(json);
	g_return_if_fail(view != NULL);
	view->is_saved = floor->is_saved;
	sabot_table_service_report_trouble(table, view);
	sabot_record_unref(view->device);
	view->device = table->device ? sabot_record_ref(table->device) : NULL;
	sabot_record_unref(view->incidents);
	view->incidents =
		sabot_incident_book_summarize(&table->published_incidents, g_get_real_time());
	sabot_house_add_open(floor->house, table->config->name, view->incidents);
	sabot_floor_fill_redress(floor, table, floor->published_seq, view);
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
