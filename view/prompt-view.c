/*
 * Prompt, calls and payouts: see prompt-view.h. The engine knows which calls and payouts must wait
 * for cards to be turned up (engine/table/shown.h); it always has a prompt, which is therefore
 * hidden here.
 */
#include "prompt-view.h"
#include "engine/table/call.h"
#include "engine/table/payout.h"
#include "text/call-text.h"
#include "text/payout-text.h"
#include "text/prompt-text.h"
#include "veil.h"

enum {
	VIEW_PAYOUTS_MAX = 48, /* with more of them none is shown: a view fits into a line */
	PER_100_STAKE_MINOR = 10000,
};

G_STATIC_ASSERT((int)SABOT_WIRE_WHO_PLAYER == (int)SABOT_OWNER_PLAYER);
G_STATIC_ASSERT((int)SABOT_WIRE_PROMPT_READ == (int)SABOT_PROMPT_READ + 1);
G_STATIC_ASSERT((int)SABOT_WIRE_RESULT_VOID == (int)SABOT_RESULT_VOID + 1);

/* Of punto and banca something is still hidden. */
static bool
is_coup_hidden(const struct sabot_table *table)
{
	return table->rules.game == SABOT_PUNTO_BANCO &&
	       (sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO) ||
		sabot_veil_hides_hand(table, SABOT_OWNER_BANCA));
}

static bool
names_a_hand(const struct sabot_prompt *prompt)
{
	return prompt->who == SABOT_OWNER_PLAYER &&
	       (prompt->kind == SABOT_PROMPT_DEAL || prompt->kind == SABOT_PROMPT_PLAY ||
		prompt->kind == SABOT_PROMPT_DRAW);
}

static struct sabot_wire_why *
build_why(const struct sabot_prompt_why *why)
{
	struct sabot_wire_why *seen = sabot_record_new(&sabot_wire_why_type);

	seen->rule = g_strdup(why->rule);
	seen->punto = why->punto;
	seen->banca = why->banca;
	seen->third = why->third;
	seen->player = why->player;
	seen->dealer = why->dealer;
	seen->is_soft = why->soft;
	seen->is_blackjack = why->is_blackjack;
	return seen;
}

static void
fill_calls(struct sabot_wire_prompt *prompt, const struct sabot_table *table)
{
	struct sabot_call calls[SABOT_CALLS_MAX];
	unsigned n_calls = sabot_table_calls(table, calls);

	for (unsigned i = 0; i < n_calls; i++) {
		struct sabot_wire_call *seen = sabot_record_new(&sabot_wire_call_type);

		seen->id = g_strdup(sabot_call_id_to_string(calls[i].id));
		seen->owner = (enum sabot_wire_who)calls[i].owner;
		seen->box = calls[i].box;
		seen->hand = calls[i].hand;
		seen->number = calls[i].number;
		seen->is_soft = calls[i].soft;
		seen->amount_minor = calls[i].amount_minor;
		seen->text = sabot_text_call(&calls[i]);
		g_ptr_array_add(prompt->calls, seen);
	}
}

/* The first owner whose cards must be turned up before it can be said what is next; or NONE. */
static enum sabot_owner
find_unturned(const struct sabot_table *table, const struct sabot_prompt *prompt)
{
	bool is_draw = prompt->kind == SABOT_PROMPT_DRAW;

	if (!is_draw && prompt->kind != SABOT_PROMPT_RESULT && prompt->kind != SABOT_PROMPT_READ)
		return SABOT_OWNER_NONE;
	if (prompt->kind == SABOT_PROMPT_READ && table->rules.game == SABOT_BLACKJACK)
		return SABOT_OWNER_NONE;
	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_veil_hides_hole(table) &&
				       !(is_draw && prompt->who == SABOT_OWNER_PLAYER)
			       ? SABOT_OWNER_DEALER
			       : SABOT_OWNER_NONE;
	if (sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO))
		return SABOT_OWNER_PUNTO;
	return sabot_veil_hides_hand(table, SABOT_OWNER_BANCA) ? SABOT_OWNER_BANCA
							       : SABOT_OWNER_NONE;
}

static void
fill_allowed(struct sabot_wire_prompt *seen, uint32_t can)
{
	for (int action = 0; action < SABOT_ACTIONS; action++) {
		int word = action + 1;

		if (can & (UINT32_C(1) << action))
			g_array_append_val(seen->can, word);
	}
}

static struct sabot_wire_prompt *
build_prompt(const struct sabot_table *table, const struct sabot_prompt *prompt)
{
	struct sabot_wire_prompt *seen = sabot_record_new(&sabot_wire_prompt_type);

	seen->kind = (enum sabot_wire_prompt_kind)(prompt->kind + 1);
	seen->who = (enum sabot_wire_who)prompt->who;
	if (names_a_hand(prompt)) {
		seen->box = prompt->box;
		seen->hand = prompt->hand;
	}
	if (prompt->kind == SABOT_PROMPT_PLAY || prompt->kind == SABOT_PROMPT_DRAW)
		seen->total = prompt->total;
	if (prompt->kind == SABOT_PROMPT_BURN)
		seen->left_cards = prompt->left_cards;
	if (prompt->kind == SABOT_PROMPT_RESULT && table->rules.game == SABOT_PUNTO_BANCO)
		seen->winner = prompt->winner;
	if (prompt->kind == SABOT_PROMPT_RULING &&
	    (is_coup_hidden(table) ||
	     (prompt->who == SABOT_OWNER_DEALER && sabot_veil_hides_hole(table))))
		seen->who = SABOT_WIRE_WHO_NONE; /* it would reveal who draws */
	seen->incident = prompt->incident;
	fill_allowed(seen, prompt->can);
	seen->why = build_why(&prompt->why);
	seen->text = sabot_text_prompt(prompt);
	return seen;
}

/* A draw or a result would reveal the points of cards that are still face down. */
static struct sabot_wire_prompt *
build_turn(enum sabot_owner owner)
{
	struct sabot_wire_prompt *seen = sabot_record_new(&sabot_wire_prompt_type);
	struct sabot_call turn = {.id = SABOT_CALL_TURN, .owner = owner};

	seen->kind = SABOT_WIRE_PROMPT_TURN;
	seen->who = (enum sabot_wire_who)owner;
	seen->text = sabot_text_call(&turn);
	return seen;
}

/* Which card was it? As the engine asks where what comes next depends on it. */
static void
ask_for_up_card(const struct sabot_table *table, struct sabot_prompt *prompt)
{
	int index = table->agreed.open_index;

	*prompt = (struct sabot_prompt){
		.kind = SABOT_PROMPT_READ,
		.why = {.rule = "",
			.punto = SABOT_TOTAL_UNKNOWN,
			.banca = SABOT_TOTAL_UNKNOWN,
			.third = SABOT_TOTAL_UNKNOWN,
			.player = SABOT_TOTAL_UNKNOWN,
			.dealer = SABOT_TOTAL_UNKNOWN},
		.last_round = prompt->last_round,
	};
	for (int i = 0; i < SABOT_INCIDENTS_KEPT && index >= 0; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];

		if (kept->id != 0 && kept->load == table->load.number &&
		    kept->code == SABOT_INCIDENT_UNREAD_CARD &&
		    kept->line == table->load.order[index].line)
			prompt->incident = kept->id;
	}
}

void
sabot_prompt_view_fill(struct sabot_wire_view *view, const struct sabot_table *table)
{
	struct sabot_prompt prompt;
	enum sabot_owner unturned;

	sabot_table_prompt(table, &prompt);
	if (sabot_veil_hides_next(table)) {
		view->phase = SABOT_WIRE_PHASE_DEALING;
		ask_for_up_card(table, &prompt);
	}
	/* The end may be certain where the winner is not. */
	if (table->agreed.is_open && !table->round.is_void)
		prompt.winner = SABOT_WINNER_NONE;
	unturned = find_unturned(table, &prompt);
	if (unturned != SABOT_OWNER_NONE)
		view->prompt = build_turn(unturned);
	else
		view->prompt = build_prompt(table, &prompt);
	if (view->phase == SABOT_WIRE_PHASE_DECIDED && unturned != SABOT_OWNER_NONE)
		view->phase = SABOT_WIRE_PHASE_DEALING;
	if (view->prompt->winner != SABOT_WINNER_NONE)
		view->winner = view->prompt->winner;
	view->prompt->is_last_round = prompt.last_round;
	if (view->prompt->kind != SABOT_WIRE_PROMPT_READ) /* nothing else is demanded then */
		fill_calls(view->prompt, table);
	/* Nobody is asked to place bets that are refused. */
	if (table->state == SABOT_TABLE_CLOSED && view->phase == SABOT_WIRE_PHASE_BETTING &&
	    (prompt.kind == SABOT_PROMPT_BETS || prompt.kind == SABOT_PROMPT_READ))
		g_clear_pointer(&view->prompt, sabot_record_unref);
}

/* The sums that may be owed, where more than one may be; no text of the plain sum holds then. */
static void
fill_range(struct sabot_wire_payout *seen, const struct sabot_payout *payout,
	   const struct sabot_account *account)
{
	seen->is_unverified = true;
	seen->result = SABOT_WIRE_RESULT_NONE;
	seen->due_minor = SABOT_WIRE_NO_DUE;
	seen->pays = seen->per = 0;
	seen->gross_minor = seen->commission_minor = seen->pay_minor = seen->rest_minor = 0;
	g_ptr_array_set_size(seen->chips, 0);
	if (account && account->settled && !account->torn) {
		seen->due_min_minor = account->due_min_minor;
		seen->due_max_minor = account->due_max_minor;
	}
	g_free(seen->text);
	seen->text = sabot_text_payout_unverified(
		payout, seen->due_min_minor != SABOT_WIRE_NO_DUE ? &seen->due_min_minor : NULL,
		&seen->due_max_minor);
}

static struct sabot_wire_payout *
build_payout(const struct sabot_payout *payout)
{
	struct sabot_wire_payout *seen = sabot_record_new(&sabot_wire_payout_type);

	seen->box = payout->box;
	seen->hand = payout->hand;
	seen->on = g_strdup(sabot_bet_to_string(payout->on));
	seen->bettor = g_strdup(payout->bettor);
	seen->result = (enum sabot_wire_hand_result)(payout->result + 1);
	seen->rule = g_strdup(payout->rule);
	seen->stake_minor = payout->stake_minor;
	seen->pays = payout->ratio.pays;
	seen->per = payout->ratio.per;
	seen->gross_minor = payout->gross_minor;
	seen->commission_minor = payout->commission_minor;
	seen->due_minor = payout->due_minor;
	seen->pay_minor = payout->pay_minor;
	for (int i = 0; i < payout->chips.n; i++) {
		struct sabot_wire_stack *stack = sabot_record_new(&sabot_wire_stack_type);

		stack->chip_minor = payout->chips.stacks[i].minor;
		stack->count = payout->chips.stacks[i].count;
		g_ptr_array_add(seen->chips, stack);
	}
	seen->rest_minor = payout->chips.rest_minor;
	seen->text = sabot_text_payout(payout);
	return seen;
}

static struct sabot_settlement
stake_of(const struct sabot_payout *payout)
{
	return (struct sabot_settlement){
		.box = payout->box,
		.hand = payout->hand,
		.on = payout->on,
		.bettor = payout->bettor,
	};
}

/* What the dealer has said that he paid on it. */
static int64_t
find_paid(const struct sabot_table *table, unsigned round, const struct sabot_payout *payout)
{
	const struct sabot_settlement stake = stake_of(payout);
	int64_t paid_minor;

	return sabot_table_paid(table, round, &stake, &paid_minor) ? paid_minor
								   : SABOT_WIRE_NOT_PAID;
}

/* A closed round's stakes are in the ledger, with what may be due on them. */
static void
mark_unverified(struct sabot_wire_payout *seen, const struct sabot_table *table,
		const struct sabot_round *round, const struct sabot_payout *payout)
{
	const struct sabot_settlement stake = stake_of(payout);
	const struct sabot_account *account = NULL;

	if (!round->open)
		account = sabot_accounts_find((struct sabot_accounts *)&table->ledger,
					      round->number, &stake);
	if (!account || !sabot_account_is_certain(account))
		fill_range(seen, payout, account);
}

void
sabot_payout_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       const struct sabot_round *round)
{
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;

	while (sabot_payout_next(table, round, &walk, &payout)) {
		struct sabot_wire_payout *seen;

		/* In play a payout must hang on no open card. */
		if (round == &table->round && table->agreed.is_open)
			continue;
		seen = build_payout(&payout);
		if (view->is_unverified)
			mark_unverified(seen, table, round, &payout);
		seen->paid_minor = find_paid(table, round->number, &payout);
		g_ptr_array_add(view->payouts, seen);
	}
	if (view->payouts->len > VIEW_PAYOUTS_MAX)
		g_ptr_array_set_size(view->payouts, 0);
}

/* Of bets beside the main one only those that have won: nobody may have placed the others. */
static bool
is_worth_telling(const struct sabot_payout *payout)
{
	return payout->due_minor > 0 || payout->on == SABOT_BET_MAIN ||
	       payout->result == SABOT_RESULT_VOID || payout->result == SABOT_RESULT_PUSH;
}

void
sabot_per_100_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
			const struct sabot_round *round)
{
	g_autofree struct sabot_round *staked = g_new0(struct sabot_round, 1);
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;

	if (round == &table->round ? table->agreed.is_open : round->unverified)
		return;
	sabot_round_keep(round, staked);
	sabot_payout_stake_all(&table->rules, PER_100_STAKE_MINOR, staked);
	while (sabot_payout_next(table, staked, &walk, &payout)) {
		struct sabot_wire_payout *seen;

		if (!is_worth_telling(&payout) || view->per_100->len >= VIEW_PAYOUTS_MAX)
			continue;
		seen = build_payout(&payout);
		g_ptr_array_set_size(seen->chips, 0);
		seen->rest_minor = 0;
		g_free(seen->text);
		seen->text = sabot_text_payout_per_100(&payout);
		g_ptr_array_add(view->per_100, seen);
	}
}
