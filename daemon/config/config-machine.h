/* The address on which machines connect over the network, as configured. */
#pragma once

#include <gio/gio.h>

/* The socket address given by `listen`. NULL with an error. Transferred. */
GSocketAddress *
sabot_config_parse_listen(const char *listen, GError **error);
