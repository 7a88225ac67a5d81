/* Publishes incidents, with what people did about them. Main thread. */
#pragma once

#include "floor-view.h"

/* Attach the alarm state to the published incidents of all logs, after a recovery. */
void
sabot_floor_alarm_attach_all(struct sabot_floor *floor);

/*
 * Attach the alarm state to the incidents that a step, just published, has added to its log's list.
 */
void
sabot_floor_alarm_attach_step(struct sabot_floor *floor, const struct sabot_logged_event *step);

/* If a house event, just published, is about an incident, publish the incident's new state. */
void
sabot_floor_alarm_publish(struct sabot_floor *floor, const struct sabot_house_event *event);

/* Publish all incidents of a table again, after they were replaced. */
void
sabot_floor_alarm_publish_table(struct sabot_floor *floor, struct sabot_table_service *table);

/* Publish the tables on which a shelving of incidents has ended. Call it each second. */
void
sabot_floor_alarm_expire(struct sabot_floor *floor);

/* The published incidents of a log: a table's, or the house's. NULL if there is no such log. */
struct sabot_incident_book *
sabot_floor_alarm_list(struct sabot_floor *floor, const char *log);
