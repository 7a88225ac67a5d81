/*
 * One connection, plain or TLS, at either end: bytes in, bytes out, without ever blocking. The
 * owner polls its socket. Both the daemon's peers and the client use it.
 *
 * TLS is GnuTLS itself rather than GIO's: GnuTLS can be limited to 1.3, whereas with GIO the
 * version can only be checked afterwards, and GIO runs each handshake on a thread of a small shared
 * pool, which half-open handshakes would fill. No session is resumed, so each connection proves
 * that its end has the key.
 */
#pragma once

#include "proto/certificate.h"

#include <gio/gio.h>

enum sabot_link_end { SABOT_LINK_CLIENT, SABOT_LINK_SERVER };

struct sabot_link;

/* A plain link. The connection is borrowed, referenced. Transferred. */
struct sabot_link *
sabot_link_new(GSocketConnection *connection);

/* A link that needs sabot_link_handshake(). NULL with an error. Transferred. */
struct sabot_link *
sabot_link_new_tls(GSocketConnection *connection, struct sabot_identity *identity,
		   enum sabot_link_end end, GError **error);

/* Send a TLS close if that is possible without blocking, and close. NULL is allowed. */
void
sabot_link_free(struct sabot_link *link);

/*
 * Continue the handshake. True if it is done: the other end has then proven that it has the key of
 * sabot_link_get_peer(), which the caller must judge. False with `ret_wanted` set: call again when
 * the socket is ready for it; false with `error`: it failed.
 */
bool
sabot_link_handshake(struct sabot_link *link, GIOCondition *ret_wanted, GError **error);

/* For the server's end: true if the client's whole hello was received. */
bool
sabot_link_is_greeted(const struct sabot_link *link);

/* The other end's certificate; NULL for a plain link. Borrowed. */
const struct sabot_certificate *
sabot_link_get_peer(const struct sabot_link *link);

/* Borrowed. */
GSocket *
sabot_link_get_socket(const struct sabot_link *link);

/*
 * The number of bytes received; 0 at the end, -1 with an error (G_IO_ERROR_WOULD_BLOCK: none now).
 */
gssize
sabot_link_receive(struct sabot_link *link, void *buffer, size_t size_bytes, GError **error);

/* True if received bytes are pending that polling the socket does not report: receive again. */
bool
sabot_link_has_pending(const struct sabot_link *link);

/*
 * The number of bytes sent; -1 with an error. After G_IO_ERROR_WOULD_BLOCK, if
 * sabot_link_is_held(), the same bytes must be offered again: some of them may already be on their
 * way.
 */
gssize
sabot_link_send(struct sabot_link *link, const void *bytes, size_t n_bytes, GError **error);
bool
sabot_link_is_held(const struct sabot_link *link);
