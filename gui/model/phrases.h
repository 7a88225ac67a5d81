/*
 * Texts of the screens beyond the words of proto/wire-words.h: the few sentences that are composed,
 * from whole translatable formats. No GTK. Results are transferred.
 */
#pragma once

#include "proto/view.h"
#include "proto/wording/wording.h"
#include "proto/wire-words.h"

/* "ten of diamonds", "hidden card", "unread card". */
char *
sabot_phrase_card(const struct sabot_wire_card *card);
/* "ten of diamonds, four of clubs"; "no cards". `cards` is of struct sabot_wire_card. */
char *
sabot_phrase_cards(const GArray *cards);

/* "bets 5 – 500"; "" if there are no limits. */
char *
sabot_phrase_limits(int64_t min_minor, int64_t max_minor);
/* "just now", "40 s", "2 min", "3 h". */
char *
sabot_phrase_age(int64_t age_us);
/* "0:40", "1:02:10": a running clock. */
char *
sabot_phrase_clock(int64_t age_us);
/* "+3": how many more incidents, or tables, there are than are shown; NULL if there are none. */
char *
sabot_phrase_more(int n);
/* "62 rounds/h". */
char *
sabot_phrase_pace(int64_t rounds_an_hour);
/* "17 rounds, 21 min unproven". */
char *
sabot_phrase_exposure(const struct sabot_wire_exposure *exposure, int64_t now_us);
/* "17 rounds, 21 min": the short form. */
char *
sabot_phrase_exposure_short(const struct sabot_wire_exposure *exposure, int64_t now_us);
/* The phase of a round in one short word that always fits. */
const char *
sabot_phrase_phase_short(enum sabot_wire_phase phase);
/* "shoe 3, round 17"; with ", unverified" if something in it is not certain. */
char *
sabot_phrase_load_round(const struct sabot_wire_view *view);
/* A total of which not even a "?" is shown. */
enum { SABOT_PHRASE_TOTAL_HIDDEN = -2 };
/* "7"; "?" if it is not certain; NULL if there is none, or a card is face down. */
char *
sabot_phrase_total(const struct sabot_wire_hand *hand);
/* "banca wins", "unverified", both, or "". */
char *
sabot_phrase_outcome(const struct sabot_wire_view *view);
/* "punto 4, banca 0" or "dealer 10, 5 hands"; "" if there are no cards. */
char *
sabot_phrase_totals(const struct sabot_wire_view *view);
/* The same as "4 : 0" or "dealer 10", for a tile too small for cards; an uncertain total is "?". */
char *
sabot_phrase_totals_short(const struct sabot_wire_view *view);

/* The name of a role ("pit" in docs/access.md) in plain words; an unknown one unchanged. */
const char *
sabot_phrase_role(const char *word);

/*
 * Why the view is of before. Behind a hub: "west has not been heard since 14:03", or another
 * reason; of records: "Recorded until 2026-11-21 20:14".
 */
char *
sabot_phrase_away(const struct sabot_wire_away *away);

/* Accessible names. `site` is the table's site if there are several; else "". */
char *
sabot_phrase_table_name(const struct sabot_wire_view *view, const char *site, gboolean is_stale);
char *
sabot_phrase_incident_name(const struct sabot_wire_incident *incident);
char *
sabot_phrase_hand_name(const char *title, const struct sabot_wire_hand *hand);
