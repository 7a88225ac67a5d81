/*
 * A witness's HTTP (libmicrohttpd): one thread that takes one request at a time, with limits on
 * bytes, time and connections. TLS is a proxy's affair.
 */
#pragma once

#include "cosigner.h"

struct sabot_http_door;

/*
 * Listen on ADDRESS:PORT (port 0: any). From then on the cosigner is the door's thread's. NULL
 * with an error. Transferred.
 */
struct sabot_http_door *
sabot_http_door_new(const char *listen, struct sabot_cosigner *cosigner, GError **error);
/* Ends the thread once its request is answered. NULL is allowed. */
void
sabot_http_door_free(struct sabot_http_door *door);

/* The port that it listens on. */
unsigned
sabot_http_door_get_port(const struct sabot_http_door *door);
