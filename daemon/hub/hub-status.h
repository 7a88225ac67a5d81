/*
 * What a hub's status says of the daemons that it follows, beside its own. Main thread.
 */
#pragma once

#include "daemon/hub/hub-desk.h"

/* The status has all there is. Called once; when the hub stops, with what was there. */
typedef void
sabot_hub_status_fn(struct sabot_wire_status *status, void *data);

/*
 * Add to a status what the daemons say of theirs: devices, and whether acting needs persons.
 * `status` is borrowed until `done` is called, at a later turn of the main loop.
 */
void
sabot_hub_complete_status(struct sabot_hub_desk *desk, struct sabot_wire_status *status,
			  sabot_hub_status_fn *done, void *data);
