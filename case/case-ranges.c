/*
 * The content of a case file: the part's first event, which has the rules; the load; the house's
 * events of that time; and any later statement about the load.
 */
#include "case-make-private.h"
#include "proto/review.h"
#include "store/log/log.h"
#include "store/files/case-write.h"

enum { RANGES_HOUSE_BEFORE_MINUTES = 2, RANGES_HOUSE_AFTER_MINUTES = 10 };

static const char house[] = "house";

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

/* The numbers of what was said about the load in a log, at any time. NULL on failure. */
static GArray *
list_said(struct sabot_book *book, const struct sabot_case_facts *facts, int64_t log_id,
	  GError **error)
{
	const struct sabot_index_about about = {
		.table = facts->about.table,
		.log_id = log_id,
		.from_incident = facts->from_incident,
		.to_incident = facts->to_incident,
		.from_round = facts->from_round,
		.to_round = facts->to_round,
	};

	return sabot_index_list_said(book->index, &about, error);
}

/* What is done with an event of a log. Borrowed. */
typedef void
event_fn(struct sabot_case_facts *facts, int64_t n, json_t *event);

struct reading {
	struct sabot_case_facts *facts;
	event_fn *fn;
};

static bool
on_line(G_GNUC_UNUSED int64_t seq, int64_t n, const char *line, void *data)
{
	const struct reading *reading = data;
	json_t *event = json_loads(line, 0, NULL);

	reading->fn(reading->facts, n, event);
	json_decref(event);
	return true;
}

/* Read the events n … to_n of the log. */
static bool
read_events(struct sabot_book *book, const struct sabot_case_range *range,
	    struct sabot_case_facts *facts, event_fn *fn, GError **error)
{
	const struct sabot_log_range events = {range->log, range->n, range->to_n + 1};
	struct reading reading = {facts, fn};

	return sabot_log_read(book->db, &events, on_line, &reading, error);
}

static void
record_decision(struct sabot_case_facts *facts, int64_t n, json_t *event)
{
	json_object_set_new(event, "n", json_integer(n));
	json_array_append(facts->decisions, event);
}

/* The load's rulings and corrections; those that came after it are ranges of their own. */
static bool
choose_decisions(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	g_autoptr(GArray) said = list_said(book, facts, facts->round.log_id, error);

	for (guint i = 0; said && i < said->len; i++) {
		int64_t n = g_array_index(said, int64_t, i);
		const struct sabot_case_range one = {facts->about.table, n, n, false};

		if (!read_events(book, &one, facts, record_decision, error))
			return false;
		if (n > facts->to_n)
			add_range(facts, facts->about.table, n, n);
	}
	return said != NULL;
}

static bool
choose_table(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
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
	return choose_decisions(book, facts, error);
}

static void
record_signers(struct sabot_case_facts *facts, G_GNUC_UNUSED int64_t n, json_t *event)
{
	sabot_concerned_add_signers(facts->concerned, event);
}

/* Who acted in the load, or decided about it later. */
static bool
find_concerned(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	const struct sabot_case_range load = {facts->about.table, facts->from_n, facts->to_n,
					      false};
	json_t *decision;
	size_t i;

	facts->concerned = sabot_concerned_new(facts->about.table);
	json_array_foreach(facts->decisions, i, decision)
		sabot_concerned_add_signers(facts->concerned, decision);
	return read_events(book, &load, facts, record_signers, error);
}

static void
add_needed(struct sabot_case_facts *facts, int64_t n, json_t *event)
{
	const struct sabot_case_range one = {house, n, n, true};

	if (sabot_concerned_needs(facts->concerned, event))
		g_array_append_val(facts->ranges, one);
}

static void
record_review(struct sabot_case_facts *facts, int64_t n, json_t *event)
{
	sabot_reviews_apply(facts->reviews, n, event);
}

static bool
has_number(const GArray *numbers, int64_t n)
{
	for (guint i = 0; i < numbers->len; i++)
		if (g_array_index(numbers, int64_t, i) == n)
			return true;
	return false;
}

/* What the house log has about it around the round, and about the load's incidents at any time. */
static bool
choose_house(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	g_autoptr(GArray)
		said = NULL,
		notes = sabot_index_list_notes(
			book->index,
			facts->round.at_us - RANGES_HOUSE_BEFORE_MINUTES * G_TIME_SPAN_MINUTE,
			facts->round.end_us + RANGES_HOUSE_AFTER_MINUTES * G_TIME_SPAN_MINUTE,
			error);
	int64_t log_id;

	if (!notes || !sabot_log_get_id(book->db, house, &log_id, error))
		return false;
	for (guint i = 0; i < notes->len; i++) {
		int64_t n = g_array_index(notes, int64_t, i);
		const struct sabot_case_range one = {house, n, n, true};

		if (!read_events(book, &one, facts, add_needed, error))
			return false;
	}
	said = list_said(book, facts, log_id, error);
	for (guint i = 0; said && i < said->len; i++) {
		int64_t n = g_array_index(said, int64_t, i);
		const struct sabot_case_range one = {house, n, n, false};

		if (!read_events(book, &one, facts, record_review, error))
			return false;
		/* What lies around the round may be cut, and was added as such. */
		if (!has_number(notes, n))
			g_array_append_val(facts->ranges, one);
	}
	return said != NULL;
}

bool
sabot_case_choose_ranges(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	return find_load(book, facts, error) && choose_table(book, facts, error) &&
	       find_concerned(book, facts, error) && choose_house(book, facts, error);
}
