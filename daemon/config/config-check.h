/* Checks of a configuration on this machine, beyond those of each single key. */
#pragma once

#include "config.h"

/*
 * True if the directories that a start needs exist, or can be created, and this user can write to
 * them. False with an error about the first that fails.
 */
bool
sabot_config_check_directories(const struct sabot_config *config, GError **error);

/*
 * True if the directory of profiles exists. A daemon runs without it: only a check of the
 * configuration reports this.
 */
bool
sabot_config_check_profiles(const struct sabot_config *config, GError **error);
