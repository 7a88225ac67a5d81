/*
 * A raw TCP line, as offered by serial device servers. Those accept one client at a time: the
 * connection is held for as long as it lives, and keepalive detects a server that disappeared
 * silently. Owns the connection and the source that watches it; a pending connect owns its own
 * small struct, so that the transport may be freed meanwhile.
 */
#include "transport-private.h"

#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

enum {
	CONNECT_TIMEOUT_S = 10,
	KEEPALIVE_IDLE_S = 10,
	KEEPALIVE_INTERVAL_S = 5,
	KEEPALIVE_PROBES = 3,
};

struct tcp_transport;

/* A connect on its way; freed by its callback. */
struct pending {
	GCancellable *cancellable;
	struct tcp_transport *self; /* NULL once the transport wants nothing of it */
};

struct tcp_transport {
	struct sabot_transport base;
	GSocketConnection *connection;
	GSource *source;         /* while open */
	struct pending *pending; /* while connecting; owned by its callback */
	GSource *timeout;        /* while connecting */
	bool timed_out;
};

static void
clear_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

static void
stop(struct sabot_transport *transport)
{
	struct tcp_transport *self = (struct tcp_transport *)transport;

	clear_source(&self->source);
	clear_source(&self->timeout);
	if (self->pending) {
		self->pending->self = NULL;
		g_cancellable_cancel(self->pending->cancellable);
		self->pending = NULL;
	}
	g_clear_object(&self->connection);
	self->timed_out = false;
}

static void
close_with(struct tcp_transport *self, const char *reason)
{
	stop(&self->base);
	sabot_transport_closed(&self->base, reason);
}

static gboolean
on_ready(GSocket *socket, GIOCondition condition, void *user)
{
	struct tcp_transport *self = user;
	g_autoptr(GError) error = NULL;
	uint8_t bytes[SABOT_TRANSPORT_CHUNK_BYTES_MAX];
	gssize n = g_socket_receive_with_blocking(socket, (char *)bytes, sizeof bytes, FALSE, NULL,
						  &error);

	(void)condition;
	if (n > 0) {
		sabot_transport_received(&self->base, bytes, (size_t)n);
		return G_SOURCE_CONTINUE;
	}
	if (n < 0 && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
		return G_SOURCE_CONTINUE;
	close_with(self, n < 0 ? error->message : "the other end has closed the connection");
	return G_SOURCE_REMOVE;
}

/* A system that knows no finer setting keeps the system's own times. */
static void
keep_alive(GSocket *socket)
{
	g_socket_set_keepalive(socket, TRUE);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S, NULL);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S, NULL);
	g_socket_set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES, NULL);
}

static void
watch_connection(struct tcp_transport *self)
{
	GSocket *socket = g_socket_connection_get_socket(self->connection);

	keep_alive(socket);
	self->source = g_socket_create_source(socket, G_IO_IN | G_IO_ERR | G_IO_HUP, NULL);
	g_source_set_callback(self->source, G_SOURCE_FUNC(on_ready), self, NULL);
	g_source_attach(self->source, g_main_context_get_thread_default());
}

static void
on_connected(GObject *client, GAsyncResult *result, void *user)
{
	struct pending *pending = user;
	struct tcp_transport *self = pending->self;
	g_autoptr(GError) error = NULL;
	g_autoptr(GSocketConnection) connection =
		g_socket_client_connect_to_host_finish(G_SOCKET_CLIENT(client), result, &error);

	g_object_unref(pending->cancellable);
	g_free(pending);
	if (!self)
		return;
	self->pending = NULL;
	if (!connection) {
		close_with(self, self->timed_out ? "no answer" : error->message);
		return;
	}
	clear_source(&self->timeout);
	self->connection = g_steal_pointer(&connection);
	watch_connection(self);
	sabot_transport_opened(&self->base);
}

static gboolean
on_timed_out(void *user)
{
	struct tcp_transport *self = user;

	self->timed_out = true;
	g_cancellable_cancel(self->pending->cancellable);
	return G_SOURCE_REMOVE;
}

static void
start(struct sabot_transport *transport)
{
	struct tcp_transport *self = (struct tcp_transport *)transport;
	g_autoptr(GSocketClient) client = g_socket_client_new();
	struct pending *pending = g_new0(struct pending, 1);

	pending->cancellable = g_cancellable_new();
	pending->self = self;
	self->pending = pending;
	self->timeout = g_timeout_source_new_seconds(CONNECT_TIMEOUT_S);
	g_source_set_callback(self->timeout, on_timed_out, self, NULL);
	g_source_attach(self->timeout, g_main_context_get_thread_default());
	g_socket_client_set_enable_proxy(client, FALSE);
	g_socket_client_connect_to_host_async(client, transport->address, 0, pending->cancellable,
					      on_connected, pending);
}

static bool
send_bytes(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	struct tcp_transport *self = (struct tcp_transport *)transport;
	GSocket *socket = g_socket_connection_get_socket(self->connection);

	return g_socket_send_with_blocking(socket, (const char *)bytes, n_bytes, FALSE, NULL,
					   NULL) == (gssize)n_bytes;
}

static void
free_self(struct sabot_transport *transport)
{
	g_free(transport);
}

static const struct sabot_transport_ops ops = {
	.scheme = "tcp",
	.start = start,
	.stop = stop,
	.send = send_bytes,
	.free = free_self,
};

struct sabot_transport *
sabot_transport_tcp_new(const char *address, GError **error)
{
	g_autoptr(GSocketConnectable) parsed = g_network_address_parse(address, 0, error);
	struct tcp_transport *self;

	if (!parsed) {
		g_prefix_error(error, "`tcp:%s`: ", address);
		return NULL;
	}
	if (g_network_address_get_port(G_NETWORK_ADDRESS(parsed)) == 0) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "`tcp:%s`: host:port is needed", address);
		return NULL;
	}
	self = g_new0(struct tcp_transport, 1);
	self->base.ops = &ops;
	self->base.address = g_strdup(address);
	return &self->base;
}
