/*
 * What is published of incidents, with what people did about them. Main thread.
 */
#pragma once

#include "floor-view.h"

/* Dress what is published of all logs, after a recovery. */
void
sabot_floor_alarm_attach_all(struct sabot_floor *floor);

/* Dress the incidents that a step, just published, has put into its log's list. */
void
sabot_floor_alarm_attach_step(struct sabot_floor *floor, const struct sabot_logged_event *step);

/* An event of the house log, just published: if it is about an incident, publish its new state. */
void
sabot_floor_alarm_publish(struct sabot_floor *floor, const struct sabot_house_event *event);

/* Publish all incidents of a table again: they were replaced. */
void
sabot_floor_alarm_publish_table(struct sabot_floor *floor, struct sabot_table_service *table);

/* Publish the tables whose shelving of incidents has ended. To be called each second. */
void
sabot_floor_alarm_expire(struct sabot_floor *floor);

/* What is published of a log's incidents: a table's, or the house's. NULL when there is none. */
struct sabot_incident_book *
sabot_floor_alarm_list(struct sabot_floor *floor, const char *log);
