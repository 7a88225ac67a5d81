/*
 * Boxes and their hands in words, for a dealer's display: which hand of a box, its total, its
 * state. Pure. No GTK. Results are transferred unless said otherwise.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

/* The box of that number, or NULL. Borrowed. */
const struct sabot_wire_box *
sabot_dealer_box_find(const struct sabot_wire_view *view, int64_t number);
/* The sum of all bettors' stakes on the main bet of a box. */
int64_t
sabot_dealer_box_stake(const struct sabot_wire_box *box);
/*
 * How many times sabot_dealer_box_stake() is on the table: once for each hand, twice for a doubled
 * one, and once before the deal.
 */
int
sabot_dealer_box_units(const struct sabot_wire_box *box);
/* The sum of all stakes on the table, of every bettor, including splits and doubles. */
int64_t
sabot_dealer_staked(const struct sabot_wire_view *view);

/*
 * True if the hands of `view` belong to the same round as its stakes; false while bets are placed
 * and the hands are those of the round before.
 */
bool
sabot_dealer_hands_are_current(const struct sabot_wire_view *view);

/* True if the round shown is settled: its payments are visible until the next round begins. */
bool
sabot_dealer_is_settling(const struct sabot_wire_view *view);

/*
 * "right hand", by its position, if the box has several; NULL for the only one, or none (-1).
 * Borrowed from the catalogue.
 */
const char *
sabot_phrase_which_hand(const struct sabot_wire_view *view, int64_t box, int64_t hand);
/* "Box 3, right hand", or "box 3, right hand" inside a sentence. */
char *
sabot_phrase_hand_place(const struct sabot_wire_view *view, int64_t box, int64_t hand, bool begins);
/* The same for a payment, with its bet and its bettor where they are not obvious. */
char *
sabot_phrase_payment_place(const struct sabot_wire_view *view,
			   const struct sabot_wire_payout *payout, bool begins);

/* "16", "4+?" while a card of it was not read; "" without cards, or while one is face down. */
char *
sabot_phrase_points(const struct sabot_wire_hand *hand, bool is_punto_banco);
/* One word for the state of a hand: "in turn", "bust", "soft"; "" for none. Borrowed. */
const char *
sabot_phrase_hand_word(const struct sabot_wire_hand *hand);
/* True if no decision is left for the hand. */
bool
sabot_dealer_hand_is_done(const struct sabot_wire_hand *hand);
/*
 * "75.00 = 3:2 on 50.00 → 1×50 1×25": how the amount is calculated, without box or bettor; if a
 * part of it was confirmed, "paid already: 70.00 of 75.00". Transferred.
 */
char *
sabot_phrase_payment_amount(const struct sabot_wire_payout *payout);
