/*
 * An event as written in a log (docs/event-log.md, sections 3 and 12), for code that needs words
 * and numbers that the engine does not read, or that has no engine: reports, the index, the veil,
 * the simulated shoe. Wrong types are refused where the line is received; here they count as
 * missing.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* Texts are borrowed from the event. NULL, 0, false: no such member. */
struct sabot_event_line {
	const char *ev, *at;
	const char *by, *second, *who, *person, *to; /* persons; `to` also of other things */
	const char *table, *post, *note, *step, *code, *card, *remedy, *bettor, *on;
	int64_t round, incident, incidents, box, hand, amount_minor;
	bool has_hand, has_cards;
	bool is_off; /* `on` is false */
	bool is_prompted, is_simulated;
};

/* `event` may be NULL. */
void
sabot_event_line_read(const json_t *event, struct sabot_event_line *ret_line);

/*
 * True if it is of a simulated table; for code that needs nothing else of it. `event` may be NULL.
 */
bool
sabot_event_line_is_simulated(const json_t *event);

/* Likewise of the line itself; false if it is no JSON. */
bool
sabot_event_text_is_simulated(const char *line);

/* When it happened; SABOT_TIME_NONE if there is no time. `event` may be NULL. */
int64_t
sabot_event_line_time(const json_t *event);

/*
 * A new object with the members of `event` that `names` (NULL-terminated) lists, in the order of
 * the list. Transferred.
 */
json_t *
sabot_event_line_select(const json_t *event, const char *const *names);
