/*
 * Any bytes as choices of a profile and of events: the table has an answer to each of them, its
 * invariants hold and a copy of it, which takes no short way, answers the same.
 */
#include "engine/step.h"
#include "tests/engine-unit/event-source.h"
#include "tests/engine-unit/invariants.h"
#include "profiles/profile.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS_BETWEEN_COPIES = 32 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A table and its copy that is told the same, at length. */
struct pair {
	struct sabot_table table, copy;
	struct sabot_update update, copy_update;
	struct event_source source;
};

static void
expect(const char *wrong, unsigned n_steps)
{
	if (wrong == NULL)
		return;
	fprintf(stderr, "step %u: %s\n", n_steps, wrong);
	abort();
}

static void
init(struct pair *pair)
{
	char **profiles = sabot_profile_list();
	const char *name = profiles[event_source_choose(&pair->source, g_strv_length(profiles))];
	struct sabot_rules rules;

	if (!sabot_profile_load(name, NULL, &rules, NULL))
		abort();
	g_strfreev(profiles);
	event_source_vary(&pair->source, &rules);
	sabot_table_init(&pair->table, &rules, 0, 0, 0);
}

static void
run(struct pair *pair)
{
	struct sabot_event event;
	unsigned n_steps = 0;

	for (; !event_source_is_dry(&pair->source); n_steps++) {
		if (n_steps % STEPS_BETWEEN_COPIES == 0)
			pair->copy = pair->table;
		event_source_next(&pair->source, &pair->table, &event);
		sabot_table_step(&pair->table, &event, &pair->update);
		sabot_step_at_length(&pair->copy, &event, &pair->copy_update);
		expect(invariants_check(&pair->table, &pair->update), n_steps);
		if (!invariants_is_same_update(&pair->update, &pair->copy_update))
			expect("a copy of the table says something else", n_steps);
	}
	sabot_table_finish(&pair->table, &pair->update);
	expect(invariants_check(&pair->table, &pair->update), n_steps);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pair *pair = calloc(1, sizeof(*pair));

	if (pair == NULL)
		abort();
	event_source_feed(&pair->source, data, size);
	init(pair);
	run(pair);
	free(pair);
	return 0;
}
