/*
 * See place-book.h.
 */
#include "place-book.h"

struct sabot_place_book *
sabot_place_book_new(void)
{
	struct sabot_place_book *book = g_new0(struct sabot_place_book, 1);

	book->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					     sabot_house_event_unref);
	return book;
}

void
sabot_place_book_free(struct sabot_place_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->places);
	g_free(book);
}

static bool
has_place(const struct sabot_house_event *event)
{
	return event->of.place->x_px != SABOT_WIRE_NO_NUMBER &&
	       event->of.place->y_px != SABOT_WIRE_NO_NUMBER;
}

void
sabot_place_book_apply(struct sabot_place_book *book, struct sabot_house_event *event)
{
	if (event->kind != SABOT_HOUSE_PLACE || !event->head->table)
		return;
	if (has_place(event))
		g_hash_table_insert(book->places, g_strdup(event->head->table),
				    sabot_house_event_ref(event));
	else
		g_hash_table_remove(book->places, event->head->table);
}

void
sabot_place_book_fill(const struct sabot_place_book *book, const char *table,
		      struct sabot_wire_view *view)
{
	const struct sabot_house_event *event = g_hash_table_lookup(book->places, table);

	sabot_record_unref(view->place);
	view->place = NULL;
	if (!event)
		return;
	view->place = sabot_record_new(&sabot_wire_place_type);
	view->place->x_px = event->of.place->x_px;
	view->place->y_px = event->of.place->y_px;
}

json_t *
sabot_place_book_restate(const struct sabot_place_book *book)
{
	json_t *events = json_array();
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, book->places);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct sabot_house_event *event = value;
		const struct sabot_house_place *place = event->of.place;

		json_array_append_new(events, json_pack("{s:s, s:s, s:I, s:I, s:s*}", "ev", "place",
							"table", event->head->table, "x",
							(json_int_t)place->x_px, "y",
							(json_int_t)place->y_px, "by",
							event->head->by));
	}
	return events;
}
