/*
 * Log entries about shoes, persons and the house, as sentences in the reader's language: the part
 * of log-wording.h that is not about the game.
 */
#pragma once

#include <jansson.h>

/* NULL for an event of another kind, or one without a sentence here. Transferred. */
char *
sabot_log_note(const json_t *event);
