/* The result of a round as the dealer or the shoe states it, and the log's end. */
#include "readings-apply.h"
#include "table-private.h"

static struct sabot_hand_id
hand_due(const struct sabot_table *table)
{
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return (struct sabot_hand_id){.owner = sabot_round_card_due(table)};
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);
	return (struct sabot_hand_id){next.owner, next.box, next.hand};
}

/* A card is due even if all hands that still have a choice stand. */
static bool
lacks_card(struct sabot_table *as_if, struct sabot_hand_id *ret_hand)
{
	if (sabot_round_is_decided(as_if))
		return false;
	*ret_hand = hand_due(as_if);
	if (as_if->rules.game == SABOT_PUNTO_BANCO)
		return true;
	struct sabot_next next = sabot_blackjack_next(&as_if->rules, &as_if->round);
	if (next.kind != SABOT_NEXT_PLAY)
		return true;
	/* The stands are taken back: only the question is asked. */
	struct sabot_table *table = as_if;
	bool lacks;
	struct sabot_round *round = &table->round;
	bool stood[SABOT_BOXES_MAX + 1][SABOT_HANDS_MAX];
	uint8_t turn = round->turn;
	bool insurance_over = round->insurance_over;
	for (int seat = 0; seat < round->n_seats; seat++)
		for (int i = 0; i < round->boxes[round->seats[seat]].n_hands; i++)
			stood[round->seats[seat]][i] =
				round->boxes[round->seats[seat]].hands[i].stood;
	sabot_play_stand_all(table);
	lacks = !sabot_round_is_decided(table);
	*ret_hand = hand_due(table);
	for (int seat = 0; seat < round->n_seats; seat++)
		for (int i = 0; i < round->boxes[round->seats[seat]].n_hands; i++)
			round->boxes[round->seats[seat]].hands[i].stood =
				stood[round->seats[seat]][i];
	round->turn = turn;
	round->insurance_over = insurance_over;
	return lacks;
}

void
sabot_step_end_of_log(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	sabot_step_close_insurance(step);
	if (round->waiting)
		sabot_step_end_wait(step);
	if (round->open && round->bets_closed &&
	    sabot_readings_test(step, sabot_round_is_decided) == SABOT_FOR_ALL)
		sabot_step_end_round(step);
}

static struct sabot_round_step
result_step(const struct sabot_event *event, enum sabot_step_kind kind)
{
	return (struct sabot_round_step){
		.kind = (uint8_t)kind,
		.what = (uint8_t)event->u.result.winner,
		.hand = event->u.result.claims_punto ? (int8_t)event->u.result.punto_points : -1,
		.bettor = event->u.result.claims_banca ? (int8_t)event->u.result.banca_points : -1,
	};
}

/* The only value that the bits leave, or -1. */
static int
only(unsigned bits)
{
	return bits != 0 && (bits & (bits - 1)) == 0 ? __builtin_ctz(bits) : -1;
}

static void
compare_closed_winner(struct sabot_step *step, struct sabot_closed *closed)
{
	enum sabot_winner claimed = step->event->u.result.winner;
	int winner = only(closed->winners);
	struct sabot_incident *incident;

	if (claimed == SABOT_WINNER_NONE || (closed->claimed_winners >> claimed & 1) != 0)
		return;
	closed->claimed_winners |= (uint8_t)(1 << claimed);
	if ((closed->winners >> claimed & 1) != 0)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_RESULT, "PB-12");
	incident->round = closed->number;
	sabot_incident_add_word(incident, "claimed", sabot_winner_to_string(claimed));
	if (winner >= 0)
		sabot_incident_add_word(incident, "winner",
					sabot_winner_to_string((enum sabot_winner)winner));
}

static void
compare_closed_points(struct sabot_step *step, struct sabot_closed *closed, bool punto)
{
	const struct sabot_event *event = step->event;
	int claimed = punto ? (event->u.result.claims_punto ? event->u.result.punto_points : -1)
			    : (event->u.result.claims_banca ? event->u.result.banca_points : -1);
	uint16_t *claims = punto ? &closed->claimed_punto : &closed->claimed_banca;
	unsigned points = punto ? closed->punto : closed->banca;
	struct sabot_incident *incident;

	if (claimed < 0 || (*claims >> claimed & 1) != 0)
		return;
	*claims |= (uint16_t)(1 << claimed);
	if ((points >> claimed & 1) != 0)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_TOTAL, "PB-01");
	incident->round = closed->number;
	sabot_incident_add_word(incident, "hand", punto ? "punto" : "banca");
	sabot_incident_add_number(incident, "claimed", claimed);
	if (only(points) >= 0)
		sabot_incident_add_number(incident, "total", only(points));
}

/* The dealer's button and the device may both say it, also when bets lie for the next round. */
SABOT_SELDOM static void
result_again(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_closed *closed = &table->closed;

	if (closed->number == 0 || closed->card_since || (!closed->dummy && !table->rulings_open)) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_ROUND_TO_END);
		return;
	}
	if (table->rules.game != SABOT_PUNTO_BANCO || closed->is_void || closed->torn ||
	    closed->not_compared)
		return;
	compare_closed_winner(step, closed);
	compare_closed_points(step, closed, true);
	compare_closed_points(step, closed, false);
}

/* It waits only where the same card is missing whatever the open cards are. */
static bool
must_wait(struct sabot_step *step)
{
	unsigned flags = step->entry >= 0 ? step->journal->entries[step->entry].flags : 0;

	if ((flags & SABOT_ENTRY_REOPENED) != 0 &&
	    sabot_readings_test(step, sabot_round_is_decided) != SABOT_FOR_ALL)
		return true;
	/* Of a round whose cards may be another's nothing is said, so nobody could end its wait. */
	return (flags & SABOT_ENTRY_CLOSED) == 0 && step->table->load.silent_round == 0 &&
	       sabot_readings_agree(step, lacks_card, true);
}

void
sabot_step_result(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	if (round->open && round->bets_closed && round->waiting) {
		bool missing = round->not_asked < 0;
		sabot_step_end_wait(step);
		if (missing)
			return;
	}
	if (!round->open || !round->bets_closed) {
		result_again(step);
		return;
	}
	sabot_step_close_insurance(step);
	if (!round->open)
		return;
	round->closed_by_card = false;
	struct sabot_round_step what = result_step(step->event, SABOT_STEP_RESULT);
	what.silent = must_wait(step);
	sabot_step_explain_bets_aside(step);
	sabot_step_play(step, &what);
	table->aside.bets_are_next = true;
	if (what.silent) {
		round->waiting = true;
		round->waiting_line = step->line;
		return;
	}
	if (step->entry >= 0)
		step->journal->entries[step->entry].flags |=
			step->revising ? SABOT_ENTRY_CLOSES : SABOT_ENTRY_CLOSED;
	sabot_step_close_round(step);
}
