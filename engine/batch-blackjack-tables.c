/*
 * The tables of the blackjack batch, by asking. A state is a pile of cards: its number of cards,
 * its sum and whether an ace is among them; one state is over 21. A state's pile is laid before the
 * rules, as a player's or as the dealer's, and what they say is written down.
 */
#include "batch-blackjack-tables.h"

#include "blackjack-dealer.h"

#include <string.h>

enum {
	BOX = 1,
	LONG = SABOT_BATCH_LONG,
	HAND_CARDS_MAX = 8,
	VALUE_MAX = 10,
	EMPTY = 0,
	SMALL_VALUE = 5, /* of a dealer's card that allows nothing and forbids nothing */
};

struct asker {
	struct sabot_blackjack_batch *batch;
	const struct sabot_rules *rules;
	struct sabot_round *round; /* one box, its deal complete */
	int64_t stake_minor;
	int n_states, n_kinds;
	bool is_due_known[SABOT_BATCH_OUTCOMES];
	struct sabot_pile piles[SABOT_BATCH_STATES]; /* by state */
};

static struct sabot_pile *
dealer_of(struct asker *asker)
{
	return &asker->round->piles[SABOT_OWNER_DEALER];
}

static struct sabot_hand *
hand_of(struct asker *asker)
{
	return &asker->round->boxes[BOX].hands[0];
}

/* The pile with one card more. */
static struct sabot_pile
extend(struct asker *asker, struct sabot_pile pile, int value)
{
	struct sabot_card card = {.rank = (uint8_t)value, .suit = SABOT_SPADES};

	asker->round->n_cards = 0;
	*dealer_of(asker) = pile;
	sabot_round_place_card(asker->round, sabot_round_add_card(asker->round, card, -1),
			       SABOT_OWNER_DEALER, 0, 0);
	return *dealer_of(asker);
}

static bool
is_same(const struct sabot_pile *a, const struct sabot_pile *b)
{
	bool over = sabot_blackjack_pile_total(a).total > 21;

	if (over || sabot_blackjack_pile_total(b).total > 21)
		return over && sabot_blackjack_pile_total(b).total > 21;
	return a->n_cards == b->n_cards && a->sum == b->sum && a->has_ace == b->has_ace;
}

/* The state of such a pile, a new one if need be. */
static int
state_of(struct asker *asker, const struct sabot_pile *pile)
{
	int state = 0;

	if (pile->n_cards > HAND_CARDS_MAX)
		return LONG;
	while (state < asker->n_states && !is_same(&asker->piles[state], pile))
		state++;
	if (state == asker->n_states && state < LONG)
		asker->piles[asker->n_states++] = *pile;
	return state;
}

static int
index_of(int state, int value)
{
	return state * SABOT_BATCH_VALUES + value;
}

/*
 * Each state is entered by the cards that lead to it. Those of one card come first, so the state of
 * one card is its value.
 */
static void
find_states(struct asker *asker)
{
	uint8_t *after = asker->batch->after;

	memset(after, LONG, sizeof(asker->batch->after));
	asker->n_states = 1;
	for (int state = 0; state < asker->n_states; state++) {
		after[index_of(state, 0)] = (uint8_t)state;
		if (sabot_blackjack_pile_total(&asker->piles[state]).total > 21)
			continue;
		for (int value = 1; value <= VALUE_MAX; value++) {
			struct sabot_pile pile = extend(asker, asker->piles[state], value);
			after[index_of(state, value)] = (uint8_t)state_of(asker, &pile);
		}
	}
}

/* A box to which was dealt, nothing decided yet. */
static void
begin_round(struct asker *asker)
{
	struct sabot_round *round = asker->round;

	sabot_round_init(round, 1, 1);
	int bettor = sabot_round_find_bettor(round, BOX, NULL, true);
	round->boxes[BOX].bettors[bettor].stakes_minor[SABOT_BET_MAIN] = asker->stake_minor;
	round->boxes[BOX].bets = UINT32_C(1) << SABOT_BET_MAIN;
	sabot_round_seat_box(round, BOX);
	round->bets_closed = round->insurance_over = true;
	round->n_dealt = 3 + asker->rules->hole;
}

/* A dealer's hand that says nothing: his deal, of small cards. */
static void
lay_small_dealer(struct asker *asker)
{
	int state = SMALL_VALUE;

	if (asker->rules->hole)
		state = asker->batch->after[index_of(state, SMALL_VALUE)];
	*dealer_of(asker) = asker->piles[state];
}

enum sabot_action
sabot_batch_choose(struct sabot_total total, bool may_double, int up_value)
{
	bool is_strong = up_value == SABOT_ACE || up_value >= 7;

	if (may_double && (total.total == 10 || total.total == 11))
		return SABOT_ACTION_DOUBLE;
	if (total.soft ? total.total >= 18 : total.total >= (is_strong ? 17 : 13))
		return SABOT_ACTION_STAND;
	return SABOT_ACTION_HIT;
}

static bool
may(struct asker *asker, enum sabot_action action)
{
	return sabot_blackjack_refuse_action(asker->rules, asker->round, BOX, 0, action) == NULL;
}

/* What a player can do with the hand of a state. */
static void
ask_player(struct asker *asker, int state)
{
	struct sabot_blackjack_batch *batch = asker->batch;
	const struct sabot_pile *pile = &asker->piles[state];

	hand_of(asker)->pile = *pile;
	bool is_complete = sabot_blackjack_hand_is_complete(asker->rules, asker->round, BOX, 0);
	bool may_double = !is_complete && may(asker, SABOT_ACTION_DOUBLE);
	batch->ends[state] = (uint8_t)(1 << SABOT_BATCH_STOOD | is_complete << SABOT_BATCH_NOTHING |
				       may_double << SABOT_BATCH_DOUBLED);
	for (int value = 1; value <= VALUE_MAX && !is_complete; value++)
		batch->after_hit[index_of(state, value)] = batch->after[index_of(state, value)];
	for (int up = 1; up <= VALUE_MAX && !is_complete; up++)
		batch->wants[state][up] = (uint8_t)sabot_batch_choose(
			sabot_blackjack_pile_total(pile), may_double, up);
}

static void
ask_insurance(struct asker *asker)
{
	asker->round->insurance_over = false;
	for (int up = 1; up <= VALUE_MAX; up++) {
		*dealer_of(asker) = asker->piles[up];
		asker->batch->insures[up] =
			sabot_blackjack_insurance_is_open(asker->rules, asker->round);
	}
	asker->round->insurance_over = true;
}

/* A pair of aces or eights is split where it may be. */
static void
ask_splits(struct asker *asker)
{
	for (int value = 1; value <= 8; value += 7) {
		hand_of(asker)->pile = extend(asker, asker->piles[value], value);
		lay_small_dealer(asker);
		asker->batch->wants_split[value] = may(asker, SABOT_ACTION_SPLIT);
	}
}

/* What is owed on such an outcome must be one sum, else the tables cannot hold it. */
static bool
note_due(struct asker *asker, enum sabot_hand_result result, bool doubled)
{
	uint8_t outcome = sabot_batch_outcome(result, doubled);
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement due;

	hand_of(asker)->doubled = doubled;
	bool is_owed = sabot_settle_next(asker->rules, asker->round, &walk, &due);
	hand_of(asker)->doubled = false;
	if (is_owed && !asker->is_due_known[outcome]) {
		asker->batch->stakes_minor[outcome] = due.stake_minor;
		asker->batch->dues_minor[outcome] = due.due_minor;
		asker->is_due_known[outcome] = true;
	}
	return is_owed && asker->batch->dues_minor[outcome] == due.due_minor;
}

/* Against the hand that lies: how it ends, and whether the dealer draws, for each of his hands. */
static bool
ask_results(struct asker *asker, uint8_t ret_results[SABOT_BATCH_STATES])
{
	memset(ret_results, 0, SABOT_BATCH_STATES);
	for (int state = EMPTY + 1; state < asker->n_states; state++) {
		*dealer_of(asker) = asker->piles[state];
		enum sabot_hand_result result =
			sabot_settle_hand_result(asker->rules, asker->round, BOX, 0);
		bool draws = sabot_blackjack_dealer_draws(asker->rules, asker->round);
		ret_results[state] = (uint8_t)(result | (draws ? SABOT_BATCH_DRAWS : 0U));
		if (!note_due(asker, result, false) || !note_due(asker, result, true))
			return false;
	}
	ret_results[LONG] = SABOT_BATCH_DRAWS;
	return true;
}

static void
sort_into_kinds(struct asker *asker, int state, const uint8_t results[SABOT_BATCH_STATES])
{
	struct sabot_blackjack_batch *batch = asker->batch;
	int kind = 0, hunger = 0;

	while (kind < asker->n_kinds &&
	       memcmp(batch->results[kind], results, SABOT_BATCH_STATES) != 0)
		kind++;
	batch->kinds[state] = (uint8_t)kind;
	if (kind < asker->n_kinds)
		return;
	asker->n_kinds++;
	memcpy(batch->results[kind], results, SABOT_BATCH_STATES);
	for (int dealer = 0; dealer < LONG; dealer++)
		hunger += (results[dealer] & SABOT_BATCH_DRAWS) != 0;
	batch->hunger[kind] = (uint8_t)hunger;
}

/* With several boxes the dealer draws for the hungriest: it must want all that others want. */
static bool
are_kinds_nested(const struct asker *asker)
{
	const struct sabot_blackjack_batch *batch = asker->batch;

	for (int a = 0; a < asker->n_kinds; a++)
		for (int b = 0; b < asker->n_kinds; b++)
			for (int dealer = 0; dealer < LONG && batch->hunger[a] <= batch->hunger[b];
			     dealer++)
				if ((batch->results[a][dealer] & ~batch->results[b][dealer] &
				     SABOT_BATCH_DRAWS) != 0)
					return false;
	return true;
}

/* The rules by which one round is played, wherever in a load it was. */
static struct sabot_rules
rules_of_round(const struct sabot_rules *rules)
{
	struct sabot_rules ret = *rules;

	ret.burn_cards = 0;
	ret.cut_min_cards = 0;
	ret.check_unshuffled_order = false;
	ret.check_repeated_order = false;
	return ret;
}

static bool
ask_hands(struct asker *asker)
{
	uint8_t results[SABOT_BATCH_STATES];

	lay_small_dealer(asker);
	for (int state = 0; state < asker->n_states; state++)
		if (asker->piles[state].n_cards >= 2)
			ask_player(asker, state);
	for (int state = 0; state < asker->n_states; state++) {
		asker->batch->after_hit[index_of(state, 0)] = (uint8_t)state;
		if (asker->piles[state].n_cards < 2)
			continue;
		hand_of(asker)->pile = asker->piles[state];
		if (!ask_results(asker, results))
			return false;
		sort_into_kinds(asker, state, results);
		*dealer_of(asker) = asker->piles[state];
		asker->batch->declares[state] =
			sabot_blackjack_dealer_declares(asker->rules, asker->round);
	}
	return are_kinds_nested(asker);
}

bool
sabot_blackjack_batch_init(struct sabot_blackjack_batch *batch, const struct sabot_rules *rules,
			   int64_t stake_minor, struct sabot_round *scratch)
{
	struct asker asker = {
		.batch = batch, .rules = rules, .round = scratch, .stake_minor = stake_minor};

	/* Three sevens and five cards are more than a sum and a number of cards. */
	if (rules->game != SABOT_BLACKJACK || rules->cut_card == SABOT_CUT_VOID_ROUND ||
	    rules->pontoon)
		return false;
	memset(batch, 0, sizeof(*batch));
	memset(batch->after_hit, LONG, sizeof(batch->after_hit));
	sabot_batch_limits_init(&batch->limits, rules);
	batch->round_rules = rules_of_round(rules);
	batch->deal_cards = 1 + rules->hole;
	begin_round(&asker);
	find_states(&asker);
	ask_insurance(&asker);
	ask_splits(&asker);
	return asker.n_states <= LONG && ask_hands(&asker);
}
