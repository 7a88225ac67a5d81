/* The hub's own certificate and key for each upstream, as configured. */
#pragma once

#include "config.h"

/* Check that they can be read, if an upstream needs them. For a check of the configuration. */
bool
sabot_config_check_upstreams(const struct sabot_config *config, GError **error);
