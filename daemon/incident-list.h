/*
 * The incidents of one table, by id. Incidents are immutable: a change of state is a new one of
 * the same id. Main thread.
 */
#pragma once

#include "proto/view.h"

enum { SABOT_INCIDENT_LIST_MAX = 500 }; /* older ones, open ones last, are in the log only */

struct sabot_incident_list {
	GPtrArray *incidents; /* of struct sabot_wire_incident, id rising */
};

void
sabot_incident_list_init(struct sabot_incident_list *list);
void
sabot_incident_list_clear(struct sabot_incident_list *list);

/* Add, or put in the place of the one with this id. `incident` is borrowed and referenced. */
void
sabot_incident_list_put(struct sabot_incident_list *list, struct sabot_wire_incident *incident);

/* Borrowed; NULL when it is not (or no longer) there. */
struct sabot_wire_incident *
sabot_incident_list_find(const struct sabot_incident_list *list, int64_t id);

/* The same incident in another state, put into the list. Transferred; NULL when there is none. */
struct sabot_wire_incident *
sabot_incident_list_change(struct sabot_incident_list *list, int64_t id,
			   enum sabot_wire_incident_state state);

/* How many are open, and the worst of them (of equals the newest). Transferred. */
struct sabot_wire_open_incidents *
sabot_incident_list_summarize(const struct sabot_incident_list *list);
