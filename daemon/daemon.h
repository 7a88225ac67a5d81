/* The whole daemon: assembles store, tables, devices and clients. Main thread. */
#pragma once

#include "daemon/config/config.h"

struct sabot_daemon;

/* Check the devices of a configuration, beyond the file itself. */
bool
sabot_daemon_check(const struct sabot_config *config, GError **error);

/*
 * Start everything on the thread's default main context. `config` is borrowed. NULL with a
 * sentence. Transferred.
 */
struct sabot_daemon *
sabot_daemon_new(const struct sabot_config *config, GError **error);

/*
 * Stop: devices first, then the store with all queued events, then clients. Returns NULL if nothing
 * is lost, else a sentence about the loss, a constant of the program.
 */
const char *
sabot_daemon_free(struct sabot_daemon *daemon);
