/*
 * What must happen next, read off the state of a table. Pure.
 */
#include "step.h"

enum sabot_phase
sabot_table_phase(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (round->open && round->waiting)
		return SABOT_PHASE_RULING;
	if (round->open && round->bets_closed) {
		if (sabot_round_is_decided(table))
			return SABOT_PHASE_DECIDED;
		if (table->rules.game == SABOT_BLACKJACK &&
		    sabot_blackjack_next(&table->rules, round).kind == SABOT_NEXT_PLAY)
			return SABOT_PHASE_DECIDING;
		return SABOT_PHASE_DEALING;
	}
	if (!table->load.in_shoe)
		return SABOT_PHASE_NO_LOAD;
	if (!table->load.burn_done)
		return SABOT_PHASE_BURN;
	return table->load.rounds_left == 0 ? SABOT_PHASE_AFTER_CUT : SABOT_PHASE_BETTING;
}

static void
prompt_coup(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(&table->round, &coup);
	prompt->who = sabot_punto_banco_next(&table->rules, &table->round, &coup);
	prompt->total = prompt->who == SABOT_OWNER_PUNTO ? coup.punto_points : coup.banca_points;
	prompt->winner = coup.winner;
	prompt->kind = SABOT_PROMPT_DRAW;
	if (coup.n_punto < 2 || coup.n_banca < 2)
		prompt->kind = SABOT_PROMPT_DEAL;
	else if (prompt->who == SABOT_OWNER_NONE)
		prompt->kind = SABOT_PROMPT_RESULT;
	if (prompt->kind == SABOT_PROMPT_DEAL)
		return;
	prompt->punto_stood = coup.n_punto == 2 && prompt->who != SABOT_OWNER_PUNTO;
	prompt->banca_stood = coup.n_banca == 2 && prompt->who == SABOT_OWNER_NONE;
}

static uint32_t
allowed_actions(const struct sabot_table *table, int box, int hand)
{
	uint32_t can = 0;

	for (int action = SABOT_ACTION_STAND; action < SABOT_ACTIONS; action++)
		if (sabot_blackjack_refuse_action(&table->rules, &table->round, box, hand,
						  (enum sabot_action)action) == NULL)
			can |= UINT32_C(1) << action;
	return can;
}

static enum sabot_prompt_kind
kind_of_next(const struct sabot_table *table, enum sabot_next_kind kind)
{
	switch (kind) {
	case SABOT_NEXT_DEAL:
		return SABOT_PROMPT_DEAL;
	case SABOT_NEXT_OWED:
	case SABOT_NEXT_DEALER:
		return SABOT_PROMPT_DRAW;
	case SABOT_NEXT_PLAY:
		return sabot_blackjack_insurance_is_open(&table->rules, &table->round)
			       ? SABOT_PROMPT_INSURANCE
			       : SABOT_PROMPT_PLAY;
	case SABOT_NEXT_DECIDED:
		break;
	}
	return SABOT_PROMPT_RESULT;
}

static void
prompt_deal(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	prompt->kind = kind_of_next(table, next.kind);
	/* With every hand complete the insurance is still offered before the dealer draws. */
	if (next.kind == SABOT_NEXT_DEALER &&
	    sabot_blackjack_insurance_is_open(&table->rules, &table->round))
		prompt->kind = SABOT_PROMPT_INSURANCE;
	prompt->who = next.owner;
	prompt->box = next.box;
	prompt->hand = next.hand;
	if (next.owner == SABOT_OWNER_PLAYER && next.kind != SABOT_NEXT_DEAL)
		prompt->total = sabot_blackjack_hand_total(&table->rules, &table->round, next.box,
							   next.hand)
					.total;
	else
		prompt->total = sabot_blackjack_dealer_total(&table->round).total;
	if (next.kind == SABOT_NEXT_PLAY)
		prompt->can = allowed_actions(table, next.box, next.hand);
}

static void
prompt_between(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	const struct sabot_load *load = &table->load;

	if (!load->in_shoe) {
		prompt->kind = SABOT_PROMPT_LOAD;
	} else if (!load->burn_done) {
		prompt->kind = SABOT_PROMPT_BURN;
		prompt->left_cards = load->burn_due_cards == SABOT_BURN_FIRST_CARD
					     ? 1
					     : load->burn_due_cards - load->burned_cards;
	} else {
		prompt->kind = load->rounds_left == 0 ? SABOT_PROMPT_UNLOAD : SABOT_PROMPT_BETS;
	}
}

void
sabot_table_prompt(const struct sabot_table *table, struct sabot_prompt *ret_prompt)
{
	struct sabot_prompt prompt = {0};
	const struct sabot_round *round = &table->round;

	if (round->open && round->waiting) {
		prompt.kind = SABOT_PROMPT_RULING;
		prompt.incident = round->waiting_incident;
		prompt.who = sabot_round_card_due(table);
	} else if (!round->open || !round->bets_closed) {
		prompt_between(table, &prompt);
	} else if (table->rules.game == SABOT_PUNTO_BANCO) {
		prompt_coup(table, &prompt);
	} else {
		prompt_deal(table, &prompt);
	}
	prompt.last_round = table->load.rounds_left == 0;
	*ret_prompt = prompt;
}

const char *
sabot_phase_to_string(enum sabot_phase phase)
{
	switch (phase) {
	case SABOT_PHASE_NO_LOAD:
		return "no_load";
	case SABOT_PHASE_BURN:
		return "burn";
	case SABOT_PHASE_BETTING:
		return "betting";
	case SABOT_PHASE_DEALING:
		return "dealing";
	case SABOT_PHASE_DECIDING:
		return "deciding";
	case SABOT_PHASE_DECIDED:
		return "decided";
	case SABOT_PHASE_RULING:
		return "ruling";
	case SABOT_PHASE_AFTER_CUT:
		return "after_cut";
	}
	return NULL;
}

const char *
sabot_prompt_kind_to_string(enum sabot_prompt_kind kind)
{
	switch (kind) {
	case SABOT_PROMPT_LOAD:
		return "load";
	case SABOT_PROMPT_BURN:
		return "burn";
	case SABOT_PROMPT_BETS:
		return "bets";
	case SABOT_PROMPT_DEAL:
		return "deal";
	case SABOT_PROMPT_PLAY:
		return "play";
	case SABOT_PROMPT_INSURANCE:
		return "insurance";
	case SABOT_PROMPT_DRAW:
		return "draw";
	case SABOT_PROMPT_RESULT:
		return "result";
	case SABOT_PROMPT_RULING:
		return "ruling";
	case SABOT_PROMPT_UNLOAD:
		return "unload";
	}
	return NULL;
}

const char *
sabot_verdict_to_string(enum sabot_verdict verdict)
{
	switch (verdict) {
	case SABOT_COMPLETE:
		return "complete";
	case SABOT_INCOMPLETE:
		return "incomplete";
	case SABOT_EXTRA:
		return "extra";
	case SABOT_MISSING:
		return "missing";
	}
	return NULL;
}

const char *
sabot_proof_to_string(enum sabot_proof proof)
{
	switch (proof) {
	case SABOT_PROVEN_SEEN:
		return "seen";
	case SABOT_PROVEN_COUNT:
		return "count";
	case SABOT_PROVEN_CARDS:
		return "cards";
	}
	return NULL;
}
