/*
 * A witness's HTTP server (libmicrohttpd): one thread that handles one request at a time, with
 * limits on bytes, time and connections. TLS is left to a proxy.
 */
#pragma once

#include "cosigner.h"

struct sabot_http_door;

/*
 * Listen on ADDRESS:PORT (port 0: any). From then on only the door's thread may use the cosigner.
 * NULL with an error. Transferred.
 */
struct sabot_http_door *
sabot_http_door_new(const char *listen, struct sabot_cosigner *cosigner, GError **error);
/* Ends the thread once its request is answered. NULL is allowed. */
void
sabot_http_door_free(struct sabot_http_door *door);

/* The port on which it listens. */
unsigned
sabot_http_door_get_port(const struct sabot_http_door *door);
