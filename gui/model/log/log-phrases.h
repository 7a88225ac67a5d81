/*
 * What was found in the log, and a round's story, with names and here's time; what an event says is
 * in proto/log-wording.h. Answers of the daemon stay JSON here:
 * a line of a story has as many forms as the log has events. No GTK. Results of `char *` are
 * transferred.
 */
#pragma once

#include "gui/model/login.h"

/* "20:15:03", with the day before it if wanted; in the console's time zone. */
char *
sabot_phrase_log_time(const char *at, gboolean has_day);

/* "2026-11-21 20:15", or a day, as typed here → a time of the wire; NULL: it is none. */
char *
sabot_log_time_parse(const char *text);

/* A round or an event that was found, in a line. */
char *
sabot_phrase_found(const json_t *found);

/* What a line of a story says. */
char *
sabot_phrase_story_line(const json_t *line, SabotSession *session);

/* An event of the log. */
char *
sabot_phrase_log_event(const json_t *event, SabotSession *session);

/* What would have come of rounds, in lines. */
char *
sabot_phrase_what_if(const json_t *ok);
