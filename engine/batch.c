/*
 * A coup is a look-up: points of the first four cards and the values of the next two tell all that
 * the rules can want. The keys of all places of a load are made at once, in loops that a compiler
 * turns into vector code; then each round costs two dependent loads.
 */
#include "batch.h"

#include "odds-punto-banco.h"

enum {
	RANK_BITS = 4,
	RANK_MASK = (1 << RANK_BITS) - 1,
	WINNER_BITS = 4,
	WINNER_MASK = (1 << WINNER_BITS) - 1,
	PLACES = SABOT_BATCH_PLACES,
	BEYOND = SABOT_BATCH_BEYOND,
};

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
	sabot_batch_limits_init(&batch->limits, rules);
	batch->one_side_first = rules->deal_order == SABOT_DEAL_PPBB;
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

	if (!sabot_batch_copy_cards(load, cards))
		return false;
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

bool
sabot_batch_deal(const struct sabot_batch *batch, const struct sabot_batch_places *places,
		 struct sabot_batch_load *load, uint8_t ret_rounds[SABOT_BATCH_ROUNDS_MAX])
{
	int place = sabot_batch_burn_due(&batch->limits, load->cards[0]);
	int n_rounds = 0, end = SABOT_BATCH_ROUNDS_MAX;

	while (n_rounds < end) {
		uint8_t result = batch->results[places->keys[place]];
		int next = place + cards_of(result);
		if (next > load->n_cards)
			return false;
		ret_rounds[n_rounds++] = result;
		if (load->cut_at >= place && load->cut_at < next)
			end = n_rounds + sabot_batch_rounds_after(&batch->limits, load, place);
		place = next;
	}
	load->rounds = ret_rounds;
	load->n_rounds = n_rounds;
	load->n_drawn = place;
	return load->cut_at < place;
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
			       n_after <= sabot_batch_rounds_after(&batch->limits, load, begin);
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
	int place = sabot_batch_burn_due(&batch->limits, load->cards[0]), n_rounds = 0;
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
	return sabot_batch_is_load_right(&batch->limits, load, places->cards) &&
	       are_rounds_right(batch, load, places, ret_classes) && ends_after_cut(batch, load);
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
end_round(const struct sabot_batch_load *load, struct sabot_batch_walk *walk)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_RESULT);

	walk->in_round = false;
	event.u.result.winner = (enum sabot_winner)(load->rounds[walk->n_rounds - 1] & WINNER_MASK);
	return event;
}

bool
sabot_batch_next_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk,
		       struct sabot_event *ret_event)
{
	if (!walk->begun) {
		walk->begun = true;
		walk->due_cards = burned_cards(load);
		*ret_event = sabot_batch_load_event(load);
	} else if (walk->due_cards > 0 && walk->n_drawn < load->n_drawn) {
		*ret_event = sabot_batch_draw_event(load, walk);
	} else if (walk->in_round) {
		*ret_event = end_round(load, walk);
	} else if (walk->n_rounds < load->n_rounds) {
		walk->in_round = true;
		walk->due_cards = cards_of(load->rounds[walk->n_rounds++]);
		*ret_event = sabot_batch_event(SABOT_EVENT_NO_MORE_BETS);
	} else if (sabot_batch_cut_is_due(load, walk)) {
		walk->cut_is_out = true;
		*ret_event = sabot_batch_event(SABOT_EVENT_CUT_CARD);
	} else if (!walk->over) {
		walk->over = true;
		*ret_event = sabot_batch_unload_event(load, walk);
	} else {
		return false;
	}
	return true;
}
