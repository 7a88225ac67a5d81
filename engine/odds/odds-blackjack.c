/*
 * The dealer's hand goes over the ten values; side bets go over pairs of the 52 cards, in no order.
 */
#include "odds-blackjack.h"

#include "engine/games/blackjack.h"
#include "engine/rules/side-bets.h"

#include <string.h>

enum {
	VALUES = 10,
	DRAWS_MAX = 13, /* six aces, a six, aces again; what 128 bits hold for 8 decks */
};

struct walk {
	struct sabot_rules rules;
	struct sabot_round *round;
	unsigned left[VALUES + 1];
	unsigned n_left;
	int longest;
	bool failed;
	sabot_wide counts[DRAWS_MAX + 1][SABOT_DEALER_FINALS]; /* by number of cards drawn */
};

const char *
sabot_dealer_final_to_string(enum sabot_dealer_final final)
{
	static const char *const words[] = {
		[SABOT_DEALER_17] = "17",     [SABOT_DEALER_18] = "18",
		[SABOT_DEALER_19] = "19",     [SABOT_DEALER_20] = "20",
		[SABOT_DEALER_21] = "21",     [SABOT_DEALER_BLACKJACK] = "blackjack",
		[SABOT_DEALER_BUST] = "bust",
	};

	return words[final];
}

static void
lay_dealer(struct sabot_round *round, struct sabot_card card)
{
	sabot_round_place_card(round, sabot_round_add_card(round, card, -1, 0), SABOT_OWNER_DEALER,
			       0, 0);
}

static void
add_final(struct walk *walk, int drawn, sabot_wide ways)
{
	struct sabot_total total = sabot_blackjack_dealer_total(walk->round);
	enum sabot_dealer_final final = SABOT_DEALER_BUST;

	if (total.is_blackjack)
		final = SABOT_DEALER_BLACKJACK;
	else if (total.total >= 17 && total.total <= 21)
		final = (enum sabot_dealer_final)(total.total - 17);
	else if (total.total < 17)
		walk->failed = true;
	walk->counts[drawn][final] += ways;
	if (drawn > walk->longest)
		walk->longest = drawn;
}

static void
draw(struct walk *walk, int drawn, sabot_wide ways)
{
	struct sabot_round *round = walk->round;

	if (!sabot_blackjack_dealer_draws(&walk->rules, round)) {
		add_final(walk, drawn, ways);
		return;
	}
	if (drawn == DRAWS_MAX) {
		walk->failed = true;
		return;
	}
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_TEN && !walk->failed; rank++) {
		unsigned copies = walk->left[rank];
		if (copies == 0)
			continue;
		lay_dealer(round, (struct sabot_card){rank, SABOT_SPADES});
		walk->left[rank]--;
		draw(walk, drawn + 1, ways * copies);
		walk->left[rank]++;
		sabot_round_drop_card(round);
	}
}

/* Make shorter hands count as often as the cards after them can lie. */
static void
sum_up(const struct walk *walk, struct sabot_dealer_odds *odds)
{
	sabot_wide after = 1;

	memset(odds, 0, sizeof(*odds));
	for (int drawn = walk->longest; drawn >= 0; drawn--) {
		for (int final = 0; final < SABOT_DEALER_FINALS; final++)
			odds->finals[final] += walk->counts[drawn][final] * after;
		if (drawn > 0)
			after *= walk->n_left - (unsigned)(drawn - 1);
	}
	odds->total = after;
}

bool
sabot_dealer_odds_count(const struct sabot_rules *rules, struct sabot_round *scratch,
			uint8_t up_rank, struct sabot_dealer_odds *ret_odds)
{
	struct walk walk = {.rules = *rules, .round = scratch};

	if (rules->game != SABOT_BLACKJACK || rules->decks < 1 || rules->decks > SABOT_DECKS_MAX ||
	    up_rank < SABOT_ACE || up_rank > SABOT_TEN)
		return false;
	/* No box is needed then: the rule itself, against a hand that is not beaten yet. */
	walk.rules.dealer_draws_dead = true;
	walk.rules.dealer_stops_when_ahead = false;
	for (int rank = SABOT_ACE; rank <= SABOT_TEN; rank++)
		walk.left[rank] =
			(unsigned)(rules->decks * SABOT_SUITS * (rank == SABOT_TEN ? 4 : 1));
	walk.left[up_rank]--;
	walk.n_left = (unsigned)(rules->decks * SABOT_DECK_CARDS) - 1;
	sabot_round_init(scratch, 1, 1);
	lay_dealer(scratch, (struct sabot_card){up_rank, SABOT_SPADES});
	draw(&walk, 0, 1);
	if (walk.failed)
		return false;
	sum_up(&walk, ret_odds);
	return true;
}

bool
sabot_insurance_odds(const struct sabot_rules *rules, struct sabot_round *scratch,
		     struct sabot_bet_odds *ret_odds)
{
	struct sabot_bet_odds odds = {.bet = SABOT_BET_INSURANCE};
	struct sabot_dealer_odds dealer;

	if (rules->insurance == SABOT_INSURE_NONE ||
	    !sabot_dealer_odds_count(rules, scratch, SABOT_ACE, &dealer))
		return false;
	odds.unit_minor = sabot_odds_unit(rules, SABOT_BET_INSURANCE);
	int64_t won = odds.unit_minor / rules->insurance_pays.per * rules->insurance_pays.pays;
	sabot_wide blackjacks = dealer.finals[SABOT_DEALER_BLACKJACK];
	/* In lowest terms: thirteen cards would say no more than the second one. */
	struct sabot_fraction share = sabot_fraction_make(false, blackjacks, dealer.total);
	sabot_bet_odds_add(&odds, won, NULL, share.top);
	sabot_bet_odds_add(&odds, -odds.unit_minor, NULL, share.bottom - share.top);
	sabot_bet_odds_finish(&odds);
	*ret_odds = odds;
	return true;
}

struct pairs {
	const struct sabot_rules *rules;
	struct sabot_rules marked; /* outcome n pays n + 1 to 1, which identifies it */
	enum sabot_bet bet;
	unsigned left[SABOT_DECK_CARDS]; /* copies of each card */
	sabot_wide lost;
	sabot_wide outcomes[SABOT_SIDE_BET_OUTCOMES];
};

static struct sabot_card
nth_card(int n)
{
	return (struct sabot_card){(uint8_t)(n / SABOT_SUITS + SABOT_ACE),
				   (uint8_t)(n % SABOT_SUITS + SABOT_SPADES)};
}

/* Both orders of two cards. */
static uint64_t
count_pair(const struct pairs *pairs, int a, int b)
{
	return a == b ? (uint64_t)pairs->left[a] * (pairs->left[a] - 1)
		      : 2 * (uint64_t)pairs->left[a] * pairs->left[b];
}

static void
count_players(struct pairs *pairs, struct sabot_side_bet_cards *cards, uint64_t bank_ways)
{
	for (int a = 0; a < SABOT_DECK_CARDS; a++) {
		for (int b = a; pairs->left[a] > 0 && b < SABOT_DECK_CARDS; b++) {
			uint64_t ways = count_pair(pairs, a, b) * bank_ways;
			if (ways == 0)
				continue;
			cards->player[0] = nth_card(a);
			cards->player[1] = nth_card(b);
			int mark = sabot_side_bet_pays(&pairs->marked, pairs->bet, cards).pays;
			if (mark > 0)
				pairs->outcomes[mark - 1] += ways;
			else
				pairs->lost += ways;
		}
	}
}

static void
count_banks(struct pairs *pairs, struct sabot_round *round)
{
	for (int a = 0; a < SABOT_DECK_CARDS; a++) {
		for (int b = a; b < SABOT_DECK_CARDS; b++) {
			struct sabot_side_bet_cards cards = {.bank = {nth_card(a), nth_card(b)}};
			uint64_t ways = count_pair(pairs, a, b);
			if (ways == 0)
				continue;
			sabot_round_init(round, 1, 1);
			lay_dealer(round, cards.bank[0]);
			lay_dealer(round, cards.bank[1]);
			cards.bank_blackjack = sabot_blackjack_dealer_total(round).is_blackjack;
			pairs->left[a]--;
			pairs->left[b]--;
			count_players(pairs, &cards, ways);
			pairs->left[a]++;
			pairs->left[b]++;
		}
	}
}

static void
mark_outcomes(struct pairs *pairs)
{
	struct sabot_ratio *ratios = pairs->marked.side_bets[pairs->bet];

	for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++)
		if (ratios[i].pays > 0)
			ratios[i] = (struct sabot_ratio){i + 1, 1};
}

bool
sabot_side_bet_odds(const struct sabot_rules *rules, enum sabot_bet bet,
		    struct sabot_round *scratch, struct sabot_bet_odds *ret_odds)
{
	struct sabot_bet_odds odds = {.bet = bet, .unit_minor = sabot_odds_unit(rules, bet)};
	struct pairs pairs = {.rules = rules, .marked = *rules, .bet = bet};

	if (rules->game != SABOT_BLACKJACK || sabot_side_bet_outcome_name(bet, 0) == NULL ||
	    !sabot_rules_offer_bet(rules, bet))
		return false;
	mark_outcomes(&pairs);
	for (int i = 0; i < SABOT_DECK_CARDS; i++)
		pairs.left[i] = (unsigned)rules->decks;
	count_banks(&pairs, scratch);
	for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++) {
		struct sabot_ratio ratio = rules->side_bets[bet][i];
		if (ratio.pays > 0)
			sabot_bet_odds_add(&odds, odds.unit_minor / ratio.per * ratio.pays,
					   sabot_side_bet_outcome_name(bet, i), pairs.outcomes[i]);
	}
	sabot_bet_odds_add(&odds, -odds.unit_minor, NULL, pairs.lost);
	sabot_bet_odds_finish(&odds);
	*ret_odds = odds;
	return true;
}
