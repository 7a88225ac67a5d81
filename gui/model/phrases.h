/*
 * What the screens say: one function an enum, each with its context for translators, and the few
 * sentences that are put together, from whole translatable formats. No GTK. Results of `char *`
 * are transferred; those of `const char *` are constants.
 */
#pragma once

#include "proto/view.h"

const char *
sabot_phrase_game(enum sabot_wire_game game);
const char *
sabot_phrase_phase(enum sabot_wire_phase phase);
const char *
sabot_phrase_table_state(enum sabot_wire_table_state state);
const char *
sabot_phrase_severity(enum sabot_wire_severity severity);
/* The one letter that stands in a badge. */
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
/* True when the code has words of its own. */
gboolean
sabot_phrase_has_code(const char *code);

/* "ten of diamonds", "hidden card", "unread card". */
char *
sabot_phrase_card(const struct sabot_wire_card *card);
/* "ten of diamonds, four of clubs"; "no cards". `cards` is of struct sabot_wire_card. */
char *
sabot_phrase_cards(const GArray *cards);

/* Integers of minor units: "5", "12.50", with the locale's decimal mark. */
char *
sabot_phrase_money(int64_t minor);
char *
sabot_phrase_limits(int64_t min_minor, int64_t max_minor);
/* "just now", "40 s", "2 min", "3 h". */
char *
sabot_phrase_age(int64_t age_us);
/* "17 hands, 21 min unproven". */
char *
sabot_phrase_exposure(const struct sabot_wire_exposure *exposure, int64_t now_us);
/* "17 hands, 21 min": the same where there is no room. */
char *
sabot_phrase_exposure_short(const struct sabot_wire_exposure *exposure, int64_t now_us);
/* "shoe 3, round 17". */
char *
sabot_phrase_place(const struct sabot_wire_view *view);
/* "punto 4, banca 0" or "dealer 10, 5 hands": for a tile too small for cards. */
char *
sabot_phrase_totals(const struct sabot_wire_view *view);

/* Accessible names. */
char *
sabot_phrase_table_name(const struct sabot_wire_view *view, gboolean is_stale);
char *
sabot_phrase_incident_name(const struct sabot_wire_incident *incident);
char *
sabot_phrase_hand_name(const char *title, const struct sabot_wire_hand *hand);
