/*
 * An incident as one sentence in the user's language, for people who have to act on it.
 */
#pragma once

#include "engine/core/incident.h"

/* Transferred; NULL where a field is missing that the sentence needs (never for the engine's). */
char *
sabot_text_incident(const struct sabot_incident *incident);
