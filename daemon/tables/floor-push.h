/*
 * The lines that report a step to watching clients. A step whose line would be too long is sent in
 * two; should even that not do, its derived lines are left to the log and `out` says so.
 */
#pragma once

#include "table-service.h"

/*
 * The lines of a step, oldest first (of GBytes), and the one that is sent to a client that resumes.
 * Both transferred.
 */
GPtrArray *
sabot_floor_push_step(const struct sabot_logged_event *step, GBytes **ret_missed);

/* The latter alone. Transferred. */
GBytes *
sabot_floor_push_missed(const struct sabot_logged_event *step);

/* A view alone. Transferred. */
GBytes *
sabot_floor_push_view(const struct sabot_wire_view *view);
