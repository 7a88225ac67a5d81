/*
 * The round's log: each entry is applied when it happens, and all of them again when a card was
 * another one, or may have been. What follows is the same either way.
 *
 *   sabot_step_play()    appends and applies
 *   sabot_step_replay()  applies the whole log to the round's stakes and cards (step-replay.c)
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings.h"

#include <string.h>

static void
apply_close_bets(struct sabot_table *table)
{
	struct sabot_round *round = &table->round;

	round->bets_closed = true;
	if (table->rules.game != SABOT_BLACKJACK)
		return;
	for (uint32_t boxes = round->used | round->listed; boxes != 0;) {
		int box = sabot_take_lowest(&boxes);
		if ((round->listed >> box & 1) != 0 ||
		    sabot_round_stake(round, box, SABOT_BET_MAIN) > 0)
			sabot_round_seat_box(round, box);
	}
}

const char *
sabot_excess_rule(const struct sabot_table *table)
{
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return "PB-11";
	return sabot_rules_article(&table->rules,
				   !table->round.is_void && sabot_blackjack_why_dealer_stands(
								    &table->rules, &table->round) ==
								    SABOT_WHY_NOTHING_TO_DECIDE
					   ? SABOT_RULE_NO_HAND_LEFT
					   : SABOT_RULE_DEALER_DRAWS);
}

SABOT_SELDOM static void
raise_excess(struct sabot_step *step, struct sabot_card card)
{
	struct sabot_table *table = step->table;
	bool punto_banco = table->rules.game == SABOT_PUNTO_BANCO;
	struct sabot_coup coup;
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_CARD_IN_EXCESS, sabot_excess_rule(table));

	sabot_incident_add_card(incident, "card", card);
	if (table->round.is_void) {
		sabot_incident_add_word(incident, "hand", "");
		sabot_incident_add_number(incident, "total", 0);
		sabot_incident_add_reason(incident, SABOT_WHY_VOID);
	} else if (punto_banco) {
		sabot_punto_banco_read(&table->round, &coup);
		sabot_incident_add_word(incident, "hand", "banca");
		sabot_incident_add_number(incident, "total", coup.banca_points);
		sabot_incident_add_reason(incident, sabot_punto_banco_is_natural(&coup)
							    ? SABOT_WHY_NATURAL
							    : SABOT_WHY_STANDS);
	} else {
		sabot_incident_add_word(incident, "hand", "dealer");
		sabot_incident_add_number(incident, "total",
					  sabot_blackjack_dealer_total(&table->round).total);
		sabot_incident_add_reason(
			incident, sabot_blackjack_why_dealer_stands(&table->rules, &table->round));
	}
}

void
sabot_play_unwanted(struct sabot_step *step, int index)
{
	struct sabot_round *round = &step->table->round;
	const struct sabot_round_card *card = &round->cards[index];

	if (round->run.n_cards == 0)
		round->run = (struct sabot_run){
			.first_index = card->order_index,
			.first_line = card->line,
		};
	round->run.n_cards++;
	if (round->run_unsure)
		return;
	if (round->run.n_cards == 1)
		raise_excess(step, card->card);
	else if (round->run.n_cards == 2)
		sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_DEALING_WENT_ON,
							 sabot_excess_rule(step->table)),
					"card", card->card);
}

/* `actions = all`: nobody requested this card. */
SABOT_SELDOM static void
raise_not_asked(struct sabot_step *step, int index, struct sabot_next next)
{
	struct sabot_table *table = step->table;
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_CARD_NOT_ASKED,
				 sabot_rules_article(&table->rules, SABOT_RULE_MISTAKE));

	sabot_incident_add_card(incident, "card", table->round.cards[index].card);
	sabot_incident_add_number(incident, "box", next.box);
	sabot_incident_add_number(incident, "hand", next.hand);
	sabot_incident_add_number(incident, "total",
				  sabot_blackjack_hand_total(&table->rules, &table->round, next.box,
							     next.hand)
					  .total);
	table->round.not_asked = (int16_t)index;
}

/* The card is a hit; whether it was requested. */
static void
apply_hit(struct sabot_step *step, int index, struct sabot_next next)
{
	struct sabot_round *round = &step->table->round;
	struct sabot_round_card *card = &round->cards[index];

	card->is_hit = true;
	card->announced = round->hit_box == next.box && round->hit_hand == next.hand;
	round->someone_hit = true;
	if (!card->announced && step->table->rules.actions == SABOT_ACTIONS_ALL)
		raise_not_asked(step, index, next);
}

static void
apply_card(struct sabot_step *step, int index)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	round->not_asked = -1;
	if (round->cards[index].burned)
		return;
	round->next_card = round->next_bet;
	if (round->next_card)
		return;
	struct sabot_next next = sabot_play_next(table);
	if (next.kind == SABOT_NEXT_DECIDED) {
		sabot_play_unwanted(step, index);
		return;
	}
	round->run = (struct sabot_run){0};
	if (next.kind == SABOT_NEXT_PLAY)
		apply_hit(step, index, next);
	if (next.kind == SABOT_NEXT_OWED || next.kind == SABOT_NEXT_PLAY)
		round->someone_drew = true;
	round->hit_box = 0;
	if (table->rules.game == SABOT_BLACKJACK)
		sabot_blackjack_reach_turn(round, next);
	sabot_round_place_card(round, index, next.owner, next.box, next.hand);
	if (next.kind == SABOT_NEXT_DEAL)
		round->n_dealt++;
}

/* The hand from which a card was taken away stands. */
SABOT_SELDOM static void
apply_set_aside(struct sabot_round *round, int index)
{
	struct sabot_round_card *card = &round->cards[index];

	switch ((enum sabot_owner)card->owner) {
	case SABOT_OWNER_PUNTO:
		round->punto_stands = true;
		break;
	case SABOT_OWNER_BANCA:
		round->banca_stands = true;
		break;
	case SABOT_OWNER_DEALER:
		round->dealer_stands = true;
		break;
	case SABOT_OWNER_PLAYER:
		round->boxes[card->box].hands[card->hand].stood = true;
		break;
	case SABOT_OWNER_NONE:
		break;
	}
	sabot_round_lift_card(round, index);
}

/* A card that is moved onto a hand which is complete by itself is one too many. */
SABOT_SELDOM static void
move_onto_complete(struct sabot_step *step, const struct sabot_round_step *what, int hand)
{
	struct sabot_table *table = step->table;
	const struct sabot_hand *moved_to = &table->round.boxes[what->box].hands[hand];
	struct sabot_incident *incident = sabot_step_raise(
		step, SABOT_INCIDENT_CARD_IN_EXCESS,
		sabot_rules_article(&table->rules,
				    moved_to->doubled ? SABOT_RULE_DOUBLE : SABOT_RULE_COMPLETE));

	sabot_incident_add_card(incident, "card", table->round.cards[what->card].card);
	sabot_incident_add_word(incident, "hand", "player");
	sabot_incident_add_number(
		incident, "total",
		sabot_blackjack_hand_total(&table->rules, &table->round, what->box, hand).total);
	sabot_incident_add_reason(incident, SABOT_WHY_COMPLETE_HAND);
	sabot_incident_add_number(incident, "box", what->box);
	sabot_incident_add_number(incident, "index", hand);
}

/* True if the hand can take no card, whatever its player decides. */
static bool
is_complete_by_itself(const struct sabot_table *table, int box, int hand)
{
	struct sabot_hand as_if = table->round.boxes[box].hands[hand];
	struct sabot_total total =
		sabot_blackjack_hand_total(&table->rules, &table->round, box, hand);

	if (as_if.surrendered || total.total >= 21)
		return true;
	if (as_if.doubled)
		return as_if.pile.n_cards > 2;
	return as_if.from_aces && table->rules.split_aces_one_card && as_if.pile.n_cards > 1;
}

SABOT_SELDOM static void
apply_move_card(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	int hand = what->hand > 0 ? what->hand : 0;

	if (table->rules.game == SABOT_PUNTO_BANCO) {
		/* What the hand then lacks is due. */
		sabot_round_lift_card(round, what->card);
		return;
	}
	/* By another reading the box has that hand. */
	if (what->box > SABOT_BOXES_MAX ||
	    (what->box != 0 && hand >= round->boxes[what->box].n_hands))
		return;
	apply_set_aside(round, what->card);
	if (what->box != 0) {
		if (is_complete_by_itself(table, what->box, hand))
			move_onto_complete(step, what, hand);
		else
			sabot_round_place_card(round, what->card, SABOT_OWNER_PLAYER, what->box,
					       hand);
		return;
	}
	/* It is never a hit for a player who was not asked. */
	struct sabot_next next = sabot_play_next(table);
	if (next.kind == SABOT_NEXT_OWED || next.kind == SABOT_NEXT_DEALER)
		sabot_round_place_card(round, what->card, next.owner, next.box, next.hand);
}

/* A bet is late where the round is not decided. */
SABOT_SELDOM static void
apply_late_bet(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_round *round = &step->table->round;
	struct sabot_incident *incident;

	if (what->silent)
		return;
	if (sabot_round_is_decided(step->table)) {
		/* By this reading it is the next round's, and so are the cards after it. */
		round->next_bet = round->not_asked < 0 && !sabot_round_is_doubtful(round);
		return;
	}
	if (what->is_next)
		return;
	incident =
		sabot_step_raise(step, SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_BETS_CLOSED));
	sabot_incident_add_number(incident, "box", what->box);
	if (sabot_bet_to_string((enum sabot_bet)what->what) != NULL)
		sabot_incident_add_word(incident, "on",
					sabot_bet_to_string((enum sabot_bet)what->what));
	else
		sabot_incident_add_text(incident, "on",
					step->event->on_word != NULL ? step->event->on_word : "");
	sabot_incident_add_number(incident, "amount", what->amount_minor);
}

/* A ruling takes off the card that nobody requested: its hand is in turn again. */
SABOT_SELDOM static void
apply_take_off(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_round *round = &step->table->round;

	round->not_asked = -1;
	sabot_round_lift_card(round, what->card);
	if (what->box != 0 && round->boxes[what->box].n_hands > 0)
		sabot_round_place_card(round, what->card, SABOT_OWNER_PLAYER, what->box,
				       what->hand > 0 ? what->hand : 0);
}

bool
sabot_step_is_said(const struct sabot_round_step *what)
{
	return what->kind == SABOT_STEP_ACTION || what->kind == SABOT_STEP_INSURANCE ||
	       what->kind == SABOT_STEP_EVEN_MONEY || what->kind == SABOT_STEP_INSURANCE_CLOSED;
}

/* What is no card. */
SABOT_APART static void
apply_other(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	switch ((enum sabot_step_kind)what->kind) {
	case SABOT_STEP_CARD:
		break;
	case SABOT_STEP_CLOSE_BETS:
		apply_close_bets(table);
		break;
	case SABOT_STEP_ACTION:
		sabot_play_action(step, what);
		break;
	case SABOT_STEP_LATE_BET:
		apply_late_bet(step, what);
		break;
	case SABOT_STEP_INSURANCE:
		sabot_play_insurance(step, what);
		break;
	case SABOT_STEP_EVEN_MONEY:
		sabot_play_even_money(step, what);
		break;
	case SABOT_STEP_INSURANCE_CLOSED:
		round->insurance_over = true;
		break;
	case SABOT_STEP_CUT_CARD:
		round->is_void |= !sabot_round_is_decided(table);
		break;
	case SABOT_STEP_RESULT:
	case SABOT_STEP_END:
		/* A card that nobody had requested, if it was one, is a hit now. */
		round->not_asked = -1;
		sabot_play_end(step, what);
		break;
	case SABOT_STEP_RESULT_AGAIN:
		sabot_play_result_again(step, what);
		break;
	case SABOT_STEP_DRAW_NOW:
		break;
	case SABOT_STEP_HIT:
		round->not_asked = -1;
		break;
	case SABOT_STEP_MOVE_CARD:
		apply_move_card(step, what);
		break;
	case SABOT_STEP_TAKE_OFF:
		apply_take_off(step, what);
		break;
	case SABOT_STEP_SET_ASIDE:
		apply_set_aside(round, what->card);
		break;
	case SABOT_STEP_BANCA_THIRD:
		round->run = (struct sabot_run){0};
		/* By another reading banca has its third card already. */
		if (round->piles[SABOT_OWNER_BANCA].n_cards == 2 &&
		    round->cards[what->card].owner == SABOT_OWNER_NONE)
			sabot_round_place_card(round, what->card, SABOT_OWNER_BANCA, 0, 0);
		break;
	case SABOT_STEP_RUN_ENDED:
		round->run = (struct sabot_run){0};
		round->run_unsure = false;
		break;
	case SABOT_STEP_SILENCE:
		round->run_unsure = true;
		break;
	case SABOT_STEP_UNDO:
		sabot_step_refuse(step, SABOT_EVENT_UNDO, SABOT_WHY_NOTHING_TO_UNDO);
		break;
	}
	/* The next card's way goes past the hands that this one has completed. */
	if (table->rules.game == SABOT_BLACKJACK)
		sabot_blackjack_pass_turn(&table->rules, round);
}

static void
apply(struct sabot_step *step, const struct sabot_round_step *what)
{
	const struct sabot_round *round = &step->table->round;

	if (round->next_card || (round->next_bet && sabot_step_is_said(what)))
		return;
	if (what->kind == SABOT_STEP_CARD)
		apply_card(step, what->card);
	else
		apply_other(step, what);
}

void
sabot_step_apply_at(struct sabot_step *step, const struct sabot_round_step *what)
{
	unsigned line = step->line;
	int card_index = step->card_index;

	step->line = what->line;
	if (what->kind == SABOT_STEP_CARD)
		step->card_index = step->table->round.cards[what->card].order_index;
	apply(step, what);
	step->line = line;
	step->card_index = card_index;
}

/* Append to the open round's log; NULL when it is full. */
static struct sabot_round_step *
append(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_round *round = &step->table->round;

	if (round->n_log == SABOT_ROUND_LOG_MAX) {
		round->log_full = true;
		return NULL;
	}
	struct sabot_round_step *logged = &round->log[round->n_log++];
	*logged = *what;
	if (logged->line == 0)
		logged->line = step->line;
	/* What the card ended, such as a wait, lies where the card lies, too. */
	if (step->is_inserted)
		logged->is_inserted = true;
	return logged;
}

bool
sabot_step_log(struct sabot_step *step, const struct sabot_round_step *what)
{
	return append(step, what) != NULL;
}

/* The log is full. */
SABOT_SELDOM static void
apply_unlogged(struct sabot_step *step, struct sabot_round_step what)
{
	if (what.line == 0)
		what.line = step->line;
	sabot_step_apply_at(step, &what);
}

void
sabot_step_play(struct sabot_step *step, const struct sabot_round_step *what)
{
	enum sabot_sink sink = step->sink;

	/* What follows under doubt is found by sabot_step_judge(). */
	if (sabot_readings_are_many(step->table))
		step->sink = SABOT_SINK_DROP;
	const struct sabot_round_step *logged = append(step, what);
	if (logged != NULL)
		sabot_step_apply_at(step, logged);
	else
		apply_unlogged(step, *what);
	step->sink = sink;
}
