/*
 * One step of a replay as the lines that a story has for it: the event, then its consequences.
 * Prompts, bytes of the line and what is due on each stake are shown only in the log.
 */
#pragma once

#include "proto/messages/lookup-messages.h"

#include <glib.h>

typedef void (*sabot_show_line)(struct sabot_wire_story_line *line, gpointer data);

/* True if a line of a story is shown beside a table or an incident. */
gboolean
sabot_story_line_is_shown(const struct sabot_wire_story_line *line);

/* Call `show` for each line of a step; a line is valid during the call, unless it is referenced. */
void
sabot_step_lines(const struct sabot_wire_replay *replay, sabot_show_line show, gpointer data);
