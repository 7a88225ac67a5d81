/*
 * Reasons: why an event was refused, why a card was one too many. Plain values.
 */
#pragma once

enum sabot_reason {
#define SABOT_REASON(name, words) SABOT_WHY_##name,
#include "reason.def"
	SABOT_REASONS,
};

/* The English words, as the log prints them. Static; "" outside the enum. */
const char *
sabot_reason_to_string(enum sabot_reason reason);
