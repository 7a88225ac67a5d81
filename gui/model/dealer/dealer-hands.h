/*
 * Boxes and their hands in words, for a dealer's display: which hand of a box, what it comes to,
 * how it stands. Pure. No GTK. Results are transferred unless said otherwise.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

/* The box of that number, or NULL. Borrowed. */
const struct sabot_wire_box *
sabot_dealer_box_find(const struct sabot_wire_view *view, int64_t number);
/* What all bettors of a box have on its main bet. */
int64_t
sabot_dealer_box_stake(const struct sabot_wire_box *box);
/* How often that stake lies there: once a hand, once more for a doubled one; 1 before the deal. */
int
sabot_dealer_box_units(const struct sabot_wire_box *box);
/* All that lies on the table, of every bettor, with what was split and doubled. */
int64_t
sabot_dealer_staked(const struct sabot_wire_view *view);

/* The hands of `view` are those of the round that its stakes are of: none of the round before while
 * bets are placed. */
bool
sabot_dealer_hands_are_current(const struct sabot_wire_view *view);

/* The round that is shown is settled: its payments are in sight until the next one begins. */
bool
sabot_dealer_is_settling(const struct sabot_wire_view *view);

/* "right hand", as it lies, of a box with several; NULL for the only one, or none (-1). Borrowed
 * from the catalogue. */
const char *
sabot_phrase_which_hand(const struct sabot_wire_view *view, int64_t box, int64_t hand);
/* "Box 3, right hand"; in the middle of a sentence "box 3, right hand". */
char *
sabot_phrase_hand_place(const struct sabot_wire_view *view, int64_t box, int64_t hand, bool begins);
/* The same of what is paid, with its bet and its bettor where they are not clear by themselves. */
char *
sabot_phrase_payment_place(const struct sabot_wire_view *view,
			   const struct sabot_wire_payout *payout, bool begins);

/* "16", "4+?" while a card of it was not read; "" without cards, or while one is face down. */
char *
sabot_phrase_points(const struct sabot_wire_hand *hand, bool is_punto_banco);
/* One word for how it stands: "in turn", "bust", "soft"; "" for none. Borrowed. */
const char *
sabot_phrase_hand_word(const struct sabot_wire_hand *hand);
/* No decision of it is left. */
bool
sabot_dealer_hand_is_done(const struct sabot_wire_hand *hand);
/* "75.00 = 3:2 on 50.00 → 1×50 1×25": why it is so much; whose it is, is said elsewhere.
 * Transferred. */
char *
sabot_phrase_payment_amount(const struct sabot_wire_payout *payout);
