/*
 * The kinds of transport, one file each (transport-KIND.c): their constructors, of which
 * transport-kinds.c has a table. Not for other files.
 */
#pragma once

#include "transport.h"

/*
 * Makes a transport for the part of the URL after its scheme. NULL and `error` if that is invalid.
 */
typedef struct sabot_transport *
sabot_transport_new_fn(const char *address, GError **error);

sabot_transport_new_fn sabot_transport_serial_new, sabot_transport_pty_new, sabot_transport_fd_new,
	sabot_transport_tcp_new, sabot_transport_usb_new, sabot_transport_hid_new,
	sabot_transport_hidraw_new, sabot_transport_replay_new;
