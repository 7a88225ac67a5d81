/*
 * A coup is a look-up: points of the first four cards and the values of the next two tell all that
 * the rules can want. The keys of all places of a load are made at once, in loops that a compiler
 * turns into vector code; then each round costs two dependent loads.
 */
#include "batch.h"

#include "odds-punto-banco.h"

#include <string.h>

enum {
	RANK_BITS = 4,
	RANK_MASK = (1 << RANK_BITS) - 1,
	CODES = 128, /* more than any card's */
	WINNER_BITS = 4,
	WINNER_MASK = (1 << WINNER_BITS) - 1,
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

uint8_t
sabot_batch_result(int n_cards, enum sabot_winner claimed)
{
	return (uint8_t)((unsigned)n_cards << WINNER_BITS | (unsigned)claimed);
}

static int
cards_of(uint8_t result)
{
	return result >> WINNER_BITS;
}

/* Any card of so many points. */
static struct sabot_card
card_of(int value)
{
	return (struct sabot_card){.rank = (uint8_t)(value == 0 ? SABOT_TEN : value),
				   .suit = SABOT_SPADES};
}

static void
lay(struct sabot_round *round, enum sabot_owner owner, int value)
{
	sabot_round_place_card(round, sabot_round_add_card(round, card_of(value), -1), owner, 0, 0);
}

/* Deal a coup of which the points of both first pairs and the values of the next two are given. */
static void
deal_coup(const struct sabot_rules *rules, struct sabot_round *round, const int values[4],
	  struct sabot_coup *ret_coup)
{
	sabot_round_begin(round, 1, 1);
	lay(round, SABOT_OWNER_PUNTO, values[0]);
	lay(round, SABOT_OWNER_PUNTO, 0);
	lay(round, SABOT_OWNER_BANCA, values[1]);
	lay(round, SABOT_OWNER_BANCA, 0);
	for (int next = 2;; next++) {
		sabot_punto_banco_read(round, ret_coup);
		enum sabot_owner owner = sabot_punto_banco_next(rules, round);
		if (owner == SABOT_OWNER_NONE)
			return;
		lay(round, owner, values[next]);
	}
}

/* The class of the coup's points and numbers of cards: that of two kinds 0. */
static int
class_without_kinds(const struct sabot_coup *coup)
{
	return sabot_coup_class_index(coup) / (SABOT_COUP_KINDS * SABOT_COUP_KINDS) *
	       (SABOT_COUP_KINDS * SABOT_COUP_KINDS);
}

bool
sabot_batch_init(struct sabot_batch *batch, const struct sabot_rules *rules,
		 struct sabot_round *scratch)
{
	struct sabot_coup coup;

	if (rules->game != SABOT_PUNTO_BANCO || rules->flow != SABOT_FLOW_BETS)
		return false;
	batch->burn_cards = rules->burn_cards;
	batch->cut_min_cards = rules->cut_min_cards;
	batch->cut_tolerance_cards = rules->cut_tolerance_cards;
	batch->hands_after_cut = rules->hands_after_cut;
	batch->one_side_first = rules->deal_order == SABOT_DEAL_PPBB;
	batch->check_unshuffled_order = rules->check_unshuffled_order;
	sabot_round_init(scratch, 1, 1);
	for (int key = 0; key < SABOT_BATCH_KEYS; key++) {
		const int values[] = {key / 1000, key / 100 % 10, key / 10 % 10, key % 10};
		deal_coup(rules, scratch, values, &coup);
		batch->results[key] = sabot_batch_result(coup.n_punto + coup.n_banca, coup.winner);
		batch->classes[key] = (uint16_t)class_without_kinds(&coup);
	}
	return true;
}

/* 1 = equal rank, 2 = equal suit, as SABOT_COUP_KINDS says. */
static uint8_t
kind_of(uint8_t a, uint8_t b)
{
	uint8_t difference = a ^ b;

	return (uint8_t)(((difference & RANK_MASK) == 0) | (difference <= RANK_MASK) << 1);
}

static uint8_t
points_of(uint8_t a, uint8_t b)
{
	uint8_t sum = (uint8_t)(a + b);

	return (uint8_t)(sum - 10 * (sum > 9));
}

bool
sabot_batch_read(const struct sabot_batch *batch, const struct sabot_batch_load *load,
		 struct sabot_batch_places *places)
{
	uint8_t values[PLACES + BEYOND], thirds[PLACES];
	uint8_t *cards = places->cards;
	int second = batch->one_side_first ? 1 : 2; /* punto's second card */
	int banca = 3 - second;                     /* banca's first card */

	if (load->n_cards < 1 || load->n_cards > SABOT_LOAD_CARDS_MAX)
		return false;
	memcpy(cards, load->cards, (size_t)load->n_cards);
	memset(cards + load->n_cards, 0, sizeof(places->cards) - (size_t)load->n_cards);
	for (int i = 0; i < PLACES + BEYOND; i++) {
		uint8_t rank = cards[i] & RANK_MASK;
		values[i] = rank < SABOT_TEN ? rank : 0;
	}
	for (int i = 0; i < PLACES; i++)
		thirds[i] = (uint8_t)(values[i + 4] * 10 + values[i + 5]);
	for (int i = 0; i < PLACES; i++) {
		uint8_t punto = points_of(values[i], values[i + second]);
		uint8_t points = points_of(values[i + banca], values[i + 3]);
		places->keys[i] = (uint16_t)((punto * 10 + points) * 100 + thirds[i]);
	}
	for (int i = 0; i < PLACES; i++)
		places->kinds[i] =
			(uint8_t)(kind_of(cards[i], cards[i + second]) * SABOT_COUP_KINDS +
				  kind_of(cards[i + banca], cards[i + 3]));
	return true;
}

/* PB-04, ES-04. */
static int
burn_due(const struct sabot_batch *batch, uint8_t first)
{
	if (batch->burn_cards != SABOT_BURN_FIRST_CARD)
		return batch->burn_cards;
	return 1 + (int)sabot_card_value(sabot_batch_read_card(first));
}

/* PB-03: how many rounds may follow the one that began at `begin`, in which the cut card came. */
static int
rounds_after(const struct sabot_batch *batch, const struct sabot_batch_load *load, int begin)
{
	/* Before its first card that round is itself the first of those. */
	return batch->hands_after_cut -
	       (load->cut_at == begin && batch->hands_after_cut > 0 ? 1 : 0);
}

bool
sabot_batch_deal(const struct sabot_batch *batch, const struct sabot_batch_places *places,
		 struct sabot_batch_load *load, uint8_t ret_rounds[SABOT_BATCH_ROUNDS_MAX])
{
	int place = burn_due(batch, load->cards[0]);
	int n_rounds = 0, end = SABOT_BATCH_ROUNDS_MAX;

	while (n_rounds < end) {
		uint8_t result = batch->results[places->keys[place]];
		int next = place + cards_of(result);
		if (next > load->n_cards)
			return false;
		ret_rounds[n_rounds++] = result;
		if (load->cut_at >= place && load->cut_at < next)
			end = n_rounds + rounds_after(batch, load, place);
		place = next;
	}
	load->rounds = ret_rounds;
	load->n_rounds = n_rounds;
	load->n_drawn = place;
	return load->cut_at < place;
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
has_run(const struct sabot_batch_places *places)
{
	uint8_t steps[PLACES], pairs[PLACES], found = 0;
	const uint8_t *cards = places->cards;

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
is_cut_well_placed(const struct sabot_batch *batch, const struct sabot_batch_load *load)
{
	int behind = load->behind_cards;

	if (behind >= 0 && behind < batch->cut_min_cards)
		return false;
	if (load->cut_at < 0)
		return load->n_cards - load->n_drawn >= batch->cut_min_cards;
	int left = load->n_cards - load->cut_at;
	if (left < batch->cut_min_cards || load->cut_at > load->n_drawn)
		return false;
	return behind < 0 || (left >= behind - batch->cut_tolerance_cards &&
			      left <= behind + batch->cut_tolerance_cards);
}

/* PB-03. The rounds are known to be right, so their cards end where the drawn ones do. */
static bool
ends_after_cut(const struct sabot_batch *batch, const struct sabot_batch_load *load)
{
	int begin = load->n_drawn, n_after = 0;

	if (load->cut_at < 0)
		return true;
	for (int i = load->n_rounds - 1; i >= 0; i--, n_after++) {
		begin -= cards_of(load->rounds[i]);
		if (begin <= load->cut_at)
			return load->cut_at == load->n_drawn ||
			       n_after <= rounds_after(batch, load, begin);
	}
	/* It came in the burn. */
	return false;
}

/* 0 when a round took its cards and nobody, or the right one, was said to have won. */
static unsigned
contradiction(uint8_t result, uint8_t told)
{
	unsigned difference = (unsigned)(result ^ told);

	return (told & WINNER_MASK) == SABOT_WINNER_NONE ? difference >> WINNER_BITS : difference;
}

/* Every round took the cards it had to take, and its winner is the one that was claimed. */
static bool
are_rounds_right(const struct sabot_batch *batch, const struct sabot_batch_load *load,
		 const struct sabot_batch_places *places, uint16_t *ret_classes)
{
	int place = burn_due(batch, load->cards[0]), n_rounds = 0;
	unsigned wrong = 0;

	for (; n_rounds < load->n_rounds && place < load->n_drawn; n_rounds++) {
		uint16_t key = places->keys[place];
		uint8_t result = batch->results[key];
		wrong |= contradiction(result, load->rounds[n_rounds]);
		ret_classes[n_rounds] = (uint16_t)(batch->classes[key] + places->kinds[place]);
		place += cards_of(result);
	}
	return wrong == 0 && n_rounds == load->n_rounds && place == load->n_drawn;
}

bool
sabot_batch_audit(const struct sabot_batch *batch, const struct sabot_batch_places *places,
		  const struct sabot_batch_load *load, uint16_t ret_classes[SABOT_BATCH_ROUNDS_MAX])
{
	if (load->n_drawn > load->n_cards || load->n_rounds > SABOT_BATCH_ROUNDS_MAX)
		return false;
	return is_complete(load) && is_cut_well_placed(batch, load) &&
	       !(batch->check_unshuffled_order && has_run(places)) &&
	       are_rounds_right(batch, load, places, ret_classes) && ends_after_cut(batch, load);
}

static struct sabot_event
event_of(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

/* The next card, or before it the cut card. */
static struct sabot_event
draw(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = event_of(SABOT_EVENT_CARD);

	if (walk->n_drawn == load->cut_at && !walk->cut_is_out) {
		walk->cut_is_out = true;
		return event_of(SABOT_EVENT_CUT_CARD);
	}
	event.card = sabot_batch_read_card(load->cards[walk->n_drawn++]);
	event.has_card = true;
	walk->due_cards--;
	return event;
}

static struct sabot_event
unload(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = event_of(SABOT_EVENT_UNLOAD);
	int n_cards = load->n_cards - load->n_drawn;

	for (int i = 0; i < n_cards; i++)
		walk->run_out[i] = sabot_batch_read_card(load->cards[load->n_drawn + i]);
	event.u.unload.left_cards = -1;
	event.u.unload.cards = walk->run_out;
	event.u.unload.n_cards = (size_t)n_cards;
	return event;
}

static int
burned_cards(const struct sabot_batch_load *load)
{
	int n_cards = load->n_drawn;

	for (int i = 0; i < load->n_rounds; i++)
		n_cards -= cards_of(load->rounds[i]);
	return n_cards;
}

static struct sabot_event
begin(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = event_of(SABOT_EVENT_LOAD);

	walk->begun = true;
	walk->due_cards = burned_cards(load);
	event.u.load.decks = load->decks;
	event.u.load.behind_cards = load->behind_cards;
	return event;
}

static struct sabot_event
end_round(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = event_of(SABOT_EVENT_RESULT);

	walk->in_round = false;
	event.u.result.winner = (enum sabot_winner)(load->rounds[walk->n_rounds - 1] & WINNER_MASK);
	return event;
}

bool
sabot_batch_next_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk,
		       struct sabot_event *ret_event)
{
	if (!walk->begun) {
		*ret_event = begin(load, walk);
	} else if (walk->due_cards > 0 && walk->n_drawn < load->n_drawn) {
		*ret_event = draw(load, walk);
	} else if (walk->in_round) {
		*ret_event = end_round(load, walk);
	} else if (walk->n_rounds < load->n_rounds) {
		walk->in_round = true;
		walk->due_cards = cards_of(load->rounds[walk->n_rounds++]);
		*ret_event = event_of(SABOT_EVENT_NO_MORE_BETS);
	} else if (walk->n_drawn == load->cut_at && !walk->cut_is_out) {
		walk->cut_is_out = true;
		*ret_event = event_of(SABOT_EVENT_CUT_CARD);
	} else if (!walk->over) {
		walk->over = true;
		*ret_event = unload(load, walk);
	} else {
		return false;
	}
	return true;
}
