/*
 * The veil: which cards no client may know yet. It is applied between the engine and everything
 * that is published: views, events, derived lines. Pure functions of the table.
 *
 * Hidden are the burned cards (but the first one where the rules show it), the dealer's hole card
 * until the players are done, and, where the profile reveals on the button, hands until then.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/messages/derived-lines.h"

#include <jansson.h>

/* What a step must hide in its event and in its results. */
struct sabot_veil {
	bool hides_card;   /* the event's own card */
	bool hides_cards;  /* the event's list of cards */
	bool hides_lists;  /* lists of cards in the results */
	bool hides_totals; /* the points of the hands, and everything derived from them */
	struct sabot_card card;
};

/* True if the cards of punto or banca in the open round are hidden. */
bool
sabot_veil_hides_hand(const struct sabot_table *table, enum sabot_owner owner);

/*
 * True if the dealer's second card in the open round is hidden; also the first if it is dealt face
 * down.
 */
bool
sabot_veil_hides_hole(const struct sabot_table *table);

/*
 * True if the dealer's up card was not read and the hole card is face down: then whether the dealer
 * may have a blackjack, and so what comes next, would reveal the hole card.
 */
bool
sabot_veil_hides_next(const struct sabot_table *table);

/* True if the dealer's card at this place, from 0 on, is hidden. */
bool
sabot_veil_hides_dealer_card(const struct sabot_table *table, int place);

/*
 * True if this card of the open round is face down: in a hidden hand, or aside before the button.
 */
bool
sabot_veil_hides_dealt(const struct sabot_table *table, int index);

/*
 * True if the event is a payment that cannot be judged yet without revealing a face-down card:
 * whether it is right, or too early, would give the card away.
 */
bool
sabot_veil_hides_due(const struct sabot_table *table, const struct sabot_event *event);

/*
 * What must be hidden of `event`; `table` is the state after it, `burned_before` the number of the
 * load's cards burned before it.
 */
void
sabot_veil_of_event(const struct sabot_table *table, const struct sabot_event *event,
		    int burned_before, struct sabot_veil *ret_veil);

/* Likewise where the table's state is unknown, so that any card may be a hidden one. */
void
sabot_veil_of_unknown(const struct sabot_event *event, struct sabot_veil *ret_veil);

/* The event as clients may see it. New reference; `event` is untouched. */
json_t *
sabot_veil_event(const struct sabot_veil *veil, json_t *event);

/* Hide what clients may not see of an incident in `shown`, its typed line. */
void
sabot_veil_incident(const struct sabot_veil *veil, const struct sabot_incident *incident,
		    struct sabot_incident_line *shown);
