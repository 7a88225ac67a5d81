/*
 * Search results of the log and the story of a round, with names and local times;
 * proto/wording/log-wording.h words the events. No GTK. Results of `char *` are transferred.
 */
#pragma once

#include "gui/model/login.h"
#include "proto/messages/lookup-messages.h"

/* "20:15:03", after the date if `has_day`; in the console's time zone. */
char *
sabot_phrase_log_time(int64_t at_us, gboolean has_day);

/*
 * Convert "2026-11-21 20:15", or a date alone, from local time to a time of the wire; NULL if it is
 * not one.
 */
char *
sabot_log_time_parse(const char *text);

/* A round or an event that was found, in one line. */
char *
sabot_phrase_found(const struct sabot_wire_found *found);

/* The text of a line of a story. */
char *
sabot_phrase_story_line(const struct sabot_wire_story_line *line, SabotSession *session);

/* An event of the log; `named_n`: of the event that a ruling is about, 0 = none. */
char *
sabot_phrase_log_event(const json_t *event, int64_t named_n, SabotSession *session);

/* What rounds would have come to under other rulings, readings or rules, in lines. */
char *
sabot_phrase_what_if(const struct sabot_wire_what_if *answer);
