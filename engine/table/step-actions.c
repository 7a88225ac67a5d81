/*
 * What players decide in blackjack: stand, hit, double, split, surrender, insurance, even money.
 * Each is logged first and then judged, live and when the round is derived again.
 */
#include "table-private.h"

static void
raise_action(struct sabot_step *step, enum sabot_incident_code code,
	     const struct sabot_round_step *what, const char *why)
{
	struct sabot_incident *incident = sabot_step_raise(
		step, code, code == SABOT_INCIDENT_ACTION_OUT_OF_TURN ? "BJ-06" : "BJ-11");

	sabot_incident_add_number(incident, "box", what->box);
	sabot_incident_add_word(incident, "do",
				sabot_action_to_string((enum sabot_action)what->what));
	sabot_incident_add_number(incident, "hand", what->hand);
	if (why != NULL)
		sabot_incident_add_word(incident, "why", why);
	step->update->applied = false;
}

static bool
is_hand(const struct sabot_round *round, int box, int hand)
{
	return box >= 1 && box <= SABOT_BOXES_MAX && round->boxes[box].in_play && hand >= 0 &&
	       hand < round->boxes[box].n_hands;
}

static void
apply_action(struct sabot_round *round, const struct sabot_round_step *what)
{
	struct sabot_hand *hand = &round->boxes[what->box].hands[what->hand];

	switch ((enum sabot_action)what->what) {
	case SABOT_ACTION_STAND:
		hand->stood = true;
		break;
	case SABOT_ACTION_HIT:
		break;
	case SABOT_ACTION_DOUBLE:
		hand->doubled = true;
		break;
	case SABOT_ACTION_SPLIT:
		sabot_blackjack_split(round, what->box, what->hand);
		break;
	case SABOT_ACTION_SURRENDER:
		hand->surrendered = true;
		break;
	}
}

/* The hand may act now: it is in turn, or (ST-07) may surrender before anybody has drawn. */
static bool
may_act(const struct sabot_table *table, const struct sabot_round_step *what,
	struct sabot_next next)
{
	const struct sabot_rules *rules = &table->rules;

	if ((next.kind == SABOT_NEXT_PLAY || next.kind == SABOT_NEXT_OWED) &&
	    next.box == what->box && next.hand == what->hand)
		return true;
	return what->what == SABOT_ACTION_SURRENDER &&
	       rules->surrender == SABOT_SURRENDER_BEFORE_FIRST_HIT &&
	       next.kind != SABOT_NEXT_DECIDED && is_hand(&table->round, what->box, what->hand);
}

static bool
stands_already(const struct sabot_table *table, const struct sabot_round_step *what)
{
	return what->what == SABOT_ACTION_STAND && is_hand(&table->round, what->box, what->hand) &&
	       sabot_blackjack_hand_is_complete(&table->rules, &table->round, what->box,
						what->hand);
}

static int
default_hand(const struct sabot_round_step *what, struct sabot_next next)
{
	if (what->hand != SABOT_HAND_IN_TURN)
		return what->hand;
	return next.owner == SABOT_OWNER_PLAYER && next.box == what->box ? next.hand : 0;
}

void
sabot_play_action(struct sabot_step *step, const struct sabot_round_step *logged)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	struct sabot_round_step what = *logged;

	what.hand = (int8_t)default_hand(logged, next);
	if (stands_already(table, &what)) {
		round->insurance_over = true;
		return;
	}
	if (!may_act(table, &what, next)) {
		raise_action(step, SABOT_INCIDENT_ACTION_OUT_OF_TURN, &what, NULL);
		return;
	}
	if (what.what == SABOT_ACTION_STAND && next.kind == SABOT_NEXT_OWED) {
		sabot_step_out_of_order(step, "a card is owed");
		return;
	}
	const char *why = sabot_blackjack_refuse_action(&table->rules, round, what.box, what.hand,
							(enum sabot_action)what.what);
	if (why != NULL) {
		raise_action(step, SABOT_INCIDENT_ACTION_NOT_ALLOWED, &what, why);
		return;
	}
	round->insurance_over = true;
	/* TB-02, IT-04: a hole-card blackjack comes before the players; not before a surrender. */
	if ((what.what == SABOT_ACTION_SURRENDER &&
	     table->rules.surrender != SABOT_SURRENDER_LATE) ||
	    !sabot_blackjack_dealer_declares(&table->rules, round))
		apply_action(round, &what);
}

/* True when the deal lies and players may speak; otherwise the event is out of order. */
static bool
deal_lies(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->rules.game != SABOT_BLACKJACK)
		sabot_step_out_of_order(step, "not in this game");
	else if (!table->round.open || !table->round.bets_closed)
		sabot_step_out_of_order(step, "no round in play");
	else if (!sabot_blackjack_deal_is_complete(&table->rules, &table->round))
		sabot_step_out_of_order(step, "the deal is not complete");
	else
		return true;
	return false;
}

static bool
is_box(const struct sabot_step *step)
{
	return step->event->box >= 1 && step->event->box <= SABOT_BOXES_MAX;
}

void
sabot_step_action(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;

	if (!deal_lies(step))
		return;
	if (!is_box(step)) {
		sabot_step_out_of_order(step, "no such box");
		return;
	}
	sabot_step_play(step,
			(struct sabot_round_step){
				.kind = SABOT_STEP_ACTION,
				.box = (uint8_t)event->box,
				.hand = (int8_t)(event->hand > SABOT_HANDS_MAX ? SABOT_HANDS_MAX
									       : event->hand),
				.what = (uint8_t)event->u.action.kind,
			});
	sabot_step_close_if_due(step);
}

static void
refuse_insurance(struct sabot_step *step, int box, const char *word, const char *why)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_ACTION_NOT_ALLOWED, "BJ-09");

	sabot_incident_add_number(incident, "box", box);
	sabot_incident_add_word(incident, "do", word);
	sabot_incident_add_word(incident, "why", why);
	step->update->applied = false;
}

/* NULL when the box may be insured now. */
static const char *
refuse_window(const struct sabot_table *table, int box)
{
	const struct sabot_round *round = &table->round;
	struct sabot_card up = round->piles[SABOT_OWNER_DEALER].first[0];

	if (table->rules.insurance == SABOT_INSURE_NONE)
		return "not offered";
	if (up.rank != SABOT_ACE || table->rules.dealer_up_cards == 0)
		return "no ace";
	if (!sabot_blackjack_insurance_is_open(&table->rules, round))
		return "too late";
	if (!round->boxes[box].in_play)
		return "no stake";
	return NULL;
}

/* BJ-09, IT-10. */
static const char *
refuse_amount(const struct sabot_rules *rules, int64_t stake_minor, int64_t amount_minor)
{
	if (stake_minor == 0)
		return "no stake";
	if (amount_minor > stake_minor / 2)
		return "too much";
	if (rules->insurance == SABOT_INSURE_HALF && amount_minor != 0 &&
	    amount_minor != stake_minor / 2)
		return "not exactly half";
	return NULL;
}

void
sabot_play_insurance(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_box *box = &table->round.boxes[what->box];
	const char *why = refuse_window(table, what->box);

	if (why == NULL && what->bettor < 0)
		why = "no stake";
	if (why == NULL && table->rules.even_money &&
	    sabot_blackjack_hand_total(&table->rules, &table->round, what->box, 0).is_blackjack)
		why = "even money instead";
	if (why == NULL)
		why = refuse_amount(&table->rules,
				    box->bettors[what->bettor].stakes_minor[SABOT_BET_MAIN],
				    what->amount_minor);
	if (why != NULL) {
		refuse_insurance(step, what->box, "insurance", why);
		return;
	}
	box->bettors[what->bettor].insurance_minor = what->amount_minor;
	box->bets |= UINT32_C(1) << SABOT_BET_INSURANCE;
}

/* ST-06. */
void
sabot_play_even_money(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_box *box = &table->round.boxes[what->box];
	const char *why = refuse_window(table, what->box);
	bool all = what->what != 0;

	if (why == NULL && !table->rules.even_money)
		why = "not offered";
	if (why == NULL &&
	    !sabot_blackjack_hand_total(&table->rules, &table->round, what->box, 0).is_blackjack)
		why = "no blackjack";
	if (why == NULL && !all && what->bettor < 0)
		why = "no stake";
	if (why != NULL) {
		refuse_insurance(step, what->box, "even_money", why);
		return;
	}
	for (int i = 0; i < box->n_bettors; i++)
		if (all || i == what->bettor)
			box->bettors[i].even_money = true;
}

void
sabot_step_insurance(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;

	if (!deal_lies(step))
		return;
	if (event->type == SABOT_EVENT_INSURANCE_CLOSED) {
		if (!sabot_blackjack_insurance_is_open(&table->rules, &table->round))
			sabot_step_out_of_order(step, "no insurance is open");
		else
			sabot_step_play(step, (struct sabot_round_step){
						      .kind = SABOT_STEP_INSURANCE_CLOSED});
		sabot_step_close_if_due(step);
		return;
	}
	if (!is_box(step)) {
		sabot_step_out_of_order(step, "no such box");
		return;
	}
	bool even_money = event->type == SABOT_EVENT_EVEN_MONEY;
	sabot_step_play(step,
			(struct sabot_round_step){
				.kind = even_money ? SABOT_STEP_EVEN_MONEY : SABOT_STEP_INSURANCE,
				.box = (uint8_t)event->box,
				.bettor = (int8_t)sabot_round_find_bettor(&table->round, event->box,
									  event->bettor, false),
				.what = even_money && event->bettor == NULL,
				.amount_minor = event->amount_minor,
			});
}
