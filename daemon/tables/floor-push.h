/*
 * The lines that report a step to watching clients. A step whose line would be too long is sent as
 * two. If that is still too long, its derived lines are left out (they are in the log), and `out`
 * says so.
 */
#pragma once

#include "table-service.h"

/*
 * The lines of a step, oldest first (of GBytes), and in `ret_missed` the line for a client that
 * resumes; the event is sabot_house_event_unnamed() if `hides_names`. Both transferred.
 */
GPtrArray *
sabot_floor_push_step(const struct sabot_logged_event *step, bool hides_names, GBytes **ret_missed);

/* Only the line for a client that resumes, likewise. Transferred. */
GBytes *
sabot_floor_push_missed(const struct sabot_logged_event *step, bool hides_names);

/* The line with only a view. Transferred. */
GBytes *
sabot_floor_push_view(const struct sabot_wire_view *view);
