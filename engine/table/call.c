/*
 * Which calls the state of a table asks for. Each part of a round has its function; they append to
 * one list in the order in which the dealer says them.
 */
#include "call.h"

#include "prompt.h"
#include "shown.h"
#include "table-private.h"

#include <string.h>

struct call_list {
	struct sabot_call *calls;
	unsigned n;
};

/* Appended empty but for its id. More than SABOT_CALLS_MAX there never are: see that. */
static struct sabot_call *
add(struct call_list *list, enum sabot_call_id id)
{
	unsigned place = list->n < SABOT_CALLS_MAX ? list->n++ : SABOT_CALLS_MAX - 1;

	memset(&list->calls[place], 0, sizeof(list->calls[place]));
	list->calls[place].id = id;
	return &list->calls[place];
}

static void
add_of(struct call_list *list, enum sabot_call_id id, enum sabot_owner owner, int number)
{
	struct sabot_call *call = add(list, id);

	call->owner = owner;
	call->number = number;
}

static void
add_box(struct call_list *list, enum sabot_call_id id, int box)
{
	add(list, id)->box = box;
}

/* Between rounds */

static void
call_commission(const struct sabot_table *table, struct call_list *list)
{
	int64_t owed_minor = sabot_commission_total(&table->commission);

	if (owed_minor > 0)
		add(list, SABOT_CALL_COMMISSION)->amount_minor = owed_minor;
}

/*
 * PB-04, ES-04: said as the burn begins, and once its first card has given the number that follows.
 */
static void
call_burn(const struct sabot_load *load, struct call_list *list)
{
	bool by_first_card = load->burn_first_index >= 0;

	if (load->burn_due_cards == SABOT_BURN_FIRST_CARD)
		add(list, SABOT_CALL_BURN_FIRST);
	else if (load->burned_cards == by_first_card && !load->burn_unread)
		add(list, SABOT_CALL_BURN)->number = load->burn_due_cards - load->burned_cards;
}

static void
call_bets(const struct sabot_load *load, struct call_list *list)
{
	if (load->rounds_left == 1)
		add(list, SABOT_CALL_LAST_ROUND);
	else if (load->rounds_left > 1)
		add(list, SABOT_CALL_ROUNDS_LEFT)->number = load->rounds_left;
	add(list, SABOT_CALL_PLACE_BETS);
}

static void
call_between(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_load *load = &table->load;
	bool bank = table->rules.game == SABOT_BLACKJACK;

	if (table->holder.passed)
		add_box(list, bank ? SABOT_CALL_BANK_PASSES : SABOT_CALL_SHOE_PASSES,
			table->holder.box);
	if (!load->in_shoe) {
		call_commission(table, list);
		add(list, SABOT_CALL_LOAD);
	} else if (sabot_load_burn_goes_on(load)) {
		call_burn(load, list);
	} else if (!sabot_table_load_is_over(table)) {
		call_bets(load, list);
	} else {
		call_commission(table, list);
		add(list, load->rounds_left == 0 ? SABOT_CALL_END_OF_LOAD : SABOT_CALL_SHUFFLE);
	}
}

/* ES-13, PB-03: until the next card the cut card is what has just come. */
static void
call_cut_card(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_load *load = &table->load;
	const struct sabot_round *round = &table->round;
	bool in_play = round->open && round->bets_closed;

	if (!load->in_shoe || !load->cut_seen || load->n_seen != load->cut_at_cards ||
	    (in_play && load->cut_round != round->number))
		return;
	add(list, SABOT_CALL_CUT_CARD);
	if (!in_play)
		return;
	if (load->rounds_left == 0)
		add(list, SABOT_CALL_LAST_ROUND);
	else
		add(list, SABOT_CALL_ROUNDS_LEFT)->number = load->rounds_left;
}

/* Punto banco (PB-14) */

static int
points_of(const struct sabot_coup *coup, enum sabot_owner side)
{
	return side == SABOT_OWNER_PUNTO ? coup->punto_points : coup->banca_points;
}

static int
cards_of(const struct sabot_coup *coup, enum sabot_owner side)
{
	return side == SABOT_OWNER_PUNTO ? coup->n_punto : coup->n_banca;
}

/* The points of a side, unless a card of it was not read. */
static void
call_points(const struct sabot_table *table, const struct sabot_coup *coup, enum sabot_owner side,
	    struct call_list *list)
{
	int points = points_of(coup, side);
	bool natural = cards_of(coup, side) == 2 && points >= 8;

	if (sabot_table_is_legible(table, (struct sabot_hand_id){side, 0, 0}))
		add_of(list, natural ? SABOT_CALL_NATURAL : SABOT_CALL_POINTS, side, points);
}

/* A side that may still draw does, or stands. */
static void
call_decision(const struct sabot_coup *coup, enum sabot_owner side, enum sabot_owner next,
	      struct call_list *list)
{
	if (next == side)
		add_of(list, SABOT_CALL_CARD_FOR, side, 0);
	else if (cards_of(coup, side) == 2)
		add_of(list, SABOT_CALL_STANDS, side, points_of(coup, side));
}

static void
call_winner(const struct sabot_coup *coup, struct call_list *list)
{
	switch (coup->winner) {
	case SABOT_WINNER_PUNTO:
		add_of(list, SABOT_CALL_WINS, SABOT_OWNER_PUNTO, coup->punto_points);
		break;
	case SABOT_WINNER_BANCA:
		add_of(list, SABOT_CALL_WINS, SABOT_OWNER_BANCA, coup->banca_points);
		break;
	case SABOT_WINNER_TIE:
		add(list, SABOT_CALL_TIE)->number = coup->punto_points;
		break;
	case SABOT_WINNER_VOID:
	case SABOT_WINNER_NONE:
		break;
	}
}

/* What was decided since the last card: punto's turn comes before banca's. */
static void
call_decisions(const struct sabot_table *table, const struct sabot_coup *coup,
	       struct call_list *list)
{
	enum sabot_owner next = sabot_punto_banco_next(&table->rules, &table->round);

	if (!sabot_punto_banco_is_natural(coup) && coup->n_banca == 2) {
		if (coup->n_punto == 2)
			call_decision(coup, SABOT_OWNER_PUNTO, next, list);
		if (next != SABOT_OWNER_PUNTO)
			call_decision(coup, SABOT_OWNER_BANCA, next, list);
	}
	if (next == SABOT_OWNER_NONE)
		call_winner(coup, list);
}

/* PB-07: punto is turned and called first. True while anything is still hidden. */
static bool
call_turns(const struct sabot_table *table, const struct sabot_coup *coup, struct call_list *list)
{
	if (!sabot_table_is_shown(table, SABOT_OWNER_PUNTO)) {
		add_of(list, SABOT_CALL_TURN, SABOT_OWNER_PUNTO, 0);
		return true;
	}
	if (sabot_table_is_shown(table, SABOT_OWNER_BANCA))
		return false;
	call_points(table, coup, SABOT_OWNER_PUNTO, list);
	add_of(list, SABOT_CALL_TURN, SABOT_OWNER_BANCA, 0);
	return true;
}

/* After the deal both sides are called, after a third card the side that got it. */
static void
call_coup(const struct sabot_table *table, struct call_list *list)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(&table->round, &coup);
	if (coup.n_punto < 2 || coup.n_banca < 2 || call_turns(table, &coup, list))
		return;
	if (coup.n_banca == 2)
		call_points(table, &coup, SABOT_OWNER_PUNTO, list);
	if (coup.n_punto == 2 || coup.n_banca == 3)
		call_points(table, &coup, SABOT_OWNER_BANCA, list);
	if (sabot_table_coup_is_legible(table))
		call_decisions(table, &coup, list);
}

/* PB-07: the box of the highest bettor on punto, of two the first; 0 when nobody bets on it. */
static int
highest_on_punto(const struct sabot_round *round)
{
	int64_t highest_minor = 0;
	int highest_box = 0;

	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		for (int i = 0; i < round->boxes[box].n_bettors; i++) {
			int64_t stake_minor =
				round->boxes[box].bettors[i].stakes_minor[SABOT_BET_PUNTO];
			if (stake_minor <= highest_minor)
				continue;
			highest_minor = stake_minor;
			highest_box = box;
		}
	}
	return highest_box;
}

/* Blackjack */

static struct sabot_total
total_of(const struct sabot_table *table, struct sabot_hand_id id)
{
	if (id.owner == SABOT_OWNER_DEALER)
		return sabot_blackjack_dealer_total(&table->round);
	return sabot_blackjack_hand_total(&table->rules, &table->round, id.box, id.hand);
}

static void
add_hand(struct call_list *list, enum sabot_call_id id, struct sabot_hand_id place,
	 struct sabot_total total)
{
	struct sabot_call *call = add(list, id);

	call->owner = place.owner;
	call->box = place.box;
	call->hand = place.hand;
	if (id != SABOT_CALL_BLACKJACK)
		call->number = total.total;
	call->soft = id == SABOT_CALL_TOTAL && total.soft;
}

/* What a hand comes to. `totals`: also where it is neither bust nor a blackjack. */
static void
call_hand(const struct sabot_table *table, struct sabot_hand_id id, bool totals,
	  struct call_list *list)
{
	if (!sabot_table_is_legible(table, id))
		return;
	struct sabot_total total = total_of(table, id);
	if (total.total > 21)
		add_hand(list, SABOT_CALL_BUST, id, total);
	else if (total.is_blackjack)
		add_hand(list, SABOT_CALL_BLACKJACK, id, total);
	else if (totals)
		add_hand(list, SABOT_CALL_TOTAL, id, total);
}

/* Since the deal no card was drawn and no hand has done anything. */
static bool
is_fresh_deal(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (round->someone_drew ||
	    sabot_blackjack_dealer_total(round).n_cards > 1 + table->rules.hole)
		return false;
	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		const struct sabot_hand *hand = &round->boxes[box].hands[0];
		if (round->boxes[box].n_hands > 1 || hand->stood || hand->doubled ||
		    hand->surrendered)
			return false;
	}
	return true;
}

static void
call_blackjacks(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_round *round = &table->round;

	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		struct sabot_hand_id hand = {SABOT_OWNER_PLAYER, box, 0};
		if (round->boxes[box].in_play && total_of(table, hand).is_blackjack)
			call_hand(table, hand, false, list);
	}
}

/* BJ-09, ST-06: insurance, and even money for who has a blackjack and did not take it yet. */
static void
call_insurance(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_round *round = &table->round;

	add(list, SABOT_CALL_INSURANCE);
	for (int box = 1; table->rules.even_money && box <= SABOT_BOXES_MAX; box++) {
		struct sabot_hand_id hand = {SABOT_OWNER_PLAYER, box, 0};
		if (round->boxes[box].in_play && sabot_table_is_legible(table, hand) &&
		    total_of(table, hand).is_blackjack &&
		    !sabot_blackjack_box_took_even_money(&round->boxes[box]))
			add_box(list, SABOT_CALL_EVEN_MONEY, box);
	}
}

/* The hand that the last thing done in the round gave a card; of NONE when it was no card. */
static struct sabot_hand_id
hand_just_dealt(const struct sabot_round *round)
{
	struct sabot_hand_id none = {SABOT_OWNER_NONE, 0, 0};

	int last = round->n_log - 1;
	while (last >= 0 && round->log[last].undone)
		last--;
	if (last < 0 || round->log[last].kind != SABOT_STEP_CARD)
		return none;
	const struct sabot_round_card *card = &round->cards[round->log[last].card];
	return (struct sabot_hand_id){(enum sabot_owner)card->owner, card->box, card->hand};
}

static bool
is_same_hand(struct sabot_hand_id a, struct sabot_hand_id b)
{
	return a.owner == b.owner && a.box == b.box && a.hand == b.hand;
}

/* ES-16: his total after his own hand, if he took one; before it he turns his hole card. */
static void
call_dealer(const struct sabot_table *table, bool decided, struct call_list *list)
{
	const struct sabot_hand_id dealer = {SABOT_OWNER_DEALER, 0, 0};

	if (!sabot_table_is_shown(table, SABOT_OWNER_DEALER))
		add_of(list, SABOT_CALL_TURN, SABOT_OWNER_DEALER, 0);
	else if (decided && total_of(table, dealer).n_cards >= 2)
		call_hand(table, dealer, true, list);
}

/* Whose turn it is. */
static void
call_turn(const struct sabot_table *table, struct sabot_next next, struct call_list *list)
{
	struct sabot_hand_id in_turn = {next.owner, next.box, next.hand};

	if (sabot_table_asks_insurance(table))
		call_insurance(table, list);
	else if (next.kind == SABOT_NEXT_PLAY && table->rules.call_totals)
		call_hand(table, in_turn, true, list);
	else if (next.kind == SABOT_NEXT_DEALER || next.kind == SABOT_NEXT_DECIDED)
		call_dealer(table, next.kind == SABOT_NEXT_DECIDED, list);
}

static void
call_deal(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_round *round = &table->round;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	struct sabot_hand_id in_turn = {next.owner, next.box, next.hand};
	struct sabot_hand_id dealt = hand_just_dealt(round);

	if (next.kind == SABOT_NEXT_DEAL)
		return;
	if (is_fresh_deal(table))
		call_blackjacks(table, list);
	else if (dealt.owner == SABOT_OWNER_PLAYER && !is_same_hand(dealt, in_turn))
		call_hand(table, dealt, table->rules.call_totals, list);
	call_turn(table, next, list);
}

/* A round in play */

static void
call_round(const struct sabot_table *table, struct call_list *list)
{
	const struct sabot_round *round = &table->round;

	if (round->is_void) {
		add(list, SABOT_CALL_VOID);
		return;
	}
	if (round->n_cards == 0)
		add(list, SABOT_CALL_NO_MORE_BETS);
	if (table->rules.game == SABOT_BLACKJACK) {
		call_deal(table, list);
		return;
	}
	if (round->n_cards == 0)
		add_box(list, SABOT_CALL_CARDS, highest_on_punto(round));
	call_coup(table, list);
}

unsigned
sabot_table_calls(const struct sabot_table *table, struct sabot_call ret_calls[SABOT_CALLS_MAX])
{
	struct call_list list = {ret_calls, 0};
	const struct sabot_round *round = &table->round;

	call_cut_card(table, &list);
	if (!round->open || !round->bets_closed)
		call_between(table, &list);
	else if (!round->waiting)
		call_round(table, &list);
	return list.n;
}

static const char *const words[SABOT_CALLS] = {
	[SABOT_CALL_LOAD] = "load",
	[SABOT_CALL_END_OF_LOAD] = "end_of_load",
	[SABOT_CALL_SHUFFLE] = "shuffle",
	[SABOT_CALL_COMMISSION] = "commission",
	[SABOT_CALL_BURN_FIRST] = "burn_first",
	[SABOT_CALL_BURN] = "burn",
	[SABOT_CALL_SHOE_PASSES] = "shoe_passes",
	[SABOT_CALL_BANK_PASSES] = "bank_passes",
	[SABOT_CALL_CUT_CARD] = "cut_card",
	[SABOT_CALL_ROUNDS_LEFT] = "rounds_left",
	[SABOT_CALL_LAST_ROUND] = "last_round",
	[SABOT_CALL_PLACE_BETS] = "place_bets",
	[SABOT_CALL_NO_MORE_BETS] = "no_more_bets",
	[SABOT_CALL_CARDS] = "cards",
	[SABOT_CALL_TURN] = "turn",
	[SABOT_CALL_POINTS] = "points",
	[SABOT_CALL_NATURAL] = "natural",
	[SABOT_CALL_STANDS] = "stands",
	[SABOT_CALL_CARD_FOR] = "card_for",
	[SABOT_CALL_WINS] = "wins",
	[SABOT_CALL_TIE] = "tie",
	[SABOT_CALL_VOID] = "void",
	[SABOT_CALL_BLACKJACK] = "blackjack",
	[SABOT_CALL_INSURANCE] = "insurance",
	[SABOT_CALL_EVEN_MONEY] = "even_money",
	[SABOT_CALL_TOTAL] = "total",
	[SABOT_CALL_BUST] = "bust",
};

const char *
sabot_call_id_to_string(enum sabot_call_id id)
{
	return (int)id >= 0 && (int)id < SABOT_CALLS ? words[id] : NULL;
}

bool
sabot_call_id_from_string(const char *word, enum sabot_call_id *ret_id)
{
	for (int id = 0; id < SABOT_CALLS; id++) {
		if (strcmp(words[id], word) != 0)
			continue;
		*ret_id = (enum sabot_call_id)id;
		return true;
	}
	return false;
}
