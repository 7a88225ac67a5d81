/*
 * Open incidents count for every shift until they are answered: they are not forgotten because
 * another shift has begun.
 */
#include "shift-facts.h"

#include <string.h>

enum { SHIFTS_LOOKED_AT = 100 }; /* more than the played books reach back */

struct collecting {
	GArray *facts; /* of struct sabot_open_fact */
	int64_t from_us, to_us;
};

static void
add(struct collecting *collecting, enum sabot_open_what what, const char *table, int64_t number)
{
	struct sabot_open_fact fact = {.what = what, .table = table, .number = number};

	g_array_append_val(collecting->facts, fact);
}

/* Items of low severity are counted: each further one needs a new remark. */
static void
add_number(struct collecting *collecting, enum sabot_open_what what, const char *table,
	   int64_t how_many)
{
	if (how_many > 0)
		add(collecting, what, table, how_many);
}

static void
add_incidents(struct collecting *collecting, const struct sabot_incident_book *list,
	      const char *table)
{
	int64_t n_small = 0;

	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN ||
		    incident->at_us >= collecting->to_us)
			continue;
		if (incident->severity >= SABOT_WIRE_SEVERITY_HIGH)
			add(collecting, SABOT_OPEN_INCIDENT_GRAVE, table, incident->id);
		else
			n_small++;
	}
	add_number(collecting, SABOT_OPEN_INCIDENT, table, n_small);
}

static void
add_loads(struct collecting *collecting, const struct sabot_table_service *table)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const char *name = table->config->name;
	int64_t n_incomplete = 0;

	if (state->state == SABOT_TABLE_CLOSED && state->load.in_shoe)
		add(collecting, SABOT_OPEN_LOAD, name, state->load.number);
	for (guint i = 0; i < table->played.loads->len; i++) {
		const struct sabot_ended_load *load =
			&g_array_index(table->played.loads, struct sabot_ended_load, i);

		if (load->ended_us < collecting->from_us || load->ended_us >= collecting->to_us)
			continue;
		if (load->is_wrong)
			add(collecting, SABOT_OPEN_LOAD_WRONG, name, load->number);
		else
			n_incomplete += !load->is_complete;
	}
	add_number(collecting, SABOT_OPEN_LOAD_INCOMPLETE, name, n_incomplete);
}

/* Like incidents, redress counts until it is done or withdrawn. */
static void
add_redress(struct collecting *collecting, struct sabot_floor *floor)
{
	const struct sabot_redress_book *book = sabot_floor_get_house(floor)->redress;

	for (guint i = 0; i < book->all->len; i++) {
		const struct sabot_redress *redress = g_ptr_array_index(book->all, i);
		struct sabot_open_fact fact = {
			.what = SABOT_OPEN_REDRESS,
			.table = redress->table,
			.number = redress->number,
			.amount_minor = redress->amount_minor,
		};
		const struct sabot_table_service *table = sabot_floor_find(floor, redress->table);

		if (table && !sabot_floor_counts(floor, table))
			continue;
		if (redress->ended_seq == 0 && redress->at_us < collecting->to_us)
			g_array_append_val(collecting->facts, fact);
	}
}

/* A shift of a former calendar has no bounds: everything is in it. */
static void
set_bounds(struct collecting *collecting, const struct sabot_floor *floor, const char *shift)
{
	if (!sabot_calendar_bounds(sabot_floor_get_config(floor)->calendar, shift,
				   &collecting->from_us, &collecting->to_us)) {
		collecting->from_us = 0;
		collecting->to_us = INT64_MAX;
	}
}

/* The minutes that the shift still runs: events in them would find it sealed. */
static void
add_running(struct collecting *collecting)
{
	int64_t left_us = collecting->to_us - g_get_real_time();

	if (collecting->to_us != INT64_MAX && left_us > 0)
		add(collecting, SABOT_OPEN_RUNNING, NULL,
		    (left_us + G_TIME_SPAN_MINUTE - 1) / G_TIME_SPAN_MINUTE);
}

int64_t
sabot_shift_count_rounds(const struct sabot_floor *floor, const char *shift, const char *name)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	struct collecting collecting = {0};
	int64_t n_rounds = 0;

	set_bounds(&collecting, floor, shift);
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		if (sabot_floor_counts(floor, table) &&
		    (!name || strcmp(name, table->config->name) == 0))
			n_rounds += sabot_played_book_count(&table->played, collecting.from_us,
							    collecting.to_us);
	}
	return n_rounds;
}

/* The last shift that is sealed; NULL: none is. */
static const struct sabot_shift *
find_last_sealed(const struct sabot_ledger *ledger)
{
	for (guint i = ledger->shifts->len; i-- > 0;) {
		const struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i);

		if (shift->seal)
			return shift;
	}
	return NULL;
}

/* Whether the house's log shows that a gaming day up to this one had so many shifts. */
static bool
had_so_many_shifts(const struct sabot_ledger *ledger, const char *id)
{
	enum { DAY_LENGTH = SABOT_GAMING_DAY_SIZE - 1 };

	for (guint i = 0; i < ledger->shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i);

		if (strncmp(shift->id, id, DAY_LENGTH) > 0)
			break;
		if (strcmp(shift->id + DAY_LENGTH, id + DAY_LENGTH) >= 0)
			return true;
	}
	return false;
}

/*
 * A sealed shift of a former calendar may have been longer, and have had the rounds of this one: it
 * had not where its gaming day was over, or where it was sealed before this one's end.
 */
static bool
is_behind(const struct sabot_floor *floor, const struct sabot_ledger *ledger,
	  const struct sabot_shift *sealed, const char *id)
{
	struct collecting bounds = {0};

	set_bounds(&bounds, floor, id);
	return strncmp(sealed->id, id, SABOT_GAMING_DAY_SIZE - 1) != 0 ||
	       bounds.to_us > sealed->seal->at_us || had_so_many_shifts(ledger, id);
}

GPtrArray *
sabot_shift_list_skipped(const struct sabot_floor *floor, const struct sabot_ledger *ledger,
			 const char *before)
{
	const struct sabot_calendar *calendar = sabot_floor_get_config(floor)->calendar;
	const struct sabot_shift *sealed = find_last_sealed(ledger);
	GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
	char id[SABOT_SHIFT_ID_SIZE];

	g_strlcpy(id, before, sizeof id);
	for (int i = 0; sealed && i < SHIFTS_LOOKED_AT; i++) {
		char earlier[SABOT_SHIFT_ID_SIZE];

		if (!sabot_calendar_before(calendar, id, earlier) ||
		    strcmp(earlier, sealed->id) <= 0)
			break;
		memcpy(id, earlier, sizeof id);
		if (!sabot_ledger_find_shift(ledger, id) && is_behind(floor, ledger, sealed, id) &&
		    sabot_shift_count_rounds(floor, id, NULL) > 0)
			g_ptr_array_insert(ids, 0, g_strdup(id));
	}
	return ids;
}

GPtrArray *
sabot_shift_open(struct sabot_floor *floor, const struct sabot_ledger *ledger, const char *shift)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	g_autoptr(GArray) facts = g_array_new(FALSE, FALSE, sizeof(struct sabot_open_fact));
	g_autoptr(GPtrArray) played = g_ptr_array_new();
	struct collecting collecting = {.facts = facts};

	set_bounds(&collecting, floor, shift);
	add_running(&collecting);
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		if (!sabot_floor_counts(floor, table))
			continue;
		add_incidents(&collecting, &table->incidents, table->config->name);
		add_loads(&collecting, table);
		if (sabot_played_book_count(&table->played, collecting.from_us, collecting.to_us) >
		    0)
			g_ptr_array_add(played, table->config->name);
	}
	add_incidents(&collecting, &sabot_floor_get_house(floor)->incidents, SABOT_HOUSE_NAME);
	add_redress(&collecting, floor);
	if (!sabot_floor_get_key(floor)->line)
		add(&collecting, SABOT_OPEN_UNSIGNED, NULL, 0);
	g_ptr_array_add(played, NULL);
	return sabot_open_list(ledger, shift, (const char *const *)played->pdata, facts);
}
