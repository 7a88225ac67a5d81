/* Setting up: the daemon started, and its first administrator. */
#pragma once

#include <stdbool.h>

/* The configuration file of the systemd service. */
#define SETUP_CONFIG_OF_SERVICE "/etc/sabot/sabotd.conf"

/* True if the systemd service is installed, systemd runs, and the service reads `path`. */
bool
setup_has_service(const char *path);

/*
 * Start the daemon with the configuration at `path`: the systemd service if setup_has_service(),
 * else sabotd in the background. Returns when it answers on its socket. False, reported, otherwise.
 */
bool
setup_start(const char *path, const char *state_dir, const char *socket);

/*
 * True if the service of setup_has_service() runs, or, without such a service, if something answers
 * on `socket`: systemd holds the service's own socket, whether a daemon runs or not.
 */
bool
setup_is_running(const char *path, const char *socket);

/*
 * Create the first administrator by a one-time code, unless there are persons. The PIN comes from
 * user_read_new_secret(). False, reported, on failure.
 */
bool
setup_create_admin(const char *socket, const char *name);
