/*
 * What people did about incidents of any log: acknowledged, assigned, shelved, commented. The house
 * log has this as events (docs/event-log.md, section 12); here it is kept by incident. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

enum {
	SABOT_ALARM_NOTES_MAX = 64,  /* of one incident; older ones are in the log only */
	SABOT_ALARM_FORGOTTEN = 256, /* kept beyond those that are shown, before any is forgotten */
};

struct sabot_alarm_book;

/* An empty book. Transferred. */
struct sabot_alarm_book *
sabot_alarm_book_new(void);
/* NULL is allowed. */
void
sabot_alarm_book_free(struct sabot_alarm_book *book);

/* True if the event of the house log is one of these. */
bool
sabot_alarm_book_takes(const struct sabot_house_event *event);

/* Apply an event of the house log; one that is not about an incident is ignored. */
void
sabot_alarm_book_apply(struct sabot_alarm_book *book, const struct sabot_house_event *event);

/* True if incident `id` of `log` is still shown to somebody. */
typedef bool
sabot_alarm_shown_fn(const char *log, int64_t id, void *data);

/* Forget what was done about incidents that are no longer shown. Cheap while there are few. */
void
sabot_alarm_book_prune(struct sabot_alarm_book *book, sabot_alarm_shown_fn *is_shown, void *data);

/* The incident with what was done about it: itself, or a changed copy. Transferred. */
struct sabot_wire_incident *
sabot_alarm_book_attach_state(const struct sabot_alarm_book *book,
			      struct sabot_wire_incident *incident);

/* The events about an incident of `log`, oldest first. New reference; empty if there are none. */
json_t *
sabot_alarm_book_list(const struct sabot_alarm_book *book, const char *log, int64_t id);

/* True if the shelving of an incident has ended since the last call. */
bool
sabot_alarm_book_expire(struct sabot_alarm_book *book, int64_t now_us);
