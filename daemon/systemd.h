/*
 * What sabotd says to a service manager, and takes from it: the documented protocols of
 * sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3), each a few lines without a library.
 * Without a service manager all of it does nothing. Main thread.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Lines of NAME=VALUE. That they cannot be sent is warned of; the game goes on. */
void
sabot_systemd_notify(const char *lines);

/* How often "WATCHDOG=1" must come, µs; 0: nobody waits for it. */
int64_t
sabot_systemd_watchdog_us(void);

/*
 * The listening unix socket that was passed to this process; -1 when there is none, and with a
 * sentence when what was passed is something else. Transferred. Once.
 */
int
sabot_systemd_inherit_socket(GError **error);
