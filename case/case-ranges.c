/*
 * What goes into a case file: the part's first event, which says the rules; the load; the house's
 * events of that time; and whatever was said about the load later.
 */
#include "case-private.h"

#include <string.h>

enum { RANGES_HOUSE_BEFORE_MINUTES = 2, RANGES_HOUSE_AFTER_MINUTES = 10 };

static const char house[] = "house";

struct choosing {
	struct sabot_book *book;
	struct sabot_case_facts *facts;
	const char *log; /* that is read now */
	int64_t to_n;    /* what is in a range of it already */
};

static void
add_range(struct sabot_case_facts *facts, const char *log, int64_t n, int64_t to_n)
{
	const struct sabot_case_range range = {log, n, to_n, false};

	g_array_append_val(facts->ranges, range);
}

/* Where the load begins and ends, in events, rounds and incidents. */
static bool
find_load(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	const char *table = facts->about.table;
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load = {0}, next;

	facts->to_round = facts->to_incident = INT64_MAX;
	if (!sabot_log_get_last_n(book->db, facts->round.log_id, &facts->to_n, error))
		return false;
	if (!sabot_log_get_load(book->db, table, facts->round.load, &load, &failure) && failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	facts->from_n = load.n > 0 ? load.n : facts->round.n;
	facts->from_round = load.n > 0 ? load.from_round : facts->round.round - 1;
	facts->from_incident = load.from_incident;
	if (load.n > 0 && sabot_log_get_load(book->db, table, load.load + 1, &next, NULL)) {
		facts->to_n = next.n - 1;
		facts->to_round = next.from_round;
		facts->to_incident = next.from_incident;
	}
	return true;
}

static bool
is_of_load(const struct sabot_case_facts *facts, const json_t *event)
{
	int64_t incident = json_integer_value(json_object_get(event, "incident"));
	int64_t round = json_integer_value(json_object_get(event, "round"));

	return (incident > facts->from_incident && incident <= facts->to_incident) ||
	       (incident == 0 && round > facts->from_round && round <= facts->to_round);
}

static bool
note_decision(G_GNUC_UNUSED int64_t seq, int64_t n, const char *line, void *data)
{
	struct choosing *choosing = data;
	json_t *event = NULL;

	if (strstr(line, "\"ev\":\"ruling\"") || strstr(line, "\"ev\":\"correction\""))
		event = json_loads(line, 0, NULL);
	if (event && is_of_load(choosing->facts, event)) {
		json_object_set_new(event, "n", json_integer(n));
		json_array_append(choosing->facts->decisions, event);
		if (n > choosing->to_n)
			add_range(choosing->facts, choosing->log, n, n);
	}
	json_decref(event);
	return true;
}

/* What the house log says later about the table's incidents of the load. */
static bool
note_house(G_GNUC_UNUSED int64_t seq, int64_t n, const char *line, void *data)
{
	struct choosing *choosing = data;
	json_t *event = NULL;

	if (strstr(line, choosing->facts->about.table))
		event = json_loads(line, 0, NULL);
	if (g_strcmp0(json_string_value(json_object_get(event, "table")),
		      choosing->facts->about.table) == 0 &&
	    is_of_load(choosing->facts, event))
		add_range(choosing->facts, choosing->log, n, n);
	json_decref(event);
	return true;
}

static bool
choose_table(struct choosing *choosing, GError **error)
{
	struct sabot_case_facts *facts = choosing->facts;
	struct sabot_book *book = choosing->book;
	const struct sabot_log_range decisions = {facts->about.table, facts->from_n, INT64_MAX};
	GError *failure = NULL;
	struct sabot_log_part *part =
		sabot_log_get_part_at(book->db, facts->round.log_id, facts->from_n, &failure);

	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	if (part)
		add_range(facts, facts->about.table, part->from_n, part->from_n);
	sabot_log_part_free(part);
	add_range(facts, facts->about.table, facts->from_n, facts->to_n);
	choosing->log = facts->about.table;
	choosing->to_n = facts->to_n;
	return sabot_log_read(book->db, &decisions, note_decision, choosing, error);
}

/* The events with these numbers: by time, which a clock that was set may have put out of order. */
static void
add_house(struct sabot_case_facts *facts, const GArray *notes, int64_t *ret_last)
{
	struct sabot_case_range range = {house, INT64_MAX, 0, true};

	for (guint i = 0; i < notes->len; i++) {
		range.n = MIN(range.n, g_array_index(notes, int64_t, i));
		range.to_n = MAX(range.to_n, g_array_index(notes, int64_t, i));
	}
	g_array_append_val(facts->ranges, range);
	*ret_last = range.to_n;
}

static bool
choose_house(struct choosing *choosing, GError **error)
{
	struct sabot_case_facts *facts = choosing->facts;
	struct sabot_book *book = choosing->book;
	g_autoptr(GArray) notes = sabot_index_list_notes(
		book->index, facts->round.at_us - RANGES_HOUSE_BEFORE_MINUTES * G_TIME_SPAN_MINUTE,
		facts->round.end_us + RANGES_HOUSE_AFTER_MINUTES * G_TIME_SPAN_MINUTE, error);
	struct sabot_log_range later = {house, 1, INT64_MAX};

	if (!notes)
		return false;
	if (notes->len > 0) {
		add_house(facts, notes, &later.from_n);
		later.from_n++;
	}
	choosing->log = house;
	return sabot_log_read(book->db, &later, note_house, choosing, error);
}

bool
sabot_case_choose_ranges(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	struct choosing choosing = {.book = book, .facts = facts};

	return find_load(book, facts, error) && choose_table(&choosing, error) &&
	       choose_house(&choosing, error);
}
