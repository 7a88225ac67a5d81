/* Facts, and walking through them: see facts.h. */
#include "report/facts.h"
#include "shift/ledger-apply.h"

#include <string.h>

static void
free_table(gpointer data)
{
	struct sabot_facts_table *table = data;

	g_free(table->name);
	g_free(table->camera);
	g_free(table->device);
	g_ptr_array_unref(table->sheets);
	g_free(table);
}

static void
clear_event(gpointer data)
{
	json_decref(((struct sabot_facts_event *)data)->object);
}

static void
clear_shoe(gpointer data)
{
	json_decref(((struct sabot_facts_shoe *)data)->object);
}

struct sabot_facts *
sabot_facts_new(void)
{
	struct sabot_facts *facts = g_new0(struct sabot_facts, 1);

	facts->site = g_strdup("");
	facts->zone = g_time_zone_new_utc();
	facts->from_us = G_MININT64;
	facts->to_us = G_MAXINT64;
	facts->made_us = SABOT_REPORT_NONE;
	facts->tables = g_ptr_array_new_with_free_func(free_table);
	facts->chips = g_array_new(FALSE, FALSE, sizeof(int64_t));
	facts->ledger = sabot_ledger_new();
	facts->ledger->holds_all = true; /* a report may be of long ago */
	sabot_formula_parse(NULL, &facts->formula, NULL);
	facts->simulated = g_ptr_array_new_with_free_func(g_free);
	facts->house = g_array_new(FALSE, FALSE, sizeof(struct sabot_facts_event));
	g_array_set_clear_func(facts->house, clear_event);
	facts->shoes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					     (GDestroyNotify)g_array_unref);
	facts->makes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	facts->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	facts->signers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return facts;
}

void
sabot_facts_free(struct sabot_facts *facts)
{
	if (facts == NULL)
		return;
	g_free(facts->site);
	g_free(facts->span);
	g_free(facts->checkpoint);
	g_time_zone_unref(facts->zone);
	g_ptr_array_unref(facts->tables);
	g_ptr_array_unref(facts->simulated);
	g_array_unref(facts->house);
	g_array_unref(facts->chips);
	g_hash_table_unref(facts->shoes);
	g_hash_table_unref(facts->makes);
	g_hash_table_unref(facts->names);
	g_hash_table_unref(facts->signers);
	g_free(facts->letterhead);
	g_free(facts->licence);
	sabot_ledger_free(facts->ledger);
	sabot_calendar_free(facts->calendar);
	if (facts->odds_free != NULL)
		facts->odds_free(facts->odds_data);
	g_free(facts);
}

static int
compare_tables(gconstpointer a, gconstpointer b)
{
	const struct sabot_facts_table *const *one = a, *const *other = b;

	return g_strcmp0((*one)->name, (*other)->name);
}

const char *
sabot_facts_signer(const struct sabot_facts *facts, const char *id)
{
	const char *name = id != NULL ? g_hash_table_lookup(facts->signers, id) : NULL;

	return name != NULL ? name : id;
}

struct sabot_facts_table *
sabot_facts_add_table(struct sabot_facts *facts, const char *name)
{
	struct sabot_facts_table *table = g_new0(struct sabot_facts_table, 1);

	table->name = g_strdup(name);
	table->sheets = g_ptr_array_new_with_free_func(sabot_sheet_free);
	g_ptr_array_add(facts->tables, table);
	g_ptr_array_sort(facts->tables, compare_tables);
	return table;
}

bool
sabot_facts_has_table(const struct sabot_facts *facts, const char *name)
{
	for (guint i = 0; i < facts->tables->len; i++)
		if (strcmp(((struct sabot_facts_table *)g_ptr_array_index(facts->tables, i))->name,
			   name) == 0)
			return true;
	return false;
}

bool
sabot_facts_asks(const struct sabot_facts *facts, const char *table)
{
	return facts->asked_tables == NULL ||
	       g_strv_contains((const char *const *)facts->asked_tables, table);
}

static const char *
string_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void
add_shoe(struct sabot_facts *facts, int64_t at_us, json_t *object)
{
	struct sabot_facts_shoe shoe = {at_us, string_of(object, "device"),
					string_of(object, "serial"), string_of(object, "firmware"),
					json_incref(object)};
	const char *table = string_of(object, "table");
	GArray *shoes = g_hash_table_lookup(facts->shoes, table);

	if (shoes == NULL) {
		shoes = g_array_new(FALSE, FALSE, sizeof(shoe));
		g_array_set_clear_func(shoes, clear_shoe);
		g_hash_table_insert(facts->shoes, g_strdup(table), shoes);
	}
	g_array_append_val(shoes, shoe);
}

const struct sabot_facts_shoe *
sabot_facts_shoe_at(const struct sabot_facts *facts, const char *table, int64_t at_us)
{
	const GArray *shoes = g_hash_table_lookup(facts->shoes, table);
	guint low = 0, high = shoes != NULL ? shoes->len : 0;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(shoes, struct sabot_facts_shoe, middle).at_us <= at_us)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &g_array_index(shoes, struct sabot_facts_shoe, low - 1) : NULL;
}

void
sabot_facts_add_house(struct sabot_facts *facts, int64_t n, int64_t at_us, json_t *object)
{
	struct sabot_facts_event event = {at_us, n, object};
	char why[SABOT_DOCUMENT_WHY_SIZE];

	facts->has_house = true;
	/* The daemon refused what does not fit; what a log by hand has of it comes to nothing. */
	if (sabot_document_is(object))
		sabot_ledger_apply(facts->ledger, n, object, why);
	if (g_strcmp0(string_of(object, "ev"), "shoe") == 0 && string_of(object, "table") != NULL)
		add_shoe(facts, at_us, object);
	if (sabot_facts_has(facts, at_us))
		g_array_append_val(facts->house, event);
	else
		json_decref(object);
}

/* True where the table had none but simulated ones. */
static bool
drop_simulated(struct sabot_facts *facts, struct sabot_facts_table *table)
{
	guint n_before = table->sheets->len;

	for (guint i = table->sheets->len; i > 0; i--) {
		const struct sabot_sheet *sheet = g_ptr_array_index(table->sheets, i - 1);

		if (sheet->is_simulated)
			g_ptr_array_remove_index(table->sheets, i - 1);
	}
	if (table->sheets->len < n_before)
		g_ptr_array_add(facts->simulated, g_strdup(table->name));
	return n_before > 0 && table->sheets->len == 0;
}

void
sabot_facts_leave_out_simulated(struct sabot_facts *facts)
{
	for (guint i = 0; i < facts->tables->len;) {
		if (drop_simulated(facts, g_ptr_array_index(facts->tables, i)))
			g_ptr_array_remove_index(facts->tables, i);
		else
			i++;
	}
}

void
sabot_facts_veil(struct sabot_facts *facts)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);
		const struct sabot_sheet *last =
			table->sheets->len > 0
				? g_ptr_array_index(table->sheets, table->sheets->len - 1)
				: NULL;
		const struct sabot_sheet_load *load =
			last != NULL && last->n_loads > 0 ? &last->loads[last->n_loads - 1] : NULL;

		if (load == NULL || load->is_over)
			continue;
		table->veiled_load = load->number;
		table->veiled_us = load->begin_us;
	}
}

bool
sabot_facts_is_veiled(const struct sabot_facts *facts, guint table)
{
	const struct sabot_facts_table *one = g_ptr_array_index(facts->tables, table);

	return one->veiled_load > 0 && one->veiled_us < facts->to_us;
}

static bool
is_shift_asked(const struct sabot_facts *facts, const struct sabot_shift *shift)
{
	int64_t from_us, to_us;

	if (facts->shift[0] != '\0')
		return strcmp(facts->shift, shift->id) == 0;
	if (facts->from_us == G_MININT64 && facts->to_us == G_MAXINT64)
		return true;
	return facts->calendar != NULL &&
	       sabot_calendar_bounds(facts->calendar, shift->id, &from_us, &to_us) &&
	       sabot_facts_has(facts, from_us);
}

GPtrArray *
sabot_facts_shifts(const struct sabot_facts *facts)
{
	GPtrArray *shifts = g_ptr_array_new();

	for (guint i = 0; i < facts->ledger->shifts->len; i++) {
		struct sabot_shift *shift = g_ptr_array_index(facts->ledger->shifts, i);

		if (is_shift_asked(facts, shift))
			g_ptr_array_add(shifts, shift);
	}
	return shifts;
}

struct sabot_facts
sabot_facts_of_shift(const struct sabot_facts *facts, const char *shift)
{
	struct sabot_facts part = *facts;

	if (facts->calendar != NULL)
		sabot_calendar_bounds(facts->calendar, shift, &part.from_us, &part.to_us);
	return part;
}

/* The sheet that the walk is at; NULL at the end. `row` is 0 in a new one. */
static const struct sabot_sheet *
sheet_of(struct sabot_facts_walk *walk)
{
	const struct sabot_facts *facts = walk->facts;

	for (; walk->table < facts->tables->len; walk->table++, walk->sheet = 0) {
		walk->its_table = g_ptr_array_index(facts->tables, walk->table);
		if (walk->sheet < walk->its_table->sheets->len)
			return walk->its_sheet =
				       g_ptr_array_index(walk->its_table->sheets, walk->sheet);
	}
	return NULL;
}

static void
next_sheet(struct sabot_facts_walk *walk)
{
	walk->sheet++;
	walk->row = 0;
	walk->is_begun = false;
}

/* Step to the next row of the sheet. False where it has none: then the next sheet's turn comes. */
static bool
next_row(struct sabot_facts_walk *walk, guint n_rows)
{
	walk->row += walk->is_begun;
	walk->is_begun = true;
	if (walk->row < n_rows)
		return true;
	next_sheet(walk);
	return false;
}

static bool
is_load_asked(const struct sabot_facts_walk *walk, unsigned load)
{
	return (walk->facts->load == 0 || walk->facts->load == load) &&
	       (load == 0 || load != walk->its_table->veiled_load);
}

const struct sabot_sheet_round *
sabot_facts_next_round(struct sabot_facts_walk *walk)
{
	const struct sabot_sheet *sheet;

	while ((sheet = sheet_of(walk)) != NULL) {
		const struct sabot_sheet_round *round;

		if (!walk->is_begun)
			walk->row = sabot_sheet_first_round(sheet, walk->facts->from_us);
		if (!next_row(walk, sheet->n_rounds))
			continue;
		round = &sheet->rounds[walk->row];
		if (round->end_us >= walk->facts->to_us)
			next_sheet(walk);
		else if (is_load_asked(walk, round->load))
			return round;
	}
	return NULL;
}

const struct sabot_sheet_incident *
sabot_facts_next_incident(struct sabot_facts_walk *walk)
{
	const struct sabot_sheet *sheet;

	while ((sheet = sheet_of(walk)) != NULL) {
		if (next_row(walk, sheet->n_incidents) &&
		    sabot_facts_has(walk->facts, sheet->incidents[walk->row].at_us) &&
		    is_load_asked(walk, sheet->incidents[walk->row].load))
			return &sheet->incidents[walk->row];
	}
	return NULL;
}

const struct sabot_sheet_load *
sabot_facts_next_load(struct sabot_facts_walk *walk)
{
	const struct sabot_sheet *sheet;

	while ((sheet = sheet_of(walk)) != NULL) {
		const struct sabot_sheet_load *load;

		if (!next_row(walk, sheet->n_loads))
			continue;
		load = &sheet->loads[walk->row];
		if (load->begin_us < walk->facts->to_us && load->end_us >= walk->facts->from_us &&
		    is_load_asked(walk, load->number))
			return load;
	}
	return NULL;
}

const struct sabot_sheet_note *
sabot_facts_next_note(struct sabot_facts_walk *walk)
{
	const struct sabot_sheet *sheet;

	while ((sheet = sheet_of(walk)) != NULL) {
		if (next_row(walk, sheet->n_notes) &&
		    sabot_facts_has(walk->facts, sheet->notes[walk->row].at_us))
			return &sheet->notes[walk->row];
	}
	return NULL;
}

void
sabot_facts_add_round(struct sabot_facts_money *sum, const struct sabot_sheet *sheet,
		      const struct sabot_sheet_round *round)
{
	for (uint32_t i = 0; i < round->n_stakes; i++) {
		const struct sabot_sheet_stake *stake = &sheet->stakes[round->first_stake + i];

		sum->paid_minor += stake->paid_minor;
		sum->n_paid += stake->is_paid;
		if (stake->is_uncertain) {
			sum->n_uncertain++;
			continue;
		}
		sum->n_stakes++;
		sum->staked_minor += stake->stake_minor;
		sum->won_minor -= stake->due_minor;
		if (sheet->owes_commission)
			sum->won_minor += stake->commission_minor;
		sum->commission_minor += stake->commission_minor;
		if (!stake->is_paid)
			sum->unpaid_due_minor += stake->due_minor;
	}
}
