/*
 * Traces that a house leaves outside its database. If the database is gone they show that there was
 * one, and the daemon does not begin a new house by itself. Called before anything is opened.
 */
#pragma once

#include "daemon/config/config.h"

/*
 * False with an error if there was a house here, its database is missing or empty, and nobody has
 * ordered a new one to begin. The error names the trace and the choices.
 */
bool
sabot_house_traces_allow_start(const struct sabot_config *config, GError **error);
