/*
 * The coups that a guests' board shows: a coup is marked together with its winner, not only when
 * the dealer ends the round. Pure; no GTK.
 */
#pragma once

#include "proto/wire-roads.h"

/* True while the winner of the coup in play is shown: it is decided and certain. */
bool
sabot_board_shows_winner(const struct sabot_wire_view *view);

/*
 * A view's `coups`, and the coup in play while its winner is shown; "?" for that if it has a card
 * that was not read. "" for NULL. Transferred.
 */
char *
sabot_board_coups(const struct sabot_wire_view *view);
