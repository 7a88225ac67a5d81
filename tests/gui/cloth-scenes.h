/* Made-up rounds for tests of the dealer's cloth: views as a daemon would send them. */
#pragma once

#include "proto/messages/table-messages.h"
#include "proto/view.h"

/* Of table T-1, in round 1 of load 1. To be unreferenced. */
struct sabot_wire_view *
scene_new(enum sabot_wire_game game, enum sabot_wire_phase phase);
/* So many boxes, with the usual chips. Likewise. */
struct sabot_wire_rules *
scene_rules(enum sabot_wire_game game, int n_boxes);

/* "main" of `stake_minor`; 0: none. Borrowed. */
struct sabot_wire_box *
scene_add_box(struct sabot_wire_view *view, int number, int64_t stake_minor);
void
scene_add_stake(struct sabot_wire_box *box, const char *on, int64_t stake_minor);
/* `cards`: "8D3S", "??" for one that was not read. The hand, borrowed. */
struct sabot_wire_hand *
scene_add_hand(struct sabot_wire_box *box, const char *cards, int total,
	       enum sabot_wire_hand_state state);
/* Punto's, banca's or the dealer's. Transferred to the view. */
struct sabot_wire_hand *
scene_hand(const char *cards, int total);
/* Of a main bet: 1:1, or what `due_minor` makes of it. Borrowed. */
struct sabot_wire_payout *
scene_add_payout(struct sabot_wire_view *view, int box, int hand, int64_t stake_minor,
		 int64_t due_minor);

/* The prompt: a player's decision, or a card for a box. */
void
scene_set_prompt(struct sabot_wire_view *view, enum sabot_wire_prompt_kind kind, int box, int hand);

/* Six of seven boxes play, box 3 has split, its right hand is in turn (ES-11). */
struct sabot_wire_view *
scene_play(void);
/* That round is decided: splits of two and four hands. */
struct sabot_wire_view *
scene_settle(void);
/* All boxes with four hands each, and a payment for each. */
struct sabot_wire_view *
scene_fullest(void);
/* Nine seats, banca has won with nine; the stakes that are taken are done. */
struct sabot_wire_view *
scene_coup(void);
/* Fourteen seats, all of which are paid. */
struct sabot_wire_view *
scene_long_table(void);
/* The pit is called in that round. To be unreferenced. */
struct sabot_wire_incident *
scene_call(void);
/* An ace: box 1 has a blackjack, which can be paid at once; of two at box 2 one is insured. */
struct sabot_wire_view *
scene_insurance(void);
