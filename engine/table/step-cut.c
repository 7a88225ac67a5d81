/*
 * The cut card: where it came, whether it was missed, and what may still be dealt (PB-02, PB-03,
 * ES-03, ES-13).
 */
#include "table-private.h"

#include "engine/rules/articles.h"

static const char *
cut_rule(const struct sabot_step *step)
{
	return sabot_rules_article(&step->table->rules, SABOT_RULE_CUT_CARD);
}

/* Cards too many among those that came, at most: one that was not read may be one. */
static int
most_surplus(const struct sabot_load *load)
{
	return load->impossible_cards + sabot_load_count_unread(load);
}

static void
check_position(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_rules *rules = &step->table->rules;
	int surplus_cards = most_surplus(load);
	bool as_declared = load->behind_cards < 0 ||
			   sabot_load_left_can_be(load, load->behind_cards, surplus_cards,
						  rules->cut_tolerance_cards);
	bool enough = sabot_load_cards_left(load) + surplus_cards >= rules->cut_min_cards;
	struct sabot_incident *incident;

	if (load->cut_reported || (as_declared && enough))
		return;
	load->cut_reported = true;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CUT_CARD_MISPLACED, cut_rule(step));
	sabot_incident_add_number(incident, "behind", sabot_load_cards_left(load));
	if (!as_declared)
		sabot_incident_add_number(incident, "declared", load->behind_cards);
	else
		sabot_incident_add_number(incident, "min", rules->cut_min_cards);
}

/*
 * With cards on the table the round in progress is finished and `hands_after_cut` follow; before
 * its first card the round is itself the first of those; before its bets are closed it counts then.
 * Where its first card may have been lost, it is not counted.
 */
static void
limit_rounds(struct sabot_table *table)
{
	struct sabot_load *load = &table->load;
	const struct sabot_round *round = &table->round;

	load->rounds_left = table->rules.hands_after_cut;
	if (round->open && !round->bets_closed)
		load->cut_first_round = round->number;
	if (round->open && round->bets_closed && round->n_cards == 0 && load->rounds_left > 0 &&
	    !sabot_round_is_torn(round)) {
		load->rounds_left--;
		load->cut_first_round = round->number;
	}
}

void
sabot_step_cut_card(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (!table->load.in_shoe) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_LOAD);
		return;
	}
	if (table->load.cut_seen) {
		sabot_step_out_of_order(step, SABOT_WHY_CUT_CARD_OUT);
		return;
	}
	table->load.cut_seen = true;
	table->load.cut_at_cards = table->load.n_seen;
	table->load.cut_round =
		table->round.open && table->round.bets_closed ? table->round.number : 0;
	check_position(step);
	limit_rounds(table);
	if (table->rules.game == SABOT_BLACKJACK && table->rules.cut_card == SABOT_CUT_VOID_ROUND &&
	    table->round.open && table->round.bets_closed &&
	    !(table->round.waiting && table->round.not_asked < 0))
		sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_CUT_CARD});
	sabot_step_close_if_due(step);
}

static int
least_behind(const struct sabot_rules *rules, const struct sabot_load *load)
{
	return load->behind_cards >= 0 && load->behind_cards < rules->cut_min_cards
		       ? load->behind_cards
		       : rules->cut_min_cards;
}

/* So few cards are left that the cut card must have been among those dealt. */
static bool
is_cut_missed(const struct sabot_rules *rules, const struct sabot_load *load)
{
	/* The cut card may be among the messages that were lost. */
	if (load->lost_cards > 0 || sabot_load_lost_any(load))
		return false;
	if (load->cut_seen || load->cut_reported)
		return false;
	/* At each card: the unread ones are counted only where they decide. */
	return sabot_load_cards_left(load) + load->impossible_cards < least_behind(rules, load) &&
	       sabot_load_cards_left(load) + most_surplus(load) < least_behind(rules, load);
}

void
sabot_step_check_cut_missed(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_rules *rules = &step->table->rules;
	struct sabot_incident *incident;

	if (!is_cut_missed(rules, load))
		return;
	load->cut_reported = true;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CUT_CARD_MISSED, cut_rule(step));
	sabot_incident_add_number(incident, "left", sabot_load_cards_left(load));
	sabot_incident_add_number(incident, "min", least_behind(rules, load));
}
