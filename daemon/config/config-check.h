/*
 * What can be wrong with a configuration on this machine, although each key of it is right.
 */
#pragma once

#include "config.h"

/*
 * Whether the directories that a start needs exist, or can be made, and can be written by this
 * user. False with the first that cannot.
 */
bool
sabot_config_check_directories(const struct sabot_config *config, GError **error);

/*
 * Its directory of profiles is there. A daemon runs without: only a check of the configuration
 * minds.
 */
bool
sabot_config_check_profiles(const struct sabot_config *config, GError **error);
