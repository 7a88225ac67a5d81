/*
 * See floor-redress.h. Sequence numbers show what is missing after a kill: the events that follow
 * from one have the next numbers, for nothing comes between.
 */
#include "floor-redress.h"

#include "daemon/books/redress-book.h"

static void
write_from(struct sabot_floor *floor, struct sabot_table_service *table, size_t first)
{
	static const struct sabot_origin nobody;
	json_t *events = g_steal_pointer(&table->follow);

	for (size_t i = first; i < json_array_size(events); i++) {
		g_autoptr(GError) error = NULL;

		if (!sabot_floor_submit_house(floor, json_array_get(events, i), &nobody, &error))
			g_critical("what %s is to pay cannot be written: %s", table->config->name,
				   error->message);
	}
	json_decref(events);
}

void
sabot_floor_redress_record(struct sabot_floor *floor, struct sabot_table_service *table)
{
	if (table->follow)
		write_from(floor, table, 0);
}

void
sabot_floor_redress_resume(struct sabot_floor *floor, struct sabot_table_service *table,
			   int64_t seq)
{
	if (table->follow && !table->away)
		write_from(floor, table, (size_t)(seq - table->follow_seq));
	g_clear_pointer(&table->follow, json_decref);
}

void
sabot_floor_redress_fill(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view)
{
	sabot_redress_book_fill(floor->house->redress, seq,
				&sabot_derive_table(table->derive)->rules.chips, view);
}

void
sabot_floor_redress_publish(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	const char *ev = json_string_value(json_object_get(step->event, "ev"));
	const char *name = json_string_value(json_object_get(step->event, "table"));
	struct sabot_table_service *table = name ? sabot_floor_find(floor, name) : NULL;

	if (g_strcmp0(ev, "redress") != 0)
		return;
	sabot_redress_book_forget(floor->house->redress, step->record->seq);
	if (table)
		sabot_floor_republish(floor, table);
}
