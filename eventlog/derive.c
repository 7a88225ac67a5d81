/* Applies the engine to a log: queries the order index first, then steps the table. */
#include "derive.h"

#include "order-index.h"
#include "output-json.h"

#include <glib.h>

struct sabot_derive {
	struct sabot_table table;
	const struct sabot_update *update; /* of the last step: the thread's */
	struct sabot_order_index *order;
	bool has_given_repeats; /* what repeats an earlier load is said by the events */
	unsigned n_rounds, n_cards, n_loads;
	unsigned incidents[SABOT_INCIDENTS], explained[SABOT_INCIDENTS];
	GHashTable *unverified, *inferred; /* numbers of rounds */
	unsigned table_rounds;             /* the table's, before the last event */
};

/* An update has room for the worst of all events, which no two tables need at once. */
static GPrivate threads_update = G_PRIVATE_INIT(g_free);

static struct sabot_update *
get_update(void)
{
	struct sabot_update *update = g_private_get(&threads_update);

	if (!update) {
		update = g_new0(struct sabot_update, 1);
		g_private_set(&threads_update, update);
	}
	return update;
}

struct sabot_derive *
sabot_derive_new(const struct sabot_rules *rules, unsigned from_load, unsigned from_round,
		 unsigned from_incident)
{
	static struct sabot_update nothing;
	struct sabot_derive *derive = g_new0(struct sabot_derive, 1);

	/* Most of a table is room that no round ever needs: it stays memory that is not there. */
	sabot_table_init_zeroed(&derive->table, rules, from_load, from_round, from_incident);
	derive->table.last_line = 1; /* the header's */
	derive->update = &nothing;
	derive->order = sabot_order_index_new();
	derive->unverified = g_hash_table_new(NULL, NULL);
	derive->inferred = g_hash_table_new(NULL, NULL);
	return derive;
}

void
sabot_derive_free(struct sabot_derive *derive)
{
	if (derive == NULL)
		return;
	sabot_order_index_free(derive->order);
	g_hash_table_unref(derive->unverified);
	g_hash_table_unref(derive->inferred);
	g_free(derive);
}

/* The load in the shoe is no earlier one, though what older programs saved may have it. */
static unsigned
find_earlier(const struct sabot_card cards[SABOT_REPEAT_CARDS], const void *data)
{
	const struct sabot_derive *derive = data;
	unsigned load = sabot_order_index_find(derive->order, cards);

	return load < derive->table.load.number ? load : 0;
}

/* The load is over, in the order that is known about it now. `unload` may be NULL. */
static void
keep_order(struct sabot_derive *derive, const struct sabot_event *unload)
{
	const struct sabot_load *load = &derive->table.load;
	static const struct sabot_card gap;

	sabot_order_index_begin_load(derive->order, load->number);
	for (int i = 0; i < load->n_order; i++) {
		if ((load->order[i].marks & SABOT_SEEN_AFTER_GAP) != 0)
			sabot_order_index_add(derive->order, gap);
		sabot_order_index_add(derive->order, load->order[i].card);
	}
	if (load->order_gap)
		sabot_order_index_add(derive->order, gap);
	for (size_t i = 0; unload && i < unload->u.unload.n_cards; i++)
		sabot_order_index_add(derive->order, unload->u.unload.cards[i]);
	sabot_order_index_end_load(derive->order);
}

static void
set_member(GHashTable *set, unsigned number, bool is_in)
{
	if (is_in)
		g_hash_table_add(set, GUINT_TO_POINTER(number));
	else
		g_hash_table_remove(set, GUINT_TO_POINTER(number));
}

static void
count_round(struct sabot_derive *derive, const struct sabot_round_report *round)
{
	derive->n_rounds += !round->again;
	set_member(derive->unverified, round->number, round->unverified);
	set_member(derive->inferred, round->number, round->inferred);
}

static gboolean
is_above(gpointer number, gpointer value, gpointer n_rounds)
{
	(void)value;
	return GPOINTER_TO_UINT(number) > GPOINTER_TO_UINT(n_rounds);
}

/* Rounds that there never were, as a card shows that was read later. */
static void
forget_vanished(struct sabot_derive *derive)
{
	gpointer n_rounds = GUINT_TO_POINTER(derive->table.n_rounds);

	g_hash_table_foreach_remove(derive->unverified, is_above, n_rounds);
	g_hash_table_foreach_remove(derive->inferred, is_above, n_rounds);
}

static void
count(struct sabot_derive *derive)
{
	const struct sabot_update *update = derive->update;

	if (derive->table.n_rounds < derive->table_rounds)
		forget_vanished(derive);
	derive->table_rounds = derive->table.n_rounds;
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		if (output->kind == SABOT_OUTPUT_ROUND)
			count_round(derive, &update->rounds[output->u.index]);
		else if (output->kind == SABOT_OUTPUT_INCIDENT)
			derive->incidents[output->u.incident.code]++;
		else if (output->kind == SABOT_OUTPUT_EXPLAINED)
			derive->explained[output->u.explained.code]++;
	}
}

const struct sabot_update *
sabot_derive_step(struct sabot_derive *derive, const struct sabot_event *event)
{
	struct sabot_update *update = get_update();
	int seen_before = derive->table.load.n_seen;
	bool had_load = derive->table.load.in_shoe;

	if (had_load && event->type == SABOT_EVENT_LOAD)
		keep_order(derive, NULL);
	update->repeats =
		(struct sabot_repeats){derive->has_given_repeats ? NULL : find_earlier, derive};
	sabot_table_step(&derive->table, event, update);
	derive->update = update;
	if (had_load && event->type == SABOT_EVENT_UNLOAD)
		keep_order(derive, event);
	if (event->type == SABOT_EVENT_LOAD)
		derive->n_loads++;
	else if (event->type == SABOT_EVENT_CARD && derive->n_loads > 0)
		derive->n_cards++;
	else
		derive->n_cards += (unsigned)(derive->table.load.n_seen - seen_before);
	count(derive);
	return update;
}

json_t *
sabot_derive_write_lines(const struct sabot_derive *derive, unsigned line)
{
	json_t *lines = json_array();

	sabot_outputs_append_json(lines, derive->update, line);
	return lines;
}

void
sabot_derive_append_lines(const struct sabot_derive *derive, GString *text, unsigned line)
{
	sabot_outputs_append_text(text, derive->update, line);
}

void
sabot_derive_set_table(struct sabot_derive *derive, const struct sabot_table *table)
{
	derive->table = *table;
}

void
sabot_derive_use_given_repeats(struct sabot_derive *derive)
{
	derive->has_given_repeats = true;
}

GBytes *
sabot_derive_save_order(const struct sabot_derive *derive)
{
	return sabot_order_index_save(derive->order);
}

bool
sabot_derive_restore_order(struct sabot_derive *derive, GBytes *saved)
{
	struct sabot_order_index *order = sabot_order_index_restore(saved);

	if (order == NULL)
		return false;
	sabot_order_index_free(derive->order);
	derive->order = order;
	return true;
}

const struct sabot_update *
sabot_derive_finish(struct sabot_derive *derive)
{
	struct sabot_update *update = get_update();

	sabot_table_finish(&derive->table, update);
	derive->update = update;
	count(derive);
	return update;
}

static json_t *
counts_by_code(const unsigned counts[SABOT_INCIDENTS])
{
	json_t *object = json_object();

	for (int code = 1; code < SABOT_INCIDENTS; code++)
		if (counts[code] > 0)
			json_object_set_new(
				object,
				sabot_incident_code_to_string((enum sabot_incident_code)code),
				json_integer(counts[code]));
	return object;
}

static void
set_count(json_t *summary, const char *name, int64_t number)
{
	if (number != 0)
		json_object_set_new(summary, name, json_integer(number));
}

json_t *
sabot_derive_summary(const struct sabot_derive *derive)
{
	json_t *summary = json_object(), *explained = counts_by_code(derive->explained);

	json_object_set_new(summary, "out", json_string("summary"));
	json_object_set_new(summary, "edition", json_integer(SABOT_LOG_EDITION));
	json_object_set_new(summary, "rounds", json_integer(derive->n_rounds));
	json_object_set_new(summary, "cards", json_integer(derive->n_cards));
	json_object_set_new(summary, "loads", json_integer(derive->n_loads));
	json_object_set_new(summary, "incidents", counts_by_code(derive->incidents));
	set_count(summary, "unverified", g_hash_table_size(derive->unverified));
	set_count(summary, "inferred", g_hash_table_size(derive->inferred));
	if (json_object_size(explained) > 0)
		json_object_set(summary, "explained", explained);
	json_decref(explained);
	if (sabot_accounts_are_redressed(&derive->table.ledger))
		json_object_set_new(summary, "redress",
				    json_integer(derive->table.ledger.redress_minor));
	return summary;
}

const struct sabot_table *
sabot_derive_table(const struct sabot_derive *derive)
{
	return &derive->table;
}

const struct sabot_update *
sabot_derive_last_update(const struct sabot_derive *derive)
{
	return derive->update;
}
