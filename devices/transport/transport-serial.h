/* The transport `serial:`, a serial port. */
#pragma once

#include "transport.h"

/* Call `fn` for each serial port of this machine. */
void
sabot_transport_serial_list(void (*fn)(const char *node, void *user), void *user);
