/*
 * The house log (docs/event-log.md, section 12): events of the house rather than of a table, and
 * findings of the daemon that no table's log can yield. Its events are applied one by one; a
 * finding yields an incident like a table's. One handle per log; not thread-safe.
 */
#pragma once

#include "engine/core/incident.h"
#include "event-json.h"

/* The log's name. No table may have it. */
#define SABOT_HOUSE_NAME "house"

struct sabot_house_log;

/* The numbers continue from an export's; 0 for a new log. Never NULL. Transferred. */
struct sabot_house_log *
sabot_house_log_new(unsigned from_incident);
void
sabot_house_log_free(struct sabot_house_log *log);

/* The number of findings so far. */
unsigned
sabot_house_log_count(const struct sabot_house_log *log);

/* What an event yields. */
struct sabot_house_outcome {
	struct sabot_incident finding; /* its texts are borrowed from the event; code NONE: none */
	unsigned answered;             /* the incident that a ruling is on; 0 = no ruling */
};

/*
 * Apply one event. False with an error that begins with the field's name if the event is malformed
 * or is a ruling on no finding; nothing is changed then.
 */
bool
sabot_house_log_step(struct sabot_house_log *log, const json_t *event,
		     struct sabot_house_outcome *ret_outcome, char error[SABOT_EVENT_ERROR_SIZE]);

/* The `summary` line. Transferred. */
json_t *
sabot_house_log_summary(const struct sabot_house_log *log);

/* A new `finding` event, without its time. `detail` is stolen. Transferred. */
json_t *
sabot_house_finding(enum sabot_incident_code code, json_t *detail);
