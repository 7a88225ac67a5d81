/*
 * A story as text for people.
 */
#pragma once

#include "proto/messages/lookup-messages.h"

/* The whole story, with a line feed at its end. Transferred. */
char *
sabot_story_to_text(const struct sabot_wire_story *story);

/* An event's position: "#412 seq 1234 ✓17". Transferred. */
char *
sabot_story_position_to_text(const struct sabot_wire_story_line *line);

/* The text of one line, without its time and kind. Transferred. */
char *
sabot_story_line_to_text(const struct sabot_wire_story_line *line);
