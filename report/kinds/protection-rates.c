/*
 * Tables, and dealers, that differ from the others: late bets, errors and void rounds, and the
 * direction of wrong payments. Rounds are counted, not incidents, because one mistake raises
 * several.
 */
#include "protection.h"
#include "protection-private.h"

#include "chance.h"
#include "report/figures.h"

#include <string.h>

enum {
	RATES = SABOT_TRIAL_VOID_ROUNDS + 1,
	ROUNDS_LEAST = 100, /* fewer are not tried */
	GAMES = 2,          /* a table of one is not compared with tables of the other */
	PAYOUTS_LEAST = 5,
	OTHERS_LEAST = 20, /* with fewer to compare with, each way is as likely */
};

struct tally {
	int64_t rounds, hits[RATES];
	int64_t wrong, too_much, amount_minor;
};

struct tallies {
	GHashTable *by_name;
	struct tally all;
};

struct rates {
	struct tallies tables[GAMES], dealers[GAMES];
};

static void
init(struct tallies *tallies)
{
	memset(tallies, 0, sizeof(*tallies));
	tallies->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

static struct tally *
tally_of(struct tallies *tallies, const char *name)
{
	struct tally *tally = g_hash_table_lookup(tallies->by_name, name);

	if (tally == NULL) {
		tally = g_new0(struct tally, 1);
		g_hash_table_insert(tallies->by_name, g_strdup(name), tally);
	}
	return tally;
}

static void
add_hit(struct tallies *tallies, const char *name, int what)
{
	struct tally *tally = tally_of(tallies, name);

	tally->hits[what]++;
	tallies->all.hits[what]++;
}

/* --- rates --- */

static void
add_round(struct tallies *tallies, const char *name, const struct sabot_sheet_round *round)
{
	tally_of(tallies, name)->rounds++;
	tallies->all.rounds++;
	if (round->flags & SABOT_SHEET_VOID)
		add_hit(tallies, name, SABOT_TRIAL_VOID_ROUNDS);
}

/* What the incident counts as; -1: as nothing of this. */
static int
rate_of(const struct sabot_facts_walk *walk, const struct sabot_sheet_incident *incident)
{
	if (!sabot_sheet_incident_is_error(incident) || incident->round == 0)
		return -1;
	if (incident->code == SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS)
		return SABOT_TRIAL_LATE_BETS;
	if (sabot_cause_of(walk->its_sheet, incident) == SABOT_CAUSE_HUMAN)
		return SABOT_TRIAL_ERRORS;
	return -1;
}

static void
add_incidents(struct rates *rates, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;
	const struct sabot_sheet *sheet = NULL;
	uint32_t last[RATES] = {0}; /* the round that was counted */

	while ((incident = sabot_facts_next_incident(&walk)) != NULL) {
		int what = rate_of(&walk, incident);

		if (walk.its_sheet != sheet)
			memset(last, 0, sizeof(last));
		sheet = walk.its_sheet;
		if (what < 0 || last[what] == incident->round)
			continue;
		last[what] = incident->round;
		add_hit(&rates->tables[sheet->game % GAMES], walk.its_table->name, what);
		if (facts->names_people)
			add_hit(&rates->dealers[sheet->game % GAMES],
				sabot_sheet_word(sheet, incident->dealer), what);
	}
}

static void
try_rate(struct sabot_trial *trial, const struct tally *tally, const struct tally *all)
{
	trial->cases = tally->rounds;
	trial->hits = MIN(tally->hits[trial->kind], tally->rounds);
	trial->others_cases = all->rounds - tally->rounds;
	trial->others_hits = MIN(all->hits[trial->kind] - trial->hits, trial->others_cases);
	sabot_chance_interval(trial->hits, trial->cases, &trial->low, &trial->high);
	trial->is_tried = trial->cases >= ROUNDS_LEAST && trial->others_cases >= ROUNDS_LEAST &&
			  trial->hits + trial->others_hits > 0;
	if (trial->is_tried)
		trial->p = sabot_chance_fisher(trial->hits, trial->cases,
					       trial->hits + trial->others_hits,
					       trial->cases + trial->others_cases);
}

static void
name_unit(struct sabot_trial *trial, const char *name)
{
	if (trial->unit == SABOT_TRIAL_TABLE)
		trial->table = g_strdup(name);
	else
		trial->who = g_strdup(name);
}

static void
try_rates(GPtrArray *trials, struct tallies *tallies, enum sabot_trial_unit unit, uint8_t game)
{
	g_autoptr(GList) names =
		g_list_sort(g_hash_table_get_keys(tallies->by_name), (GCompareFunc)strcmp);

	for (int what = 0; what < RATES; what++) {
		/* Of what never happened there is nothing to compare. */
		for (const GList *at = tallies->all.hits[what] > 0 ? names : NULL; at != NULL;
		     at = at->next) {
			struct sabot_trial *trial =
				sabot_protection_trial(trials, (enum sabot_trial_kind)what, unit);

			name_unit(trial, at->data);
			trial->game = game;
			try_rate(trial, tally_of(tallies, at->data), &tallies->all);
		}
	}
	g_hash_table_unref(tallies->by_name);
}

static void
add_rounds(struct rates *rates, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		int game = walk.its_sheet->game % GAMES;

		add_round(&rates->tables[game], walk.its_table->name, round);
		if (facts->names_people)
			add_round(&rates->dealers[game],
				  sabot_sheet_word(walk.its_sheet, round->dealer), round);
	}
}

void
sabot_protection_add_rates(GPtrArray *trials, const struct sabot_facts *facts)
{
	struct rates rates;

	for (int game = 0; game < GAMES; game++) {
		init(&rates.tables[game]);
		init(&rates.dealers[game]);
	}
	add_rounds(&rates, facts);
	add_incidents(&rates, facts);
	for (uint8_t game = 0; game < GAMES; game++) {
		try_rates(trials, &rates.tables[game], SABOT_TRIAL_TABLE, game);
		try_rates(trials, &rates.dealers[game], SABOT_TRIAL_DEALER, game);
	}
}

/* --- payments --- */

static void
add_payment(struct tallies *tallies, const char *name, int64_t difference_minor)
{
	struct tally *tally = tally_of(tallies, name);

	tally->wrong++;
	tallies->all.wrong++;
	tally->too_much += difference_minor > 0;
	tallies->all.too_much += difference_minor > 0;
	tally->amount_minor += difference_minor;
}

static void
try_payout(struct sabot_trial *trial, const struct tally *tally, const struct tally *all)
{
	trial->cases = tally->wrong;
	trial->hits = tally->too_much;
	trial->amount_minor = tally->amount_minor;
	trial->others_cases = all->wrong - tally->wrong;
	trial->others_hits = all->too_much - tally->too_much;
	sabot_chance_interval(trial->hits, trial->cases, &trial->low, &trial->high);
	trial->is_tried = trial->cases >= PAYOUTS_LEAST;
	if (!trial->is_tried)
		return;
	trial->p =
		trial->others_cases >= OTHERS_LEAST
			? sabot_chance_fisher(trial->hits, trial->cases, all->too_much, all->wrong)
			: sabot_chance_sign(trial->hits, trial->cases);
}

static void
try_payouts(GPtrArray *trials, struct tallies *tallies, enum sabot_trial_unit unit)
{
	g_autoptr(GList) names =
		g_list_sort(g_hash_table_get_keys(tallies->by_name), (GCompareFunc)strcmp);

	for (const GList *at = names; at != NULL; at = at->next) {
		struct sabot_trial *trial =
			sabot_protection_trial(trials, SABOT_TRIAL_PAYOUTS, unit);

		name_unit(trial, at->data);
		try_payout(trial, tally_of(tallies, at->data), &tallies->all);
	}
	g_hash_table_unref(tallies->by_name);
}

/* A payment that is missing goes one way only and is no part of this. */
void
sabot_protection_add_payouts(GPtrArray *trials, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;
	struct tallies tables, dealers, bettors;

	init(&tables);
	init(&dealers);
	init(&bettors);
	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		const struct sabot_sheet *sheet = walk.its_sheet;

		for (uint32_t i = 0; i < round->n_stakes; i++) {
			const struct sabot_sheet_stake *stake =
				&sheet->stakes[round->first_stake + i];
			int64_t difference = stake->paid_minor - stake->due_minor;

			if (!stake->is_paid || stake->is_uncertain || difference == 0)
				continue;
			add_payment(&tables, walk.its_table->name, difference);
			if (!facts->names_people)
				continue;
			add_payment(&dealers, sabot_sheet_word(sheet, round->dealer), difference);
			if (stake->bettor != 0)
				add_payment(&bettors, sabot_sheet_word(sheet, stake->bettor),
					    difference);
		}
	}
	try_payouts(trials, &tables, SABOT_TRIAL_TABLE);
	try_payouts(trials, &dealers, SABOT_TRIAL_DEALER);
	try_payouts(trials, &bettors, SABOT_TRIAL_BETTOR);
}
