/*
 * What was found in the log, and a round's story, with names and here's time; what an event says is
 * in proto/log-wording.h. No GTK. Results of `char *` are transferred.
 */
#pragma once

#include "gui/model/login.h"
#include "proto/messages/lookup-messages.h"

/* "20:15:03", with the day before it if wanted; in the console's time zone. */
char *
sabot_phrase_log_time(int64_t at_us, gboolean has_day);

/* "2026-11-21 20:15", or a day, as typed here → a time of the wire; NULL: it is none. */
char *
sabot_log_time_parse(const char *text);

/* A round or an event that was found, in a line. */
char *
sabot_phrase_found(const struct sabot_wire_found *found);

/* What a line of a story says. */
char *
sabot_phrase_story_line(const struct sabot_wire_story_line *line, SabotSession *session);

/* An event of the log. */
char *
sabot_phrase_log_event(const json_t *event, SabotSession *session);

/* What would have come of rounds, in lines. */
char *
sabot_phrase_what_if(const struct sabot_wire_what_if *answer);
