/*
 * When the dealer draws. Each hand is either live (it is compared with the dealer's at the end),
 * or only waits to learn whether the dealer has a blackjack, or is over.
 */
#include "blackjack-dealer.h"

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

	for (int seat = 0; seat < round->n_seats; seat++) {
		int box = round->seats[seat];
		const struct sabot_box *place = &round->boxes[box];
		if (most == OVER && is_insured(place))
			most = WAITS_FOR_SECOND_CARD;
		for (int hand = 0; hand < place->n_hands; hand++) {
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
			if (hand_interest(rules, round, box, hand) == LIVE &&
			    !beats(rules, dealer,
				   sabot_blackjack_hand_total(rules, round, box, hand)))
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
