/*
 * Book-keeping of one round: where cards lie, who staked what. It knows no rules.
 */
#include "round.h"

#include <stdio.h>
#include <string.h>

const char *
sabot_seat_name(int box, char buffer[SABOT_SEAT_NAME_SIZE])
{
	snprintf(buffer, SABOT_SEAT_NAME_SIZE, "%d", box);
	return buffer;
}

void
sabot_round_init(struct sabot_round *round, unsigned number, unsigned load)
{
	memset(round, 0, sizeof(*round));
	round->open = true;
	round->number = number;
	round->load = load;
}

static void
reset_box(struct sabot_box *box)
{
	box->in_play = false;
	box->n_hands = box->n_splits = box->n_ace_splits = 0;
	memset(box->hands, 0, sizeof(box->hands));
	for (int i = 0; i < box->n_bettors; i++) {
		box->bettors[i].insurance_minor = 0;
		box->bettors[i].even_money = false;
	}
}

void
sabot_round_reset_play(struct sabot_round *round)
{
	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		reset_box(&round->boxes[box]);
	for (int i = 0; i < round->n_cards; i++)
		round->cards[i].owner = SABOT_OWNER_NONE;
	round->bets_closed = round->is_void = false;
	round->insurance_over = round->someone_drew = false;
	round->punto_stands = round->banca_stands = round->dealer_stands = false;
	round->n_dealt = round->n_unread = round->n_lost = 0;
}

int
sabot_round_add_card(struct sabot_round *round, struct sabot_card card, int order_index)
{
	if (round->n_cards == SABOT_ROUND_CARDS_MAX)
		return -1;
	round->cards[round->n_cards] = (struct sabot_round_card){
		.card = card,
		.order_index = (int16_t)order_index,
	};
	return round->n_cards++;
}

void
sabot_round_place_card(struct sabot_round *round, int index, enum sabot_owner owner, int box,
		       int hand)
{
	struct sabot_round_card *card = &round->cards[index];

	card->owner = (uint8_t)owner;
	card->box = (uint8_t)box;
	card->hand = (uint8_t)hand;
	if (owner == SABOT_OWNER_PLAYER)
		round->boxes[box].hands[hand].n_cards++;
}

int
sabot_round_find_card(const struct sabot_round *round, int order_index)
{
	for (int i = 0; order_index >= 0 && i < round->n_cards; i++)
		if (round->cards[i].order_index == order_index)
			return i;
	return -1;
}

int
sabot_round_find_bettor(struct sabot_round *round, int box, const char *name, bool create)
{
	struct sabot_box *place = &round->boxes[box];
	char seat[SABOT_SEAT_NAME_SIZE];

	if (name == NULL || name[0] == '\0')
		name = sabot_seat_name(box, seat);
	for (int i = 0; i < place->n_bettors; i++)
		if (strcmp(place->bettors[i].name, name) == 0)
			return i;
	if (!create || place->n_bettors == SABOT_BETTORS_MAX ||
	    strlen(name) > SABOT_BETTOR_BYTES_MAX)
		return -1;
	memset(&place->bettors[place->n_bettors], 0, sizeof(place->bettors[0]));
	memcpy(place->bettors[place->n_bettors].name, name, strlen(name) + 1);
	return place->n_bettors++;
}

int64_t
sabot_round_stake(const struct sabot_round *round, int box, enum sabot_bet on)
{
	const struct sabot_box *place = &round->boxes[box];
	int64_t sum_minor = 0;

	for (int i = 0; i < place->n_bettors; i++)
		sum_minor += place->bettors[i].stakes_minor[on];
	return sum_minor;
}

bool
sabot_round_is_doubtful(const struct sabot_round *round)
{
	return round->n_unread > 0 || round->n_lost > 0;
}

int
sabot_round_hand_cards(const struct sabot_round *round, struct sabot_place place,
		       struct sabot_card *ret_cards, int max)
{
	int n_cards = 0;

	for (int i = 0; i < round->n_cards; i++) {
		const struct sabot_round_card *card = &round->cards[i];
		if (card->owner != (uint8_t)place.owner)
			continue;
		if (place.owner == SABOT_OWNER_PLAYER &&
		    (card->box != place.box || card->hand != place.hand))
			continue;
		if (n_cards < max)
			ret_cards[n_cards] = card->card;
		n_cards++;
	}
	return n_cards;
}

struct sabot_paid *
sabot_round_find_paid(struct sabot_round *round, const struct sabot_settlement *stake, bool create)
{
	for (int i = 0; i < round->n_paid; i++) {
		struct sabot_paid *paid = &round->paid[i];
		if (paid->box == stake->box && paid->hand == stake->hand &&
		    paid->on == (uint8_t)stake->on && strcmp(paid->bettor, stake->bettor) == 0)
			return paid;
	}
	if (!create || round->n_paid == SABOT_PAID_MAX)
		return NULL;
	struct sabot_paid *paid = &round->paid[round->n_paid++];
	paid->box = (uint8_t)stake->box;
	paid->hand = (int8_t)stake->hand;
	paid->on = (uint8_t)stake->on;
	paid->sum_minor = 0;
	snprintf(paid->bettor, sizeof(paid->bettor), "%s", stake->bettor);
	return paid;
}
