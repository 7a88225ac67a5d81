/*
 * What the end of a round raises, as the round lies: a card that is still due, and what device or
 * dealer claim of it. Applied live, and again for each reading of an open card.
 */
#include "table-private.h"

#include "engine/rules/articles.h"

/* What the deal, a double, a split or the dealer's rules demand, as the prompt says it. */
static enum sabot_subject
subject_of_card_due(const struct sabot_table *table)
{
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	switch (next.kind) {
	case SABOT_NEXT_DEAL:
		return SABOT_RULE_TURN;
	case SABOT_NEXT_OWED:
		return table->round.boxes[next.box].hands[next.hand].doubled ? SABOT_RULE_DOUBLE
									     : SABOT_RULE_SPLIT;
	case SABOT_NEXT_PLAY:
	case SABOT_NEXT_DEALER:
	case SABOT_NEXT_DECIDED:
		break;
	}
	return SABOT_RULE_DEALER_DRAWS;
}

static const char *
missing_rule(const struct sabot_table *table, enum sabot_owner owner)
{
	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_rules_article(&table->rules, subject_of_card_due(table));
	if (!sabot_round_deal_is_complete(table))
		return "PB-06";
	return owner == SABOT_OWNER_PUNTO ? "PB-09" : "PB-10";
}

static void
add_missing_coup(struct sabot_step *step, struct sabot_incident *incident, enum sabot_owner owner)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(&step->table->round, &coup);
	bool punto = owner == SABOT_OWNER_PUNTO;
	sabot_incident_add_word(incident, "hand", punto ? "punto" : "banca");
	sabot_incident_add_number(incident, "total", punto ? coup.punto_points : coup.banca_points);
	if (!punto && coup.n_punto == 3)
		sabot_incident_add_number(incident, "third",
					  sabot_punto_banco_points(&coup.punto[2], 1));
}

static void
add_missing_hand(struct sabot_step *step, struct sabot_incident *incident)
{
	const struct sabot_table *table = step->table;
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	if (next.owner == SABOT_OWNER_DEALER) {
		sabot_incident_add_word(incident, "hand", "dealer");
		sabot_incident_add_number(incident, "total",
					  sabot_blackjack_dealer_total(&table->round).total);
		return;
	}
	sabot_incident_add_word(incident, "hand", "player");
	sabot_incident_add_number(incident, "total",
				  sabot_blackjack_hand_total(&table->rules, &table->round, next.box,
							     next.hand)
					  .total);
	sabot_incident_add_number(incident, "box", next.box);
	sabot_incident_add_number(incident, "index", next.hand);
}

SABOT_SELDOM static void
raise_missing(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	enum sabot_owner owner = sabot_round_card_due(table);
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_CARD_MISSING, missing_rule(table, owner));

	if (table->rules.game == SABOT_PUNTO_BANCO)
		add_missing_coup(step, incident, owner);
	else
		add_missing_hand(step, incident);
}

/* PB-12. */
static void
compare_winner(struct sabot_step *step, enum sabot_winner claimed)
{
	struct sabot_round *round = &step->table->round;
	enum sabot_winner winner = sabot_punto_banco_winner(round);
	struct sabot_incident *incident;

	if (claimed == SABOT_WINNER_NONE || (round->claimed_winners >> claimed & 1) != 0)
		return;
	round->claimed_winners |= (uint8_t)(1 << claimed);
	if (claimed == winner)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_RESULT, "PB-12");
	sabot_incident_add_word(incident, "claimed", sabot_winner_to_string(claimed));
	sabot_incident_add_word(incident, "winner", sabot_winner_to_string(winner));
}

/* PB-01. */
SABOT_SELDOM static void
compare_points(struct sabot_step *step, const char *hand, int claimed, int total)
{
	struct sabot_incident *incident;

	if (claimed == total)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_TOTAL, "PB-01");
	sabot_incident_add_word(incident, "hand", hand);
	sabot_incident_add_number(incident, "claimed", claimed);
	sabot_incident_add_number(incident, "total", total);
}

/* Each value is compared once. */
static bool
is_new_claim(uint16_t *claims, int points)
{
	if (points < 0 || (*claims >> points & 1) != 0)
		return false;
	*claims |= (uint16_t)(1 << points);
	return true;
}

static void
compare(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_round *round = &step->table->round;
	struct sabot_coup coup;

	/* Of an unfinished deal nobody is the winner: closed so, the round is void. */
	if (step->table->rules.game != SABOT_PUNTO_BANCO || round->is_void ||
	    !sabot_round_deal_is_complete(step->table))
		return;
	compare_winner(step, (enum sabot_winner)what->what);
	sabot_punto_banco_read(round, &coup);
	if (is_new_claim(&round->claimed_punto, what->hand))
		compare_points(step, "punto", what->hand, coup.punto_points);
	if (is_new_claim(&round->claimed_banca, what->bettor))
		compare_points(step, "banca", what->bettor, coup.banca_points);
}

void
sabot_play_end(struct sabot_step *step, const struct sabot_round_step *what)
{
	struct sabot_table *table = step->table;

	if (!sabot_round_is_decided(table))
		sabot_play_stand_all(table);
	if (!sabot_round_is_decided(table)) {
		raise_missing(step);
		/* The round waits for a ruling: nothing is held against it but the missing card. */
		if (what->silent || what->kind == SABOT_STEP_END)
			return;
	}
	if (what->kind == SABOT_STEP_RESULT)
		compare(step, what);
}

void
sabot_play_result_again(struct sabot_step *step, const struct sabot_round_step *what)
{
	compare(step, what);
}
