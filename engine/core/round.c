/*
 * Book-keeping of one round: where cards lie, who staked what. It knows no rules.
 */
#include "round.h"

#include <stdio.h>
#include <string.h>

static const char seat_names[][3] = {"0", "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",
				     "9", "10", "11", "12", "13", "14", "15", "16"};
_Static_assert(sizeof(seat_names) / sizeof(seat_names[0]) == SABOT_BOXES_MAX + 1, "a name a box");

const char *
sabot_seat_name(int box, char buffer[SABOT_SEAT_NAME_SIZE])
{
	if (box >= 0 && box <= SABOT_BOXES_MAX)
		return seat_names[box];
	snprintf(buffer, SABOT_SEAT_NAME_SIZE, "%d", box);
	return buffer;
}

void
sabot_round_init(struct sabot_round *round, unsigned number, unsigned load)
{
	memset(round, 0, sizeof(*round));
	sabot_round_begin(round, number, load);
}

/* Leaves an unused box, which is all zero. */
static void
clear_box(struct sabot_box *box)
{
	if (box->n_hands > 0)
		memset(box->hands, 0, box->n_hands * sizeof(box->hands[0]));
	if (box->n_bettors > 0)
		memset(box->bettors, 0, box->n_bettors * sizeof(box->bettors[0]));
	memset(box, 0, offsetof(struct sabot_box, hands));
}

void
sabot_round_begin(struct sabot_round *round, unsigned number, unsigned load)
{
	for (uint32_t used = round->used; used != 0;)
		clear_box(&round->boxes[sabot_take_lowest(&used)]);
	memset(round, 0, offsetof(struct sabot_round, boxes));
	round->open = true;
	round->number = number;
	round->load = load;
	round->not_asked = -1;
}

/* Copy a box over another one; hands and bettors beyond those of `box` are cleared. */
static void
keep_box(const struct sabot_box *box, struct sabot_box *kept)
{
	if (kept->n_hands > box->n_hands)
		memset(&kept->hands[box->n_hands], 0,
		       (size_t)(kept->n_hands - box->n_hands) * sizeof(box->hands[0]));
	if (kept->n_bettors > box->n_bettors)
		memset(&kept->bettors[box->n_bettors], 0,
		       (size_t)(kept->n_bettors - box->n_bettors) * sizeof(box->bettors[0]));
	memcpy(kept, box, offsetof(struct sabot_box, hands));
	if (box->n_hands > 0)
		memcpy(kept->hands, box->hands, box->n_hands * sizeof(box->hands[0]));
	if (box->n_bettors > 0)
		memcpy(kept->bettors, box->bettors, box->n_bettors * sizeof(box->bettors[0]));
}

int
sabot_round_find_line(const struct sabot_round *round, unsigned line)
{
	for (int i = 0; i < round->n_cards; i++)
		if (round->cards[i].line == line)
			return i;
	return -1;
}

bool
sabot_round_has_logged(const struct sabot_round *round, unsigned line)
{
	for (int i = round->n_log - 1; i >= 0; i--)
		if (round->log[i].line == line)
			return true;
	return false;
}

void
sabot_round_keep(const struct sabot_round *round, struct sabot_round *kept)
{
	for (uint32_t unused = kept->used & ~round->used; unused != 0;)
		clear_box(&kept->boxes[sabot_take_lowest(&unused)]);
	memcpy(kept, round, offsetof(struct sabot_round, boxes));
	kept->n_log = 0;
	for (uint32_t used = round->used; used != 0;) {
		int box = sabot_take_lowest(&used);
		keep_box(&round->boxes[box], &kept->boxes[box]);
	}
	memcpy(kept->cards, round->cards, (size_t)round->n_cards * sizeof(round->cards[0]));
}

void
sabot_round_copy(const struct sabot_round *round, struct sabot_round *copy)
{
	int n_log = round->n_log;

	sabot_round_keep(round, copy);
	copy->n_log = n_log;
	memcpy(copy->log, round->log, (size_t)n_log * sizeof(round->log[0]));
}

void
sabot_round_seat_box(struct sabot_round *round, int box)
{
	struct sabot_box *place = &round->boxes[box];

	round->seats[round->n_seats++] = (uint8_t)box;
	round->used |= UINT32_C(1) << box;
	place->in_play = true;
	place->n_hands = 1;
}

static void
reset_box(struct sabot_box *box)
{
	memset(box->hands, 0, box->n_hands * sizeof(box->hands[0]));
	box->in_play = false;
	box->n_hands = box->n_splits = box->n_ace_splits = 0;
	for (int i = 0; i < box->n_bettors; i++) {
		box->bettors[i].insurance_minor = 0;
		box->bettors[i].even_money = false;
	}
}

void
sabot_round_reset_play(struct sabot_round *round)
{
	for (uint32_t used = round->used; used != 0;)
		reset_box(&round->boxes[sabot_take_lowest(&used)]);
	for (int i = 0; i < round->n_cards; i++) {
		round->cards[i].owner = SABOT_OWNER_NONE;
		round->cards[i].is_hit = round->cards[i].announced = false;
	}
	memset(round->piles, 0, sizeof(round->piles));
	round->n_seats = round->turn = 0;
	round->bets_closed = round->is_void = false;
	round->insurance_over = round->someone_drew = round->someone_hit = false;
	round->acted = round->out_of_turn = false;
	round->punto_stands = round->banca_stands = round->dealer_stands = false;
	round->not_compared = round->next_bet = round->next_card = false;
	round->not_asked = -1;
	round->hit_box = 0;
	round->run = (struct sabot_run){0};
	round->run_unsure = false;
	round->claimed_winners = 0;
	round->claimed_punto = round->claimed_banca = 0;
	round->n_dealt = 0;
}

static bool
lies_in(const struct sabot_round_card *card, struct sabot_hand_id id)
{
	if (card->owner != (uint8_t)id.owner)
		return false;
	return id.owner != SABOT_OWNER_PLAYER || (card->box == id.box && card->hand == id.hand);
}

struct sabot_pile
sabot_round_count_pile(const struct sabot_round *round, struct sabot_hand_id id)
{
	struct sabot_pile pile = {0};

	for (int i = 0; i < round->n_cards; i++)
		if (lies_in(&round->cards[i], id))
			sabot_pile_add(&pile, round->cards[i].card, i);
	return pile;
}

/* Where a card lies. */
static struct sabot_hand_id
hand_of(const struct sabot_round_card *card)
{
	return (struct sabot_hand_id){(enum sabot_owner)card->owner, card->box, card->hand};
}

void
sabot_round_lift_card(struct sabot_round *round, int index)
{
	struct sabot_hand_id id = hand_of(&round->cards[index]);

	round->cards[index].owner = SABOT_OWNER_NONE;
	round->turn = 0;
	if (id.owner != SABOT_OWNER_NONE)
		*sabot_round_pile(round, id) = sabot_round_count_pile(round, id);
}

void
sabot_round_drop_card(struct sabot_round *round)
{
	sabot_round_lift_card(round, round->n_cards - 1);
	round->n_cards--;
}

int
sabot_round_find_card(const struct sabot_round *round, int order_index)
{
	for (int i = 0; order_index >= 0 && i < round->n_cards; i++)
		if (round->cards[i].order_index == order_index)
			return i;
	return -1;
}

/* As sabot_round_find_bettor(), by a name that is not empty. */
static int
find_named(struct sabot_round *round, int box, const char *name, bool create)
{
	struct sabot_box *place = &round->boxes[box];

	for (int i = 0; i < place->n_bettors; i++)
		if (strcmp(place->bettors[i].name, name) == 0)
			return i;
	if (!create || place->n_bettors == SABOT_BETTORS_MAX)
		return -1;
	struct sabot_bettor *bettor = &place->bettors[place->n_bettors];
	if (!sabot_bettor_copy(bettor->name, name)) {
		memset(bettor->name, 0, sizeof(bettor->name));
		return -1;
	}
	round->used |= UINT32_C(1) << box;
	return place->n_bettors++;
}

int
sabot_round_find_bettor(struct sabot_round *round, int box, const char *name, bool create)
{
	return find_named(round, box, name == NULL || name[0] == '\0' ? seat_names[box] : name,
			  create);
}

int
sabot_round_first_staked(const struct sabot_round *round)
{
	for (uint32_t used = round->used; used != 0;) {
		int box = sabot_take_lowest(&used);
		if (sabot_round_stake(round, box, SABOT_BET_MAIN) > 0)
			return box;
	}
	return 0;
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

int
sabot_round_open_cards(const struct sabot_round *round, int ret_places[2])
{
	int n_open = 0;

	for (int i = 0; round->any_unread && i < round->n_cards; i++) {
		if (!sabot_round_card_is_open(&round->cards[i]))
			continue;
		if (n_open < 2)
			ret_places[n_open] = i;
		n_open++;
	}
	return n_open;
}

bool
sabot_round_has_open_card(const struct sabot_round *round)
{
	for (int i = 0; round->any_unread && i < round->n_cards; i++)
		if (sabot_round_card_is_open(&round->cards[i]))
			return true;
	return false;
}

int
sabot_round_hand_cards(const struct sabot_round *round, struct sabot_hand_id id,
		       struct sabot_card *ret_cards, int max)
{
	int n_cards = 0;

	for (int i = 0; i < round->n_cards; i++) {
		if (!lies_in(&round->cards[i], id))
			continue;
		if (n_cards < max)
			ret_cards[n_cards] = round->cards[i].card;
		n_cards++;
	}
	return n_cards;
}
