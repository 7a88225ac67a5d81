/*
 * Makes one connection to a daemon, without blocking: a unix socket, or TCP and a TLS handshake
 * with a check of the daemon's certificate. Nothing is sent to a daemon whose certificate is not
 * the expected one.
 */
#pragma once

#include "proto/link.h"

/* The prefix of a path of a daemon over the network. */
#define SABOT_CONNECT_TLS_PREFIX "tls:"

struct sabot_connector;

/* One of the two is called, once, and never from inside sabot_connector_new(). */
struct sabot_connector_handler {
	/* The connection is up. `link` is transferred. */
	void (*opened)(struct sabot_link *link, void *user);
	/* It failed. `reason` is a sentence, borrowed; the connector may be freed. */
	void (*failed)(const char *reason, void *user);
};

/*
 * Begin to connect to `path`: a socket's path, or tls:HOST:PORT#FINGERPRINT. Without `certificate`
 * and `key` this machine's own are used (sabot_connect_identity_paths()). `handler` and `user` are
 * borrowed until the connector is freed. Transferred.
 */
struct sabot_connector *
sabot_connector_new(const char *path, const char *certificate, const char *key,
		    const struct sabot_connector_handler *handler, void *user);

/* Cancel the connection attempt; the handler is not called any more. NULL is allowed. */
void
sabot_connector_free(struct sabot_connector *connector);

/*
 * Where this machine's certificate and key are: machine.crt and machine.key in $SABOT_IDENTITY,
 * else in the user's configuration directory, below sabot. Transferred.
 */
void
sabot_connect_identity_paths(char **ret_certificate, char **ret_key);

/*
 * `path` may be several, with commas between them: hubs of the same daemons. The one to try next
 * when `n` were tried. Transferred.
 */
char *
sabot_connect_nth(const char *path, unsigned n);

/* $SABOT_SOCKET, else $XDG_RUNTIME_DIR/sabot/sabotd.sock, else /run/sabot/sabotd.sock. */
char *
sabot_connect_default_path(void);
