/* Derive the round for each reading, and ask what holds for all of them. */
#include "readings-apply.h"

#include <string.h>

static void
begin_inner(struct sabot_readings *readings)
{
	readings->inner = *readings->step;
	readings->inner.table = readings->as_if;
	readings->inner.sink = SABOT_SINK_COLLECT;
	readings->inner.facts = &readings->step->update->scratch.facts;
	readings->inner.facts->n_facts = 0;
	readings->inner.pending = NULL;
}

/*
 * The reading's log with a stand before the nth unannounced card from the end of the last hand.
 * Returns its place; -1 = there is no room for it.
 */
static int
insert_stand(struct sabot_readings *readings, int nth)
{
	struct sabot_round *round = &readings->as_if->round;
	const struct sabot_stands *stands = &readings->stands;

	if (round->n_log == SABOT_ROUND_LOG_MAX)
		return -1;
	for (int i = 0; i < round->n_log; i++) {
		if (round->log[i].kind != SABOT_STEP_CARD ||
		    round->log[i].card != stands->cards[nth])
			continue;
		memmove(&round->log[i + 1], &round->log[i],
			(size_t)(round->n_log - i) * sizeof(round->log[0]));
		round->n_log++;
		round->log[i] = (struct sabot_round_step){
			.kind = SABOT_STEP_ACTION,
			.box = (uint8_t)stands->box,
			.hand = (int8_t)stands->hand,
			.what = SABOT_ACTION_STAND,
			.line = round->log[i + 1].line,
		};
		return i;
	}
	return -1;
}

static bool
is_hit(const struct sabot_round_step *what)
{
	return what->kind == SABOT_STEP_ACTION && what->what == SABOT_ACTION_HIT;
}

/* Before the stand nothing was taken back, no card came late, and no hit was sent for its card. */
static bool
is_plain_before(const struct sabot_round *round, int stand, int first)
{
	bool is_hit_sent = false;

	for (const struct sabot_round_step *what = round->log; what < &round->log[stand]; what++) {
		if (what->undone || what->kind == SABOT_STEP_UNDO)
			return false;
		if (what->kind != SABOT_STEP_CARD) {
			is_hit_sent |= is_hit(what);
			continue;
		}
		if (what->card >= first)
			return false;
		is_hit_sent = false;
	}
	return !is_hit_sent;
}

/* After the stand nothing came but cards, and the end. */
static bool
is_plain_after(const struct sabot_round *round, int stand, int first)
{
	for (int i = stand + 1; i < round->n_log; i++) {
		const struct sabot_round_step *what = &round->log[i];
		bool is_card = what->kind == SABOT_STEP_CARD && what->card >= first;
		if (what->undone ||
		    (!is_card && what->kind != SABOT_STEP_RESULT && what->kind != SABOT_STEP_END))
			return false;
	}
	return true;
}

/* After the stand at that place nothing came but cards, each for a hand, and the end. */
static bool
can_rewind(const struct sabot_round *round, int stand)
{
	int first = round->log[stand + 1].card;

	return !round->is_void && round->run.n_cards == 0 && !round->run_unsure &&
	       !round->next_bet && is_plain_after(round, stand, first) &&
	       is_plain_before(round, stand, first);
}

/* Take the cards up again that came after the stand: the last hand is in turn. */
static void
rewind(struct sabot_readings *readings, int stand)
{
	struct sabot_round *round = &readings->as_if->round;
	const struct sabot_stands *stands = &readings->stands;
	struct sabot_hand *hand = &round->boxes[stands->box].hands[stands->hand];
	struct sabot_hand_id last = {SABOT_OWNER_PLAYER, stands->box, stands->hand};
	struct sabot_hand_id dealer = {.owner = SABOT_OWNER_DEALER};

	for (int i = round->log[stand + 1].card; i < round->n_cards; i++) {
		round->cards[i].owner = SABOT_OWNER_NONE;
		round->cards[i].is_hit = round->cards[i].announced = false;
	}
	hand->stood = false;
	hand->pile = sabot_round_count_pile(round, last);
	*sabot_round_pile(round, dealer) = sabot_round_count_pile(round, dealer);
	round->turn = (uint8_t)(round->n_seats - 1);
	round->not_asked = -1;
	round->hit_box = 0;
	round->claimed_winners = 0;
	round->claimed_punto = round->claimed_banca = 0;
}

/* Derive the reading. Where only its dues are asked, not again what came before its stand. */
static void
derive(struct sabot_readings *readings, int stand)
{
	if (readings->for_dues && stand > 0 && can_rewind(&readings->as_if->round, stand)) {
		rewind(readings, stand);
		sabot_step_replay_from(&readings->inner, stand);
	} else {
		sabot_step_replay(&readings->inner);
	}
}

static void
lay_cards(struct sabot_readings *readings, const struct sabot_reading *reading)
{
	for (int i = 0; i < readings->n_open; i++)
		readings->as_if->round.cards[readings->places[i]].card = reading->cards[i];
}

/* The next way in which this reading may have gone, else the next reading. False at the end. */
static bool
choose_next(struct sabot_readings *readings, int *ret_stand)
{
	bool was_stand = readings->is_stand;

	readings->is_stand = readings->stand < readings->stands.n_cards;
	if (!readings->is_stand && readings->at == readings->n_readings)
		return false;
	if (was_stand)
		sabot_round_copy(readings->round, &readings->as_if->round);
	if (!readings->is_stand)
		readings->at++;
	lay_cards(readings, &readings->readings[readings->at - 1]);
	*ret_stand = readings->is_stand ? insert_stand(readings, readings->stand++) : -1;
	return true;
}

bool
sabot_readings_next(struct sabot_readings *readings)
{
	bool applied = readings->step->update->applied;
	int stand;

	if (!choose_next(readings, &stand))
		return false;
	begin_inner(readings);
	derive(readings, stand);
	readings->as_if->round.is_void |= readings->as_if->round.ruled_void;
	readings->step->update->applied = applied;
	if (readings->with_stands && !readings->is_stand) {
		readings->stand = 0;
		sabot_readings_find_stands(readings->as_if, &readings->stands);
	}
	return true;
}

enum sabot_certainty
sabot_readings_test(struct sabot_step *step, bool (*holds)(const struct sabot_table *as_if))
{
	struct sabot_readings readings;
	bool any = false, all = true;

	if (!step->table->round.open || !step->table->round.bets_closed ||
	    !sabot_readings_are_needed(step->table))
		return holds(step->table) ? SABOT_FOR_ALL : SABOT_FOR_NONE;
	if (!sabot_readings_begin(&readings, step, false))
		return SABOT_FOR_SOME;
	while (sabot_readings_next(&readings)) {
		bool it_holds = holds(readings.as_if);
		any |= it_holds;
		all &= it_holds;
	}
	return all ? SABOT_FOR_ALL : any ? SABOT_FOR_SOME : SABOT_FOR_NONE;
}

bool
sabot_readings_agree(struct sabot_step *step,
		     bool (*holds)(struct sabot_table *as_if, struct sabot_hand_id *ret_hand),
		     bool with_stands)
{
	struct sabot_readings readings;
	struct sabot_hand_id id = {0}, other = {0};
	bool is_first = true;

	/* As it lies is one of the readings. */
	if (!sabot_readings_are_needed(step->table)) {
		if (!holds(step->table, &id))
			return false;
		if (!with_stands || !sabot_readings_are_many(step->table))
			return true;
	}
	if (!sabot_readings_begin(&readings, step, with_stands))
		return false;
	while (sabot_readings_next(&readings)) {
		if (!holds(readings.as_if, is_first ? &id : &other))
			return false;
		if (!is_first &&
		    (id.owner != other.owner || id.box != other.box || id.hand != other.hand))
			return false;
		is_first = false;
	}
	return true;
}

struct sabot_hand_id
sabot_readings_last_hand(struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;
	struct sabot_readings readings;

	if (sabot_readings_are_needed(step->table) &&
	    sabot_readings_begin(&readings, step, false) && sabot_readings_next(&readings))
		round = &readings.as_if->round;
	const struct sabot_round_card *card = &round->cards[round->n_cards - 1];
	return (struct sabot_hand_id){(enum sabot_owner)card->owner, card->box, card->hand};
}

static struct sabot_next
next_of(const struct sabot_table *table)
{
	struct sabot_next next = {.kind = SABOT_NEXT_DEAL};

	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_blackjack_next(&table->rules, &table->round);
	next.owner = sabot_punto_banco_next(&table->rules, &table->round);
	if (next.owner == SABOT_OWNER_NONE)
		next.kind = SABOT_NEXT_DECIDED;
	return next;
}

static uint32_t
allowed_actions(const struct sabot_table *table, struct sabot_next next)
{
	uint32_t can = 0;

	for (int action = SABOT_ACTION_STAND;
	     next.kind == SABOT_NEXT_PLAY && action < SABOT_ACTIONS; action++)
		if (sabot_blackjack_refuse_action(&table->rules, &table->round, next.box, next.hand,
						  (enum sabot_action)action) == SABOT_WHY_NONE)
			can |= UINT32_C(1) << action;
	return can;
}

static void
merge_next(struct sabot_agreed *agreed, const struct sabot_table *as_if, bool is_first)
{
	struct sabot_next next = next_of(as_if);
	uint32_t can = allowed_actions(as_if, next);
	enum sabot_winner winner = as_if->rules.game == SABOT_PUNTO_BANCO
					   ? sabot_punto_banco_winner(&as_if->round)
					   : SABOT_WINNER_NONE;

	if (is_first) {
		agreed->winner = (uint8_t)winner;
		agreed->kind = (uint8_t)next.kind;
		agreed->owner = (uint8_t)next.owner;
		agreed->box = (uint8_t)next.box;
		agreed->hand = (uint8_t)next.hand;
		agreed->can = can;
		return;
	}
	agreed->can &= can;
	if (agreed->winner != (uint8_t)winner)
		agreed->winner = SABOT_WINNER_NONE;
	agreed->differs |= agreed->kind != (uint8_t)next.kind ||
			   agreed->owner != (uint8_t)next.owner ||
			   agreed->box != (uint8_t)next.box || agreed->hand != (uint8_t)next.hand;
}

void
sabot_step_agree(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_agreed agreed = {.is_open = true, .open_index = -1};
	struct sabot_readings readings;
	int places[2];
	bool is_first = true;

	if (step->update->is_unprompted || !round->open || !round->bets_closed || round->waiting ||
	    !sabot_readings_are_needed(table)) {
		table->agreed = sabot_agreed_nothing;
		return;
	}
	if (sabot_round_open_cards(round, places) > 0)
		agreed.open_index = round->cards[places[0]].order_index;
	agreed.differs = !sabot_readings_begin(&readings, step, false);
	while (!agreed.differs && sabot_readings_next(&readings)) {
		merge_next(&agreed, readings.as_if, is_first);
		is_first = false;
	}
	table->agreed = agreed;
}

/* The stake's due depends on the card's suit. */
static bool
hangs_on(const struct sabot_settlement *stake, const struct sabot_round_card *card)
{
	if (!card->suit_matters || card->burned || card->owner == SABOT_OWNER_NONE)
		return false;
	if (stake->on == SABOT_BET_PERFECT_PAIR)
		return true;
	bool is_own = card->owner == SABOT_OWNER_PLAYER && card->box == stake->box;
	if (stake->on == SABOT_BET_ROYAL_MATCH_21)
		return is_own || card->owner == SABOT_OWNER_DEALER;
	return is_own && (stake->on == SABOT_BET_BET_SET_21 || stake->on == SABOT_BET_KINGS_BOUNTY);
}

static void
set_suit(struct sabot_round *round, struct sabot_round_card *card, uint8_t suit)
{
	struct sabot_hand_id id = {(enum sabot_owner)card->owner, card->box, card->hand};

	card->card.suit = suit;
	*sabot_round_pile(round, id) = sabot_round_count_pile(round, id);
}

/* `from` = the first card not looked at yet; 0: `stake` is settled by the suits as they are. */
static void
visit_dues(struct sabot_table *as_if, struct sabot_settlement *stake, int from,
	   void (*visit)(int64_t due_minor, void *data), void *data)
{
	struct sabot_round *round = &as_if->round;
	int place = from;

	while (place < round->n_cards && (round->cards[place].card.suit != SABOT_SUIT_UNKNOWN ||
					  !hangs_on(stake, &round->cards[place])))
		place++;
	if (place == round->n_cards) {
		if (from > 0)
			sabot_settle_find(&as_if->rules, round, stake);
		visit(stake->due_minor, data);
		return;
	}
	for (uint8_t suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++) {
		set_suit(round, &round->cards[place], suit);
		visit_dues(as_if, stake, place + 1, visit, data);
	}
	set_suit(round, &round->cards[place], SABOT_SUIT_UNKNOWN);
}

void
sabot_readings_each_due(struct sabot_table *as_if, const struct sabot_settlement *stake,
			void (*visit)(int64_t due_minor, void *data), void *data)
{
	struct sabot_settlement by_suit = *stake;

	visit_dues(as_if, &by_suit, 0, visit, data);
}
