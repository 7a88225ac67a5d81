/* Values for each set of rules used so far: see bet-worth.h. */
#include "bet-worth.h"

#include "simulate/worth-blackjack.h"
#include "worth-kept.h"

#include "engine/odds/odds-blackjack.h"
#include "engine/odds/odds-punto-banco.h"

#include <string.h>

struct table {
	bool is_counted[SABOT_BETS];
	struct sabot_facts_odds bets[SABOT_BETS];
	struct sabot_rules rules;
	bool has_coups;
	struct sabot_coup_odds *coups; /* NULL: not punto banco, or not counted yet */
	struct sabot_round *scratch;
};

struct bet_worths {
	char *kept;        /* where what was counted is; NULL: nowhere */
	GPtrArray *tables; /* of struct table */
};

static void
free_table(gpointer data)
{
	struct table *table = data;

	g_free(table->coups);
	g_free(table->scratch);
	g_free(table);
}

struct bet_worths *
bet_worths_new(const char *kept)
{
	struct bet_worths *worths = g_new0(struct bet_worths, 1);

	worths->kept = g_strdup(kept);
	worths->tables = g_ptr_array_new_with_free_func(free_table);
	return worths;
}

void
bet_worths_free(struct bet_worths *worths)
{
	if (worths == NULL)
		return;
	g_ptr_array_unref(worths->tables);
	g_free(worths->kept);
	g_free(worths);
}

/* Counted on first use. */
static bool
count_coup_bet(struct table *table, enum sabot_bet bet, struct sabot_bet_odds *ret_odds)
{
	if (!table->has_coups) {
		table->coups = g_new0(struct sabot_coup_odds, 1);
		if (!sabot_coup_odds_count(&table->rules, table->scratch, table->coups))
			g_clear_pointer(&table->coups, g_free);
	}
	table->has_coups = true;
	return table->coups != NULL &&
	       sabot_coup_odds_bet(&table->rules, table->coups, bet, table->scratch, ret_odds);
}

static struct sabot_facts_odds
worth_of(const struct sabot_bet_odds *odds)
{
	struct sabot_facts_odds worth = {.is_known = true};
	double mean = 0, square = 0;

	for (int i = 0; i < odds->n_outcomes; i++) {
		double share = (double)odds->outcomes[i].count / (double)odds->total;
		double net = (double)odds->outcomes[i].net_minor / (double)odds->unit_minor;

		mean += share * net;
		square += share * net * net;
	}
	worth.edge = -mean;
	worth.variance = worth.covariance = square - mean * mean;
	return worth;
}

static struct sabot_facts_odds
simulate_main(const struct sabot_rules *rules)
{
	static const struct sabot_facts_odds unknown;
	struct blackjack_worth worth;

	if (!blackjack_worth_simulate(rules, &worth))
		return unknown;
	return (struct sabot_facts_odds){
		.is_known = true,
		.edge = worth.edge,
		.variance = worth.variance,
		.covariance = worth.covariance,
		.error = worth.error,
		.rounds = worth.rounds,
	};
}

/* Side bets on a box's own cards win or lose each for itself. */
static bool
is_of_one_box(enum sabot_bet bet)
{
	return bet != SABOT_BET_INSURANCE;
}

static struct sabot_facts_odds
count_bet(struct table *table, enum sabot_bet bet)
{
	static const struct sabot_facts_odds unknown;
	struct sabot_facts_odds worth;
	struct sabot_bet_odds odds = {0};
	bool is_counted;

	if (table->rules.game == SABOT_BLACKJACK && bet == SABOT_BET_MAIN)
		return simulate_main(&table->rules);
	if (table->rules.game == SABOT_PUNTO_BANCO)
		is_counted = count_coup_bet(table, bet, &odds);
	else if (bet == SABOT_BET_INSURANCE)
		is_counted = sabot_insurance_odds(&table->rules, table->scratch, &odds);
	else
		is_counted = sabot_side_bet_odds(&table->rules, bet, table->scratch, &odds);
	worth = is_counted ? worth_of(&odds) : unknown;
	if (table->rules.game == SABOT_BLACKJACK && is_of_one_box(bet))
		worth.covariance = 0;
	return worth;
}

/* The rules' own, begun when they are first asked about. Borrowed. */
static struct table *
find_table(struct bet_worths *worths, const struct sabot_rules *rules)
{
	struct table *table;

	for (guint i = 0; i < worths->tables->len; i++) {
		table = g_ptr_array_index(worths->tables, i);
		if (memcmp(&table->rules, rules, sizeof(*rules)) == 0)
			return table;
	}
	table = g_new0(struct table, 1);
	memcpy(&table->rules, rules, sizeof(*rules));
	table->scratch = g_new0(struct sabot_round, 1);
	g_ptr_array_add(worths->tables, table);
	return table;
}

struct sabot_facts_odds
bet_worths_get(struct bet_worths *worths, const struct sabot_rules *rules, enum sabot_bet bet)
{
	struct table *table = find_table(worths, rules);

	if (!table->is_counted[bet] &&
	    !worth_kept_read(worths->kept, rules, bet, &table->bets[bet])) {
		table->bets[bet] = count_bet(table, bet);
		worth_kept_write(worths->kept, rules, bet, &table->bets[bet]);
	}
	table->is_counted[bet] = true;
	return table->bets[bet];
}
