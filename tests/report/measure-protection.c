/*
 * The figures of docs/reports.md: after how many rounds a cheat is named in four periods of five,
 * by how much he cheats, and how often a year of an honest house names somebody.
 */
#include "protection-maker.h"
#include "report/kinds/protection-try.h"

#include <stdio.h>
#include <string.h>

enum { PERIODS = 40, ENOUGH = PERIODS * 4 / 5, MONTHS = 12, YEARS = 40, MONTH_LOADS = 30 };

static const int lengths[] = {3, 5, 10, 20, 30, 60, 120, 240};

struct cheat {
	const char *words;
	enum protection_plant plant;
	struct sabot_trial trial;
	double rates[3];
	double share; /* of a table's rounds that are his: a dealer's are one of eight of all six */
};

static const struct cheat cheats[] = {
	{"a counter's high bet, units",
	 PROTECTION_COUNTER,
	 {.kind = SABOT_TRIAL_COUNT, .unit = SABOT_TRIAL_SEAT, .table = (char *)"T5", .box = 2},
	 {8, 4, 2},
	 1},
	{"a dealer always errs in the players' favour, of his stakes",
	 PROTECTION_GENEROUS_DEALER,
	 {.kind = SABOT_TRIAL_PAYOUTS, .unit = SABOT_TRIAL_DEALER, .who = (char *)"p3"},
	 {0.02, 0.01, 0.005},
	 6.0 / 8},
	{"a dealer errs in the favour of a friend, of his stakes",
	 PROTECTION_FRIEND,
	 {.kind = SABOT_TRIAL_PAYOUTS, .unit = SABOT_TRIAL_BETTOR, .who = (char *)"friend"},
	 {0.05, 0.03, 0.02},
	 6.0 / 8},
	{"a table takes bets late, of its rounds",
	 PROTECTION_LATE_TABLE,
	 {.kind = SABOT_TRIAL_LATE_BETS, .unit = SABOT_TRIAL_TABLE, .table = (char *)"T2"},
	 {0.06, 0.03, 0.02},
	 1},
	{"a past-poster within the clock, of his rounds",
	 PROTECTION_PAST_POSTER,
	 {.kind = SABOT_TRIAL_LAST_MOMENT,
	  .unit = SABOT_TRIAL_SEAT,
	  .table = (char *)"T1",
	  .box = 2},
	 {0.1, 0.05, 0.02},
	 1},
	{"a false shuffle of one load, cards kept together",
	 PROTECTION_FALSE_SHUFFLE,
	 {.kind = SABOT_TRIAL_SHUFFLE, .unit = SABOT_TRIAL_TABLE, .table = (char *)"T3"},
	 {8, 7, 6},
	 1},
	{"a dealer errs, of his rounds",
	 PROTECTION_ERRING_DEALER,
	 {.kind = SABOT_TRIAL_ERRORS, .unit = SABOT_TRIAL_DEALER, .who = (char *)"p5"},
	 {0.08, 0.04, 0.03},
	 6.0 / 8},
};

static bool
is_of(const struct sabot_trial *trial, const struct sabot_trial *wanted)
{
	return trial->kind == wanted->kind && trial->unit == wanted->unit &&
	       trial->box == wanted->box && g_strcmp0(trial->table, wanted->table) == 0 &&
	       g_strcmp0(trial->who, wanted->who) == 0;
}

/* Whether the period names `wanted`, or anything where that is NULL. */
static bool
names(guint32 seed, const struct protection_plan *plan, const struct sabot_trial *wanted)
{
	struct sabot_facts *facts = protection_make(seed, plan);
	g_autoptr(GPtrArray) trials = sabot_protection_try(facts);
	bool is_named = false;

	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		is_named |= trial->is_found && (wanted == NULL || is_of(trial, wanted));
	}
	sabot_facts_free(facts);
	return is_named;
}

/* How many of the periods of this length name the cheat. */
static int
count_found(const struct cheat *cheat, double rate, int n_loads)
{
	const struct protection_plan plan = {cheat->plant, rate, n_loads, true};
	int n_found = 0;

	for (guint32 seed = 0; seed < PERIODS; seed++)
		n_found += names(seed, &plan, &cheat->trial);
	return n_found;
}

static void
measure(const struct cheat *cheat, double rate)
{
	int n_found = 0;
	gsize i;

	for (i = 0; i < G_N_ELEMENTS(lengths); i++) {
		n_found = count_found(cheat, rate, lengths[i]);
		if (n_found >= ENOUGH)
			break;
	}
	if (i < G_N_ELEMENTS(lengths))
		printf("%s %g: %d of %d periods after %.0f of his rounds (%d loads a table)\n",
		       cheat->words, rate, n_found, (int)PERIODS,
		       lengths[i] * PROTECTION_ROUNDS * cheat->share, lengths[i]);
	else
		printf("%s %g: %d of %d periods after %.0f of his rounds, and no sooner\n",
		       cheat->words, rate, n_found, (int)PERIODS,
		       lengths[i - 1] * PROTECTION_ROUNDS * cheat->share);
	fflush(stdout);
}

int
main(void)
{
	const struct protection_plan month = {PROTECTION_NOTHING, 0, MONTH_LOADS, true};
	int n_named = 0;

	for (gsize i = 0; i < G_N_ELEMENTS(cheats); i++)
		for (gsize j = 0; j < G_N_ELEMENTS(cheats[i].rates); j++)
			measure(&cheats[i], cheats[i].rates[j]);
	for (guint32 seed = 0; seed < MONTHS * YEARS; seed++)
		n_named += names(1000 + seed, &month, NULL);
	printf("an honest year of %d monthly reports: %.2f of them name somebody (%d of %d)\n",
	       (int)MONTHS, (double)n_named / YEARS, n_named, MONTHS * YEARS);
	return 0;
}
