/*
 * Texts of the page of one table beyond those of phrases.h: stakes, cards out of the shoe, the
 * load. No GTK. Results are transferred.
 */
#pragma once

#include "gui/model/phrases.h"
#include "proto/messages/table-messages.h"

/* All stakes of a box, one line each; "" if there are none. */
char *
sabot_phrase_stakes(const struct sabot_wire_box *box);
/* "soft", "doubled" and the result of the hand, as far as they apply; "" if none does. */
char *
sabot_phrase_hand_note(const struct sabot_wire_hand *hand);
/* "54 of 312 cards out, 7 burned, 1 unread": positions only. */
char *
sabot_phrase_shoe(const struct sabot_wire_shoe *shoe);
/* "the cut card has come" or that it has not. */
const char *
sabot_phrase_cut(const struct sabot_wire_shoe *shoe);
/* "shoe-1: connected", followed by the shoe's own message, if any. */
char *
sabot_phrase_device(const struct sabot_wire_device *device);
/* How the round is settled, one line each; "" if it is not. */
char *
sabot_phrase_payouts(const struct sabot_wire_view *view);
/* What remains to be paid or collected for rounds that are over, one line each; "" if nothing. */
char *
sabot_phrase_redress_list(const struct sabot_wire_view *view);
/* The differences of a view (borrowed) that no order contains already. */
GPtrArray *
sabot_phrase_differences(const struct sabot_wire_view *view);
/* "Round 2, box 3: pay 5.00 (due 10.00, paid 5.00)". */
char *
sabot_phrase_difference(const struct sabot_wire_difference *difference);
/* "▶ pay 25 +1": the oldest item, and how many more there are; NULL if none. Transferred. */
char *
sabot_phrase_redress_short(const struct sabot_wire_view *view);
/* Accessible name of a box: its number, stakes. */
char *
sabot_phrase_box_name(const struct sabot_wire_box *box);
/*
 * "17: banca wins, 3 : 7; staked 125, house +12.50": a closed round in one line, marked if an
 * incident was raised in it.
 */
char *
sabot_phrase_round(const struct sabot_wire_past_round *round);

/* "6 decks, 7 boxes", and what else is offered, one line each. */
char *
sabot_phrase_rules_size(const struct sabot_wire_rules *rules);
/* "punto, banca, tie". */
char *
sabot_phrase_rules_bets(const struct sabot_wire_rules *rules);
/* "1, 5, 25, 100"; a sentence if the house named none. */
char *
sabot_phrase_rules_chips(const struct sabot_wire_rules *rules);
/* The rules from the next load on; NULL if they do not change. Transferred. */
char *
sabot_phrase_rules_next(const struct sabot_wire_rules *rules);
