/*
 * A table to play on in a few words: cards as text, one call an event. One a test; no heap.
 */
#pragma once

#include "engine/table/table.h"

struct table_fixture {
	struct sabot_table table;
	struct sabot_update update; /* of the last step */
};

/* Cards such as "TH 7? ??" into `ret_cards`; returns how many. Fails the test on any other text. */
int
parse_cards(const char *text, struct sabot_card *ret_cards, int max);

/* The base rules of `game`, changed by `settings` such as "soft_17=hit;decks=1". Loads the shoe. */
void
fixture_begin(struct table_fixture *fixture, enum sabot_game game, const char *settings);

/* Any event; its time is left out. */
void
fixture_step(struct table_fixture *fixture, struct sabot_event event);
void
fixture_bet(struct table_fixture *fixture, int box, enum sabot_bet on, int64_t amount_minor);
void
fixture_no_more_bets(struct table_fixture *fixture);
void
fixture_cards(struct table_fixture *fixture, const char *cards);
/* For the hand in turn, or hand number `hand`. */
void
fixture_action(struct table_fixture *fixture, int box, int hand, enum sabot_action action);
void
fixture_insure(struct table_fixture *fixture, int box, int64_t amount_minor);
void
fixture_say(struct table_fixture *fixture, enum sabot_event_type type);

/* The code of the only incident of the last step; NONE when there was none. */
enum sabot_incident_code
fixture_incident(const struct table_fixture *fixture);
/* The article that incident cites; "" when there is none. */
const char *
fixture_incident_rule(const struct table_fixture *fixture);
/* The words of a field of the last step's incident; "" when there is none. */
const char *
fixture_incident_word(const struct table_fixture *fixture, const char *key);

/* What is due on a stake of the round just closed, or of the open one; hand -1 where none. */
struct sabot_settlement
fixture_due(const struct table_fixture *fixture, int box, int hand, enum sabot_bet on);
