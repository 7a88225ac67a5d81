/* Reads the daemon's configuration file (docs/daemon.md). */
#pragma once

#include "config.h"

/*
 * Read and check a file. NULL with an error naming file, group and key. Transferred: free with
 * sabot_config_free().
 */
struct sabot_config *
sabot_config_load(const char *path, GError **error);
