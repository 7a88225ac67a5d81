/*
 * How simulated blackjack players play: close to basic strategy, by the hand, the dealer's card
 * and what the rules allow.
 */
#pragma once

#include "proto/view.h"

/* The next action of the player of hand `prompt->hand` on `prompt->box`; one of `prompt->can`. */
enum sabot_action
shoe_play_choose(const struct sabot_wire_view *view);
