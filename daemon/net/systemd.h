/*
 * The daemon's side of the service manager's documented protocols, sd_notify(3), sd_listen_fds(3)
 * and sd_watchdog_enabled(3), each a few lines without a library. Without a service manager all of
 * it does nothing. Main thread.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Send lines of NAME=VALUE. A failure is logged as a warning; the game continues. */
void
sabot_systemd_notify(const char *lines);

/* How often "WATCHDOG=1" must be sent, µs; 0: there is no watchdog. */
int64_t
sabot_systemd_watchdog_us(void);

/*
 * The listening unix socket that was passed to this process. -1 if there is none; -1 with a
 * sentence if something else was passed. Transferred. Once.
 */
int
sabot_systemd_inherit_socket(GError **error);
