/*
 * The result of each round is kept by its number and compared: its stakes typed, its other lines
 * unchanged except for numbers that a change shifts.
 */
#include "kept-rounds.h"
#include "eventlog/output-json.h"
#include "proto/record.h"
#include "text/money.h"

#include <string.h>

/* A round as it came out. */
struct kept_round {
	int64_t number;    /* 0 = what is between rounds */
	json_t *line;      /* its line, or JSON's null */
	GArray *stakes;    /* of struct sabot_stake_report */
	json_t *incidents; /* list of lines */
};

struct sabot_kept_rounds {
	GPtrArray *rounds;     /* of struct kept_round, as they came */
	GHashTable *by_number; /* int64_t → round in `rounds` */
};

static void
round_free(gpointer data)
{
	struct kept_round *round = data;

	json_decref(round->line);
	json_decref(round->incidents);
	g_array_unref(round->stakes);
	g_free(round);
}

struct sabot_kept_rounds *
sabot_kept_rounds_new(void)
{
	struct sabot_kept_rounds *kept = g_new0(struct sabot_kept_rounds, 1);

	kept->rounds = g_ptr_array_new_with_free_func(round_free);
	kept->by_number = g_hash_table_new(g_int64_hash, g_int64_equal);
	return kept;
}

void
sabot_kept_rounds_free(struct sabot_kept_rounds *kept)
{
	g_hash_table_unref(kept->by_number);
	g_ptr_array_unref(kept->rounds);
	g_free(kept);
}

static struct kept_round *
get_round(struct sabot_kept_rounds *kept, int64_t number)
{
	struct kept_round *round = g_hash_table_lookup(kept->by_number, &number);

	if (round)
		return round;
	round = g_new0(struct kept_round, 1);
	round->number = number;
	round->line = json_null();
	round->stakes = g_array_new(FALSE, FALSE, sizeof(struct sabot_stake_report));
	round->incidents = json_array();
	g_ptr_array_add(kept->rounds, round);
	g_hash_table_insert(kept->by_number, &round->number, round);
	return round;
}

/* The first of the output's lines. New reference. */
static json_t *
write_line(const struct sabot_update *update, const struct sabot_output *output)
{
	json_t *lines = json_array(), *line;

	sabot_output_append_json(lines, update, output, 0);
	line = json_incref(json_array_get(lines, 0));
	json_decref(lines);
	return line;
}

/* A round reported again replaces the earlier report. */
static void
keep_round(struct sabot_kept_rounds *kept, const struct sabot_update *update,
	   const struct sabot_output *output)
{
	const struct sabot_round_report *report = sabot_update_round(update, output);
	struct kept_round *round = get_round(kept, report->number);

	json_decref(round->line);
	round->line = write_line(update, output);
	json_object_del(round->line, "line");
	json_object_del(round->line, "again");
	g_array_set_size(round->stakes, 0);
	g_array_append_vals(round->stakes, update->stakes + report->first_stake, report->n_stakes);
}

static void
keep_incident(struct sabot_kept_rounds *kept, const struct sabot_update *update,
	      const struct sabot_output *output)
{
	json_t *line = write_line(update, output);

	json_object_del(line, "line");
	json_object_del(line, "text");
	json_object_del(line, "id");
	json_array_append_new(get_round(kept, output->u.incident.round)->incidents, line);
}

void
sabot_kept_rounds_keep(struct sabot_kept_rounds *kept, const struct sabot_update *update)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		if (output->kind == SABOT_OUTPUT_ROUND)
			keep_round(kept, update, output);
		else if (output->kind == SABOT_OUTPUT_INCIDENT)
			keep_incident(kept, update, output);
		else if (output->kind == SABOT_OUTPUT_LOAD)
			get_round(kept, 0); /* there is something between rounds, if only this */
	}
}

static const struct sabot_stake_report *
get_stake(const struct kept_round *round, guint i)
{
	return &g_array_index(round->stakes, struct sabot_stake_report, i);
}

static bool
has_due(const struct sabot_stake_report *stake)
{
	return stake->due == SABOT_DUE_CERTAIN;
}

/* `round` may be NULL. */
static void
add_due(int64_t *sum_minor, const struct kept_round *round)
{
	for (guint i = 0; round && i < round->stakes->len; i++) {
		const struct sabot_stake_report *stake = get_stake(round, i);

		sabot_text_money_add(sum_minor,
				     has_due(stake) ? stake->due_min_minor : SABOT_TEXT_NO_MONEY);
	}
}

/* Stakes are the same when all but what is owed on them is. */
static bool
is_stake(const struct sabot_stake_report *a, const struct sabot_stake_report *b)
{
	return a->box == b->box && a->hand == b->hand && a->on == b->on &&
	       strcmp(a->bettor, b->bettor) == 0;
}

/* Nobody sees what else a stake's line says. */
static bool
is_due_same(const struct sabot_stake_report *a, const struct sabot_stake_report *b)
{
	if (a->due != b->due)
		return false;
	return a->due == SABOT_DUE_UNKNOWN ||
	       (a->due_min_minor == b->due_min_minor &&
		(has_due(a) || a->due_max_minor == b->due_max_minor));
}

/* `round` may be NULL. */
static const struct sabot_stake_report *
find_stake(const struct kept_round *round, const struct sabot_stake_report *wanted)
{
	for (guint i = 0; round && i < round->stakes->len; i++)
		if (is_stake(get_stake(round, i), wanted))
			return get_stake(round, i);
	return NULL;
}

/* `before` or `after` is NULL where there is no such stake. */
static json_t *
build_stake(const struct sabot_stake_report *stake, const struct sabot_stake_report *before,
	    const struct sabot_stake_report *after)
{
	json_t *change = json_pack("{s:I}", "box", (json_int_t)stake->box);

	if (stake->hand >= 0)
		json_object_set_new(change, "hand", json_integer(stake->hand));
	json_object_set_new(change, "bettor", json_string(stake->bettor));
	json_object_set_new(change, "on", json_string(sabot_bet_to_string(stake->on)));
	if (stake->has_stake)
		json_object_set_new(change, "stake", json_integer(stake->stake_minor));
	/* One that is not certain is left out. */
	if (!before || has_due(before))
		json_object_set_new(change, "before",
				    json_integer(before ? before->due_min_minor : 0));
	if (!after || has_due(after))
		json_object_set_new(change, "after",
				    json_integer(after ? after->due_min_minor : 0));
	return change;
}

/* Stakes on which something else would be owed. */
static json_t *
compare_stakes(const struct kept_round *before, const struct kept_round *after)
{
	json_t *list = json_array();

	for (guint i = 0; before && i < before->stakes->len; i++) {
		const struct sabot_stake_report *stake = get_stake(before, i);
		const struct sabot_stake_report *other = find_stake(after, stake);

		if (!other || !is_due_same(stake, other))
			json_array_append_new(list, build_stake(stake, stake, other));
	}
	for (guint i = 0; after && i < after->stakes->len; i++) {
		const struct sabot_stake_report *stake = get_stake(after, i);

		if (!find_stake(before, stake))
			json_array_append_new(list, build_stake(stake, NULL, stake));
	}
	return list;
}

static json_t *
line_of(const struct kept_round *round)
{
	return round ? round->line : NULL;
}

static json_t *
incidents_of(const struct kept_round *round)
{
	return round ? round->incidents : NULL;
}

static void
add_change(const struct kept_round *before, const struct kept_round *after,
	   struct sabot_kept_difference *difference, GArray *changes)
{
	bool has_other_incidents = !json_equal(incidents_of(before), incidents_of(after));
	json_t *stakes = compare_stakes(before, after);
	struct sabot_found_change change = {.round = before ? before->number : after->number};
	int64_t before_minor = 0, after_minor = 0;

	if (!has_other_incidents && json_array_size(stakes) == 0 &&
	    json_equal(line_of(before), line_of(after))) {
		json_decref(stakes);
		return;
	}
	change.json =
		json_pack("{s:I, s:O?, s:O?, s:o}", "round", (json_int_t)change.round, "before",
			  line_of(before), "after", line_of(after), "stakes", stakes);
	add_due(&before_minor, before);
	add_due(&after_minor, after);
	if (before_minor != SABOT_WIRE_NO_NUMBER && after_minor != SABOT_WIRE_NO_NUMBER)
		json_object_set_new(change.json, "delta", json_integer(after_minor - before_minor));
	if (has_other_incidents) {
		json_object_set(change.json, "incidents_before", incidents_of(before));
		json_object_set(change.json, "incidents_after", incidents_of(after));
	}
	json_array_append_new(difference->changes, change.json);
	g_array_append_val(changes, change);
	difference->n_changed += change.round > 0;
}

void
sabot_kept_rounds_compare(const struct sabot_kept_rounds *before,
			  const struct sabot_kept_rounds *after,
			  struct sabot_kept_difference *difference, GArray *changes)
{
	for (guint i = 0; i < before->rounds->len; i++) {
		const struct kept_round *round = before->rounds->pdata[i];

		difference->n_rounds += !json_is_null(round->line);
		add_due(&difference->due_before_minor, round);
		add_change(round, g_hash_table_lookup(after->by_number, &round->number), difference,
			   changes);
	}
	for (guint i = 0; i < after->rounds->len; i++) {
		const struct kept_round *round = after->rounds->pdata[i];

		add_due(&difference->due_minor, round);
		if (!g_hash_table_lookup(before->by_number, &round->number))
			add_change(NULL, round, difference, changes);
	}
}
