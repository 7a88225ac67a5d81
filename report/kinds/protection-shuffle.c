/*
 * False shuffles: the longest row of cards that came in the same order as in the load before, of
 * all loads of a table. Two shuffled loads have a row of so many in one place as seldom as cards of
 * 52 kinds agree by chance, so the places where it could be, times that, bound how often chance
 * makes one. A packet need not be as long as that of the incident `repeated_order`.
 */
#include "protection.h"
#include "protection-private.h"

#include <math.h>

enum { CARD_KINDS = 52 };

static void
add_load(struct sabot_trial *trial, const struct sabot_sheet_load *load)
{
	if (load->places == 0)
		return;
	trial->cases++;
	trial->bets += load->places;
	if (load->repeated <= trial->hits)
		return;
	trial->hits = load->repeated;
	trial->load = load->number;
}

static void
try_table(GPtrArray *trials, const struct sabot_trial *found)
{
	struct sabot_trial *trial;

	if (found->cases == 0)
		return;
	trial = sabot_protection_trial(trials, SABOT_TRIAL_SHUFFLE, SABOT_TRIAL_TABLE);
	trial->table = g_strdup(found->table);
	trial->game = found->game;
	trial->cases = found->cases;
	trial->hits = found->hits;
	trial->bets = found->bets;
	trial->load = found->load;
	trial->is_tried = true;
	trial->p = fmin(1, (double)trial->bets * pow(CARD_KINDS, -(double)trial->hits));
}

/* A load belongs to the time in which it left the shoe. */
void
sabot_protection_add_shuffles(GPtrArray *trials, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_load *load;
	struct sabot_trial found = {0};

	while ((load = sabot_facts_next_load(&walk)) != NULL) {
		if (found.table != walk.its_table->name) {
			try_table(trials, &found);
			found = (struct sabot_trial){.table = walk.its_table->name,
						     .game = walk.its_sheet->game};
		}
		if (load->is_over && sabot_facts_has(facts, load->end_us))
			add_load(&found, load);
	}
	try_table(trials, &found);
}
