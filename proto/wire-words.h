/*
 * The wire's enums in the user's language, one function each, for every client. Results of
 * `const char *` are constants, those of `char *` transferred.
 */
#pragma once

#include "proto/view.h"

/* The game's name, translated. Static. */
const char *
sabot_phrase_game(enum sabot_wire_game game);
/* The phase's name, translated. Static. */
const char *
sabot_phrase_phase(enum sabot_wire_phase phase);
/* The state's name, translated. Static. */
const char *
sabot_phrase_table_state(enum sabot_wire_table_state state);
/* The severity's name, translated. Static. */
const char *
sabot_phrase_severity(enum sabot_wire_severity severity);
/* The one letter shown in a badge. */
const char *
sabot_phrase_severity_letter(enum sabot_wire_severity severity);
const char *
sabot_phrase_incident_state(enum sabot_wire_incident_state state);
const char *
sabot_phrase_device_state(enum sabot_wire_device_state state);
const char *
sabot_phrase_winner(enum sabot_winner winner);
/* What became of a hand: its result, else its state; "" while it is dealt or waits. */
const char *
sabot_phrase_hand(const struct sabot_wire_hand *hand);

/* An incident's code in words; one we have no words for with its underscores as spaces. */
char *
sabot_phrase_code(const char *code);
