/* The transport `replay:`, which plays a recording. */
#pragma once

#include "transport.h"

/* "4", "0.5", "max" (then 0): how much faster than real time. False for anything else. */
bool
sabot_transport_replay_speed(const char *text, double *ret_speed);

/* The driver that a recording names. NULL and `error` if it names none. Transferred. */
char *
sabot_transport_replay_find_driver(const char *address, GError **error);
