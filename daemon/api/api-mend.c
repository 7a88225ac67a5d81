/*
 * `mend` and `mends`: the dealer corrects what was recorded of the last card, within what the house
 * allows. It is a `ruling` of the table's log with `mend`; the engine decides what is possible
 * (engine/table/mend-card.h).
 */
#include "api-private.h"
#include "proto/messages/table-messages.h"
#include "proto/rfc3339.h"
#include "view/veil.h"

#include "engine/games/blackjack.h"
#include "engine/table/mend-card.h"

#include <glib/gi18n.h>
#include <string.h>

/* Who mends at which table. */
struct mending {
	struct sabot_api *api;
	struct sabot_peer *peer;
	const struct sabot_table_service *table;
};

static const struct sabot_table *
state_of(const struct mending *mending)
{
	return sabot_derive_table(mending->table->derive);
}

/*
 * True if the client may rule at a table (nobody has logged in, or pit and shift do), and so may
 * mend what nobody else may.
 */
static bool
may_rule(const struct mending *mending)
{
	const struct sabot_person *person = sabot_api_get_person(mending->api, mending->peer);

	return sabot_api_machine_may(mending->api, mending->peer, SABOT_RIGHT_RULE, NULL) &&
	       (!person || sabot_api_role_may(mending->api, person->role, SABOT_RIGHT_RULE));
}

/* Refuse if somebody else is on duty as the table's dealer. */
static bool
check_duty(const struct mending *mending, GError **error)
{
	const struct sabot_person *person = sabot_api_get_person(mending->api, mending->peer);
	const GPtrArray *staff = mending->table->book.staff;
	g_autofree char *id = person ? sabot_person_id(person) : NULL;

	for (guint i = 0; id && !may_rule(mending) && i < staff->len; i++) {
		const struct sabot_wire_duty *duty = g_ptr_array_index(staff, i);

		if (g_strcmp0(duty->post, "dealer") == 0 && g_strcmp0(duty->who, id) != 0)
			return sabot_wire_refuse(
				SABOT_WIRE_ERROR_NOT_ALLOWED,
				_("somebody else is on duty as this table's dealer: the last "
				  "card is mended by him, or by the pit"),
				error);
	}
	return true;
}

/* The last card must be visible, and recent. */
static bool
check_card(const struct mending *mending, GError **error)
{
	const struct sabot_table *state = state_of(mending);
	int within_s = (int)mending->api->options.config->mend_s;

	if (within_s == 0)
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			_("this house lets nobody mend the last card: call the pit"), error);
	if (mending->table->fault)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 _("the table is quarantined: nothing can be said of it"),
					 error);
	if (sabot_floor_has_unshown_card(mending->api->options.floor, mending->table))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			_("the shoe has read a card that is still being saved: wait until it "
			  "is shown"),
			error);
	if (!sabot_last_card_is_recent(&mending->table->last_card, g_get_real_time(), within_s))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 _("the last card came too long ago: call the pit"), error);
	if (state->round.open && state->round.n_cards > 0 &&
	    sabot_veil_hides_dealt(state, state->round.n_cards - 1))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			_("the last card lies face down: it is mended when it is turned up"),
			error);
	return true;
}

static struct sabot_card
last_card(const struct sabot_table *state)
{
	return state->load.n_order > 0 ? state->load.order[state->load.n_order - 1].card
				       : (struct sabot_card){0};
}

static bool
was_read_by_shoe(const struct mending *mending)
{
	return mending->table->config->device &&
	       mending->table->last_card.source == SABOT_SOURCE_READ;
}

/* True if the mend contradicts what the shoe read, rather than completing it. */
static bool
contradicts_shoe(const struct mending *mending, const struct sabot_event *event)
{
	struct sabot_card card = last_card(state_of(mending));

	if (!was_read_by_shoe(mending) || event->u.ruling.remedy != SABOT_REMEDY_READ_AS)
		return false;
	return (card.rank != SABOT_RANK_UNKNOWN && card.rank != event->card.rank) ||
	       (card.suit != SABOT_SUIT_UNKNOWN && event->card.suit != SABOT_SUIT_UNKNOWN &&
		card.suit != event->card.suit);
}

static enum sabot_reason
refusal_of_engine(const struct sabot_table *state, const struct sabot_event *event)
{
	g_autofree struct sabot_round *as_if = g_new0(struct sabot_round, 1);

	return sabot_mend_card_refuse(state, event, as_if);
}

bool
sabot_api_check_mend(struct sabot_api *api, struct sabot_peer *peer,
		     const struct sabot_table_service *table, const struct sabot_event *event,
		     GError **error)
{
	struct mending mending = {api, peer, table};
	enum sabot_reason why;

	if (!check_card(&mending, error) || !check_duty(&mending, error))
		return false;
	/* Whether the hand draws would reveal the card. */
	if (event->u.ruling.remedy == SABOT_REMEDY_MOVE_CARD && event->box == 0 &&
	    sabot_veil_hides_hole(state_of(&mending)))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			_("the dealer's card lies face down: a card is his once it is "
			  "turned"),
			error);
	if (contradicts_shoe(&mending, event) && !may_rule(&mending))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			_("the shoe read this card: that it was another only the pit may "
			  "say"),
			error);
	why = refusal_of_engine(state_of(&mending), event);
	if (why == SABOT_WHY_NONE)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED, "%s: %s",
		    _("the last card cannot be mended so"), sabot_reason_to_string(why));
	return false;
}

void
sabot_api_report_mend(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_table_service *table, const struct sabot_event *event)
{
	struct mending mending = {api, peer, table};
	char claimed[SABOT_CARD_TEXT_SIZE], said[SABOT_CARD_TEXT_SIZE];

	if (!contradicts_shoe(&mending, event))
		return;
	sabot_card_format(last_card(state_of(&mending)), claimed);
	sabot_card_format(event->card, said);
	sabot_floor_report(api->options.floor, SABOT_INCIDENT_DEVICE_DISAGREES,
			   json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "table", table->config->name,
				     "device", table->config->device->name, "what", "card",
				     "claimed", claimed, "rules", said, "round",
				     (json_int_t)state_of(&mending)->n_rounds));
}

/* The hand's total with the card and without it. */
static void
fill_totals(const struct sabot_table *state, struct sabot_wire_mend_place *place)
{
	const struct sabot_round *round = &state->round;
	bool is_player = place->box != 0;
	struct sabot_pile pile = is_player ? round->boxes[place->box].hands[place->hand].pile
					   : round->piles[SABOT_OWNER_DEALER];

	place->before = sabot_blackjack_pile_total(&pile).total;
	sabot_pile_add(&pile, round->cards[round->n_cards - 1].card, round->n_cards - 1);
	place->after = sabot_blackjack_pile_total(&pile).total;
}

static void
add_place(const struct sabot_table *state, struct sabot_wire_mends *answer, int box, int hand)
{
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
		.box = box,
		.hand = hand,
		.u.ruling = {.is_mend = true, .remedy = SABOT_REMEDY_MOVE_CARD},
	};
	struct sabot_wire_mend_place *place;

	if (refusal_of_engine(state, &event) != SABOT_WHY_NONE)
		return;
	place = sabot_record_new(&sabot_wire_mend_place_type);
	place->box = box;
	place->hand = hand;
	fill_totals(state, place);
	g_ptr_array_add(answer->places, place);
}

static void
add_places(const struct sabot_table *state, struct sabot_wire_mends *answer)
{
	const struct sabot_round *round = &state->round;

	for (int seat = 0; seat < round->n_seats; seat++) {
		int box = round->seats[seat];

		for (int hand = 0; hand < round->boxes[box].n_hands; hand++)
			add_place(state, answer, box, hand);
	}
	if (!sabot_veil_hides_hole(state))
		add_place(state, answer, 0, 0);
}

/* The owner of the card in the round in play. */
static void
fill_owner(const struct sabot_table *state, struct sabot_wire_mends *answer)
{
	const struct sabot_round *round = &state->round;
	int index = sabot_round_find_card(round, state->load.n_order - 1);

	if (!round->open || index < 0)
		return;
	answer->is_dealers = round->cards[index].owner == SABOT_OWNER_DEALER;
	if (round->cards[index].owner != SABOT_OWNER_PLAYER)
		return;
	answer->box = round->cards[index].box;
	answer->hand = round->cards[index].hand;
}

static bool
can_be_read(const struct sabot_table *state)
{
	/* A rank that the card does not have, so that there is something to change. */
	struct sabot_card card = {
		.rank = last_card(state).rank == SABOT_ACE ? SABOT_TEN : SABOT_ACE,
	};
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
		.card = card,
		.has_card = true,
		.u.ruling = {.is_mend = true, .remedy = SABOT_REMEDY_READ_AS},
	};

	return refusal_of_engine(state, &event) == SABOT_WHY_NONE;
}

static bool
can_be_early(const struct sabot_table *state)
{
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
		.u.ruling = {.is_mend = true, .remedy = SABOT_REMEDY_FIRST_OF_NEXT_ROUND},
	};

	return refusal_of_engine(state, &event) == SABOT_WHY_NONE;
}

json_t *
sabot_api_mends(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_table_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	struct mending mending = {api, peer, table};
	struct sabot_wire_mends *answer;
	char card[SABOT_CARD_TEXT_SIZE];
	bool is_read;

	if (!table || !check_card(&mending, error) || !check_duty(&mending, error))
		return NULL;
	answer = sabot_record_new(&sabot_wire_mends_type);
	answer->table = g_strdup(table->config->name);
	answer->of = table->last_card.n;
	answer->until_us =
		table->last_card.at_us + (int64_t)api->options.config->mend_s * G_USEC_PER_SEC;
	is_read = was_read_by_shoe(&mending) &&
		  last_card(state_of(&mending)).rank != SABOT_RANK_UNKNOWN;
	answer->can_read = (!is_read || may_rule(&mending)) && can_be_read(state_of(&mending));
	sabot_card_format(last_card(state_of(&mending)), card);
	answer->card = g_strdup(card);
	answer->is_early = can_be_early(state_of(&mending));
	fill_owner(state_of(&mending), answer);
	add_places(state_of(&mending), answer);
	return sabot_record_finish(&sabot_wire_mends_type, answer);
}
