/*
 * Ready-made reasons for a ruling: the most frequent causes of an incident of a kind, in a few
 * words, as they are then written to the log.
 */
#pragma once

#include "engine/core/incident.h"

enum { SABOT_RULING_REASONS = 6 };

/* The reason number `n` (0 … SABOT_RULING_REASONS − 1) of a code, in the user's language. */
const char *
sabot_text_ruling_reason(enum sabot_incident_code code, int n);
