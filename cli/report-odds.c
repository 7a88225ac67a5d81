/*
 * What a bet is worth: the engine's exact odds (docs/odds.md) as a share and a variance, counted
 * once for each set of rules. Main bets of blackjack hang on how they are played: those are
 * simulated. Either takes a while, and is kept with the sheets.
 */
#include "cli/report-gather.h"
#include "cli/worth-blackjack.h"
#include "cli/worth-kept.h"

#include "engine/odds-blackjack.h"
#include "engine/odds-punto-banco.h"

struct table {
	bool is_counted[SABOT_BETS];
	struct sabot_facts_odds bets[SABOT_BETS];
	struct sabot_rules rules;
	bool has_coups;
	struct sabot_coup_odds *coups; /* NULL: not punto banco, or not counted yet */
	struct sabot_round *scratch;
};

struct book {
	const char *profiles;
	char *kept;         /* where what was counted is; NULL: nowhere */
	GHashTable *tables; /* "RULES\nOVERRIDES" → struct table */
};

static void
free_table(gpointer data)
{
	struct table *table = data;

	g_free(table->coups);
	g_free(table->scratch);
	g_free(table);
}

static void
free_book(gpointer data)
{
	struct book *book = data;

	g_hash_table_unref(book->tables);
	g_free(book->kept);
	g_free(book);
}

/* NULL where the profile is not there any more. */
static struct table *
table_new(const struct book *book, const struct sabot_sheet *sheet)
{
	struct table *table = g_new0(struct table, 1);

	table->scratch = g_new0(struct sabot_round, 1);
	if (!report_gather_rules(sheet->rules, book->profiles, sheet->overrides, &table->rules,
				 NULL)) {
		free_table(table);
		return NULL;
	}
	return table;
}

/* Counted when it is first asked for. */
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

static struct sabot_facts_odds
look_up(const struct sabot_sheet *sheet, enum sabot_bet bet, gpointer data)
{
	static const struct sabot_facts_odds unknown;
	struct book *book = data;
	g_autofree char *key = g_strconcat(sheet->rules, "\n", sheet->overrides, NULL);
	struct table *table = g_hash_table_lookup(book->tables, key);

	if (table == NULL) {
		table = table_new(book, sheet);
		if (table == NULL)
			return unknown;
		g_hash_table_insert(book->tables, g_steal_pointer(&key), table);
	}
	if (!table->is_counted[bet] &&
	    !worth_kept_read(book->kept, &table->rules, bet, &table->bets[bet])) {
		table->bets[bet] = count_bet(table, bet);
		worth_kept_write(book->kept, &table->rules, bet, &table->bets[bet]);
	}
	table->is_counted[bet] = true;
	return table->bets[bet];
}

void
report_odds_attach(struct sabot_facts *facts, const char *profiles, const char *kept)
{
	struct book *book = g_new0(struct book, 1);

	book->profiles = profiles;
	book->kept = g_strdup(kept);
	book->tables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_table);
	facts->odds = look_up;
	facts->odds_data = book;
	facts->odds_free = free_book;
}
