/*
 * Why the engine refused or raised something, in the user's language. Results are constants of the
 * program or its catalogue.
 */
#pragma once

#include "engine/core/incident.h"

/* "no such box"; "" for NONE and outside the enum. */
const char *
sabot_text_reason(enum sabot_reason reason);
/* The same from the English words that the log and the wire carry; unknown words as they are. */
const char *
sabot_text_why(const char *why);
