/* Compares claims with the engine's state; a claim of a card too many waits. */
#include "device-claims.h"

#include "engine/table/prompt.h"
#include "view/veil.h"

#include <string.h>

enum claim { CLAIM_PLACE, CLAIM_RESULT, CLAIM_FAULT, CLAIM_CARD };
enum { CLAIMS = CLAIM_CARD + 1, FIRST_CARDS = 4 };

static const char *const claim_words[CLAIMS] = {"place", "result", "fault", "card"};

/* Incidents that mean a card too many, each in its own way. */
static const enum sabot_incident_code excesses[] = {
	SABOT_INCIDENT_CARD_IN_EXCESS,
	SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS,
	SABOT_INCIDENT_DEAL_AFTER_CUT,
};

struct sabot_device_claims {
	struct sabot_floor *floor;
	struct sabot_table_service *table;
	unsigned round, n_incidents; /* after the last step */
	unsigned before_round;       /* incidents when the round began */

	struct {
		bool is_waiting, is_doubtful;
		unsigned load, round;
		unsigned after; /* incidents with higher numbers belong to its time */
	} overdraw;

	struct {
		enum sabot_winner winner;              /* NONE: no result waits */
		enum sabot_shoe_target claimed, place; /* NONE: no third card's place waits */
		unsigned round;
	} hidden; /* claims made while hands lay face down */
};

static const struct sabot_table *
state_of(const struct sabot_device_claims *claims)
{
	return sabot_derive_table(claims->table->derive);
}

/* After a restart: incidents of the round in play belong to it, and no earlier ones do. */
static unsigned
incidents_before_round(const struct sabot_table_service *table)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const GPtrArray *incidents = table->incidents.incidents;
	unsigned before = state->n_incidents;

	for (guint i = 0; i < incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (incident->round == state->n_rounds && incident->id <= before)
			before = (unsigned)incident->id - 1;
	}
	return before;
}

struct sabot_device_claims *
sabot_device_claims_new(struct sabot_floor *floor, struct sabot_table_service *table)
{
	struct sabot_device_claims *claims = g_new0(struct sabot_device_claims, 1);
	const struct sabot_table *state = sabot_derive_table(table->derive);

	claims->floor = floor;
	claims->table = table;
	claims->round = state->n_rounds;
	claims->n_incidents = state->n_incidents;
	claims->before_round = incidents_before_round(table);
	return claims;
}

void
sabot_device_claims_free(struct sabot_device_claims *claims)
{
	g_free(claims);
}

static void
report(struct sabot_device_claims *claims, enum claim claim, const char *claimed, const char *rules)
{
	const struct sabot_table *state = state_of(claims);
	int64_t reported_seq =
		sabot_shoe_book_disagreed(sabot_floor_get_house(claims->floor)->shoes,
					  claims->table->config->name, claim_words[claim]);

	/* Once a load: the house log has the report, also after a restart. */
	if (reported_seq > claims->table->load_seq)
		return;
	sabot_floor_report(claims->floor, SABOT_INCIDENT_DEVICE_DISAGREES,
			   json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "table",
				     claims->table->config->name, "device",
				     claims->table->config->device->name, "what",
				     claim_words[claim], "claimed", claimed, "rules", rules,
				     "round", (json_int_t)state->n_rounds));
}

/* While a card is unread or frames are lost, nothing that depends on the order can be proven. */
static bool
is_provable(const struct sabot_table *state)
{
	return state->load.in_shoe && state->load.lost_cards == 0 &&
	       !sabot_round_is_doubtful(&state->round);
}

/* The place by the rules of the card just dealt. */
static enum sabot_shoe_target
target_of_card(const struct sabot_table *state, int burned_before)
{
	const struct sabot_round *round = &state->round;

	if (state->load.burned_cards > burned_before)
		return SABOT_SHOE_TARGET_BURN;
	if (!round->open || round->n_cards == 0)
		return SABOT_SHOE_TARGET_NONE;
	switch ((enum sabot_owner)round->cards[round->n_cards - 1].owner) {
	case SABOT_OWNER_PUNTO:
		return SABOT_SHOE_TARGET_PUNTO;
	case SABOT_OWNER_BANCA:
		return SABOT_SHOE_TARGET_BANCA;
	case SABOT_OWNER_NONE:
	case SABOT_OWNER_DEALER:
	case SABOT_OWNER_PLAYER:
		break;
	}
	return SABOT_SHOE_TARGET_NONE;
}

static bool
is_coup_hidden(const struct sabot_table *state)
{
	return sabot_veil_hides_hand(state, SABOT_OWNER_PUNTO) ||
	       sabot_veil_hides_hand(state, SABOT_OWNER_BANCA);
}

static void
report_target(struct sabot_device_claims *claims, enum sabot_shoe_target claimed,
	      enum sabot_shoe_target place)
{
	report(claims, CLAIM_PLACE, sabot_shoe_target_to_string(claimed),
	       sabot_shoe_target_to_string(place));
}

void
sabot_device_claims_check_card(struct sabot_device_claims *claims, enum sabot_shoe_target claimed,
			       int burned_before)
{
	const struct sabot_table *state = state_of(claims);
	enum sabot_shoe_target place;

	if (claimed == SABOT_SHOE_TARGET_NONE || state->rules.game != SABOT_PUNTO_BANCO ||
	    !is_provable(state))
		return;
	if (claimed == SABOT_SHOE_TARGET_FIRST || claimed == SABOT_SHOE_TARGET_BURN_COUNT)
		claimed = SABOT_SHOE_TARGET_BURN;
	place = target_of_card(state, burned_before);
	/* A card without a place is an incident of the table's own. */
	if (place == SABOT_SHOE_TARGET_NONE || claimed == place)
		return;
	/* Who gets a third card depends on the points. */
	if (is_coup_hidden(state) && state->round.n_cards > FIRST_CARDS) {
		claims->hidden.claimed = claimed;
		claims->hidden.place = place;
		claims->hidden.round = state->round.number;
	} else {
		report_target(claims, claimed, place);
	}
}

/* The winner of the round with this number by its cards; NONE: they do not decide it yet. */
static enum sabot_winner
winner_of(const struct sabot_table *state, unsigned round)
{
	struct sabot_prompt prompt;

	if (state->round.open && state->round.number == round) {
		sabot_table_prompt(state, &prompt);
		return prompt.kind == SABOT_PROMPT_RESULT ? prompt.winner : SABOT_WINNER_NONE;
	}
	return state->last.number == round ? state->last.winner : SABOT_WINNER_NONE;
}

static void
judge_result(struct sabot_device_claims *claims, enum sabot_winner claimed, unsigned round)
{
	enum sabot_winner winner = winner_of(state_of(claims), round);

	if (winner != claimed)
		report(claims, CLAIM_RESULT, sabot_winner_to_string(claimed),
		       winner == SABOT_WINNER_NONE ? "undecided" : sabot_winner_to_string(winner));
}

/*
 * A claim during a round without cards is about the round before, which the dealer has ended: the
 * shoe's button was pressed late, or the shoe repeats a claim of which no event was recorded. While
 * hands lie face down the comparison would reveal them: it waits for the button.
 */
void
sabot_device_claims_result(struct sabot_device_claims *claims, enum sabot_winner winner)
{
	const struct sabot_table *state = state_of(claims);
	const struct sabot_round *round = &state->round;

	if (!is_provable(state) || !round->open || !round->bets_closed || round->is_void ||
	    round->n_cards == 0)
		return;
	if (is_coup_hidden(state)) {
		claims->hidden.winner = winner;
		claims->hidden.round = round->number;
	} else {
		judge_result(claims, winner, round->number);
	}
}

/* True if the round of the claim can be judged: neither in doubt nor void. */
static bool
is_hidden_provable(const struct sabot_device_claims *claims, const struct sabot_table *state)
{
	const struct sabot_round *last = &state->last;
	unsigned round = claims->hidden.round;

	if (!is_provable(state))
		return false;
	if (state->round.open && state->round.number == round)
		return !state->round.is_void;
	return last->number == round && !last->is_void && !last->unverified;
}

/* Claims about hidden hands are judged once these are turned up, or the round is over. */
static void
judge_hidden(struct sabot_device_claims *claims, const struct sabot_table *state)
{
	enum sabot_winner winner = claims->hidden.winner;
	enum sabot_shoe_target place = claims->hidden.place;

	if (state->round.open && state->round.number == claims->hidden.round &&
	    is_coup_hidden(state))
		return;
	claims->hidden.winner = SABOT_WINNER_NONE;
	claims->hidden.place = SABOT_SHOE_TARGET_NONE;
	if (!is_hidden_provable(claims, state))
		return;
	if (place != SABOT_SHOE_TARGET_NONE)
		report_target(claims, claims->hidden.claimed, place);
	if (winner != SABOT_WINNER_NONE)
		judge_result(claims, winner, claims->hidden.round);
}

void
sabot_device_claims_keyed(struct sabot_device_claims *claims)
{
	/* No card is named: it may be one that nobody may know yet. */
	report(claims, CLAIM_CARD, "another", "keyed");
}

void
sabot_device_claims_fault(struct sabot_device_claims *claims, enum sabot_shoe_fault fault)
{
	const struct sabot_table *state = state_of(claims);

	if (fault != SABOT_SHOE_FAULT_OVERDRAW || claims->overdraw.is_waiting ||
	    state->rules.game != SABOT_PUNTO_BANCO || !state->load.in_shoe)
		return;
	claims->overdraw.is_waiting = true;
	claims->overdraw.is_doubtful = !is_provable(state);
	claims->overdraw.load = state->load.number;
	claims->overdraw.round = state->n_rounds;
	claims->overdraw.after = claims->before_round;
}

static bool
is_excess(const struct sabot_wire_incident *incident)
{
	for (size_t i = 0; i < G_N_ELEMENTS(excesses); i++) {
		if (g_strcmp0(incident->code, sabot_incident_code_to_string(excesses[i])) == 0)
			return true;
	}
	return false;
}

static bool
excess_was_found(const struct sabot_device_claims *claims)
{
	const GPtrArray *incidents = claims->table->incidents.incidents;

	for (guint i = 0; i < incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (incident->id > claims->overdraw.after && is_excess(incident))
			return true;
	}
	return false;
}

static void
judge_overdraw(struct sabot_device_claims *claims, const struct sabot_table *state)
{
	bool is_over = state->load.number != claims->overdraw.load || !state->load.in_shoe ||
		       (state->n_rounds > claims->overdraw.round && state->round.bets_closed);

	if (!is_over) {
		claims->overdraw.is_doubtful |= !is_provable(state);
		return;
	}
	claims->overdraw.is_waiting = false;
	if (!claims->overdraw.is_doubtful && !excess_was_found(claims))
		report(claims, CLAIM_FAULT, "overdraw", "none");
}

void
sabot_device_claims_step(struct sabot_device_claims *claims)
{
	const struct sabot_table *state = state_of(claims);

	if (claims->overdraw.is_waiting)
		judge_overdraw(claims, state);
	if (claims->hidden.winner != SABOT_WINNER_NONE ||
	    claims->hidden.place != SABOT_SHOE_TARGET_NONE)
		judge_hidden(claims, state);
	if (state->n_rounds != claims->round)
		claims->before_round = claims->n_incidents;
	claims->round = state->n_rounds;
	claims->n_incidents = state->n_incidents;
}
