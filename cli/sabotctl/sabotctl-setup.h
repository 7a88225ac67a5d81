/*
 * sabotctl setup: the first installation of a house, by questions or by a file of answers. It goes
 * through steps that each look whether their result is there already, so that a run that was
 * interrupted is finished by running it again.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The group of a file of answers that is not copied into the configuration. */
#define SETUP_GROUP "setup"
/* What the systemd service reads. */
#define SETUP_CONFIG_OF_SERVICE "/etc/sabot/sabotd.conf"

int
sabotctl_setup(int argc, char **argv);

/*
 * Fill `answers`, in the groups and keys of sabotd.conf and SETUP_GROUP, from questions on the
 * terminal. False at the end of input.
 */
bool
setup_ask(GKeyFile *answers);

/* Ask for the administrator's name alone. */
bool
setup_ask_admin(GKeyFile *answers);

/* Set the places of [daemon] that `answers` does not have. */
void
setup_add_places(GKeyFile *answers);

/*
 * Listen for `seconds` on the line of each [device] of `config`, without sending anything, and
 * print what was heard. False if a line could not be opened, or no frame of its driver came.
 */
bool
setup_test_lines(GKeyFile *config, int seconds);

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
 * True if the service of setup_has_service() runs, or where there is none, if something answers on
 * `socket`: systemd holds the service's own socket, whether a daemon runs or not.
 */
bool
setup_is_running(const char *path, const char *socket);

/*
 * Create the first administrator by a one-time code, unless there are persons. The PIN comes from
 * user_read_new_secret(). False, reported, when that fails.
 */
bool
setup_create_admin(const char *socket, const char *name);
