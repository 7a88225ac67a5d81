/*
 * Where machines come in over the network, as the configuration says it.
 */
#pragma once

#include <gio/gio.h>

/* The socket address that `listen` says. NULL with an error. Transferred. */
GSocketAddress *
sabot_config_parse_listen(const char *listen, GError **error);
