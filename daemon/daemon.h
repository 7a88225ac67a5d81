/*
 * The whole daemon: store, tables, devices and clients put together. Main thread.
 */
#pragma once

#include "daemon/config/config.h"

struct sabot_daemon;

/* What can be checked of a configuration beyond the file itself: devices. */
bool
sabot_daemon_check(const struct sabot_config *config, GError **error);

/*
 * Start all of it on the thread's default main context. `config` is borrowed. NULL with a
 * sentence. Transferred.
 */
struct sabot_daemon *
sabot_daemon_new(const struct sabot_config *config, GError **error);

/*
 * Stop: devices first, then the store with all that is queued, then clients. NULL when nothing is
 * lost, else what is. A constant of the program.
 */
const char *
sabot_daemon_free(struct sabot_daemon *daemon);
