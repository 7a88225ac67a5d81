/*
 * A player's action, insurance and even money, applied to the round. The events are in
 * step-actions.c.
 */
#include "engine/rules/articles.h"
#include "table-private.h"

/* The article that says what the player may do. */
static enum sabot_subject
subject_of(enum sabot_action action)
{
	switch (action) {
	case SABOT_ACTION_DOUBLE:
		return SABOT_RULE_DOUBLE;
	case SABOT_ACTION_SPLIT:
		return SABOT_RULE_SPLIT;
	case SABOT_ACTION_SURRENDER:
		return SABOT_RULE_SURRENDER;
	case SABOT_ACTION_STAND:
	case SABOT_ACTION_HIT:
		break;
	}
	return SABOT_RULE_TURN;
}

static void
add_action(struct sabot_incident *incident, const struct sabot_round_step *what)
{
	sabot_incident_add_number(incident, "box", what->box);
	sabot_incident_add_word(incident, "do",
				sabot_action_to_string((enum sabot_action)what->what));
	sabot_incident_add_number(incident, "hand", what->hand);
}

static void
raise_out_of_turn(struct sabot_step *step, const struct sabot_round_step *what)
{
	add_action(sabot_step_raise(step, SABOT_INCIDENT_ACTION_OUT_OF_TURN,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_TURN)),
		   what);
}

static void
raise_not_allowed(struct sabot_step *step, const struct sabot_round_step *what,
		  enum sabot_reason why)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_ACTION_NOT_ALLOWED,
				 sabot_rules_article(&step->table->rules,
						     subject_of((enum sabot_action)what->what)));

	add_action(incident, what);
	sabot_incident_add_reason(incident, why);
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
		round->hit_box = what->box;
		round->hit_hand = (uint8_t)what->hand;
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

bool
sabot_round_nth_hand(const struct sabot_table *table, int nth, int *ret_box, int *ret_hand)
{
	const struct sabot_round *round = &table->round;

	for (int seat = 0; seat < round->n_seats; seat++) {
		int n_hands = round->boxes[round->seats[seat]].n_hands;
		if (nth < n_hands) {
			*ret_box = round->seats[seat];
			*ret_hand = table->rules.split_order == SABOT_SPLIT_RIGHT
					    ? n_hands - 1 - nth
					    : nth;
			return true;
		}
		nth -= n_hands;
	}
	return false;
}

bool
sabot_hand_is_owed(const struct sabot_hand *hand)
{
	if (hand->stood || hand->surrendered)
		return false;
	return (hand->from_split && hand->pile.n_cards == 1) ||
	       (hand->doubled && hand->pile.n_cards == 2);
}

/*
 * The hand comes later than the one in turn, has a choice, and no hand before it is owed a card.
 * Then those before it that have a choice stand.
 */
static bool
stand_before(struct sabot_table *table, const struct sabot_round_step *what)
{
	struct sabot_round *round = &table->round;
	int box, hand, n_before = 0;

	if (!is_hand(round, what->box, what->hand) ||
	    sabot_blackjack_hand_is_complete(&table->rules, round, what->box, what->hand))
		return false;
	for (;; n_before++) {
		if (!sabot_round_nth_hand(table, n_before, &box, &hand))
			return false;
		if (box == what->box && hand == what->hand)
			break;
		if (sabot_hand_is_owed(&round->boxes[box].hands[hand]))
			return false;
	}
	for (int i = 0; i < n_before && sabot_round_nth_hand(table, i, &box, &hand); i++)
		if (!sabot_blackjack_hand_is_complete(&table->rules, round, box, hand))
			round->boxes[box].hands[hand].stood = true;
	return true;
}

/* An action for a later hand counts; that the turn was passed over is said once a round. */
static bool
take_turn(struct sabot_step *step, const struct sabot_round_step *what, struct sabot_next next)
{
	struct sabot_table *table = step->table;

	if (may_act(table, what, next))
		return true;
	if (next.kind != SABOT_NEXT_PLAY || !stand_before(table, what)) {
		raise_out_of_turn(step, what);
		step->update->applied = false;
		return false;
	}
	if (!table->round.out_of_turn)
		raise_out_of_turn(step, what);
	table->round.out_of_turn = true;
	return true;
}

void
sabot_play_action(struct sabot_step *step, const struct sabot_round_step *logged)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	struct sabot_round_step what = *logged;

	round->acted = true;
	/* Messages were lost: the deal may have been complete all the same. */
	if (!sabot_blackjack_deal_is_complete(&table->rules, round))
		return;
	what.hand = (int8_t)default_hand(logged, next);
	if (stands_already(table, &what)) {
		round->insurance_over = true;
		return;
	}
	if (!take_turn(step, &what, next))
		return;
	if (what.what == SABOT_ACTION_STAND &&
	    sabot_hand_is_owed(&round->boxes[what.box].hands[what.hand])) {
		sabot_step_refuse(step, SABOT_EVENT_ACTION, SABOT_WHY_CARD_OWED);
		return;
	}
	enum sabot_reason why = sabot_blackjack_refuse_action(
		&table->rules, round, what.box, what.hand, (enum sabot_action)what.what);
	if (why != SABOT_WHY_NONE) {
		raise_not_allowed(step, &what, why);
		return;
	}
	round->insurance_over = true;
	/* HB-04: behind a dealer's blackjack a late surrender does not count. */
	if (what.what == SABOT_ACTION_SURRENDER && table->rules.surrender == SABOT_SURRENDER_LATE &&
	    sabot_blackjack_dealer_declares(&table->rules, round))
		return;
	apply_action(round, &what);
}

static void
refuse_insurance(struct sabot_step *step, int box, const char *word, enum sabot_reason why)
{
	bool insurance = word[0] == 'i';
	struct sabot_incident *incident = sabot_step_raise(
		step, SABOT_INCIDENT_ACTION_NOT_ALLOWED,
		sabot_rules_article(&step->table->rules,
				    insurance ? SABOT_RULE_INSURANCE : SABOT_RULE_EVEN_MONEY));

	sabot_incident_add_number(incident, "box", box);
	sabot_incident_add_word(incident, "do", word);
	sabot_incident_add_reason(incident, why);
	step->update->applied = false;
}

/* SABOT_WHY_NONE when the box may be insured now. */
static enum sabot_reason
refuse_window(const struct sabot_table *table, int box)
{
	const struct sabot_round *round = &table->round;
	struct sabot_card up = round->piles[SABOT_OWNER_DEALER].first[0];

	if (table->rules.insurance == SABOT_INSURE_NONE)
		return SABOT_WHY_NOT_OFFERED;
	if (up.rank != SABOT_ACE || table->rules.dealer_up_cards == 0)
		return SABOT_WHY_NO_ACE;
	if (!sabot_blackjack_insurance_is_open(&table->rules, round))
		return SABOT_WHY_TOO_LATE;
	if (!round->boxes[box].in_play)
		return SABOT_WHY_NO_STAKE;
	return SABOT_WHY_NONE;
}

/* BJ-09, IT-10. */
static enum sabot_reason
refuse_amount(const struct sabot_rules *rules, int64_t stake_minor, int64_t amount_minor)
{
	if (stake_minor == 0)
		return SABOT_WHY_NO_STAKE;
	if (amount_minor > stake_minor / 2)
		return SABOT_WHY_TOO_MUCH;
	if (rules->insurance == SABOT_INSURE_HALF && amount_minor != 0 &&
	    amount_minor != stake_minor / 2)
		return SABOT_WHY_NOT_EXACTLY_HALF;
	return SABOT_WHY_NONE;
}

void
sabot_play_insurance(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;
	struct sabot_box *box = &table->round.boxes[what->box];
	enum sabot_reason why = refuse_window(table, what->box);

	if (why == SABOT_WHY_NONE && what->bettor < 0)
		why = SABOT_WHY_NO_STAKE;
	if (why == SABOT_WHY_NONE && table->rules.even_money &&
	    sabot_blackjack_hand_total(&table->rules, &table->round, what->box, 0).is_blackjack)
		why = SABOT_WHY_EVEN_MONEY_INSTEAD;
	if (why == SABOT_WHY_NONE)
		why = refuse_amount(&table->rules,
				    box->bettors[what->bettor].stakes_minor[SABOT_BET_MAIN],
				    what->amount_minor);
	if (why != SABOT_WHY_NONE) {
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
	enum sabot_reason why = refuse_window(table, what->box);
	bool all = what->what != 0;

	if (why == SABOT_WHY_NONE && !table->rules.even_money)
		why = SABOT_WHY_NOT_OFFERED;
	if (why == SABOT_WHY_NONE &&
	    !sabot_blackjack_hand_total(&table->rules, &table->round, what->box, 0).is_blackjack)
		why = SABOT_WHY_NO_BLACKJACK;
	if (why == SABOT_WHY_NONE && !all && what->bettor < 0)
		why = SABOT_WHY_NO_STAKE;
	if (why != SABOT_WHY_NONE) {
		refuse_insurance(step, what->box, "even_money", why);
		return;
	}
	for (int i = 0; i < box->n_bettors; i++)
		if (all || i == what->bettor)
			box->bettors[i].even_money = true;
}

bool
sabot_table_insurance_is_open(const struct sabot_table *as_if)
{
	return as_if->rules.game == SABOT_BLACKJACK &&
	       sabot_blackjack_insurance_is_open(&as_if->rules, &as_if->round);
}
