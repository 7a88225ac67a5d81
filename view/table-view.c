/*
 * Builds the view. The round shown is the open one from the close of its bets or its first card on,
 * and before that the one just closed, so that players can still read the last hands while new bets
 * are placed.
 */
#include "table-view.h"
#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "engine/games/punto-banco.h"
#include "engine/games/settle.h"
#include "prompt-view.h"
#include "veil.h"

/* A view fits into a line: with more stakes none is shown, of more debts the sum. */
enum { VIEW_STAKES_MAX = 256, VIEW_DEBTS_MAX = 48 };

/* Two orders of one thing: the engine's enums plus one are the wire's. */
G_STATIC_ASSERT((int)SABOT_WIRE_PHASE_AFTER_CUT == (int)SABOT_PHASE_AFTER_CUT + 1);
G_STATIC_ASSERT((int)SABOT_WIRE_RESULT_VOID == (int)SABOT_RESULT_VOID + 1);
G_STATIC_ASSERT((int)SABOT_WIRE_TABLE_PAUSED == (int)SABOT_TABLE_PAUSED + 1);

static const struct sabot_round *
shown_round(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (round->open && (round->n_cards > 0 || round->bets_closed || table->last.number == 0))
		return round;
	return table->last.number > 0 ? &table->last : NULL;
}

static void
append_card(GArray *cards, struct sabot_card card, bool is_hidden)
{
	struct sabot_wire_card seen = {.card = card, .is_hidden = is_hidden};

	if (is_hidden)
		seen.card = (struct sabot_card){0};
	g_array_append_val(cards, seen);
}

/* Not everything in the round that is shown is certain. */
static bool
is_unverified(const struct sabot_round *round)
{
	if (!round || round->is_void)
		return false;
	return round->open ? round->bets_closed && sabot_round_is_doubtful(round)
			   : round->unverified;
}

/*
 * Nothing is known about the order of its cards: messages were lost, or too many cards are open.
 * In play, what the open card was decides whose the cards after the deal are.
 */
static bool
hides_totals(const struct sabot_table *table, const struct sabot_round *round)
{
	enum { DEAL_OF_COUP_CARDS = 4, OPEN_JUDGED_MAX = 2 };
	int places[OPEN_JUDGED_MAX];

	if (round->is_void)
		return false;
	if (sabot_round_is_torn(round) || sabot_round_open_cards(round, places) > OPEN_JUDGED_MAX)
		return true;
	return round == &table->round && table->agreed.differs &&
	       table->rules.game == SABOT_PUNTO_BANCO && round->n_cards > DEAL_OF_COUP_CARDS;
}

/* A total that counts a card nobody knows for nothing is none. */
static bool
has_unread(const struct sabot_card cards[], int n_cards)
{
	for (int i = 0; i < n_cards; i++) {
		if (cards[i].rank == SABOT_RANK_UNKNOWN)
			return true;
	}
	return false;
}

/* Of the round just closed: which points the side may have had, a bit each. */
static bool
has_one_total(const struct sabot_table *table, const struct sabot_round *round,
	      enum sabot_owner owner)
{
	uint16_t points = owner == SABOT_OWNER_PUNTO ? table->closed.punto : table->closed.banca;

	return round == &table->round || !round->unverified ||
	       (table->closed.number == round->number && (points & (points - 1)) == 0);
}

static struct sabot_wire_hand *
build_coup_hand(const struct sabot_table *table, const struct sabot_round *round,
		enum sabot_owner owner)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);
	struct sabot_card cards[SABOT_BLACKJACK_CARDS_MAX];
	int n_cards = sabot_round_hand_cards(round, (struct sabot_hand_id){owner, 0, 0}, cards,
					     (int)G_N_ELEMENTS(cards));
	bool is_hidden = round == &table->round && sabot_veil_hides_hand(table, owner);
	bool is_certain = has_one_total(table, round, owner) && !hides_totals(table, round);

	/* Where no card of its own is open, its cards are another's for some readings. */
	if (!is_certain && round->unverified && !sabot_round_is_torn(round) &&
	    !has_unread(cards, n_cards))
		n_cards = MIN(n_cards, 2);
	for (int i = 0; i < n_cards; i++)
		append_card(hand->cards, cards[i], is_hidden);
	if (!is_hidden && is_certain && !has_unread(cards, n_cards))
		hand->total = sabot_punto_banco_points(cards, n_cards);
	return hand;
}

static struct sabot_wire_hand *
build_dealer_hand(const struct sabot_table *table, const struct sabot_round *round)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);
	struct sabot_total total = sabot_blackjack_dealer_total(round);
	struct sabot_card cards[SABOT_BLACKJACK_CARDS_MAX];
	int n_cards =
		sabot_round_hand_cards(round, (struct sabot_hand_id){SABOT_OWNER_DEALER, 0, 0},
				       cards, (int)G_N_ELEMENTS(cards));
	bool hides_total = has_unread(cards, n_cards) || hides_totals(table, round);

	for (int i = 0; i < n_cards; i++) {
		bool is_hidden = round == &table->round && sabot_veil_hides_dealer_card(table, i);

		append_card(hand->cards, cards[i], is_hidden);
		hides_total = hides_total || is_hidden;
	}
	if (!hides_total) {
		hand->total = total.total;
		hand->is_soft = total.soft;
	}
	return hand;
}

static bool
has_unread_card(const struct sabot_round *round, int box, int number)
{
	struct sabot_card cards[SABOT_BLACKJACK_CARDS_MAX];
	int n_cards =
		sabot_round_hand_cards(round,
				       (struct sabot_hand_id){SABOT_OWNER_PLAYER, box, number},
				       cards, (int)G_N_ELEMENTS(cards));

	return has_unread(cards, n_cards);
}

/* Whose turn it is hangs on what the open card was, or would give away one that lies face down. */
static bool
hides_turn(const struct sabot_table *table)
{
	return table->agreed.differs || sabot_veil_hides_next(table);
}

/* Of a hand whose total is not known: no more than what everybody sees. */
static enum sabot_wire_hand_state
state_of_unread(const struct sabot_table *table, const struct sabot_round *round, int box,
		int number)
{
	const struct sabot_agreed *agreed = &table->agreed;

	if (round->boxes[box].hands[number].stood)
		return SABOT_WIRE_HAND_STOOD;
	if (round != &table->round)
		return SABOT_WIRE_HAND_COMPLETE;
	if (!sabot_blackjack_deal_is_complete(&table->rules, round))
		return SABOT_WIRE_HAND_DEALING;
	return !hides_turn(table) && agreed->kind != SABOT_NEXT_DECIDED &&
			       agreed->owner == SABOT_OWNER_PLAYER && agreed->box == box &&
			       agreed->hand == number
		       ? SABOT_WIRE_HAND_TURN
		       : SABOT_WIRE_HAND_WAITING;
}

static enum sabot_wire_hand_state
hand_state(const struct sabot_table *table, const struct sabot_round *round, int box, int number)
{
	const struct sabot_hand *hand = &round->boxes[box].hands[number];
	struct sabot_total total = sabot_blackjack_hand_total(&table->rules, round, box, number);
	struct sabot_next next;

	if (hand->surrendered)
		return SABOT_WIRE_HAND_SURRENDERED;
	if (is_unverified(round) && has_unread_card(round, box, number))
		return state_of_unread(table, round, box, number);
	if (total.total > 21)
		return SABOT_WIRE_HAND_BUST;
	if (total.is_blackjack)
		return SABOT_WIRE_HAND_BLACKJACK;
	if (hand->stood)
		return SABOT_WIRE_HAND_STOOD;
	if (round != &table->round)
		return SABOT_WIRE_HAND_COMPLETE;
	if (!sabot_blackjack_deal_is_complete(&table->rules, round))
		return SABOT_WIRE_HAND_DEALING;
	if (table->agreed.is_open && hides_turn(table))
		return SABOT_WIRE_HAND_WAITING;
	next = sabot_blackjack_next(&table->rules, round);
	if (next.owner == SABOT_OWNER_PLAYER && next.box == box && next.hand == number)
		return SABOT_WIRE_HAND_TURN;
	return sabot_blackjack_hand_is_complete(&table->rules, round, box, number)
		       ? SABOT_WIRE_HAND_COMPLETE
		       : SABOT_WIRE_HAND_WAITING;
}

/* Of a round with an open card a result is certain where what is due on the hand is. */
static bool
is_result_certain(const struct sabot_table *table, const struct sabot_round *round, int box,
		  int number)
{
	const struct sabot_accounts *ledger = &table->ledger;

	if (!is_unverified(round))
		return true;
	for (int i = sabot_accounts_first(ledger, round->number);
	     i < ledger->n_accounts && ledger->accounts[i].round == round->number; i++) {
		const struct sabot_account *account = &ledger->accounts[i];

		if (account->box == box && account->hand == number && account->on == SABOT_BET_MAIN)
			return sabot_account_is_certain(account);
	}
	return false;
}

static enum sabot_wire_hand_result
hand_result(const struct sabot_table *table, const struct sabot_round *round, int box, int number)
{
	if (round == &table->round || !is_result_certain(table, round, box, number))
		return SABOT_WIRE_RESULT_NONE;
	return (enum sabot_wire_hand_result)(
		sabot_settle_hand_result(&table->rules, round, box, number) + 1);
}

static void
add_hand(struct sabot_wire_box *box, const struct sabot_table *table,
	 const struct sabot_round *round, int number)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);
	int place = (int)box->box;
	struct sabot_total total = sabot_blackjack_hand_total(&table->rules, round, place, number);
	struct sabot_card cards[SABOT_BLACKJACK_CARDS_MAX];
	int n_cards =
		sabot_round_hand_cards(round,
				       (struct sabot_hand_id){SABOT_OWNER_PLAYER, place, number},
				       cards, (int)G_N_ELEMENTS(cards));

	for (int i = 0; i < n_cards; i++)
		append_card(hand->cards, cards[i], false);
	hand->hand = number;
	if (!has_unread(cards, n_cards) && !hides_totals(table, round)) {
		hand->total = total.total;
		hand->is_soft = total.soft;
	}
	hand->is_doubled = round->boxes[place].hands[number].doubled;
	hand->state = hand_state(table, round, place, number);
	hand->result = hand_result(table, round, place, number);
	g_ptr_array_add(box->hands, hand);
}

static void
add_stake(struct sabot_wire_box *box, const struct sabot_bettor *bettor, enum sabot_bet on,
	  int64_t amount_minor)
{
	struct sabot_wire_stake *stake;

	if (amount_minor == 0)
		return;
	stake = sabot_record_new(&sabot_wire_stake_type);
	stake->bettor = g_strdup(bettor->name);
	stake->on = g_strdup(sabot_bet_to_string(on));
	stake->amount_minor = amount_minor;
	g_ptr_array_add(box->stakes, stake);
}

static void
add_stakes(struct sabot_wire_box *box, const struct sabot_box *place)
{
	for (int i = 0; i < place->n_bettors; i++) {
		const struct sabot_bettor *bettor = &place->bettors[i];

		for (int on = SABOT_BET_MAIN; on < SABOT_BETS; on++)
			add_stake(box, bettor, (enum sabot_bet)on, bettor->stakes_minor[on]);
		add_stake(box, bettor, SABOT_BET_INSURANCE, bettor->insurance_minor);
	}
}

static int
count_stakes(const struct sabot_round *round)
{
	int n_stakes = 0;

	for (int number = 1; number <= SABOT_BOXES_MAX; number++) {
		const struct sabot_box *place = &round->boxes[number];

		for (int i = 0; i < place->n_bettors; i++) {
			n_stakes += place->bettors[i].insurance_minor != 0;
			for (int on = SABOT_BET_MAIN; on < SABOT_BETS; on++)
				n_stakes += place->bettors[i].stakes_minor[on] != 0;
		}
	}
	return n_stakes;
}

/* Whether there may be anything to show of it: most of a table's boxes are empty. */
static bool
is_in_use(const struct sabot_box *dealt, const struct sabot_box *staked)
{
	return dealt->in_play || staked->n_bettors > 0;
}

/* Stakes are those of the open round; hands those of the round that is shown. */
static void
fill_boxes(struct sabot_wire_view *view, const struct sabot_table *table)
{
	const struct sabot_round *shown = shown_round(table);
	const struct sabot_round *staked = table->round.open ? &table->round : shown;
	bool has_room = shown && count_stakes(staked) <= VIEW_STAKES_MAX;

	for (int number = 1; shown && number <= SABOT_BOXES_MAX; number++) {
		const struct sabot_box *dealt = &shown->boxes[number];
		struct sabot_wire_box *box;

		if (!is_in_use(dealt, &staked->boxes[number]))
			continue;
		box = sabot_record_new(&sabot_wire_box_type);
		box->box = number;
		if (has_room)
			add_stakes(box, &staked->boxes[number]);
		for (int hand = 0; dealt->in_play && hand < dealt->n_hands; hand++) {
			if (table->rules.game == SABOT_BLACKJACK)
				add_hand(box, table, shown, hand);
		}
		if (box->stakes->len > 0 || box->hands->len > 0)
			g_ptr_array_add(view->boxes, box);
		else
			sabot_record_unref(box);
	}
}

static void
fill_hands(struct sabot_wire_view *view, const struct sabot_table *table)
{
	const struct sabot_round *round = shown_round(table);

	if (!round)
		return;
	if (table->rules.game == SABOT_BLACKJACK) {
		view->dealer = build_dealer_hand(table, round);
		return;
	}
	view->punto = build_coup_hand(table, round, SABOT_OWNER_PUNTO);
	view->banca = build_coup_hand(table, round, SABOT_OWNER_BANCA);
	if (round == &table->last && !(table->round.open && table->round.bets_closed))
		view->winner = round->winner;
}

static int
count_unread(const struct sabot_composition *composition)
{
	int n_unread = composition->unknown;

	for (int rank = SABOT_ACE; rank <= SABOT_KING; rank++)
		n_unread += composition->copies[SABOT_SUIT_UNKNOWN][rank];
	return n_unread;
}

static void
fill_shoe(struct sabot_wire_view *view, const struct sabot_table *table)
{
	const struct sabot_load *load = &table->load;
	struct sabot_wire_shoe *shoe;

	if (load->number == 0 || !load->in_shoe)
		return;
	shoe = sabot_record_new(&sabot_wire_shoe_type);
	shoe->decks = load->composition.decks;
	shoe->seen_cards = load->n_seen;
	shoe->left_cards = MAX(shoe->decks * SABOT_DECK_CARDS - load->n_seen, 0);
	shoe->unread_cards = count_unread(&load->composition);
	shoe->burned_cards = load->burned_cards;
	shoe->is_cut = load->cut_seen;
	view->shoe = shoe;
}

static void
add_debt(GPtrArray *owed, int box, const char *bettor, int64_t amount_minor)
{
	struct sabot_wire_debt *debt = sabot_record_new(&sabot_wire_debt_type);

	debt->box = box;
	debt->bettor = bettor[0] ? g_strdup(bettor) : NULL;
	debt->amount_minor = amount_minor;
	g_ptr_array_add(owed, debt);
}

/* Every amount is included; of too many debtors the last ones together, as those without a line. */
static void
fill_owed(struct sabot_wire_view *view, const struct sabot_commission *commission)
{
	int64_t others_minor = commission->others.owed_minor;

	for (int i = 0; i < commission->n_debts; i++) {
		const struct sabot_commission_debt *debt = &commission->debts[i];

		if (debt->owed_minor != 0 && view->owed->len < VIEW_DEBTS_MAX)
			add_debt(view->owed, debt->box, debt->bettor, debt->owed_minor);
		else
			others_minor += debt->owed_minor;
	}
	if (others_minor != 0)
		add_debt(view->owed, 0, "", others_minor);
}

/* What the log's `redress` lines leave open. */
static void
fill_differences(struct sabot_wire_view *view, const struct sabot_table *table)
{
	const struct sabot_accounts *ledger = &table->ledger;

	for (int i = 0; i < ledger->n_accounts && view->differences->len < VIEW_DEBTS_MAX; i++) {
		const struct sabot_account *account = &ledger->accounts[i];
		struct sabot_wire_difference *seen;

		if (!account->redressed || account->difference_minor == 0)
			continue;
		seen = sabot_record_new(&sabot_wire_difference_type);
		seen->round = account->round;
		seen->box = account->box;
		seen->hand = account->hand;
		seen->on = g_strdup(sabot_bet_to_string((enum sabot_bet)account->on));
		seen->bettor = g_strdup(account->bettor);
		seen->amount_minor = account->difference_minor;
		seen->due_minor = account->dues_minor[0];
		seen->paid_minor = account->dues_minor[0] - account->difference_minor;
		g_ptr_array_add(view->differences, seen);
	}
}

/*
 * Where nobody notes stakes, ratios are shown, once they are certain for all. While an open card
 * decides what comes next nothing is paid.
 */
static void
fill_payouts(struct sabot_wire_view *view, const struct sabot_table *table,
	     const struct sabot_round *round)
{
	if (view->is_unverified && round->open && view->phase != SABOT_WIRE_PHASE_DECIDED)
		return;
	if (view->is_unverified && count_stakes(round) == 0)
		return;
	if (count_stakes(round) > 0)
		sabot_payout_view_fill(view, table, round);
	else if (view->phase == SABOT_WIRE_PHASE_DECIDED || !round->open)
		sabot_per_100_view_fill(view, table, round);
}

/* They have been seen as they lay one too many. */
static void
fill_kept(struct sabot_wire_view *view, const struct sabot_table *table)
{
	for (int i = 0; i < table->n_next_cards; i++)
		if (table->next_cards[i] < table->load.n_order)
			append_card(view->kept, table->load.order[table->next_cards[i]].card,
				    false);
}

void
sabot_table_view_fill(struct sabot_wire_view *view, const struct sabot_table *table)
{
	view->game = table->rules.game == SABOT_BLACKJACK ? SABOT_WIRE_GAME_BLACKJACK
							  : SABOT_WIRE_GAME_PUNTO_BANCO;
	view->rules = g_strdup(table->rules.name);
	view->state = (enum sabot_wire_table_state)(table->state + 1);
	view->min_minor = table->min_minor;
	view->has_falling_tails = table->rules.road_tails == SABOT_TAILS_FALL;
	view->max_minor = table->max_minor;
	view->phase = (enum sabot_wire_phase)(sabot_table_phase(table) + 1);
	view->load = table->load.number;
	view->round = table->round.open ? table->round.number : table->last.number;
	view->is_round_open = table->round.open;
	view->is_unverified = is_unverified(shown_round(table));
	fill_hands(view, table);
	fill_boxes(view, table);
	sabot_prompt_view_fill(view, table);
	if (shown_round(table) &&
	    !(table->round.open && table->round.bets_closed && table->round.n_cards == 0))
		fill_payouts(view, table, shown_round(table));
	view->holder = table->holder.box;
	fill_owed(view, &table->commission);
	fill_differences(view, table);
	fill_shoe(view, table);
	fill_kept(view, table);
}
