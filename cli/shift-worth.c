/*
 * Sums over all coups of a full load, in fixed point of billionths: a covariance is the mean of the
 * product less the product of the means.
 */
#include "cli/shift-worth.h"

#include "engine/odds-punto-banco.h"

#include <string.h>

enum { PPB = 1000000000, PPB_OF_PPM = 1000 };

__extension__ typedef __int128 wide;

struct worth {
	const struct sabot_rules *rules;
	struct sabot_coup_odds *odds;
	struct sabot_round *scratch;
	int n;
	enum sabot_bet bets[SABOT_BETS];
	int64_t *nets_ppb; /* per unit, class by class, each with all bets */
};

/* What was counted of some rules. */
struct counted {
	struct sabot_rules rules;
	int n;
	struct sabot_bet_worth bets[SABOT_BETS];
	int64_t covariance_ppm[SABOT_BETS * SABOT_BETS];
};

struct shift_worth_book {
	GPtrArray *counted; /* of struct counted */
};

struct shift_worth_book *
shift_worth_book_new(void)
{
	struct shift_worth_book *book = g_new0(struct shift_worth_book, 1);

	book->counted = g_ptr_array_new_with_free_func(g_free);
	return book;
}

void
shift_worth_book_free(struct shift_worth_book *book)
{
	if (!book)
		return;
	g_ptr_array_unref(book->counted);
	g_free(book);
}

static int64_t
divide_rounded(wide number, wide by)
{
	return (int64_t)((number + (number < 0 ? -by : by) / 2) / by);
}

static void
find_nets(struct worth *worth)
{
	for (int i = 0; i < SABOT_COUP_CLASSES; i++) {
		for (int j = 0; j < worth->n && worth->odds->classes[i].count > 0; j++) {
			int64_t unit = sabot_odds_unit(worth->rules, worth->bets[j]);
			int64_t net =
				sabot_coup_odds_net(worth->rules, &worth->odds->classes[i].coup,
						    worth->bets[j], worth->scratch);

			worth->nets_ppb[i * worth->n + j] = divide_rounded((wide)net * PPB, unit);
		}
	}
}

/* The mean of a bet, or of the product of two (`b` not -1), in billionths. */
static int64_t
mean_of(const struct worth *worth, int a, int b)
{
	wide sum = 0;

	for (int i = 0; i < SABOT_COUP_CLASSES; i++) {
		wide net = worth->nets_ppb[i * worth->n + a];

		if (b >= 0)
			net = net * worth->nets_ppb[i * worth->n + b] / PPB;
		sum += net * (wide)worth->odds->classes[i].count;
	}
	return divide_rounded(sum, (wide)worth->odds->total);
}

static void
fill_in(struct worth *worth, struct counted *counted)
{
	int64_t means[SABOT_BETS];

	find_nets(worth);
	counted->n = worth->n;
	for (int i = 0; i < worth->n; i++) {
		means[i] = mean_of(worth, i, -1);
		counted->bets[i] =
			(struct sabot_bet_worth){sabot_bet_to_string(worth->bets[i]), -means[i]};
	}
	for (int i = 0; i < worth->n; i++) {
		for (int j = 0; j < worth->n; j++) {
			wide product = (wide)means[i] * means[j] / PPB;

			counted->covariance_ppm[i * worth->n + j] =
				divide_rounded(mean_of(worth, i, j) - product, PPB_OF_PPM);
		}
	}
}

/* False for rules that cannot be counted. */
static bool
count(const struct sabot_rules *rules, struct counted *counted)
{
	struct worth worth = {.rules = rules};
	bool is_counted;

	for (int bet = 0; bet < SABOT_BETS; bet++)
		if (sabot_rules_offer_bet(rules, (enum sabot_bet)bet))
			worth.bets[worth.n++] = (enum sabot_bet)bet;
	worth.odds = g_new0(struct sabot_coup_odds, 1);
	worth.scratch = g_new0(struct sabot_round, 1);
	worth.nets_ppb = g_new0(int64_t, (size_t)worth.n * SABOT_COUP_CLASSES);
	is_counted = sabot_coup_odds_count(rules, worth.scratch, worth.odds);
	if (is_counted)
		fill_in(&worth, counted);
	g_free(worth.odds);
	g_free(worth.scratch);
	g_free(worth.nets_ppb);
	return is_counted;
}

/* Borrowed; NULL: it was not counted yet. */
static struct counted *
find(const struct shift_worth_book *book, const struct sabot_rules *rules)
{
	for (guint i = 0; i < book->counted->len; i++) {
		struct counted *counted = g_ptr_array_index(book->counted, i);

		if (memcmp(&counted->rules, rules, sizeof *rules) == 0)
			return counted;
	}
	return NULL;
}

struct sabot_expectation *
shift_worth_get(struct shift_worth_book *book, const struct sabot_rules *rules)
{
	struct counted *counted = find(book, rules);

	if (rules->game != SABOT_PUNTO_BANCO)
		return NULL;
	if (!counted) {
		counted = g_new0(struct counted, 1);
		memcpy(&counted->rules, rules, sizeof *rules);
		if (!count(rules, counted)) {
			g_free(counted);
			return NULL;
		}
		g_ptr_array_add(book->counted, counted);
	}
	return sabot_expectation_new(counted->bets, counted->n, counted->covariance_ppm);
}
