/*
 * Where machines over the network come in: TCP, and TLS 1.3 with a certificate of theirs, or
 * nothing at all. Who a certificate belongs to is for the caller to judge. Strangers cost little: a
 * handshake has 5 s, few of an address are under way at once (the oldest gives way), and so many
 * are begun a second. Main thread, and no thread beside it.
 *
 * Certificate, key or address that cannot be used are said, and tried again: tables do not wait for
 * a network.
 */
#pragma once

#include "daemon/config/config.h"
#include "proto/link.h"

#include <gio/gio.h>

struct sabot_tls_door;

/* A machine has proven that it has the key of its certificate. `link` is transferred. */
typedef void
sabot_tls_door_fn(struct sabot_link *link, void *data);

/* NULL when the configuration has no `listen`. Transferred. */
struct sabot_tls_door *
sabot_tls_door_new(const struct sabot_config *config, sabot_tls_door_fn *fn, void *data);

/* NULL is allowed. */
void
sabot_tls_door_free(struct sabot_tls_door *door);

/* The daemon's own certificate; NULL while there is none. Borrowed until the next turn. */
const struct sabot_certificate *
sabot_tls_door_get_certificate(const struct sabot_tls_door *door);

/* Whether certificate and key can be used; for a check of the configuration. */
bool
sabot_tls_door_check(const struct sabot_config *config, GError **error);
