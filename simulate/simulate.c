/*
 * The simulated table. One loop asks the engine, which has all the rules, for the next action and
 * does it. A planted mistake counts as found if its incident, and no other, follows.
 */
#include "simulate-private.h"

#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "engine/games/settle.h"

#include <glib.h>
#include <string.h>

enum {
	FAULT_PERCENT = 10,
	BOXES_MAX = 5,
	SPARE_CARDS = 20,     /* behind the cut card at least */
	ROUND_CARDS_MAX = 30, /* a round is begun only with so many left */
	DECK_CARDS_MAX = 46,  /* of one deck: tens are split without end, no cut card warns */
	COUP_CARDS_MAX = 6,   /* a coup is begun only with so many left */
	CLOSING_CARDS = 16,   /* with fewer left all stand: enough for the dealer and split hands */
	STEPS_MAX = 2000,     /* of one round; more is a fault of ours */
};

const struct sabot_table *
simulate_table(const struct simulate *sim)
{
	return &sim->table;
}

const struct shoe_pack *
simulate_pack(const struct simulate *sim)
{
	return &sim->pack;
}

const struct sabot_update *
simulate_last_update(const struct simulate *sim)
{
	return &sim->update;
}

void
simulate_emit(struct simulate *sim, const struct sabot_event *event)
{
	simulate_step(sim, event);
}

static bool
emit(struct simulate *sim, enum sabot_event_type type)
{
	struct sabot_event event = simulate_event(type);

	return simulate_step(sim, &event);
}

/* An unread card is named by the pit at once, from its incident. */
static void
read_as(struct simulate *sim, struct sabot_card card)
{
	struct sabot_event ruling = simulate_event(SABOT_EVENT_RULING);

	sim->unread_incident = sim->table.n_incidents;
	ruling.u.ruling.incident = sim->unread_incident;
	ruling.u.ruling.remedy = SABOT_REMEDY_READ_AS;
	ruling.card = card;
	ruling.has_card = true;
	simulate_step(sim, &ruling);
}

/* The card too many of the round before cannot be the first of the next one any more. */
static void
rule_too_late(struct simulate *sim)
{
	struct sabot_event ruling = simulate_event(SABOT_EVENT_RULING);

	simulate_plant(sim);
	ruling.u.ruling.incident = sim->late_incident;
	ruling.u.ruling.remedy = SABOT_REMEDY_FIRST_OF_NEXT_ROUND;
	sim->late_incident = 0;
	simulate_step(sim, &ruling);
}

/* Draw the next card, and the cut card before it when that comes. */
static void
draw(struct simulate *sim)
{
	struct sabot_event event = simulate_event(SABOT_EVENT_CARD);
	struct sabot_card card;

	if (shoe_pack_cut_is_next(&sim->pack)) {
		shoe_pack_draw_cut(&sim->pack);
		if (sim->fault == SIMULATE_CUT_MISSED)
			simulate_plant(sim);
		else
			emit(sim, SABOT_EVENT_CUT_CARD);
	}
	if (!shoe_pack_draw(&sim->pack, &card)) {
		sim->load_is_over = true;
		return;
	}
	sim->report->cards++;
	event.card = card;
	event.has_card = true;
	if (sim->fault == SIMULATE_FOREIGN_BACK && !sim->is_planted) {
		simulate_plant(sim);
		event.u.card.back = "green";
	}
	bool unread = sim->fault == SIMULATE_UNREAD && !sim->is_planted;
	if (sim->fault == SIMULATE_BOXED && !sim->is_planted) {
		simulate_plant(sim);
		event.u.card.face_up = true;
	}
	if (unread) {
		simulate_plant(sim);
		event.card = (struct sabot_card){0};
	}
	simulate_step(sim, &event);
	if (unread)
		read_as(sim, card);
	if (sim->late_incident != 0 && sim->table.round.open && sim->table.round.n_cards > 0)
		rule_too_late(sim);
}

/*
 * A ruling is late in the round after. What was not paid, or paid in part, is said when the
 * next round's bets close: nothing else goes wrong before. What has not come to light by that
 * round's end never will.
 */
static bool
is_fault_pending(const struct simulate *sim)
{
	if (sim->late_incident != 0)
		return true;
	return (sim->fault == SIMULATE_UNPAID || sim->fault == SIMULATE_WRONG_PAYMENT) &&
	       sim->is_planted && !sim->is_found && sim->report->rounds <= sim->planted_in_round;
}

static bool
is_fault_due(struct simulate *sim, bool of_load)
{
	unsigned permille = sim->options->fault_permille;

	if (permille > 0)
		return shoe_random_below(&sim->random, 1000) < permille;
	return shoe_random_chance(&sim->random, of_load ? 50 : FAULT_PERCENT);
}

static void
choose_fault(struct simulate *sim, bool of_load)
{
	int chosen = SIMULATE_NO_FAULT, n_fitting = 0;

	if (is_fault_pending(sim))
		return;
	sim->is_planted = sim->is_found = false;
	sim->fault = SIMULATE_NO_FAULT;
	if (sim->options->faults == 0 || !is_fault_due(sim, of_load))
		return;
	for (int fault = 0; fault < SIMULATE_FAULTS; fault++) {
		bool fits = (sim->options->faults >> fault & 1) != 0 &&
			    simulate_fault_is_of_load(fault) == of_load &&
			    simulate_fault_fits((enum simulate_fault)fault, &sim->table.rules);
		if (fits && shoe_random_below(&sim->random, (unsigned)++n_fitting) == 0)
			chosen = fault;
	}
	sim->fault = chosen;
}

static int
cards_behind(struct simulate *sim)
{
	int least = sim->table.rules.cut_min_cards > SPARE_CARDS ? sim->table.rules.cut_min_cards
								 : SPARE_CARDS;

	return least + 20 + (int)shoe_random_below(&sim->random, 40);
}

static void
put_load_in(struct simulate *sim)
{
	struct sabot_event load = simulate_event(SABOT_EVENT_LOAD);
	struct sabot_card card;
	int behind_cards = cards_behind(sim);

	choose_fault(sim, true);
	sim->load_is_over = false;
	sim->after_cut = 0;
	int decks = sim->table.rules.decks;
	if (sim->fault == SIMULATE_WRONG_DECKS) {
		simulate_plant(sim);
		decks = simulate_wrong_decks(&sim->table.rules);
	}
	shoe_pack_fill(&sim->pack, decks, &sim->random);
	if (sim->options->cheats.shuffle)
		sim->options->cheats.shuffle(sim, &sim->pack, sim->options->data);
	/* One deck is reshuffled by need, without a cut card. */
	bool cuts = sim->table.rules.decks > 1;
	sim->pack.behind_cards = cuts ? (unsigned)behind_cards : 0;
	load.u.load.decks = decks;
	load.u.load.n_backs = 2;
	load.u.load.backs[0] = "red";
	load.u.load.backs[1] = "blue";
	load.u.load.behind_cards = cuts ? behind_cards : -1;
	if (sim->fault == SIMULATE_CUT_MISPLACED) {
		simulate_plant(sim);
		sim->pack.behind_cards += 3;
	}
	if (sim->fault == SIMULATE_CUT_MISSED)
		sim->pack.behind_cards = (unsigned)sim->table.rules.cut_min_cards;
	if (sim->fault == SIMULATE_EXTRA_CARD && shoe_pack_slip_in(&sim->pack, &sim->random, &card))
		simulate_plant(sim);
	if (sim->fault == SIMULATE_MISSING_CARD &&
	    shoe_pack_take_out(&sim->pack, &sim->random, &card))
		simulate_plant(sim);
	sim->report->loads++;
	simulate_step(sim, &load);
}

static void
take_load_out(struct simulate *sim)
{
	struct sabot_event unload = simulate_event(SABOT_EVENT_UNLOAD);

	unload.u.unload.left_cards = -1;
	unload.u.unload.cards = sim->pack.cards + sim->pack.n_drawn;
	unload.u.unload.n_cards = sim->pack.n_cards - sim->pack.n_drawn;
	sim->late_incident = 0;
	simulate_step(sim, &unload);
	if (!is_fault_pending(sim))
		sim->fault = SIMULATE_NO_FAULT;
}

static void
bet(struct simulate *sim, int box, enum sabot_bet on, int64_t amount_minor)
{
	struct sabot_event event = simulate_event(SABOT_EVENT_BET);

	event.box = box;
	event.on = on;
	event.amount_minor = amount_minor;
	simulate_step(sim, &event);
}

static int64_t
amount(struct simulate *sim)
{
	int64_t room = (sim->table.max_minor - sim->table.min_minor) / 100;
	int64_t chips = (int64_t)shoe_random_below(&sim->random, (unsigned)(room > 0 ? room : 1));

	return sim->table.min_minor + 100 * chips;
}

static enum sabot_bet
main_bet(struct simulate *sim)
{
	if (sim->table.rules.game == SABOT_BLACKJACK)
		return SABOT_BET_MAIN;
	return shoe_random_chance(&sim->random, 50) ? SABOT_BET_PUNTO : SABOT_BET_BANCA;
}

/* One stake on the box's main bet, and now and then one on each other bet that is offered. */
static void
bet_on_box(struct simulate *sim, int box)
{
	int64_t amount_minor = amount(sim);

	if (sim->fault == SIMULATE_SMALL_BET && !sim->is_planted) {
		simulate_plant(sim);
		amount_minor = sim->table.min_minor - 1;
	} else if (sim->fault == SIMULATE_LARGE_BET && !sim->is_planted) {
		simulate_plant(sim);
		amount_minor = sim->table.max_minor + 1;
	}
	if (sim->options->cheats.stake)
		sim->options->cheats.stake(sim, box, &amount_minor, sim->options->data);
	bet(sim, box, main_bet(sim), amount_minor);
	for (int i = 0; i < sim->n_other_bets; i++)
		if (shoe_random_chance(&sim->random, 20))
			bet(sim, box, sim->other_bets[i], sim->table.min_minor);
}

static void
begin_round(struct simulate *sim)
{
	/* One deck does not go round several boxes with all their splits. */
	int boxes_max = sim->table.rules.decks > 1 ? BOXES_MAX : 1;
	int n_boxes = 1 + (int)shoe_random_below(&sim->random, (unsigned)boxes_max);

	if (n_boxes > sim->table.rules.boxes)
		n_boxes = sim->table.rules.boxes;
	for (int box = 1; box <= n_boxes; box++)
		bet_on_box(sim, box);
	if (sim->options->cheats.close)
		sim->options->cheats.close(sim, sim->options->data);
	/* With the cut card in front of it the round would rightly be one too many, too. */
	if (sim->fault == SIMULATE_EARLY_CARD && !shoe_pack_cut_is_next(&sim->pack)) {
		simulate_plant(sim);
		draw(sim);
	}
	emit(sim, SABOT_EVENT_NO_MORE_BETS);
	if (sim->fault == SIMULATE_LATE_BET) {
		simulate_plant(sim);
		bet(sim, 1, main_bet(sim), sim->table.min_minor);
	}
}

static void
act(struct simulate *sim, int box, int hand, enum sabot_action action)
{
	struct sabot_event event = simulate_event(SABOT_EVENT_ACTION);

	event.box = box;
	event.hand = hand;
	event.u.action.kind = action;
	simulate_step(sim, &event);
}

static bool
may(const struct sabot_prompt *prompt, enum sabot_action action)
{
	return (prompt->can >> action & 1) != 0;
}

/*
 * The player asks for a card. Where only changes are sent nobody says so; but where a mistake is to
 * be proven it must be, as without it the hand might have stood before its last cards.
 */
static void
hit(struct simulate *sim, const struct sabot_prompt *prompt)
{
	if (sim->table.rules.actions == SABOT_ACTIONS_ALL || sim->fault != SIMULATE_NO_FAULT)
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_HIT);
	draw(sim);
}

/* A plain, legal way to play: what comes of it matters less than that each rule is used. */
static void
play_hand(struct simulate *sim, const struct sabot_prompt *prompt)
{
	bool bold = shoe_random_chance(&sim->random, 70);

	if (sim->fault == SIMULATE_OUT_OF_TURN && !sim->is_planted) {
		/* A hand that the box does not have is never in turn. */
		simulate_plant(sim);
		act(sim, prompt->box, SABOT_HANDS_MAX - 1, SABOT_ACTION_HIT);
	}
	if (sim->fault == SIMULATE_NOT_ALLOWED && !sim->is_planted &&
	    !may(prompt, SABOT_ACTION_SPLIT)) {
		simulate_plant(sim);
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_SPLIT);
	}
	if (shoe_pack_left(&sim->pack) < CLOSING_CARDS)
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_STAND);
	else if (may(prompt, SABOT_ACTION_SPLIT) && bold)
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_SPLIT);
	/* Split aces that may only be split again. */
	else if (!may(prompt, SABOT_ACTION_HIT))
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_STAND);
	else if (may(prompt, SABOT_ACTION_SURRENDER) && prompt->total == 16 && bold)
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_SURRENDER);
	else if (may(prompt, SABOT_ACTION_DOUBLE) && prompt->total >= 9 && prompt->total <= 11 &&
		 bold)
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_DOUBLE);
	else if (prompt->total >= 17 || (prompt->total >= 13 && !bold))
		act(sim, prompt->box, prompt->hand, SABOT_ACTION_STAND);
	else
		hit(sim, prompt);
}

static void
offer_insurance(struct simulate *sim)
{
	const struct sabot_round *round = &sim->table.round;
	struct sabot_event event = simulate_event(SABOT_EVENT_INSURANCE);

	for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
		int64_t stake_minor = sabot_round_stake(round, box, SABOT_BET_MAIN);
		if (stake_minor < 2 || !shoe_random_chance(&sim->random, 30))
			continue;
		bool blackjack =
			sabot_blackjack_hand_total(&sim->table.rules, round, box, 0).is_blackjack;
		event.box = box;
		event.type = blackjack && sim->table.rules.even_money ? SABOT_EVENT_EVEN_MONEY
								      : SABOT_EVENT_INSURANCE;
		event.amount_minor = stake_minor / 2;
		simulate_step(sim, &event);
	}
	emit(sim, SABOT_EVENT_INSURANCE_CLOSED);
}

static enum sabot_winner
wrong_winner(enum sabot_winner winner)
{
	return winner == SABOT_WINNER_TIE ? SABOT_WINNER_PUNTO : SABOT_WINNER_TIE;
}

/* The round is decided: take the result, then pay. */
static bool
end_round(struct simulate *sim, const struct sabot_prompt *prompt)
{
	struct sabot_event result = simulate_event(SABOT_EVENT_RESULT);

	if (sim->fault == SIMULATE_OVERDRAW && !sim->is_planted) {
		simulate_plant(sim);
		draw(sim);
	}
	if (sim->fault == SIMULATE_LATE_RULING && sim->late_incident == 0 && !sim->is_planted) {
		draw(sim);
		sim->late_incident = sim->table.n_incidents;
	}
	result.u.result.winner = prompt->winner;
	if (sim->fault == SIMULATE_WRONG_RESULT) {
		simulate_plant(sim);
		result.u.result.winner = wrong_winner(prompt->winner);
	}
	/* Nobody says the result: the next bets close the round. */
	if (simulate_may_be_sloppy(sim)) {
		simulate_pay(sim, &sim->table.round);
		return true;
	}
	bool closed = simulate_step(sim, &result);
	if (closed) {
		simulate_pay(sim, &sim->table.last);
		simulate_void_paid(sim);
	}
	return closed;
}

/* The card is not drawn and the round is closed; the pit lets it stand. */
static bool
withhold(struct simulate *sim)
{
	struct sabot_event ruling = simulate_event(SABOT_EVENT_RULING);

	simulate_plant(sim);
	emit(sim, SABOT_EVENT_RESULT);
	ruling.u.ruling.incident = sim->table.n_incidents;
	ruling.u.ruling.remedy = SABOT_REMEDY_LET_STAND;
	bool closed = simulate_step(sim, &ruling);
	if (closed)
		simulate_pay(sim, &sim->table.last);
	return closed;
}

/* Do what the engine demands next; true when that closed the round. */
static bool
obey(struct simulate *sim, const struct sabot_prompt *prompt)
{
	switch (prompt->kind) {
	case SABOT_PROMPT_DEAL:
		draw(sim);
		return false;
	case SABOT_PROMPT_DRAW:
		if (sim->fault == SIMULATE_WITHHELD_CARD)
			return withhold(sim);
		draw(sim);
		return false;
	case SABOT_PROMPT_PLAY:
		play_hand(sim, prompt);
		return false;
	case SABOT_PROMPT_INSURANCE:
		offer_insurance(sim);
		return false;
	case SABOT_PROMPT_RESULT:
		return end_round(sim, prompt);
	case SABOT_PROMPT_LOAD:
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_BETS:
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_UNLOAD:
	case SABOT_PROMPT_READ:
		break;
	}
	sim->report->fault = "a round in play asks for something else";
	return true;
}

static void
play_round(struct simulate *sim)
{
	struct sabot_prompt prompt;
	uint64_t rounds_before = sim->report->rounds;

	if (sim->options->pause)
		sim->options->pause(sim, sim->options->data);
	sim->unread_incident = 0;
	if (!simulate_fault_is_of_load(sim->fault))
		choose_fault(sim, false);
	begin_round(sim);
	for (int i = 0; i < STEPS_MAX && !sim->load_is_over && sim->report->fault == NULL; i++) {
		sabot_table_prompt(&sim->table, &prompt);
		if (obey(sim, &prompt))
			return;
	}
	if (!sim->load_is_over && sim->report->rounds == rounds_before)
		sim->report->fault = "a round does not end";
}

static void
burn(struct simulate *sim, int left_cards)
{
	/* Only where the first card has given the number: one card would not be too few. */
	if (sim->fault == SIMULATE_SHORT_BURN && sim->table.load.burned_cards > 0 &&
	    left_cards > 0) {
		simulate_plant(sim);
		play_round(sim);
		return;
	}
	draw(sim);
}

/* With few cards left, and no cut card to say so, the load is over. */
static bool
is_used_up(const struct simulate *sim)
{
	unsigned needed_cards =
		sim->table.rules.game == SABOT_PUNTO_BANCO ? COUP_CARDS_MAX : ROUND_CARDS_MAX;

	if (sim->table.rules.decks == 1)
		needed_cards = DECK_CARDS_MAX;
	return sim->load_is_over || shoe_pack_left(&sim->pack) < needed_cards;
}

static void
go_on(struct simulate *sim)
{
	struct sabot_prompt prompt;

	sabot_table_prompt(&sim->table, &prompt);
	if (prompt.kind == SABOT_PROMPT_LOAD)
		put_load_in(sim);
	else if (is_used_up(sim))
		take_load_out(sim);
	else if (prompt.kind == SABOT_PROMPT_BURN)
		burn(sim, prompt.left_cards);
	else if (prompt.kind == SABOT_PROMPT_BETS)
		play_round(sim);
	else if (sim->fault == SIMULATE_AFTER_CUT && sim->after_cut++ == 0) {
		simulate_plant(sim);
		play_round(sim);
	} else
		take_load_out(sim);
}

static void
find_other_bets(struct simulate *sim)
{
	for (int on = SABOT_BET_TIE; on < SABOT_BETS; on++)
		if (on != SABOT_BET_INSURANCE &&
		    sabot_rules_offer_bet(&sim->table.rules, (enum sabot_bet)on))
			sim->other_bets[sim->n_other_bets++] = (enum sabot_bet)on;
}

void
simulate_run(const struct simulate_options *options, struct simulate_report *ret_report)
{
	/* Most of it is room that is seldom needed: it stays memory that is not there. */
	struct simulate *sim = g_new0(struct simulate, 1);

	memset(ret_report, 0, sizeof(*ret_report));
	sim->options = options;
	sim->report = ret_report;
	sim->fault = SIMULATE_NO_FAULT;
	shoe_random_init(&sim->random, options->seed);
	sabot_table_init_zeroed(&sim->table, &options->rules, options->from_load,
				options->from_round, options->from_incident);
	find_other_bets(sim);
	if (options->doubt)
		simulate_doubt_begin(sim);
	/* The last load is played out, so that all that was planted can come to light. */
	while ((ret_report->rounds < options->rounds || sim->table.load.in_shoe ||
		is_fault_pending(sim)) &&
	       ret_report->fault == NULL)
		go_on(sim);
	if (options->end)
		options->end(sim, options->data);
	g_free(sim);
}
