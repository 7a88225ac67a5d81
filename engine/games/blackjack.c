/*
 * Totals, turns and permissions of blackjack, and when the dealer draws.
 */
#include "blackjack.h"

#include "engine/core/inlining.h"

/* ES-05, IT-03: boxes, dealer, boxes, and the hole card where there is one. */
static struct sabot_next
next_of_deal(const struct sabot_round *round)
{
	int n_boxes = round->n_seats;
	int n = round->n_dealt;

	if (n == n_boxes || n == 2 * n_boxes + 1)
		return (struct sabot_next){.kind = SABOT_NEXT_DEAL, .owner = SABOT_OWNER_DEALER};
	return (struct sabot_next){
		.kind = SABOT_NEXT_DEAL,
		.owner = SABOT_OWNER_PLAYER,
		.box = round->seats[n < n_boxes ? n : n - n_boxes - 1],
	};
}

static bool
is_owed_card(const struct sabot_hand *hand)
{
	if (hand->stood || hand->surrendered)
		return false;
	return (hand->from_split && hand->pile.n_cards == 1) ||
	       (hand->doubled && hand->pile.n_cards == 2);
}

/* ES-10, ST-05: two split aces that may be split once more still have a decision. */
static enum sabot_reason
refuse_split(const struct sabot_rules *rules, const struct sabot_round *round, int box, int hand)
{
	const struct sabot_box *place = &round->boxes[box];
	const struct sabot_card *cards = place->hands[hand].pile.first;

	if (place->hands[hand].pile.n_cards != 2)
		return SABOT_WHY_CARDS;
	if (cards[0].rank == SABOT_RANK_UNKNOWN || cards[1].rank == SABOT_RANK_UNKNOWN)
		return SABOT_WHY_UNREAD_CARD;
	if (rules->split_on == SABOT_SPLIT_RANK
		    ? cards[0].rank != cards[1].rank
		    : sabot_card_value(cards[0]) != sabot_card_value(cards[1]))
		return SABOT_WHY_NO_PAIR;
	if (place->n_splits >= rules->max_splits)
		return SABOT_WHY_TOO_MANY_SPLITS;
	if (cards[0].rank == SABOT_ACE && place->n_ace_splits >= rules->max_ace_splits)
		return SABOT_WHY_TOO_MANY_SPLITS;
	if (place->n_hands >= SABOT_HANDS_MAX)
		return SABOT_WHY_TOO_MANY_HANDS;
	return SABOT_WHY_NONE;
}

static bool
is_split_ace_done(const struct sabot_rules *rules, const struct sabot_round *round, int box,
		  int hand)
{
	const struct sabot_hand *place = &round->boxes[box].hands[hand];

	return place->from_aces && rules->split_aces_one_card && place->pile.n_cards >= 2 &&
	       (place->pile.n_cards > 2 || refuse_split(rules, round, box, hand) != SABOT_WHY_NONE);
}

bool
sabot_blackjack_hand_is_complete(const struct sabot_rules *rules, const struct sabot_round *round,
				 int box, int hand)
{
	const struct sabot_hand *place = &round->boxes[box].hands[hand];

	if (place->stood || place->surrendered)
		return true;
	if (is_owed_card(place))
		return false;
	if (place->doubled || is_split_ace_done(rules, round, box, hand))
		return true;
	return sabot_blackjack_hand_total(rules, round, box, hand).total >= 21;
}

/* A hand of a split pair that gets its second card at once; -1 = none. */
static int
find_owed_at_once(const struct sabot_round *round, int box)
{
	const struct sabot_box *place = &round->boxes[box];

	for (int hand = 0; hand < place->n_hands; hand++)
		if (place->hands[hand].from_split && is_owed_card(&place->hands[hand]) &&
		    !place->hands[hand].doubled)
			return hand;
	return -1;
}

/* The hand of a box that was split. */
static int
split_hand_in_turn(const struct sabot_rules *rules, const struct sabot_round *round, int box)
{
	int n_hands = round->boxes[box].n_hands;
	int owed = rules->split_deal == SABOT_SPLIT_AT_ONCE ? find_owed_at_once(round, box) : -1;

	if (owed >= 0)
		return owed;
	for (int i = 0; i < n_hands; i++) {
		int hand = rules->split_order == SABOT_SPLIT_RIGHT ? n_hands - 1 - i : i;
		if (!sabot_blackjack_hand_is_complete(rules, round, box, hand))
			return hand;
	}
	return -1;
}

int
sabot_blackjack_hand_in_turn(const struct sabot_rules *rules, const struct sabot_round *round,
			     int box)
{
	if (round->boxes[box].n_hands != 1)
		return split_hand_in_turn(rules, round, box);
	return sabot_blackjack_hand_is_complete(rules, round, box, 0) ? -1 : 0;
}

static struct sabot_next
next_of_hand(const struct sabot_round *round, int box, int hand)
{
	bool owed = is_owed_card(&round->boxes[box].hands[hand]);

	return (struct sabot_next){
		.kind = owed ? SABOT_NEXT_OWED : SABOT_NEXT_PLAY,
		.owner = SABOT_OWNER_PLAYER,
		.box = box,
		.hand = hand,
	};
}

static const struct sabot_next decided = {.kind = SABOT_NEXT_DECIDED};

/* With the deal complete. */
SABOT_APART static struct sabot_next
next_of_play(const struct sabot_rules *rules, const struct sabot_round *round)
{
	if (sabot_blackjack_dealer_declares(rules, round))
		return decided;
	for (int seat = round->turn; seat < round->n_seats; seat++) {
		int box = round->seats[seat];
		int hand = sabot_blackjack_hand_in_turn(rules, round, box);
		if (hand >= 0)
			return next_of_hand(round, box, hand);
	}
	if (sabot_blackjack_dealer_draws(rules, round))
		return (struct sabot_next){.kind = SABOT_NEXT_DEALER, .owner = SABOT_OWNER_DEALER};
	return decided;
}

struct sabot_next
sabot_blackjack_next(const struct sabot_rules *rules, const struct sabot_round *round)
{
	if (round->is_void)
		return decided;
	return sabot_blackjack_deal_is_complete(rules, round) ? next_of_play(rules, round)
							      : next_of_deal(round);
}

void
sabot_blackjack_pass_turn(const struct sabot_rules *rules, struct sabot_round *round)
{
	if (!sabot_blackjack_deal_is_complete(rules, round))
		return;
	while (round->turn < round->n_seats &&
	       sabot_blackjack_hand_in_turn(rules, round, round->seats[round->turn]) < 0)
		round->turn++;
}

void
sabot_blackjack_reach_turn(struct sabot_round *round, struct sabot_next next)
{
	if (next.kind == SABOT_NEXT_DEAL || next.kind == SABOT_NEXT_DECIDED)
		return;
	while (round->turn < round->n_seats &&
	       (next.owner == SABOT_OWNER_DEALER || round->seats[round->turn] != next.box))
		round->turn++;
}

bool
sabot_blackjack_insurance_is_open(const struct sabot_rules *rules, const struct sabot_round *round)
{
	return rules->insurance != SABOT_INSURE_NONE && rules->dealer_up_cards > 0 &&
	       !round->insurance_over && !round->is_void &&
	       sabot_blackjack_deal_is_complete(rules, round) && sabot_blackjack_shows_ace(round);
}

bool
sabot_blackjack_dealer_declares(const struct sabot_rules *rules, const struct sabot_round *round)
{
	return rules->hole && sabot_blackjack_deal_is_complete(rules, round) &&
	       sabot_blackjack_dealer_total(round).is_blackjack &&
	       !sabot_blackjack_insurance_is_open(rules, round);
}

bool
sabot_blackjack_dealer_cannot_have(const struct sabot_rules *rules, const struct sabot_round *round)
{
	struct sabot_total dealer = sabot_blackjack_dealer_total(round);

	if (!sabot_blackjack_deal_is_complete(rules, round))
		return false;
	if (dealer.n_cards >= 2)
		return !dealer.is_blackjack && !sabot_blackjack_insurance_is_open(rules, round);
	return dealer.total < 10;
}

bool
sabot_blackjack_hand_is_paid_for_good(const struct sabot_rules *rules,
				      const struct sabot_round *round, int box, int hand)
{
	struct sabot_total total = sabot_blackjack_hand_total(rules, round, box, hand);

	if (rules->pontoon && total.is_three_sevens)
		return true;
	return rules->blackjack_paid_at_once && total.is_blackjack &&
	       !sabot_blackjack_dealer_declares(rules, round);
}

bool
sabot_blackjack_box_took_even_money(const struct sabot_box *box)
{
	bool any = false;

	for (int i = 0; i < box->n_bettors; i++) {
		if (box->bettors[i].stakes_minor[SABOT_BET_MAIN] == 0)
			continue;
		if (!box->bettors[i].even_money)
			return false;
		any = true;
	}
	return any;
}

/* ES-09, ST-04, IT-08. */
static enum sabot_reason
refuse_double(const struct sabot_rules *rules, const struct sabot_hand *hand,
	      struct sabot_total total)
{
	if (rules->double_on == SABOT_DOUBLE_NONE)
		return SABOT_WHY_NOT_OFFERED;
	if (total.n_cards != 2)
		return SABOT_WHY_CARDS;
	if (hand->from_split && !rules->double_after_split)
		return SABOT_WHY_AFTER_SPLIT;
	if (hand->from_aces && rules->split_aces_one_card)
		return SABOT_WHY_SPLIT_ACES;
	if (rules->double_on == SABOT_DOUBLE_9_11 && (total.total < 9 || total.total > 11))
		return SABOT_WHY_TOTAL;
	return SABOT_WHY_NONE;
}

/* ST-07. */
static enum sabot_reason
refuse_surrender(const struct sabot_rules *rules, const struct sabot_round *round,
		 const struct sabot_hand *hand, struct sabot_total total)
{
	if (rules->surrender == SABOT_SURRENDER_NONE)
		return SABOT_WHY_NOT_OFFERED;
	if (hand->from_split)
		return SABOT_WHY_AFTER_SPLIT;
	if (total.n_cards != 2 || hand->doubled)
		return SABOT_WHY_CARDS;
	if (rules->surrender == SABOT_SURRENDER_BEFORE_FIRST_HIT && round->someone_drew)
		return SABOT_WHY_TOO_LATE;
	return total.total >= 21 || hand->stood || hand->surrendered ? SABOT_WHY_COMPLETE
								     : SABOT_WHY_NONE;
}

enum sabot_reason
sabot_blackjack_refuse_action(const struct sabot_rules *rules, const struct sabot_round *round,
			      int box, int hand, enum sabot_action action)
{
	const struct sabot_hand *place = &round->boxes[box].hands[hand];
	struct sabot_total total = sabot_blackjack_hand_total(rules, round, box, hand);

	switch (action) {
	case SABOT_ACTION_STAND:
	case SABOT_ACTION_HIT:
		return SABOT_WHY_NONE;
	case SABOT_ACTION_DOUBLE:
		return place->doubled ? SABOT_WHY_CARDS : refuse_double(rules, place, total);
	case SABOT_ACTION_SPLIT:
		return place->doubled ? SABOT_WHY_CARDS : refuse_split(rules, round, box, hand);
	case SABOT_ACTION_SURRENDER:
		return refuse_surrender(rules, round, place, total);
	}
	return SABOT_WHY_NOT_OFFERED;
}

/* Hands above `hand` of the box get the next number. */
static void
move_hands_up(struct sabot_round *round, int box, int hand)
{
	struct sabot_box *place = &round->boxes[box];

	for (int i = place->n_hands; i > hand + 1; i--)
		place->hands[i] = place->hands[i - 1];
	for (int i = 0; i < round->n_cards; i++) {
		struct sabot_round_card *card = &round->cards[i];
		if (card->owner == SABOT_OWNER_PLAYER && card->box == box && card->hand > hand)
			card->hand++;
	}
	place->n_hands++;
}

void
sabot_blackjack_split(struct sabot_round *round, int box, int hand)
{
	struct sabot_box *place = &round->boxes[box];

	if (place->hands[hand].pile.n_cards != 2)
		return;
	int second = place->hands[hand].pile.last;
	bool aces = round->cards[second].card.rank == SABOT_ACE;
	move_hands_up(round, box, hand);
	round->cards[second].hand = (uint8_t)(hand + 1);
	for (int i = hand; i <= hand + 1; i++)
		place->hands[i] = (struct sabot_hand){
			.pile = sabot_round_count_pile(
				round, (struct sabot_hand_id){SABOT_OWNER_PLAYER, box, i}),
			.from_split = true,
			.from_aces = aces,
		};
	place->n_splits++;
	place->n_ace_splits = (uint8_t)(place->n_ace_splits + aces);
}

/* ---- the dealer's own play, by rule only (BJ-05, ES-15, IT-07) ---- */

/*
 * A hand is either live (it is compared with the dealer's at the end), or only waits to learn
 * whether the dealer has a blackjack, or is over.
 */
enum interest { OVER, WAITS_FOR_SECOND_CARD, LIVE };

static enum interest
hand_interest(const struct sabot_rules *rules, const struct sabot_round *round, int box, int hand)
{
	const struct sabot_box *place = &round->boxes[box];
	struct sabot_total total = sabot_blackjack_hand_total(rules, round, box, hand);

	if (total.total > 21)
		return OVER;
	if (place->hands[hand].surrendered)
		return rules->surrender_vs_dealer_blackjack == SABOT_SURRENDER_FULL
			       ? WAITS_FOR_SECOND_CARD
			       : OVER;
	if (sabot_blackjack_hand_is_paid_for_good(rules, round, box, hand))
		return OVER;
	if (!total.is_blackjack)
		return LIVE;
	return sabot_blackjack_box_took_even_money(place) ? OVER : WAITS_FOR_SECOND_CARD;
}

static bool
is_insured(const struct sabot_box *box)
{
	for (int i = 0; i < box->n_bettors; i++)
		if (box->bettors[i].insurance_minor > 0)
			return true;
	return false;
}

static enum interest
round_interest(const struct sabot_rules *rules, const struct sabot_round *round)
{
	enum interest most = OVER;

	for (int seat = 0; seat < round->n_seats && most != LIVE; seat++) {
		int box = round->seats[seat];
		const struct sabot_box *place = &round->boxes[box];
		if (most == OVER && is_insured(place))
			most = WAITS_FOR_SECOND_CARD;
		for (int hand = 0; hand < place->n_hands && most != LIVE; hand++) {
			enum interest interest = hand_interest(rules, round, box, hand);
			if (interest > most)
				most = interest;
		}
	}
	return most;
}

static bool
beats(const struct sabot_rules *rules, struct sabot_total dealer, struct sabot_total player)
{
	if (dealer.total != player.total)
		return dealer.total > player.total;
	return rules->fewer_cards_win && dealer.n_cards < player.n_cards;
}

/* IT-07. */
static bool
is_ahead_of_all(const struct sabot_rules *rules, const struct sabot_round *round,
		struct sabot_total dealer)
{
	for (int seat = 0; seat < round->n_seats; seat++) {
		int box = round->seats[seat];
		for (int hand = 0; hand < round->boxes[box].n_hands; hand++) {
			struct sabot_total total =
				sabot_blackjack_hand_total(rules, round, box, hand);
			enum interest interest = hand_interest(rules, round, box, hand);
			/* A blackjack that is not paid yet is in play and not beaten. */
			if ((interest == LIVE && !beats(rules, dealer, total)) ||
			    (interest == WAITS_FOR_SECOND_CARD && total.is_blackjack))
				return false;
		}
	}
	return true;
}

bool
sabot_blackjack_dealer_draws(const struct sabot_rules *rules, const struct sabot_round *round)
{
	struct sabot_total dealer = sabot_blackjack_dealer_total(round);
	enum interest interest = round_interest(rules, round);

	if (round->dealer_stands)
		return false;
	if (!rules->dealer_draws_dead && interest == OVER)
		return false;
	if (!rules->dealer_draws_dead && interest == WAITS_FOR_SECOND_CARD)
		return dealer.n_cards == 1 && dealer.total >= 10;
	if (rules->dealer_stops_when_ahead && interest == LIVE && dealer.n_cards >= 2 &&
	    is_ahead_of_all(rules, round, dealer))
		return false;
	if (dealer.n_cards < 2 || dealer.total <= 16)
		return true;
	return rules->soft_17_hits && dealer.soft && dealer.total == 17;
}

enum sabot_reason
sabot_blackjack_why_dealer_stands(const struct sabot_rules *rules, const struct sabot_round *round)
{
	struct sabot_total dealer = sabot_blackjack_dealer_total(round);

	if (dealer.total > 21)
		return SABOT_WHY_BUST;
	if (dealer.is_blackjack)
		return SABOT_WHY_BLACKJACK;
	if (dealer.total > 16 || round->dealer_stands)
		return SABOT_WHY_STANDS;
	return rules->dealer_stops_when_ahead && dealer.n_cards >= 2 &&
			       round_interest(rules, round) == LIVE
		       ? SABOT_WHY_AHEAD
		       : SABOT_WHY_NOTHING_TO_DECIDE;
}
