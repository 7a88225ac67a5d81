/*
 * The simulated dealer's next action: the one that the daemon's prompt requests, or, if a fault of
 * the dealer is planted, another. This file knows no rule of a game. See shoe-round.h.
 */
#include "shoe-round.h"

#include "shoe-draw.h"
#include "shoe-play.h"
#include "proto/messages/derived-lines.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum {
	PUNTO_BANCO_BOXES = 14,
	BLACKJACK_BOXES = 7,
	BOXES_IN_PLAY_MAX = 4,
	STAKE_UNITS_MAX = 8,
	CLOSE_TRIES_MAX = 3,
	INSURED_PERCENT = 25,
	RUN_OUT_PERCENT =
		40, /* of the loads end by running out the remainder, the others by count */
};

static bool
is_punto_banco(const struct shoe_table *table)
{
	return table->view->game == SABOT_WIRE_GAME_PUNTO_BANCO;
}

static void
queue_word(struct shoe_table *table, const char *word)
{
	shoe_table_queue(table, json_pack("{s:s}", "ev", word));
}

/* --- Load and unload --- */

static void
load_shoe(struct shoe_table *table)
{
	unsigned behind = table->options->behind_cards;
	int decks = table->decks;

	if (behind == 0 && is_punto_banco(table))
		behind = MAX(10, table->cut_min_cards) + shoe_random_below(&table->random, 10);
	else if (behind == 0)
		behind = MAX(60, table->cut_min_cards) + shoe_random_below(&table->random, 20);
	behind = MIN(behind, (unsigned)(decks * SABOT_DECK_CARDS) - 1);
	shoe_pack_fill(&table->pack, decks, &table->random);
	table->pack.behind_cards = behind;
	table->bets_said = false;
	table->awaited = NULL;
	shoe_table_print(table, _("a fresh load of %d decks is put in"), decks);
	shoe_table_queue(table, json_pack("{s:s, s:i, s:i}", "ev", "load", "decks", decks, "behind",
					  (int)behind));
}

static json_t *
run_out(struct shoe_table *table)
{
	json_t *cards = json_array();
	struct sabot_card card;
	char name[SABOT_CARD_TEXT_SIZE];

	while (shoe_pack_draw(&table->pack, &card))
		json_array_append_new(cards, json_string(sabot_card_format(card, name)));
	return cards;
}

static void
unload_shoe(struct shoe_table *table)
{
	unsigned left = shoe_pack_left(&table->pack);

	table->bets_said = false;
	if (shoe_random_chance(&table->random, RUN_OUT_PERCENT)) {
		shoe_table_print(table, _("the load ends; the %u cards left are run out"), left);
		shoe_table_queue(table,
				 json_pack("{s:s, s:o}", "ev", "unload", "cards", run_out(table)));
	} else {
		shoe_table_print(table, _("the load ends; %u cards are counted"), left);
		shoe_table_queue(table, json_pack("{s:s, s:i}", "ev", "unload", "left", (int)left));
	}
}

static void
draw(struct shoe_table *table)
{
	table->next_us = g_get_monotonic_time() + (int64_t)table->options->card_ms * 1000;
	if (!shoe_table_draw(table))
		unload_shoe(table);
}

/* --- Bets --- */

static const char *
random_bet(struct shoe_table *table)
{
	static const char *const bets[] = {"punto", "punto", "banca", "banca", "tie"};

	return bets[shoe_random_below(&table->random, G_N_ELEMENTS(bets))];
}

static json_t *
random_stake(struct shoe_table *table, unsigned box)
{
	int64_t unit = table->view->min_minor > 0 ? table->view->min_minor : 500;
	int64_t amount = unit * (1 + shoe_random_below(&table->random, STAKE_UNITS_MAX));

	if (table->view->max_minor > 0)
		amount = MIN(amount, table->view->max_minor);
	if (!is_punto_banco(table))
		return json_pack("{s:s, s:i, s:I}", "ev", "bet", "box", (int)box, "amount",
				 (json_int_t)amount);
	return json_pack("{s:s, s:i, s:s, s:I}", "ev", "bet", "box", (int)box, "on",
			 random_bet(table), "amount", (json_int_t)amount);
}

static void
queue_bets(struct shoe_table *table)
{
	unsigned boxes = is_punto_banco(table) ? PUNTO_BANCO_BOXES : BLACKJACK_BOXES;
	unsigned in_play = 1 + shoe_random_below(&table->random, BOXES_IN_PLAY_MAX);

	/* Each box with the chance that leaves as many as are still wanted. */
	for (unsigned box = 1; box <= boxes && in_play > 0; box++) {
		if (shoe_random_below(&table->random, boxes - box + 1) >= in_play)
			continue;
		shoe_table_queue(table, random_stake(table, box));
		in_play--;
	}
}

static void
begin_round(struct shoe_table *table)
{
	enum shoe_fault_need available =
		is_punto_banco(table) ? SHOE_NEEDS_PUNTO_BANCO : SHOE_NEEDS_DEALER;

	table->round = (unsigned)MAX(table->view->round, 0) + 1;
	if (table->fault == SHOE_FAULT_NONE) {
		table->fault =
			shoe_fault_plan_pick(table->plan, table->round, available, &table->random);
		table->fault_after_cards = shoe_random_below(&table->random, 4);
	}
	shoe_table_spoil_load(table);
	queue_bets(table);
	table->bets_said = true;
	table->close_tries = 0;
	table->called_ruling = false;
}

static void
take_bets(struct shoe_table *table)
{
	if (!table->bets_said) {
		begin_round(table);
		return;
	}
	if (table->fault == SHOE_FAULT_EARLY_CARD && !shoe_pack_cut_is_next(&table->pack)) {
		shoe_table_print_fault(table, _("a card is drawn before \"no more bets\""));
		draw(table);
	} else if (table->close_tries++ == CLOSE_TRIES_MAX) {
		table->bets_said = false;
		return;
	}
	queue_word(table, "no_more_bets");
}

/* --- The play --- */

static int64_t
stake_of(const struct sabot_wire_box *box)
{
	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);

		if (stake->on && strcmp(stake->on, "main") == 0)
			return stake->amount_minor;
	}
	return 0;
}

static void
offer_insurance(struct shoe_table *table)
{
	for (guint i = 0; i < table->view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(table->view->boxes, i);
		int64_t half = stake_of(box) / 2;

		if (half == 0 || !shoe_random_chance(&table->random, INSURED_PERCENT))
			continue;
		shoe_table_queue(table,
				 json_pack("{s:s, s:I, s:I}", "ev", "insurance", "box",
					   (json_int_t)box->box, "amount", (json_int_t)half));
	}
	queue_word(table, "insurance_closed");
}

static void
play_hand(struct shoe_table *table)
{
	enum sabot_action action = shoe_play_choose(table->view);

	if (action == SABOT_ACTION_HIT) {
		draw(table);
		return;
	}
	shoe_table_queue(table, json_pack("{s:s, s:I, s:s}", "ev", "action", "box",
					  (json_int_t)table->view->prompt->box, "do",
					  sabot_action_to_string(action)));
}

/* --- The end of the round --- */

static int64_t
total_of(const struct sabot_wire_hand *hand)
{
	return hand ? hand->total : 0;
}

static enum sabot_winner
winner_of(const struct sabot_wire_view *view)
{
	int64_t punto = total_of(view->punto), banca = total_of(view->banca);

	if (view->prompt->winner != SABOT_WINNER_NONE)
		return view->prompt->winner;
	if (punto == banca)
		return SABOT_WINNER_TIE;
	return punto > banca ? SABOT_WINNER_PUNTO : SABOT_WINNER_BANCA;
}

static enum sabot_winner
call_wrongly(struct shoe_table *table, enum sabot_winner winner)
{
	enum sabot_winner wrong =
		winner == SABOT_WINNER_PUNTO ? SABOT_WINNER_BANCA : SABOT_WINNER_PUNTO;

	shoe_table_print_fault(table, _("%s wins, but %s is called"), sabot_text_winner(winner),
			       sabot_text_winner(wrong));
	return wrong;
}

/* An open card, or messages that were lost: nothing is claimed then. */
static bool
is_outcome_known(const struct shoe_table *table)
{
	const struct sabot_wire_view *view = table->view;

	if (!is_punto_banco(table))
		return total_of(view->dealer) >= 0;
	return view->prompt->winner != SABOT_WINNER_NONE ||
	       (total_of(view->punto) >= 0 && total_of(view->banca) >= 0);
}

static void
close_round(struct shoe_table *table)
{
	enum sabot_winner winner;

	if (!is_outcome_known(table)) {
		shoe_table_print(table, _("the round is over; not every card of it was read"));
		queue_word(table, "result");
		return;
	}
	if (!is_punto_banco(table)) {
		shoe_table_print(table, _("the dealer has %d"), (int)total_of(table->view->dealer));
		queue_word(table, "result");
		return;
	}
	winner = winner_of(table->view);
	if (winner == SABOT_WINNER_VOID) {
		queue_word(table, "result");
		return;
	}
	shoe_table_print(table, _("punto %d, banca %d: %s"), (int)total_of(table->view->punto),
			 (int)total_of(table->view->banca), sabot_text_winner(winner));
	if (table->fault == SHOE_FAULT_WRONG_RESULT)
		winner = call_wrongly(table, winner);
	table->frames.language->result(&table->frames, winner);
	shoe_table_queue(table, json_pack("{s:s, s:s}", "ev", "result", "winner",
					  sabot_winner_to_string(winner)));
}

static void
print_excess(struct shoe_table *table)
{
	const struct sabot_wire_hand *hand =
		is_punto_banco(table) ? table->view->banca : table->view->dealer;
	const char *who = is_punto_banco(table) ? _("the banca") : _("the dealer");
	int total = (int)total_of(hand);

	if (is_punto_banco(table) && hand && hand->cards->len > 2)
		shoe_table_print_fault(table,
				       _("one more card dealt to the banca, which has its third"));
	else if (is_punto_banco(table) && (total >= 8 || total_of(table->view->punto) >= 8))
		shoe_table_print_fault(table, _("card dealt to the banca after a natural"));
	else
		shoe_table_print_fault(table, _("card dealt to %s that stands on %d"), who, total);
}

/* A card where none is due. False when this round has no such fault. */
static bool
draw_in_excess(struct shoe_table *table)
{
	if ((table->fault != SHOE_FAULT_WRONG_THIRD_CARD && table->fault != SHOE_FAULT_OVERDRAW) ||
	    shoe_pack_cut_is_next(&table->pack))
		return false;
	print_excess(table);
	draw(table);
	return true;
}

static void
end_round(struct shoe_table *table)
{
	if (!draw_in_excess(table))
		close_round(table);
}

static void
draw_third(struct shoe_table *table)
{
	const struct sabot_wire_prompt *prompt = table->view->prompt;

	if (is_punto_banco(table) && table->fault == SHOE_FAULT_WRONG_THIRD_CARD &&
	    shoe_random_chance(&table->random, 50)) {
		shoe_table_print_fault(table, _("the card due to %s on %d is withheld"),
				       prompt->who == SABOT_WIRE_WHO_BANCA ? _("the banca")
									   : _("the punto"),
				       (int)prompt->total);
		close_round(table);
		return;
	}
	draw(table);
}

/* Nobody rules at a table without a pit boss: after a while the round stands as it was dealt. */
static void
wait_for_ruling(struct shoe_table *table)
{
	if (table->called_ruling) {
		begin_round(table);
		return;
	}
	table->called_ruling = true;
	shoe_table_print(table, _("the round waits for the pit"));
	shoe_table_queue_pause(table, SHOE_RULING_STEPS);
	shoe_table_queue(table, json_pack("{s:s, s:I, s:s}", "ev", "ruling", "incident",
					  (json_int_t)table->view->prompt->incident, "remedy",
					  "let_stand"));
}

/* The reading of a card of this shoe is queued; another's, or a card that nobody saw, ends it. */
static void
wait_for_reading(struct shoe_table *table)
{
	if (table->view->phase == SABOT_WIRE_PHASE_BURN) {
		draw(table);
	} else if (table->view->phase == SABOT_WIRE_PHASE_BETTING) {
		take_bets(table);
	} else if (table->called_ruling || table->view->prompt->incident <= 0) {
		close_round(table);
	} else {
		table->called_ruling = true;
		shoe_table_queue_pause(table, SHOE_RULING_STEPS);
	}
}

/*
 * When the prompt says that this is the last round or that a player stands, the phase says what is
 * due.
 */
static void
go_on_by_phase(struct shoe_table *table)
{
	switch (table->view->phase) {
	case SABOT_WIRE_PHASE_BETTING:
		take_bets(table);
		break;
	case SABOT_WIRE_PHASE_DECIDED:
		end_round(table);
		break;
	case SABOT_WIRE_PHASE_BURN:
	case SABOT_WIRE_PHASE_DEALING:
		draw(table);
		break;
	case SABOT_WIRE_PHASE_AFTER_CUT:
		unload_shoe(table);
		break;
	case SABOT_WIRE_PHASE_UNKNOWN:
	case SABOT_WIRE_PHASE_NO_LOAD:
	case SABOT_WIRE_PHASE_DECIDING:
	case SABOT_WIRE_PHASE_RULING:
		break;
	}
}

void
shoe_table_go_on(struct shoe_table *table)
{
	if (!table->view->prompt)
		return;
	switch (table->view->prompt->kind) {
	case SABOT_WIRE_PROMPT_LOAD:
		load_shoe(table);
		break;
	case SABOT_WIRE_PROMPT_BETS:
		take_bets(table);
		break;
	case SABOT_WIRE_PROMPT_BURN:
	case SABOT_WIRE_PROMPT_DEAL:
		draw(table);
		break;
	case SABOT_WIRE_PROMPT_DRAW:
		draw_third(table);
		break;
	case SABOT_WIRE_PROMPT_PLAY:
		play_hand(table);
		break;
	case SABOT_WIRE_PROMPT_INSURANCE:
		offer_insurance(table);
		break;
	case SABOT_WIRE_PROMPT_RESULT:
		end_round(table);
		break;
	case SABOT_WIRE_PROMPT_RULING:
		wait_for_ruling(table);
		break;
	case SABOT_WIRE_PROMPT_UNLOAD:
		unload_shoe(table);
		break;
	case SABOT_WIRE_PROMPT_READ:
		wait_for_reading(table);
		break;
	case SABOT_WIRE_PROMPT_TURN:
		queue_word(table, "reveal");
		break;
	case SABOT_WIRE_PROMPT_UNKNOWN:
		go_on_by_phase(table);
		break;
	}
}

/* --- Payment and the rank pad --- */

static int64_t
pay_wrongly(struct shoe_table *table, const struct sabot_settle_line *stake)
{
	int64_t unit = table->view->min_minor > 0 ? table->view->min_minor : 500;
	bool too_much = stake->due_minor <= unit || shoe_random_chance(&table->random, 50);
	int64_t paid_minor = too_much ? stake->due_minor + unit : stake->due_minor - unit;
	char paid[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];

	shoe_table_print_fault(table, _("box %d is paid %s instead of %s"), (int)stake->box,
			       sabot_text_money(paid_minor, paid),
			       sabot_text_money(stake->due_minor, due));
	return paid_minor;
}

/* What is not certain to be due is not paid. */
static void
pay_stake(struct shoe_table *table, const struct sabot_settle_line *stake)
{
	int64_t paid_minor = stake->due_minor;
	json_t *event;

	if (paid_minor <= 0)
		return;
	if (table->fault == SHOE_FAULT_WRONG_PAYMENT)
		paid_minor = pay_wrongly(table, stake);
	event = json_pack("{s:s, s:I, s:I, s:s, s:s}", "ev", "paid", "amount",
			  (json_int_t)paid_minor, "box", (json_int_t)stake->box, "bettor",
			  stake->bettor, "on", stake->on);
	if (stake->hand >= 0)
		json_object_set_new(event, "hand", json_integer(stake->hand));
	shoe_table_queue(table, event);
}

void
shoe_table_pay(struct shoe_table *table, const GPtrArray *stakes)
{
	table->bets_said = false;
	for (guint i = 0; i < stakes->len; i++)
		pay_stake(table, g_ptr_array_index(stakes, i));
}

void
shoe_table_read_as(struct shoe_table *table, int64_t incident)
{
	char name[SABOT_CARD_TEXT_SIZE];

	shoe_table_queue_pause(table, SHOE_READ_AS_STEPS);
	shoe_table_queue(table, json_pack("{s:s, s:I, s:s, s:s}", "ev", "ruling", "incident",
					  (json_int_t)incident, "remedy", "read_as", "card",
					  sabot_card_format(table->unread, name)));
	shoe_table_print(table, _("the dealer keys in %s"), name);
	table->unread = (struct sabot_card){0};
}
