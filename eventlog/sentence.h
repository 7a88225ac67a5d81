/*
 * An incident as one sentence in the user's language, for people who have to act on it.
 */
#pragma once

#include "engine/incident.h"

/* Transferred; free with g_free(). Never NULL. */
char *
sabot_incident_sentence(const struct sabot_incident *incident);
