/*
 * The hub's own certificate and key, as the configuration names them for each upstream.
 */
#pragma once

#include "config.h"

/* They can be read, where an upstream wants them: for a check of the configuration. */
bool
sabot_config_check_upstreams(const struct sabot_config *config, GError **error);
