/*
 * Any bytes as choices of a profile and of events: the table has an answer to each of them, its
 * invariants hold.
 */
#include "tests/engine-unit/event-source.h"
#include "tests/engine-unit/rule-choices.h"
#include "tests/engine-unit/invariants.h"
#include "profiles/profile.h"

#include <stdio.h>
#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
	struct sabot_table table;
	struct sabot_update update;
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
init(struct run *run)
{
	char **profiles = sabot_profile_list();
	const char *name = profiles[event_source_choose(&run->source, g_strv_length(profiles))];
	struct sabot_rules rules;

	if (!sabot_profile_load(name, NULL, &rules, NULL))
		abort();
	g_strfreev(profiles);
	rule_choices_vary(&run->source, &rules);
	sabot_table_init(&run->table, &rules, 0, 0, 0);
}

static void
play(struct run *run)
{
	struct sabot_event event;
	unsigned n_steps = 0;

	for (; !event_source_is_dry(&run->source); n_steps++) {
		event_source_next(&run->source, &run->table, &event);
		sabot_table_step(&run->table, &event, &run->update);
		expect(invariants_check(&run->table, &run->update), n_steps);
	}
	sabot_table_finish(&run->table, &run->update);
	expect(invariants_check(&run->table, &run->update), n_steps);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run *run = calloc(1, sizeof(*run));

	if (run == NULL)
		abort();
	event_source_feed(&run->source, data, size);
	init(run);
	play(run);
	free(run);
	return 0;
}
