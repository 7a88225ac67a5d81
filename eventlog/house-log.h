/*
 * The house log (docs/event-log.md, section 12): what happens to the house rather than at a table,
 * and what the daemon finds and no table's log can yield. Its events go in one by one and yield
 * `incident` lines like a table's. One handle a log; not thread-safe.
 */
#pragma once

#include "event-json.h"

/* The log's name. No table may have it. */
#define SABOT_HOUSE_NAME "house"

struct sabot_house_log;

/* Numbers go on from an export's; 0 for a new log. Never NULL. Transferred. */
struct sabot_house_log *
sabot_house_log_new(unsigned from_incident);
void
sabot_house_log_free(struct sabot_house_log *log);

/* How many findings there were so far. */
unsigned
sabot_house_log_count(const struct sabot_house_log *log);

/* What a ruling answered, for who shows states. */
struct sabot_house_answer {
	unsigned incident; /* 0 = the event was no ruling */
};

/*
 * Apply one event. Returns the lines it yields as a new array, transferred. NULL with an error
 * that begins with the field's name when the event is malformed or rules on nothing; nothing is
 * changed then. `ret_answer` may be NULL.
 */
json_t *
sabot_house_log_step(struct sabot_house_log *log, const json_t *event, unsigned line,
		     struct sabot_house_answer *ret_answer, char error[SABOT_EVENT_ERROR_SIZE]);

/* The `summary` line. Transferred. */
json_t *
sabot_house_log_summary(const struct sabot_house_log *log);

/* A new `finding` event, without its time. `detail` is stolen. Transferred. */
json_t *
sabot_house_finding(enum sabot_incident_code code, json_t *detail);
