/*
 * What any load has to be. The loops over its cards are written so that a compiler turns them into
 * vector code.
 */
#include "batch-load.h"

#include <string.h>

enum {
	RANK_BITS = 4,
	RANK_MASK = (1 << RANK_BITS) - 1,
	CODES = 128, /* more than any card's */
	PLACES = SABOT_BATCH_PLACES,
	BEYOND = SABOT_BATCH_BEYOND,
};

_Static_assert(PLACES % 64 == 0 && PLACES > (int)SABOT_LOAD_CARDS_MAX, "see PLACES");

uint8_t
sabot_batch_card(struct sabot_card card)
{
	return (uint8_t)(card.suit << RANK_BITS | card.rank);
}

struct sabot_card
sabot_batch_read_card(uint8_t code)
{
	return (struct sabot_card){.rank = code & RANK_MASK, .suit = (uint8_t)(code >> RANK_BITS)};
}

void
sabot_batch_limits_init(struct sabot_batch_limits *limits, const struct sabot_rules *rules)
{
	limits->burn_cards = rules->burn_cards;
	limits->cut_min_cards = rules->cut_min_cards;
	limits->cut_tolerance_cards = rules->cut_tolerance_cards;
	limits->hands_after_cut = rules->hands_after_cut;
	limits->check_unshuffled_order = rules->check_unshuffled_order;
}

bool
sabot_batch_copy_cards(const struct sabot_batch_load *load, uint8_t ret_cards[PLACES + BEYOND])
{
	if (load->n_cards < 1 || load->n_cards > SABOT_LOAD_CARDS_MAX)
		return false;
	memcpy(ret_cards, load->cards, (size_t)load->n_cards);
	memset(ret_cards + load->n_cards, 0, (size_t)(PLACES + BEYOND - load->n_cards));
	return true;
}

/* PB-04, ES-04. */
int
sabot_batch_burn_due(const struct sabot_batch_limits *limits, uint8_t first)
{
	if (limits->burn_cards != SABOT_BURN_FIRST_CARD)
		return limits->burn_cards;
	return 1 + (int)sabot_card_value(sabot_batch_read_card(first));
}

int
sabot_batch_rounds_after(const struct sabot_batch_limits *limits,
			 const struct sabot_batch_load *load, int begin)
{
	/* Before its first card that round is itself the first of those. */
	return limits->hands_after_cut -
	       (load->cut_at == begin && limits->hands_after_cut > 0 ? 1 : 0);
}

/* Every card as often as a full load holds it. */
static bool
is_complete(const struct sabot_batch_load *load)
{
	uint8_t copies[2][CODES] = {{0}}, expected[CODES] = {0}, all = 0;

	if (load->decks < 1 || load->decks > SABOT_DECKS_MAX ||
	    load->n_cards != load->decks * SABOT_DECK_CARDS)
		return false;
	for (int i = 0; i < load->n_cards; i += 2) {
		copies[0][load->cards[i] % CODES]++;
		copies[1][load->cards[i + 1] % CODES]++;
		all |= load->cards[i] | load->cards[i + 1];
	}
	for (uint8_t suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++)
		memset(&expected[sabot_batch_card((struct sabot_card){SABOT_ACE, suit})],
		       load->decks, SABOT_RANKS);
	for (int i = 0; i < CODES; i++)
		copies[0][i] = (uint8_t)(copies[0][i] + copies[1][i]);
	return all < CODES && memcmp(copies[0], expected, sizeof(expected)) == 0;
}

/*
 * Five cards of one suit that rise or fall by one. As bytes they differ by one only where the suit
 * is the same, for no rank is 0 or 15.
 */
static bool
has_run(const uint8_t *cards)
{
	uint8_t steps[PLACES], pairs[PLACES], found = 0;

	/* 1 = up, 2 = down; a run has four alike, that is two pairs of them. */
	for (int i = 0; i < PLACES; i++) {
		uint8_t difference = (uint8_t)(cards[i + 1] - cards[i]);
		steps[i] = (uint8_t)((difference == 1) | (difference == UINT8_MAX) << 1);
	}
	for (int i = 0; i < PLACES - 1; i++)
		pairs[i] = steps[i] & steps[i + 1];
	for (int i = 0; i < PLACES - BEYOND; i++)
		found = (uint8_t)(found | (pairs[i] & pairs[i + 2]));
	return found != 0;
}

/* PB-02: where the cut card lay. */
static bool
is_cut_well_placed(const struct sabot_batch_limits *limits, const struct sabot_batch_load *load)
{
	int behind = load->behind_cards;

	if (behind >= 0 && behind < limits->cut_min_cards)
		return false;
	if (load->cut_at < 0)
		return load->n_cards - load->n_drawn >= limits->cut_min_cards;
	int left = load->n_cards - load->cut_at;
	if (left < limits->cut_min_cards || load->cut_at > load->n_drawn)
		return false;
	return behind < 0 || (left >= behind - limits->cut_tolerance_cards &&
			      left <= behind + limits->cut_tolerance_cards);
}

bool
sabot_batch_is_load_right(const struct sabot_batch_limits *limits,
			  const struct sabot_batch_load *load, const uint8_t *cards)
{
	return is_complete(load) && is_cut_well_placed(limits, load) &&
	       !(limits->check_unshuffled_order && has_run(cards));
}

struct sabot_event
sabot_batch_event(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

struct sabot_event
sabot_batch_load_event(const struct sabot_batch_load *load)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_LOAD);

	event.u.load.decks = load->decks;
	event.u.load.behind_cards = load->behind_cards;
	return event;
}

bool
sabot_batch_cut_is_due(const struct sabot_batch_load *load, const struct sabot_batch_walk *walk)
{
	return walk->n_drawn == load->cut_at && !walk->cut_is_out;
}

struct sabot_event
sabot_batch_draw_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_CARD);

	if (sabot_batch_cut_is_due(load, walk)) {
		walk->cut_is_out = true;
		return sabot_batch_event(SABOT_EVENT_CUT_CARD);
	}
	event.card = sabot_batch_read_card(load->cards[walk->n_drawn++]);
	event.has_card = true;
	walk->due_cards--;
	return event;
}

struct sabot_event
sabot_batch_unload_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_UNLOAD);
	int n_cards = load->n_cards - load->n_drawn;

	for (int i = 0; i < n_cards; i++)
		walk->run_out[i] = sabot_batch_read_card(load->cards[load->n_drawn + i]);
	event.u.unload.left_cards = -1;
	event.u.unload.cards = walk->run_out;
	event.u.unload.n_cards = (size_t)n_cards;
	return event;
}
