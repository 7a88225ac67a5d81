/*
 * For punto banco sums over all coups of a full load, in fixed point of billionths: a covariance is
 * the mean of the product less the product of the means.
 */
#include "shift-worth.h"

#include "bet-worth.h"
#include "engine/odds/odds-punto-banco.h"

#include <math.h>
#include <string.h>

enum { PPB = 1000000000, PPM = 1000000, PPB_OF_PPM = 1000 };

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
	int64_t of_a_box_ppm[SABOT_BETS * SABOT_BETS], of_boxes_ppm[SABOT_BETS * SABOT_BETS];
};

struct shift_worth_book {
	GPtrArray *counted; /* of struct counted */
	struct bet_worths *worths;
};

struct shift_worth_book *
shift_worth_book_new(const char *kept)
{
	struct shift_worth_book *book = g_new0(struct shift_worth_book, 1);

	book->counted = g_ptr_array_new_with_free_func(g_free);
	book->worths = bet_worths_new(kept);
	return book;
}

void
shift_worth_book_free(struct shift_worth_book *book)
{
	if (!book)
		return;
	g_ptr_array_unref(book->counted);
	bet_worths_free(book->worths);
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
			(struct sabot_bet_worth){sabot_bet_to_string(worth->bets[i]), -means[i], 0};
	}
	for (int i = 0; i < worth->n; i++) {
		for (int j = 0; j < worth->n; j++) {
			wide product = (wide)means[i] * means[j] / PPB;

			counted->of_a_box_ppm[i * worth->n + j] =
				divide_rounded(mean_of(worth, i, j) - product, PPB_OF_PPM);
		}
	}
	/* All boxes bet on the same two hands. */
	memcpy(counted->of_boxes_ppm, counted->of_a_box_ppm, sizeof(counted->of_boxes_ppm));
}

/* False for rules that cannot be counted. */
static bool
count_coups(const struct sabot_rules *rules, struct counted *counted)
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

/* Bets of different kinds are taken to win and lose each for itself, as reports have it. */
static bool
count_box_bets(struct bet_worths *worths, const struct sabot_rules *rules, struct counted *counted)
{
	struct sabot_facts_odds known[SABOT_BETS];
	int n = 0;

	for (int bet = 0; bet < SABOT_BETS; bet++) {
		if (bet != SABOT_BET_INSURANCE &&
		    !sabot_rules_offer_bet(rules, (enum sabot_bet)bet))
			continue;
		known[n] = bet_worths_get(worths, rules, (enum sabot_bet)bet);
		if (!known[n].is_known)
			continue;
		counted->bets[n] =
			(struct sabot_bet_worth){sabot_bet_to_string((enum sabot_bet)bet),
						 llround(known[n].edge * PPB),
						 llround(known[n].error * PPB)};
		n++;
	}
	for (int i = 0; i < n; i++) {
		counted->of_a_box_ppm[i * n + i] = llround(known[i].variance * PPM);
		counted->of_boxes_ppm[i * n + i] = llround(known[i].covariance * PPM);
	}
	counted->n = n;
	return n > 0;
}

static bool
count(struct shift_worth_book *book, const struct sabot_rules *rules, struct counted *counted)
{
	return rules->game == SABOT_PUNTO_BANCO ? count_coups(rules, counted)
						: count_box_bets(book->worths, rules, counted);
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
	struct sabot_bet_covariances covariances;

	if (!counted) {
		counted = g_new0(struct counted, 1);
		memcpy(&counted->rules, rules, sizeof *rules);
		if (!count(book, rules, counted)) {
			g_free(counted);
			return NULL;
		}
		g_ptr_array_add(book->counted, counted);
	}
	covariances = (struct sabot_bet_covariances){counted->of_a_box_ppm, counted->of_boxes_ppm};
	return sabot_expectation_new(counted->bets, counted->n, &covariances);
}
