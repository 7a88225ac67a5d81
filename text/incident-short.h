/*
 * An incident's name where many tables share a screen: two lines of a small tile, each of eleven
 * letters or fewer, that are read from two metres.
 */
#pragma once

#include "engine/core/incident.h"

/*
 * "early card"; sabot_text_incident_name() where that is as short. A constant of the program or
 * its catalogue, in the user's language.
 */
const char *
sabot_text_incident_short(enum sabot_incident_code code);
