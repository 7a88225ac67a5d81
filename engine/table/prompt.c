/*
 * What must happen next, read off the state of a table. Pure.
 */
#include "prompt.h"

#include "engine/rules/articles.h"
#include "shown.h"
#include "table-private.h"

/* FA-02. */
static bool
is_shuffle_due(const struct sabot_table *table)
{
	switch (table->rules.used_cards) {
	case SABOT_USED_DISCARDED:
		return false;
	case SABOT_USED_FACE_UP:
		return table->load.face_up_seen;
	case SABOT_USED_FACE_DOWN:
		return table->holder.passed_load == table->load.number;
	}
	return false;
}

bool
sabot_table_load_is_over(const struct sabot_table *table)
{
	return table->load.in_shoe && (table->load.rounds_left == 0 || is_shuffle_due(table));
}

/* How many cards it takes depends on one that was not seen. */
static bool
is_burn_open(const struct sabot_load *load)
{
	return load->burn_due_cards == SABOT_BURN_FIRST_CARD || load->burn_unread;
}

/* The shoe is away, and none of the burn has come: what it keeps will show whether it is done. */
static bool
is_burn_awaited(const struct sabot_load *load)
{
	return load->offline_cards != 0 && load->burned_cards == 0;
}

bool
sabot_load_burn_goes_on(const struct sabot_load *load)
{
	int burned = load->burned_cards + load->burn_lost_cards;

	if (load->burn_done)
		return false;
	if (is_burn_open(load))
		return load->burn_lost_cards == 0 &&
		       (!load->burn_lost_unknown || is_burn_awaited(load));
	return burned < load->burn_due_cards;
}

enum sabot_phase
sabot_table_phase(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (round->open && round->waiting)
		return SABOT_PHASE_RULING;
	if (round->open && round->bets_closed && table->agreed.is_open) {
		if (table->agreed.differs)
			return SABOT_PHASE_DEALING;
		if (table->agreed.kind == SABOT_NEXT_DECIDED && !sabot_table_asks_insurance(table))
			return SABOT_PHASE_DECIDED;
		return table->agreed.kind == SABOT_NEXT_PLAY ? SABOT_PHASE_DECIDING
							     : SABOT_PHASE_DEALING;
	}
	if (round->open && round->bets_closed) {
		if (sabot_round_is_decided(table) && !sabot_table_asks_insurance(table))
			return SABOT_PHASE_DECIDED;
		if (table->rules.game == SABOT_BLACKJACK &&
		    sabot_blackjack_next(&table->rules, round).kind == SABOT_NEXT_PLAY)
			return SABOT_PHASE_DECIDING;
		return SABOT_PHASE_DEALING;
	}
	if (!table->load.in_shoe)
		return SABOT_PHASE_NO_LOAD;
	if (sabot_load_burn_goes_on(&table->load))
		return SABOT_PHASE_BURN;
	return sabot_table_load_is_over(table) ? SABOT_PHASE_AFTER_CUT : SABOT_PHASE_BETTING;
}

static const struct sabot_prompt_why no_reason = {
	.rule = "",
	.punto = SABOT_TOTAL_UNKNOWN,
	.banca = SABOT_TOTAL_UNKNOWN,
	.third = SABOT_TOTAL_UNKNOWN,
	.player = SABOT_TOTAL_UNKNOWN,
	.dealer = SABOT_TOTAL_UNKNOWN,
};

static const char *
rule_of_coup(const struct sabot_table *table, const struct sabot_coup *coup,
	     const struct sabot_prompt *prompt)
{
	const struct sabot_round *round = &table->round;

	if (round->is_void || round->punto_stands || round->banca_stands)
		return "";
	if (prompt->kind == SABOT_PROMPT_DEAL)
		return "PB-06";
	if (prompt->who == SABOT_OWNER_PUNTO)
		return "PB-09";
	if (sabot_punto_banco_is_natural(coup))
		return "PB-08";
	/* After its third card banca may take no more; before, its table says draw or stand. */
	return coup->n_banca > 2 ? "PB-11" : "PB-10";
}

static void
why_coup(const struct sabot_table *table, const struct sabot_coup *coup,
	 struct sabot_prompt *prompt)
{
	struct sabot_prompt_why *why = &prompt->why;
	bool punto = sabot_table_is_legible(table, (struct sabot_hand_id){SABOT_OWNER_PUNTO, 0, 0});
	bool banca = sabot_table_is_legible(table, (struct sabot_hand_id){SABOT_OWNER_BANCA, 0, 0});

	why->rule = rule_of_coup(table, coup, prompt);
	if (prompt->kind == SABOT_PROMPT_DEAL)
		return;
	if (punto)
		why->punto = coup->punto_points;
	if (banca)
		why->banca = coup->banca_points;
	if (punto && coup->n_punto == 3 && table->rules.table_key == SABOT_KEY_THIRD_CARD)
		why->third = sabot_punto_banco_points(&coup->punto[2], 1);
}

static void
prompt_coup(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(&table->round, &coup);
	prompt->who = table->agreed.is_open ? (enum sabot_owner)table->agreed.owner
					    : sabot_punto_banco_next(&table->rules, &table->round);
	prompt->total = prompt->who == SABOT_OWNER_PUNTO ? coup.punto_points : coup.banca_points;
	prompt->winner =
		table->agreed.is_open ? (enum sabot_winner)table->agreed.winner : coup.winner;
	prompt->kind = SABOT_PROMPT_DRAW;
	if (coup.n_punto < 2 || coup.n_banca < 2)
		prompt->kind = SABOT_PROMPT_DEAL;
	else if (prompt->who == SABOT_OWNER_NONE)
		prompt->kind = SABOT_PROMPT_RESULT;
	why_coup(table, &coup, prompt);
}

static uint32_t
allowed_actions(const struct sabot_table *table, int box, int hand)
{
	uint32_t can = 0;

	if (table->agreed.is_open)
		return table->agreed.can;
	for (int action = SABOT_ACTION_STAND; action < SABOT_ACTIONS; action++)
		if (sabot_blackjack_refuse_action(&table->rules, &table->round, box, hand,
						  (enum sabot_action)action) == SABOT_WHY_NONE)
			can |= UINT32_C(1) << action;
	return can;
}

/* Why the dealer has done with drawing, or continues. */
static const char *
rule_of_dealer(const struct sabot_table *table, bool draws)
{
	const struct sabot_rules *rules = &table->rules;
	struct sabot_total dealer = sabot_blackjack_dealer_total(&table->round);

	if (table->round.is_void || table->round.dealer_stands)
		return "";
	if (draws)
		return sabot_rules_article(rules, SABOT_RULE_DEALER_DRAWS);
	if (dealer.is_blackjack)
		return sabot_rules_article_of_bank(rules, sabot_blackjack_shows_ace(&table->round));
	if (dealer.n_cards >= 2 && dealer.total > 16)
		return sabot_rules_article(rules, SABOT_RULE_DEALER_DRAWS);
	if (sabot_blackjack_why_dealer_stands(rules, &table->round) == SABOT_WHY_AHEAD)
		return sabot_rules_article_or(rules, SABOT_RULE_DEALER_DRAWS, "IT-07");
	return sabot_rules_article_or(rules, SABOT_RULE_NO_HAND_LEFT, "ES-15");
}

static const char *
rule_of_deal(const struct sabot_table *table, struct sabot_next next,
	     const struct sabot_prompt *prompt)
{
	if (prompt->kind == SABOT_PROMPT_INSURANCE)
		return sabot_rules_article(&table->rules, SABOT_RULE_INSURANCE);
	switch (next.kind) {
	case SABOT_NEXT_DEAL:
	case SABOT_NEXT_PLAY:
		return sabot_rules_article(&table->rules, SABOT_RULE_TURN);
	case SABOT_NEXT_OWED:
		return sabot_rules_article(&table->rules,
					   table->round.boxes[next.box].hands[next.hand].doubled
						   ? SABOT_RULE_DOUBLE
						   : SABOT_RULE_SPLIT);
	case SABOT_NEXT_DEALER:
	case SABOT_NEXT_DECIDED:
		break;
	}
	return rule_of_dealer(table, next.kind == SABOT_NEXT_DEALER);
}

/* The dealer's total, or his first card's while the second lies face down. */
static void
why_dealer(const struct sabot_table *table, struct sabot_prompt_why *why)
{
	const struct sabot_hand_id dealer = {SABOT_OWNER_DEALER, 0, 0};
	struct sabot_card up = {0};

	if (sabot_table_is_legible(table, dealer)) {
		struct sabot_total total = sabot_blackjack_dealer_total(&table->round);

		why->dealer = total.total;
		why->soft = total.soft;
		why->is_blackjack = total.is_blackjack;
		return;
	}
	sabot_round_hand_cards(&table->round, dealer, &up, 1);
	if (table->rules.dealer_up_cards == 0 || up.rank == SABOT_RANK_UNKNOWN ||
	    table->round.n_lost > 0 || sabot_table_is_shown(table, SABOT_OWNER_DEALER))
		return;
	why->soft = up.rank == SABOT_ACE;
	why->dealer = why->soft ? 11 : (int)sabot_card_value(up);
}

static void
why_deal(const struct sabot_table *table, struct sabot_next next, struct sabot_prompt *prompt)
{
	struct sabot_prompt_why *why = &prompt->why;
	struct sabot_hand_id hand = {next.owner, next.box, next.hand};

	why->rule = rule_of_deal(table, next, prompt);
	if (prompt->kind == SABOT_PROMPT_DEAL)
		return;
	why_dealer(table, why);
	if (next.owner != SABOT_OWNER_PLAYER)
		return;
	why->soft = false;
	if (sabot_table_is_legible(table, hand)) {
		why->player = prompt->total;
		why->soft = sabot_blackjack_hand_total(&table->rules, &table->round, next.box,
						       next.hand)
				    .soft;
	}
}

static enum sabot_prompt_kind
kind_of_next(enum sabot_next_kind kind)
{
	switch (kind) {
	case SABOT_NEXT_DEAL:
		return SABOT_PROMPT_DEAL;
	case SABOT_NEXT_OWED:
	case SABOT_NEXT_DEALER:
		return SABOT_PROMPT_DRAW;
	case SABOT_NEXT_PLAY:
		return SABOT_PROMPT_PLAY;
	case SABOT_NEXT_DECIDED:
		break;
	}
	return SABOT_PROMPT_RESULT;
}

static void
prompt_deal(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	const struct sabot_agreed *agreed = &table->agreed;
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	if (agreed->is_open)
		next = (struct sabot_next){
			.kind = (enum sabot_next_kind)agreed->kind,
			.owner = (enum sabot_owner)agreed->owner,
			.box = agreed->box,
			.hand = agreed->hand,
		};
	prompt->kind = sabot_table_asks_insurance(table) ? SABOT_PROMPT_INSURANCE
							 : kind_of_next(next.kind);
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
	why_deal(table, next, prompt);
}

/* Which card was it? Nothing else is demanded. */
static void
ask_for(const struct sabot_table *table, int index, struct sabot_prompt *prompt)
{
	prompt->kind = SABOT_PROMPT_READ;
	prompt->why.rule = sabot_rules_article(&table->rules, SABOT_RULE_MISTAKE);
	for (int i = 0; i < SABOT_INCIDENTS_KEPT && index >= 0; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id != 0 && kept->load == table->load.number &&
		    kept->code == SABOT_INCIDENT_UNREAD_CARD &&
		    kept->line == table->load.order[index].line)
			prompt->incident = kept->id;
	}
}

static const char *
rule_between(const struct sabot_table *table, enum sabot_prompt_kind kind)
{
	const struct sabot_rules *rules = &table->rules;

	switch (kind) {
	case SABOT_PROMPT_LOAD:
		return sabot_rules_article(rules, SABOT_RULE_LOAD);
	case SABOT_PROMPT_BURN:
		return sabot_rules_article(rules, SABOT_RULE_BURN);
	case SABOT_PROMPT_BETS:
		return sabot_rules_article(rules, SABOT_RULE_BETS_CLOSED);
	case SABOT_PROMPT_UNLOAD:
		return sabot_rules_article(rules, table->load.rounds_left != 0
							  ? SABOT_RULE_USED_CARDS
							  : SABOT_RULE_LAST_ROUNDS);
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_PLAY:
	case SABOT_PROMPT_INSURANCE:
	case SABOT_PROMPT_DRAW:
	case SABOT_PROMPT_RESULT:
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_READ:
		break;
	}
	return "";
}

static void
prompt_between(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	const struct sabot_load *load = &table->load;

	if (!load->in_shoe) {
		prompt->kind = SABOT_PROMPT_LOAD;
	} else if (sabot_load_burn_goes_on(load) && load->burn_unread) {
		/* How many follow is not known until the first card is. */
		ask_for(table, load->burn_first_index, prompt);
		return;
	} else if (sabot_load_burn_goes_on(load)) {
		prompt->kind = SABOT_PROMPT_BURN;
		prompt->left_cards =
			load->burn_due_cards == SABOT_BURN_FIRST_CARD
				? 1
				: load->burn_due_cards - load->burned_cards - load->burn_lost_cards;
	} else if (!load->burn_done && is_burn_open(load)) {
		/* Messages of it were lost: the dealer alone knows whether more cards are due. */
		prompt->kind = SABOT_PROMPT_READ;
		prompt->why.rule = sabot_rules_article(&table->rules, SABOT_RULE_BURN);
		return;
	} else {
		prompt->kind =
			sabot_table_load_is_over(table) ? SABOT_PROMPT_UNLOAD : SABOT_PROMPT_BETS;
	}
	prompt->why.rule = rule_between(table, prompt->kind);
}

void
sabot_table_prompt(const struct sabot_table *table, struct sabot_prompt *ret_prompt)
{
	struct sabot_prompt prompt = {.why = no_reason};
	const struct sabot_round *round = &table->round;

	if (round->open && round->waiting) {
		prompt.kind = SABOT_PROMPT_RULING;
		prompt.incident = sabot_table_waits_for(table);
		prompt.who = sabot_round_card_due(table);
	} else if (!round->open || !round->bets_closed) {
		prompt_between(table, &prompt);
	} else if (table->agreed.differs) {
		ask_for(table, table->agreed.open_index, &prompt);
	} else if (table->rules.game == SABOT_PUNTO_BANCO) {
		prompt_coup(table, &prompt);
	} else {
		prompt_deal(table, &prompt);
	}
	prompt.last_round = sabot_table_load_is_over(table);
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
	case SABOT_PROMPT_READ:
		return "read";
	}
	return NULL;
}
