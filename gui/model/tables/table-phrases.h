/*
 * What the page of one table says beside the words of phrases.h: stakes, cards out of the shoe,
 * the load. No GTK. Results are transferred.
 */
#pragma once

#include "phrases.h"
#include "proto/messages/table-messages.h"

/* All stakes of a box, a line each; "" without any. */
char *
sabot_phrase_stakes(const struct sabot_wire_box *box);
/* "soft", "doubled" and what became of the hand, as far as they apply; "" for none. */
char *
sabot_phrase_hand_note(const struct sabot_wire_hand *hand);
/* "54 of 312 cards out, 7 burned, 1 unread": positions only. */
char *
sabot_phrase_shoe(const struct sabot_wire_shoe *shoe);
/* "the cut card has come" or that it has not. */
const char *
sabot_phrase_cut(const struct sabot_wire_shoe *shoe);
/* "shoe-1: connected". With what the shoe says about it, if it says anything. */
char *
sabot_phrase_device(const struct sabot_wire_device *device);
/* How the round is settled, a line each; "" when nothing is. */
char *
sabot_phrase_payouts(const struct sabot_wire_view *view);
/* What is to be paid or collected yet for rounds that are over, a line each; "" when nothing is. */
char *
sabot_phrase_redress_list(const struct sabot_wire_view *view);
/* The differences of a view (borrowed) that no order says already. */
GPtrArray *
sabot_phrase_differences(const struct sabot_wire_view *view);
/* "Round 2, box 3: pay 5.00 (due 10.00, paid 5.00)". */
char *
sabot_phrase_difference(const struct sabot_wire_difference *difference);
/* "▶ pay 25 +1": the oldest of it, and how many more there are; NULL: nothing. Transferred. */
char *
sabot_phrase_redress_short(const struct sabot_wire_view *view);
/* Accessible name of a box: its number, stakes. */
char *
sabot_phrase_box_name(const struct sabot_wire_box *box);
/*
 * "17: banca wins, 3 : 7; staked 125, house +12.50": a closed round in a line, with a mark where
 * something was raised in it.
 */
char *
sabot_phrase_round(const struct sabot_wire_past_round *round);

/* "6 decks, 7 boxes", with what is offered besides, a line each. */
char *
sabot_phrase_rules_size(const struct sabot_wire_rules *rules);
/* "punto, banca, tie". */
char *
sabot_phrase_rules_bets(const struct sabot_wire_rules *rules);
/* "1, 5, 25, 100"; a sentence when the house named none. */
char *
sabot_phrase_rules_chips(const struct sabot_wire_rules *rules);
/* What holds from the next load on; NULL: the same. Transferred. */
char *
sabot_phrase_rules_next(const struct sabot_wire_rules *rules);
