/* The requests of a hub's clients (hub-desk.h). */
#pragma once

#include "hub-desk.h"

/*
 * Answer a request, now or later, whose arguments were checked. False: the hub answers it as any
 * daemon does, and nothing was done.
 */
bool
sabot_hub_desk_answer(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		      const struct sabot_wire_request *request);
