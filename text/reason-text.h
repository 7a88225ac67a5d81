/*
 * The reasons why the engine refused or raised something, in the user's language. Results are
 * constants of the program or its catalogue.
 */
#pragma once

#include "engine/core/incident.h"

/* "no such box"; "" for NONE and outside the enum. */
const char *
sabot_text_reason(enum sabot_reason reason);
/*
 * As sabot_text_reason(), from the English words in the log and on the wire; unknown words are
 * returned unchanged.
 */
const char *
sabot_text_why(const char *why);
