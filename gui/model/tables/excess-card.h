/* The card that came when none was due: it is in no hand of a view. */
#pragma once

#include "proto/view.h"

/* That card of the incident as a hand of its own; NULL if it is about none. Transferred. */
struct sabot_wire_hand *
sabot_excess_of_incident(const struct sabot_wire_incident *incident);

/*
 * The same for the round of a view: of the open incident that stops the game, else of the worst
 * one. NULL if there is none. Transferred.
 */
struct sabot_wire_hand *
sabot_excess_of_view(const struct sabot_wire_view *view);
