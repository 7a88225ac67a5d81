/*
 * Small maps, filled from events only.
 */
#include "shoe-book.h"

#include "engine/core/incident.h"

#include <glib.h>
#include <string.h>

struct place {
	char *serial, *firmware; /* never NULL */
	char *expected_serial;   /* the shoe that a finding expected here; NULL: no finding */
};

struct sabot_shoe_book {
	GHashTable *places;   /* table → struct place */
	GHashTable *tables;   /* serial → table */
	GHashTable *twins;    /* table → serial that another shoe has as well */
	GHashTable *disputes; /* "table what" → seq of the last finding */
};

static void
free_place(gpointer data)
{
	struct place *place = data;

	g_free(place->serial);
	g_free(place->firmware);
	g_free(place->expected_serial);
	g_free(place);
}

struct sabot_shoe_book *
sabot_shoe_book_new(void)
{
	struct sabot_shoe_book *book = g_new0(struct sabot_shoe_book, 1);

	book->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_place);
	book->tables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	book->twins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	book->disputes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return book;
}

void
sabot_shoe_book_free(struct sabot_shoe_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->places);
	g_hash_table_unref(book->tables);
	g_hash_table_unref(book->twins);
	g_hash_table_unref(book->disputes);
	g_free(book);
}

static const char *
or_empty(const char *word)
{
	return word ? word : "";
}

static void
record_shoe(struct sabot_shoe_book *book, const char *table, const struct sabot_house_shoe *shoe)
{
	struct place *place;

	if (!or_empty(table)[0] || !or_empty(shoe->serial)[0])
		return;
	if (g_strcmp0(shoe->state, SABOT_SHOE_TWIN) == 0) {
		g_hash_table_replace(book->twins, g_strdup(table), g_strdup(shoe->serial));
		return;
	}
	place = g_new0(struct place, 1);
	place->serial = g_strdup(shoe->serial);
	place->firmware = g_strdup(or_empty(shoe->firmware));
	place->expected_serial = g_strdup(shoe->expected);
	g_hash_table_replace(book->places, g_strdup(table), place);
	g_hash_table_replace(book->tables, g_strdup(shoe->serial), g_strdup(table));
}

static void
record_swap(struct sabot_shoe_book *book, const struct sabot_house_detail *detail)
{
	struct place *place = g_hash_table_lookup(book->places, or_empty(detail->table));

	if (!place)
		return;
	g_free(place->expected_serial);
	place->expected_serial = g_strdup(or_empty(detail->expected));
}

/* A table's name has no space. */
static char *
name_dispute(const char *table, const char *what)
{
	return g_strconcat(table, " ", what, NULL);
}

static void
record_dispute(struct sabot_shoe_book *book, int64_t seq, const struct sabot_house_detail *detail)
{
	char *name = name_dispute(or_empty(detail->table), or_empty(detail->what));

	g_hash_table_replace(book->disputes, name, g_memdup2(&seq, sizeof(seq)));
}

static void
record_finding(struct sabot_shoe_book *book, int64_t seq, const struct sabot_house_finding *finding)
{
	enum sabot_incident_code code;

	if (!finding->code || !finding->detail ||
	    !sabot_incident_code_from_string(finding->code, &code))
		return;
	if (code == SABOT_INCIDENT_SHOE_SWAPPED)
		record_swap(book, finding->detail);
	else if (code == SABOT_INCIDENT_DEVICE_DISAGREES)
		record_dispute(book, seq, finding->detail);
}

void
sabot_shoe_book_apply(struct sabot_shoe_book *book, int64_t seq,
		      const struct sabot_house_event *event)
{
	if (event->kind == SABOT_HOUSE_SHOE)
		record_shoe(book, event->head->table, event->of.shoe);
	else if (event->kind == SABOT_HOUSE_FINDING)
		record_finding(book, seq, event->of.finding);
}

/* An event that states what is already known; `place` is NULL if another shoe is there now. */
static json_t *
build_known(const char *state, const char *table, const char *serial, const struct place *place)
{
	json_t *event = json_pack("{s:s, s:s, s:s, s:s, s:s}", "ev", "shoe", "device", "", "state",
				  state, "table", table, "serial", serial);

	if (place && place->firmware[0])
		json_object_set_new(event, "firmware", json_string(place->firmware));
	if (place && place->expected_serial)
		json_object_set_new(event, "expected", json_string(place->expected_serial));
	return event;
}

json_t *
sabot_shoe_book_restate(const struct sabot_shoe_book *book)
{
	json_t *events = json_array();
	const struct place *place;
	const char *table, *serial;
	GHashTableIter iter;

	g_hash_table_iter_init(&iter, book->tables);
	while (g_hash_table_iter_next(&iter, (gpointer *)&serial, (gpointer *)&table)) {
		place = g_hash_table_lookup(book->places, table);
		if (!place || strcmp(place->serial, serial) != 0)
			json_array_append_new(events, build_known("known", table, serial, NULL));
	}
	g_hash_table_iter_init(&iter, book->places);
	while (g_hash_table_iter_next(&iter, (gpointer *)&table, (gpointer *)&place))
		json_array_append_new(events, build_known("known", table, place->serial, place));
	g_hash_table_iter_init(&iter, book->twins);
	while (g_hash_table_iter_next(&iter, (gpointer *)&table, (gpointer *)&serial))
		json_array_append_new(events, build_known(SABOT_SHOE_TWIN, table, serial, NULL));
	return events;
}

const char *
sabot_shoe_book_serial_at(const struct sabot_shoe_book *book, const char *table)
{
	const struct place *place = g_hash_table_lookup(book->places, table);

	return place ? place->serial : "";
}

const char *
sabot_shoe_book_firmware_at(const struct sabot_shoe_book *book, const char *table)
{
	const struct place *place = g_hash_table_lookup(book->places, table);

	return place ? place->firmware : "";
}

const char *
sabot_shoe_book_table_of(const struct sabot_shoe_book *book, const char *serial)
{
	return g_hash_table_lookup(book->tables, serial);
}

bool
sabot_shoe_book_is_twin(const struct sabot_shoe_book *book, const char *table, const char *serial)
{
	return g_strcmp0(g_hash_table_lookup(book->twins, table), serial) == 0;
}

bool
sabot_shoe_book_is_reported(const struct sabot_shoe_book *book, const char *table,
			    const char *expected)
{
	const struct place *place = g_hash_table_lookup(book->places, table);

	return place && g_strcmp0(place->expected_serial, expected) == 0;
}

int64_t
sabot_shoe_book_disagreed(const struct sabot_shoe_book *book, const char *table, const char *what)
{
	g_autofree char *name = name_dispute(table, what);
	const int64_t *seq = g_hash_table_lookup(book->disputes, name);

	return seq ? *seq : 0;
}
