/*
 * Money: what each stake is owed. Integer arithmetic only; the walk keeps the printed order.
 */
#include "settle.h"

#include "blackjack.h"

#include <string.h>

int64_t
sabot_settle_ratio(int64_t stake_minor, struct sabot_ratio ratio)
{
	if (ratio.per == 1)
		return stake_minor * ratio.pays;
	/* A stake is at most 10^12 and a ratio pays at most 10^5 to one: no overflow. */
	return (2 * stake_minor * ratio.pays + ratio.per) / (2 * ratio.per);
}

static const struct sabot_ratio even = {1, 1};

static void
win(struct sabot_settlement *settlement, struct sabot_ratio ratio)
{
	settlement->ratio = ratio;
	settlement->due_minor = sabot_settle_ratio(settlement->stake_minor, ratio);
}

static void
lose(struct sabot_settlement *settlement)
{
	settlement->due_minor = -settlement->stake_minor;
}

/* FA-03: 21 made of five cards, or of three sevens. Returns the ratio, 0 when it is neither. */
static struct sabot_ratio
pontoon_pays(const struct sabot_rules *rules, struct sabot_total player, struct sabot_total dealer)
{
	static const struct sabot_ratio none = {0, 1};

	if (!rules->pontoon || player.total != 21)
		return none;
	if (player.is_three_sevens)
		return rules->three_sevens_pays;
	if (player.n_cards != 5 || dealer.is_blackjack)
		return none;
	return dealer.total == 21 && dealer.n_cards == 5 ? none : rules->five_card_21_pays;
}

static enum sabot_hand_result
compare(const struct sabot_rules *rules, struct sabot_total player, struct sabot_total dealer)
{
	if (dealer.total > 21 || player.total > dealer.total)
		return SABOT_RESULT_WIN;
	if (player.total < dealer.total)
		return SABOT_RESULT_LOSE;
	if (!rules->fewer_cards_win || player.n_cards == dealer.n_cards)
		return SABOT_RESULT_PUSH;
	return player.n_cards < dealer.n_cards ? SABOT_RESULT_WIN : SABOT_RESULT_LOSE;
}

enum sabot_hand_result
sabot_settle_hand_result(const struct sabot_rules *rules, const struct sabot_round *round, int box,
			 int hand)
{
	const struct sabot_box *place = &round->boxes[box];
	struct sabot_total player = sabot_blackjack_hand_total(rules, round, box, hand);
	struct sabot_total dealer = sabot_blackjack_dealer_total(round);

	if (round->is_void)
		return SABOT_RESULT_VOID;
	if (player.total > 21)
		return SABOT_RESULT_BUST;
	if (place->hands[hand].surrendered)
		return SABOT_RESULT_SURRENDER;
	if (player.is_blackjack && sabot_blackjack_box_took_even_money(place))
		return SABOT_RESULT_EVEN_MONEY;
	if (pontoon_pays(rules, player, dealer).pays > 0)
		return SABOT_RESULT_WIN;
	if (player.is_blackjack &&
	    (sabot_blackjack_hand_is_paid_for_good(rules, round, box, hand) ||
	     !dealer.is_blackjack))
		return SABOT_RESULT_BLACKJACK;
	if (dealer.is_blackjack)
		return player.is_blackjack ? SABOT_RESULT_PUSH : SABOT_RESULT_LOSE;
	return compare(rules, player, dealer);
}

const char *
sabot_hand_result_to_string(enum sabot_hand_result result)
{
	switch (result) {
	case SABOT_RESULT_BLACKJACK:
		return "blackjack";
	case SABOT_RESULT_WIN:
		return "win";
	case SABOT_RESULT_PUSH:
		return "push";
	case SABOT_RESULT_LOSE:
		return "lose";
	case SABOT_RESULT_BUST:
		return "bust";
	case SABOT_RESULT_SURRENDER:
		return "surrender";
	case SABOT_RESULT_EVEN_MONEY:
		return "even_money";
	case SABOT_RESULT_VOID:
		return "void";
	}
	return NULL;
}

static struct sabot_ratio
ratio_of_win(const struct sabot_rules *rules, const struct sabot_round *round, int box, int hand)
{
	struct sabot_ratio pontoon =
		pontoon_pays(rules, sabot_blackjack_hand_total(rules, round, box, hand),
			     sabot_blackjack_dealer_total(round));

	return pontoon.pays > 0 ? pontoon : even;
}

/* ST-07: half is lost, rounded up; all of it where the house says so against a blackjack. */
static int64_t
due_of_surrender(const struct sabot_rules *rules, const struct sabot_round *round,
		 int64_t stake_minor)
{
	static const struct sabot_ratio half = {1, 2};

	if (rules->surrender_vs_dealer_blackjack == SABOT_SURRENDER_FULL &&
	    sabot_blackjack_dealer_total(round).is_blackjack)
		return -stake_minor;
	return -sabot_settle_ratio(stake_minor, half);
}

static void
settle_main(const struct sabot_rules *rules, const struct sabot_round *round,
	    struct sabot_settlement *settlement)
{
	int box = settlement->box, hand = settlement->hand;

	switch (sabot_settle_hand_result(rules, round, box, hand)) {
	case SABOT_RESULT_BLACKJACK:
		win(settlement, rules->blackjack_pays);
		break;
	case SABOT_RESULT_EVEN_MONEY:
		win(settlement, even);
		break;
	case SABOT_RESULT_WIN:
		win(settlement, ratio_of_win(rules, round, box, hand));
		break;
	case SABOT_RESULT_LOSE:
	case SABOT_RESULT_BUST:
		lose(settlement);
		break;
	case SABOT_RESULT_SURRENDER:
		settlement->due_minor = due_of_surrender(rules, round, settlement->stake_minor);
		break;
	case SABOT_RESULT_PUSH:
	case SABOT_RESULT_VOID:
		break;
	}
}

static void
find_main(const struct sabot_rules *rules, const struct sabot_round *round,
	  const struct sabot_bettor *bettor, struct sabot_settlement *settlement)
{
	const struct sabot_box *place = &round->boxes[settlement->box];

	if (settlement->hand < 0 || settlement->hand >= place->n_hands)
		return;
	const struct sabot_hand *hand = &place->hands[settlement->hand];
	settlement->stake_minor = bettor->stakes_minor[SABOT_BET_MAIN] * (hand->doubled ? 2 : 1);
	bool even_money =
		bettor->even_money && !round->is_void &&
		sabot_blackjack_hand_total(rules, round, settlement->box, settlement->hand)
			.is_blackjack;
	if (even_money)
		win(settlement, even);
	else
		settle_main(rules, round, settlement);
}

static void
find_insurance(const struct sabot_rules *rules, const struct sabot_round *round,
	       const struct sabot_bettor *bettor, struct sabot_settlement *settlement)
{
	settlement->stake_minor = bettor->insurance_minor;
	if (round->is_void)
		return;
	if (sabot_blackjack_dealer_total(round).is_blackjack)
		win(settlement, rules->insurance_pays);
	else
		lose(settlement);
}

/* The player's first two cards of a box lie first in time, whatever was split since. */
static void
read_side_bet_cards(const struct sabot_round *round, int box, struct sabot_side_bet_cards *cards)
{
	const struct sabot_pile *dealer = &round->piles[SABOT_OWNER_DEALER];
	int n_player = 0;

	memset(cards, 0, sizeof(*cards));
	for (int i = 0; i < round->n_cards && n_player < 2; i++)
		if (round->cards[i].owner == SABOT_OWNER_PLAYER && round->cards[i].box == box)
			cards->player[n_player++] = round->cards[i].card;
	memcpy(cards->bank, dealer->first, sizeof(cards->bank));
	cards->bank_blackjack = sabot_blackjack_dealer_total(round).is_blackjack;
}

static void
find_side_bet(const struct sabot_rules *rules, const struct sabot_round *round,
	      const struct sabot_bettor *bettor, struct sabot_settlement *settlement)
{
	struct sabot_side_bet_cards cards;
	struct sabot_ratio ratio;

	settlement->stake_minor = bettor->stakes_minor[settlement->on];
	if (round->is_void || !round->boxes[settlement->box].in_play)
		return;
	read_side_bet_cards(round, settlement->box, &cards);
	ratio = sabot_side_bet_pays(rules, settlement->on, &cards);
	if (ratio.pays > 0)
		win(settlement, ratio);
	else
		lose(settlement);
}

/* PB-12: banca wins less the commission, taken at once or owed; PB-15, PB-16: or without one. */
static void
find_banca(const struct sabot_rules *rules, const struct sabot_coup *coup,
	   struct sabot_settlement *settlement)
{
	struct sabot_ratio percent = {rules->commission_percent, 100};

	if (rules->banca_three_card_7_pushes && coup->n_banca == 3 && coup->banca_points == 7)
		return;
	win(settlement, coup->banca_points == 6 ? rules->banca_6_pays : even);
	settlement->commission_minor = sabot_settle_ratio(settlement->due_minor, percent);
	if (rules->commission_when == SABOT_COMMISSION_AT_ONCE)
		settlement->due_minor -= settlement->commission_minor;
}

static void
find_coup_bet(const struct sabot_rules *rules, const struct sabot_coup *coup,
	      const struct sabot_bettor *bettor, struct sabot_settlement *settlement)
{
	struct sabot_ratio ratio;
	enum sabot_bet on = settlement->on;

	settlement->stake_minor = bettor->stakes_minor[on];
	if (settlement->stake_minor == 0 || coup->winner == SABOT_WINNER_VOID)
		return;
	if (on == SABOT_BET_PUNTO || on == SABOT_BET_BANCA) {
		enum sabot_winner side =
			on == SABOT_BET_PUNTO ? SABOT_WINNER_PUNTO : SABOT_WINNER_BANCA;
		if (coup->winner == SABOT_WINNER_TIE)
			return;
		if (coup->winner != side)
			lose(settlement);
		else if (on == SABOT_BET_BANCA)
			find_banca(rules, coup, settlement);
		else
			win(settlement, even);
		return;
	}
	switch (sabot_coup_bet_pays(rules, on, coup, &ratio)) {
	case SABOT_COUP_BET_WON:
		win(settlement, ratio);
		break;
	case SABOT_COUP_BET_LOST:
		lose(settlement);
		break;
	case SABOT_COUP_BET_PUSH:
		break;
	}
}

/* Complete a settlement of blackjack that is all zero but for box, hand, on and bettor. */
static void
find_deal_bet(const struct sabot_rules *rules, const struct sabot_round *round,
	      const struct sabot_bettor *bettor, struct sabot_settlement *settlement)
{
	if (settlement->on == SABOT_BET_MAIN)
		find_main(rules, round, bettor, settlement);
	else if (settlement->on == SABOT_BET_INSURANCE)
		find_insurance(rules, round, bettor, settlement);
	else
		find_side_bet(rules, round, bettor, settlement);
}

static const struct sabot_bettor *
bettor_by_name(const struct sabot_box *box, const char *name)
{
	for (int i = 0; i < box->n_bettors; i++)
		if (strcmp(box->bettors[i].name, name) == 0)
			return &box->bettors[i];
	return NULL;
}

void
sabot_settle_find(const struct sabot_rules *rules, const struct sabot_round *round,
		  struct sabot_settlement *settlement)
{
	const struct sabot_bettor *bettor =
		bettor_by_name(&round->boxes[settlement->box], settlement->bettor);

	settlement->stake_minor = settlement->due_minor = settlement->commission_minor = 0;
	settlement->ratio = (struct sabot_ratio){0, 1};
	if (bettor == NULL)
		return;
	if (rules->game == SABOT_BLACKJACK) {
		find_deal_bet(rules, round, bettor, settlement);
		return;
	}
	struct sabot_coup coup;
	sabot_punto_banco_read(round, &coup);
	find_coup_bet(rules, &coup, bettor, settlement);
}

bool
sabot_settle_is_over(const struct sabot_rules *rules, const struct sabot_round *round,
		     const struct sabot_settlement *settlement)
{
	int box = settlement->box, hand = settlement->hand;
	const struct sabot_bettor *bettor = bettor_by_name(&round->boxes[box], settlement->bettor);
	struct sabot_total total = sabot_blackjack_hand_total(rules, round, box, hand);

	if (total.total > 21 || (bettor != NULL && bettor->even_money))
		return true;
	if (round->boxes[box].hands[hand].surrendered)
		return rules->surrender_vs_dealer_blackjack == SABOT_SURRENDER_HALF ||
		       rules->surrender == SABOT_SURRENDER_LATE;
	if (rules->pontoon && total.is_three_sevens)
		return true;
	return total.is_blackjack && sabot_blackjack_dealer_cannot_have(rules, round);
}

bool
sabot_settle_is_certain(const struct sabot_rules *rules, const struct sabot_round *round,
			const struct sabot_settlement *settlement)
{
	if (settlement->stake_minor == 0 || rules->game == SABOT_PUNTO_BANCO ||
	    !sabot_blackjack_deal_is_complete(rules, round))
		return false;
	/* Behind a hole-card blackjack nobody will act, insured or not. */
	if (rules->hole && sabot_blackjack_dealer_total(round).is_blackjack)
		return true;
	if (settlement->on == SABOT_BET_MAIN)
		return sabot_settle_is_over(rules, round, settlement);
	if (settlement->on == SABOT_BET_INSURANCE)
		return sabot_blackjack_dealer_cannot_have(rules, round);
	/* The top prize of some bets waits for the bank's second card. */
	return true;
}

/* The bets that have no hand, in the byte order of their words. */
static const uint8_t bets_by_word[] = {
	SABOT_BET_BANCA,        SABOT_BET_BANCA_DRAGON_BONUS,
	SABOT_BET_BANCA_PAIR,   SABOT_BET_BET_SET_21,
	SABOT_BET_BIG,          SABOT_BET_DRAGON_7,
	SABOT_BET_EITHER_PAIR,  SABOT_BET_INSURANCE,
	SABOT_BET_KINGS_BOUNTY, SABOT_BET_LUCKY_6,
	SABOT_BET_PANDA_8,      SABOT_BET_PERFECT_PAIR,
	SABOT_BET_PUNTO,        SABOT_BET_PUNTO_DRAGON_BONUS,
	SABOT_BET_PUNTO_PAIR,   SABOT_BET_ROYAL_MATCH_21,
	SABOT_BET_SMALL,        SABOT_BET_SUPER_6,
	SABOT_BET_TIE,
};

void
sabot_settle_sort_bettors(const struct sabot_box *box, uint8_t by_name[SABOT_BETTORS_MAX])
{
	by_name[0] = 0;
	for (int i = 1; i < box->n_bettors; i++) {
		int place = i;
		for (; place > 0 &&
		       strcmp(box->bettors[by_name[place - 1]].name, box->bettors[i].name) > 0;
		     place--)
			by_name[place] = by_name[place - 1];
		by_name[place] = (uint8_t)i;
	}
}

/* The walk comes to the next box. False past the last one. */
static bool
enter_box(const struct sabot_round *round, struct sabot_settle_walk *walk)
{
	if (walk->boxes == 0)
		return false;
	walk->box = sabot_take_lowest(&walk->boxes);
	walk->at = &round->boxes[walk->box];
	walk->hand = -1;
	walk->bets = walk->at->bets & ~(UINT32_C(1) << SABOT_BET_MAIN);
	sabot_settle_sort_bettors(walk->at, walk->by_name);
	return true;
}

/* Of a set of bets without a hand that is not empty, the one whose word comes first. */
static enum sabot_bet
first_by_word(uint32_t bets)
{
	int i = 0;

	if ((bets & (bets - 1)) == 0)
		return (enum sabot_bet)__builtin_ctz(bets);
	while ((bets >> bets_by_word[i] & 1) == 0)
		i++;
	return (enum sabot_bet)bets_by_word[i];
}

/* Go on to the next hand or bet on which somebody staked, if need be at a later box. */
static bool
enter_bet(const struct sabot_round *round, struct sabot_settle_walk *walk)
{
	walk->place = 0;
	do {
		walk->on = SABOT_BET_MAIN;
		if ((walk->at->bets >> SABOT_BET_MAIN & 1) != 0 && ++walk->hand < walk->at->n_hands)
			return true;
		walk->hand = SABOT_HANDS_MAX;
		if (walk->bets != 0) {
			walk->on = first_by_word(walk->bets);
			walk->bets &= ~(UINT32_C(1) << walk->on);
			return true;
		}
	} while (enter_box(round, walk));
	return false;
}

/* Begin at the first box in use. False: there is none. */
static bool
begin_walk(const struct sabot_rules *rules, const struct sabot_round *round,
	   struct sabot_settle_walk *walk)
{
	walk->boxes = round->used;
	if (rules->game == SABOT_PUNTO_BANCO && round->used != 0)
		sabot_punto_banco_read(round, &walk->coup);
	return enter_box(round, walk);
}

/* Move on by one bettor, then one hand or bet, then one box. False past the last box. */
static bool
advance(const struct sabot_rules *rules, const struct sabot_round *round,
	struct sabot_settle_walk *walk)
{
	if (walk->at == NULL) {
		if (!begin_walk(rules, round, walk))
			return false;
	} else if (++walk->place < walk->at->n_bettors) {
		return true;
	}
	return enter_bet(round, walk);
}

static bool
has_staked(const struct sabot_bettor *bettor, enum sabot_bet on)
{
	return (on == SABOT_BET_INSURANCE ? bettor->insurance_minor : bettor->stakes_minor[on]) > 0;
}

bool
sabot_settle_next(const struct sabot_rules *rules, const struct sabot_round *round,
		  struct sabot_settle_walk *walk, struct sabot_settlement *ret_settlement)
{
	while (advance(rules, round, walk)) {
		const struct sabot_bettor *bettor = &walk->at->bettors[walk->by_name[walk->place]];
		enum sabot_bet on = walk->on;

		if (!has_staked(bettor, on))
			continue;
		*ret_settlement = (struct sabot_settlement){
			.box = walk->box,
			.hand = on == SABOT_BET_MAIN ? walk->hand : -1,
			.on = on,
			.bettor = bettor->name,
		};
		if (rules->game == SABOT_PUNTO_BANCO)
			find_coup_bet(rules, &walk->coup, bettor, ret_settlement);
		else
			find_deal_bet(rules, round, bettor, ret_settlement);
		return true;
	}
	return false;
}
