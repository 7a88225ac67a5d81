/*
 * Accepts machines over the network: TCP, and TLS 1.3 with a client certificate, or nothing at all.
 * The caller decides to whom a certificate belongs. Strangers cost little: a handshake may take 5
 * s, only a few of one address run at once (the oldest is dropped), and the number begun each
 * second is limited. Main thread only.
 *
 * If certificate, key or address cannot be used, this is logged and tried again: tables do not wait
 * for a network.
 */
#pragma once

#include "daemon/config/config.h"
#include "proto/link.h"

#include <gio/gio.h>

struct sabot_tls_door;

/* A machine has proven that it has the key of its certificate. `link` is transferred. */
typedef void
sabot_tls_door_fn(struct sabot_link *link, void *data);

/* NULL if the configuration has no `listen`. Transferred. */
struct sabot_tls_door *
sabot_tls_door_new(const struct sabot_config *config, sabot_tls_door_fn *fn, void *data);

/* NULL is allowed. */
void
sabot_tls_door_free(struct sabot_tls_door *door);

/*
 * The daemon's own certificate; NULL while there is none. Borrowed until the next iteration of the
 * main loop.
 */
const struct sabot_certificate *
sabot_tls_door_get_certificate(const struct sabot_tls_door *door);

/* True if certificate and key can be used; for a check of the configuration. */
bool
sabot_tls_door_check(const struct sabot_config *config, GError **error);
