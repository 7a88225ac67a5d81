/*
 * Any events in any order: the table always has an answer, its invariants hold, `undo` takes back
 * what was accepted, and the log as JSON derives the same.
 */
#include "event-source.h"
#include "rule-choices.h"
#include "eventlog/derive.h"
#include "eventlog/event-write.h"
#include "invariants.h"
#include "profiles/profile.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum {
	EVENTS_OF_A_RUN = 2000,
	RUNS_OF_A_PROFILE = 4,
	EVENTS_OF_A_REPLAY = 2500,
	CLOSED_ROUNDS_MIN = 40, /* of a run */
};

struct run {
	struct sabot_table table;
	struct sabot_update update;
	struct event_source source;
	unsigned n_rounds, n_undone;
};

static const char *
step(struct run *run, const struct sabot_event *event)
{
	sabot_table_step(&run->table, event, &run->update);
	for (unsigned i = 0; i < run->update.n_outputs; i++)
		run->n_rounds += run->update.outputs[i].kind == SABOT_OUTPUT_ROUND;
	return invariants_check(&run->table, &run->update);
}

/* By some reading of an open card it closes the insurance and so ends the round for good. */
static bool
may_end_round(const struct sabot_table *table, enum sabot_event_type type)
{
	const struct sabot_round *round = &table->round;

	return type == SABOT_EVENT_BET && table->rules.game == SABOT_BLACKJACK && round->open &&
	       round->bets_closed && !round->insurance_over && sabot_round_is_doubtful(round);
}

/* At a bare shoe nobody says anything that could be taken back. */
static bool
can_be_undone(const struct sabot_table *table, enum sabot_event_type type)
{
	if (table->rules.flow == SABOT_FLOW_CARDS_ONLY || may_end_round(table, type))
		return false;
	return type == SABOT_EVENT_BET || type == SABOT_EVENT_NO_MORE_BETS ||
	       type == SABOT_EVENT_INSURANCE || type == SABOT_EVENT_EVEN_MONEY ||
	       type == SABOT_EVENT_ACTION;
}

/* Without what comes next: a reading may refuse what was sent, and so its undo. */
static const char *
without_prompt(const struct run *run, const char *description)
{
	const char *end = strchr(description, '\n');

	return sabot_round_is_doubtful(&run->table.round) && end != NULL ? end : description;
}

/* The event was accepted and changed nothing: taken back, the table is what it was. */
static const char *
undo(struct run *run, const char *before)
{
	struct sabot_event taken_back = {.type = SABOT_EVENT_UNDO, .at_us = SABOT_TIME_NONE};
	const char *wrong = step(run, &taken_back);

	/* What is no entry of the round's log (a stand on a hand that is complete) stays. */
	if (wrong != NULL || !run->update.applied)
		return wrong;
	g_autofree char *after = invariants_describe(&run->table);
	run->n_undone++;
	if (strcmp(without_prompt(run, before), without_prompt(run, after)) == 0)
		return NULL;
	print_error("before:\n%safter undo:\n%s", before, after);
	return "undo leaves another table than there was";
}

static const char *
step_and_undo(struct run *run)
{
	struct sabot_event event;
	g_autofree char *before = NULL;

	event_source_next(&run->source, &run->table, &event);
	if (can_be_undone(&run->table, event.type) && event_source_choose(&run->source, 4) == 0)
		before = invariants_describe(&run->table);
	const char *wrong = step(run, &event);
	if (wrong != NULL || before == NULL || run->update.n_outputs != 0)
		return wrong;
	return undo(run, before);
}

static void
load_rules(const char *profile, struct sabot_rules *rules)
{
	GError *error = NULL;

	if (!sabot_profile_load(profile, NULL, rules, &error))
		fail_msg("%s", error->message);
}

static void
play_at_random(const char *profile, unsigned seed)
{
	g_autofree struct run *run = g_new0(struct run, 1);
	struct sabot_rules rules;

	load_rules(profile, &rules);
	event_source_seed(&run->source, seed);
	if (seed % 3 != 0)
		rule_choices_vary(&run->source, &rules);
	sabot_table_init(&run->table, &rules, 0, 0, 0);
	for (int i = 0; i < EVENTS_OF_A_RUN; i++) {
		const char *wrong = step_and_undo(run);
		if (wrong != NULL)
			fail_msg("%s, seed %u, event %d: %s", profile, seed, i, wrong);
	}
	sabot_table_finish(&run->table, &run->update);
	assert_null(invariants_check(&run->table, &run->update));
	assert_int_equal(run->table.load.in_shoe, false);
	/* Else these are no games that are played. */
	bool bare = rules.flow == SABOT_FLOW_CARDS_ONLY;
	if (run->n_rounds < CLOSED_ROUNDS_MIN || (run->n_undone == 0 && !bare))
		fail_msg("%s, seed %u: only %u rounds, %u undone", profile, seed, run->n_rounds,
			 run->n_undone);
}

static void
test_invariants(void **state)
{
	g_auto(GStrv) profiles = sabot_profile_list();

	(void)state;
	assert_true(g_strv_length(profiles) >= 6);
	for (int i = 0; profiles[i] != NULL; i++)
		for (unsigned seed = 1; seed <= RUNS_OF_A_PROFILE; seed++)
			play_at_random(profiles[i], seed);
}

/* What one event said, and the event as a line. */
static void
record(json_t *log, struct sabot_derive *derive, const struct sabot_event *event, unsigned line)
{
	json_t *entry = json_object();

	json_object_set_new(entry, "event", sabot_event_to_json(event));
	assert_null(sabot_derive_step(derive, event)->fault);
	json_object_set_new(entry, "lines", sabot_derive_write_lines(derive, line));
	json_array_append_new(log, entry);
}

static json_t *
play(const struct sabot_rules *rules, unsigned seed, json_t **ret_end)
{
	json_t *log = json_array();
	struct sabot_derive *derive = sabot_derive_new(rules, 0, 0, 0);
	struct event_source source;
	struct sabot_event event;

	event_source_seed(&source, seed);
	for (unsigned line = 2; line < EVENTS_OF_A_REPLAY; line++) {
		event_source_next(&source, sabot_derive_table(derive), &event);
		event.line = line;
		record(log, derive, &event, line);
	}
	sabot_derive_finish(derive);
	*ret_end = sabot_derive_write_lines(derive, EVENTS_OF_A_REPLAY);
	json_array_append_new(*ret_end, sabot_derive_summary(derive));
	sabot_derive_free(derive);
	return log;
}

static void
assert_same_json(const json_t *expected, const json_t *found, const json_t *event)
{
	if (json_equal(expected, found))
		return;
	g_autofree char *a = json_dumps(expected, 0), *b = json_dumps(found, 0),
			*c = json_dumps(event, 0);
	fail_msg("%s\nfirst:  %s\nreplay: %s", c, a, b);
}

static void
replay(const struct sabot_rules *rules, const json_t *log, const json_t *end)
{
	struct sabot_derive *derive = sabot_derive_new(rules, 0, 0, 0);
	g_autofree struct sabot_event_buffer *buffer = g_new0(struct sabot_event_buffer, 1);
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];
	size_t i;
	json_t *entry, *lines;

	json_array_foreach((json_t *)log, i, entry) {
		const json_t *object = json_object_get(entry, "event");
		if (!sabot_event_from_json(object, rules->game, buffer, &event, error))
			fail_msg("%s", error);
		event.line = (unsigned)i + 2;
		sabot_derive_step(derive, &event);
		lines = sabot_derive_write_lines(derive, (unsigned)i + 2);
		assert_same_json(json_object_get(entry, "lines"), lines, object);
		json_decref(lines);
	}
	sabot_derive_finish(derive);
	lines = sabot_derive_write_lines(derive, EVENTS_OF_A_REPLAY);
	json_array_append_new(lines, sabot_derive_summary(derive));
	assert_same_json(end, lines, NULL);
	json_decref(lines);
	sabot_derive_free(derive);
}

static void
test_replay(void **state)
{
	g_auto(GStrv) profiles = sabot_profile_list();
	struct sabot_rules rules;
	json_t *end;

	(void)state;
	for (int i = 0; profiles[i] != NULL; i++) {
		load_rules(profiles[i], &rules);
		json_t *log = play(&rules, 77 + (unsigned)i, &end);
		replay(&rules, log, end);
		json_decref(log);
		json_decref(end);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_invariants),
		cmocka_unit_test(test_replay),
	};

	return cmocka_run_group_tests_name("step is total", tests, NULL, NULL);
}
