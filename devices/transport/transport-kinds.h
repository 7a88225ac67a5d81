/* Makes the transport for a URL; each kind has its own file (transport-KIND.c). */
#pragma once

#include "transport.h"

/*
 * `url`: "serial:/dev/ttyUSB0", "usb:VID:PID[:SERIAL]", "hid:VID:PID[:SERIAL]", "hidraw:/path",
 * "pty:/path", "fd:3", "tcp:host:port", "replay:/path[?speed=N]". Nothing is opened yet. `handler`
 * and `user` are borrowed for the transport's life. NULL and `error` if the URL is invalid.
 */
struct sabot_transport *
sabot_transport_new(const char *url, const struct sabot_line *line,
		    const struct sabot_transport_handler *handler, void *user, GError **error);
