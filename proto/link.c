/*
 * See link.h. GnuTLS keeps a record that the socket did not accept completely, and it must be
 * finished before another is begun: is_held is then set.
 */
#include "proto/link.h"
#include "proto/certificate-private.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

enum {
	HANDSHAKE_BYTES_MAX = 16 * 1024, /* of what somebody unknown may have us keep */
	DEAD_MS = 20 * 1000,             /* bytes not acknowledged for so long: nobody is there */
};

struct sabot_link {
	GSocketConnection *connection;
	GSocket *socket;
	gnutls_session_t session; /* NULL: plain */
	struct sabot_identity *identity;
	struct sabot_certificate *peer;
	bool is_up, is_held;
};

struct sabot_link *
sabot_link_new(GSocketConnection *connection)
{
	struct sabot_link *link = g_new0(struct sabot_link, 1);

	link->connection = g_object_ref(connection);
	link->socket = g_socket_connection_get_socket(connection);
	link->is_up = true;
	g_socket_set_blocking(link->socket, FALSE);
	return link;
}

static int
set_up_session(struct sabot_link *link, enum sabot_link_end end)
{
	bool is_server = end == SABOT_LINK_SERVER;
	int code = gnutls_init(&link->session, (is_server ? GNUTLS_SERVER : GNUTLS_CLIENT) |
						       GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL |
						       GNUTLS_NO_TICKETS);

	if (code == 0)
		code = gnutls_priority_set_direct(link->session, "NORMAL:-VERS-ALL:+VERS-TLS1.3",
						  NULL);
	if (code == 0)
		code = gnutls_credentials_set(link->session, GNUTLS_CRD_CERTIFICATE,
					      sabot_identity_get_credentials(link->identity));
	if (code != 0)
		return code;
	if (is_server)
		gnutls_certificate_server_set_request(link->session, GNUTLS_CERT_REQUIRE);
	gnutls_handshake_set_max_packet_length(link->session, HANDSHAKE_BYTES_MAX);
	gnutls_transport_set_int(link->session, g_socket_get_fd(link->socket));
	return 0;
}

/* Lines are short and each counts at once; an end whose power was cut must not stay forever. */
static void
set_up_socket(GSocket *socket)
{
	g_socket_set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, DEAD_MS, NULL);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, DEAD_MS / 1000, NULL);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, DEAD_MS / 4000, NULL);
	g_socket_set_keepalive(socket, TRUE);
}

struct sabot_link *
sabot_link_new_tls(GSocketConnection *connection, struct sabot_identity *identity,
		   enum sabot_link_end end, GError **error)
{
	struct sabot_link *link = sabot_link_new(connection);
	int code;

	link->is_up = false;
	link->identity = sabot_identity_ref(identity);
	set_up_socket(link->socket);
	code = set_up_session(link, end);
	if (code == 0)
		return link;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "TLS: %s", gnutls_strerror(code));
	sabot_link_free(link);
	return NULL;
}

void
sabot_link_free(struct sabot_link *link)
{
	if (!link)
		return;
	if (link->session && link->is_up && !link->is_held)
		gnutls_bye(link->session, GNUTLS_SHUT_WR);
	if (link->session)
		gnutls_deinit(link->session);
	g_io_stream_close(G_IO_STREAM(link->connection), NULL, NULL);
	g_object_unref(link->connection);
	sabot_certificate_free(link->peer);
	sabot_identity_unref(link->identity);
	g_free(link);
}

/* What the other end has against us, or what GnuTLS has against it. */
static void
set_error(const struct sabot_link *link, int code, GError **error)
{
	const char *alert = code == GNUTLS_E_FATAL_ALERT_RECEIVED
				    ? gnutls_alert_get_name(gnutls_alert_get(link->session))
				    : NULL;

	if (alert)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED,
			    "the other end refuses TLS: %s", alert);
	else
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "TLS: %s", gnutls_strerror(code));
}

static bool
read_peer(struct sabot_link *link, GError **error)
{
	unsigned n = 0;
	const gnutls_datum_t *chain = gnutls_certificate_get_peers(link->session, &n);

	if (chain && n > 0)
		link->peer = sabot_certificate_parse(chain[0].data, chain[0].size, error);
	else
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "TLS: there is no certificate");
	return link->peer != NULL;
}

bool
sabot_link_handshake(struct sabot_link *link, GIOCondition *ret_wanted, GError **error)
{
	int code;

	*ret_wanted = 0;
	if (link->is_up)
		return true;
	do
		code = gnutls_handshake(link->session);
	while (code == GNUTLS_E_INTERRUPTED || code == GNUTLS_E_WARNING_ALERT_RECEIVED);
	if (code == GNUTLS_E_AGAIN) {
		*ret_wanted = gnutls_record_get_direction(link->session) ? G_IO_OUT : G_IO_IN;
		return false;
	}
	if (code != 0) {
		gnutls_alert_send_appropriate(link->session, code);
		set_error(link, code, error);
		return false;
	}
	link->is_up = read_peer(link, error);
	return link->is_up;
}

bool
sabot_link_is_greeted(const struct sabot_link *link)
{
	return link->session &&
	       gnutls_handshake_get_last_in(link->session) == GNUTLS_HANDSHAKE_CLIENT_HELLO;
}

const struct sabot_certificate *
sabot_link_get_peer(const struct sabot_link *link)
{
	return link->peer;
}

GSocket *
sabot_link_get_socket(const struct sabot_link *link)
{
	return link->socket;
}

static gssize
would_block(GError **error)
{
	g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "not now");
	return -1;
}

gssize
sabot_link_receive(struct sabot_link *link, void *buffer, size_t size_bytes, GError **error)
{
	ssize_t n;

	if (!link->session)
		return g_socket_receive(link->socket, buffer, size_bytes, NULL, error);
	do
		n = gnutls_record_recv(link->session, buffer, size_bytes);
	while (n == GNUTLS_E_INTERRUPTED || n == GNUTLS_E_WARNING_ALERT_RECEIVED);
	if (n == GNUTLS_E_AGAIN)
		return would_block(error);
	/* Without a good-bye: a line that was cut short is seen by its missing end. */
	if (n >= 0 || n == GNUTLS_E_PREMATURE_TERMINATION)
		return MAX(n, 0);
	set_error(link, (int)n, error);
	return -1;
}

bool
sabot_link_has_pending(const struct sabot_link *link)
{
	return link->session && gnutls_record_check_pending(link->session) > 0;
}

gssize
sabot_link_send(struct sabot_link *link, const void *bytes, size_t n_bytes, GError **error)
{
	ssize_t n;

	if (!link->session)
		return g_socket_send(link->socket, bytes, n_bytes, NULL, error);
	do
		n = link->is_held ? gnutls_record_send(link->session, NULL, 0)
				  : gnutls_record_send(link->session, bytes, n_bytes);
	while (n == GNUTLS_E_INTERRUPTED);
	link->is_held = n == GNUTLS_E_AGAIN;
	if (n >= 0)
		return n;
	if (n == GNUTLS_E_AGAIN)
		return would_block(error);
	set_error(link, (int)n, error);
	return -1;
}

bool
sabot_link_is_held(const struct sabot_link *link)
{
	return link->is_held;
}
