/*
 * What people did about incidents, of any log: acknowledged, assigned, shelved, said. The house log
 * holds it as events (docs/event-log.md, section 12); here it is by incident. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

enum {
	SABOT_ALARM_NOTES_MAX = 64, /* of one incident; older ones are in the log only */
	SABOT_ALARM_FORGOTTEN =
		256, /* incidents that may be forgotten are, once there are so many */
};

struct sabot_alarm_book;

struct sabot_alarm_book *
sabot_alarm_book_new(void);
/* NULL is allowed. */
void
sabot_alarm_book_free(struct sabot_alarm_book *book);

/* The event of the house log is one of these. */
bool
sabot_alarm_book_takes(const struct sabot_house_event *event);

/* Take in an event of the house log; what is about no incident is ignored. */
void
sabot_alarm_book_apply(struct sabot_alarm_book *book, const struct sabot_house_event *event);

/* The incident `id` of `log` is still shown to somebody. */
typedef bool
sabot_alarm_shown_fn(const char *log, int64_t id, void *data);

/* Forget what was done about incidents that are not shown any more. Cheap while there are few. */
void
sabot_alarm_book_prune(struct sabot_alarm_book *book, sabot_alarm_shown_fn *is_shown, void *data);

/* The incident with what was done about it: itself, or a changed copy. Transferred. */
struct sabot_wire_incident *
sabot_alarm_book_attach_state(const struct sabot_alarm_book *book,
			      struct sabot_wire_incident *incident);

/* The events about an incident of `log`, oldest first. New reference; empty when there is none. */
json_t *
sabot_alarm_book_list(const struct sabot_alarm_book *book, const char *log, int64_t id);

/* Shelving of some incident has ended since this was last asked. */
bool
sabot_alarm_book_expire(struct sabot_alarm_book *book, int64_t now_us);
