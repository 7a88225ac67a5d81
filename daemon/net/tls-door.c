/*
 * See tls-door.h. A guest is a connection whose handshake is under way.
 */
#include "tls-door.h"

#include "daemon/config/config-machine.h"

enum {
	DOOR_HANDSHAKE_MS = 5 * 1000,
	DOOR_GUESTS_MAX = 32,
	DOOR_GUESTS_A_SECOND = 50,
	DOOR_BACKLOG = 64,
	DOOR_RETRY_S = 10,
	DOOR_EXPIRY_S = 24 * 3600, /* how often the certificate's end is looked at */
};

struct guest {
	struct sabot_tls_door *door;
	struct sabot_link *link;
	GSource *ready, *late;
};

struct sabot_tls_door {
	const struct sabot_config *config;
	sabot_tls_door_fn *fn;
	void *data;
	struct sabot_identity *identity; /* NULL: it is not open */
	GSocketService *service;
	GQueue guests; /* of struct guest, the oldest first */
	unsigned n_this_second;
	GSource *second, *retry, *expiry;
	char *trouble; /* why it is not open, as it was said */
};

static void
drop_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

static GSource *
attach(GSource *source, GSourceFunc fn, void *data)
{
	g_source_set_callback(source, fn, data, NULL);
	g_source_attach(source, g_main_context_get_thread_default());
	return source;
}

static void
dismiss(struct guest *guest)
{
	drop_source(&guest->ready);
	drop_source(&guest->late);
	g_queue_remove(&guest->door->guests, guest);
	sabot_link_free(guest->link);
	g_free(guest);
}

static gboolean
on_late(gpointer data)
{
	dismiss(data);
	return G_SOURCE_REMOVE;
}

static gboolean
on_ready(GSocket *socket, GIOCondition condition, gpointer data);

static void
shake_hands(struct guest *guest)
{
	struct sabot_tls_door *door = guest->door;
	g_autoptr(GError) error = NULL;
	GIOCondition wanted;
	struct sabot_link *link;

	drop_source(&guest->ready);
	if (sabot_link_handshake(guest->link, &wanted, &error)) {
		link = g_steal_pointer(&guest->link);
		dismiss(guest);
		door->fn(link, door->data);
	} else if (wanted) {
		guest->ready = attach(g_socket_create_source(sabot_link_get_socket(guest->link),
							     wanted, NULL),
				      G_SOURCE_FUNC(on_ready), guest);
	} else {
		/* Strangers' nonsense: not in the journal, which they could fill. */
		g_info("a handshake failed: %s", error->message);
		dismiss(guest);
	}
}

static gboolean
on_ready(GSocket *socket, GIOCondition condition, gpointer data)
{
	(void)socket;
	(void)condition;
	shake_hands(data);
	return G_SOURCE_REMOVE;
}

static gboolean
on_second(gpointer data)
{
	struct sabot_tls_door *door = data;

	door->n_this_second = 0;
	drop_source(&door->second);
	g_socket_service_start(door->service);
	return G_SOURCE_REMOVE;
}

/* Each handshake costs a signature: who comes too fast waits in the kernel. */
static void
pace(struct sabot_tls_door *door)
{
	if (!door->second)
		door->second = attach(g_timeout_source_new_seconds(1), on_second, door);
	if (++door->n_this_second >= DOOR_GUESTS_A_SECOND)
		g_socket_service_stop(door->service);
}

static gboolean
on_incoming(GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
	struct sabot_tls_door *door = data;
	struct sabot_link *link =
		sabot_link_new_tls(connection, door->identity, SABOT_LINK_SERVER, NULL);
	struct guest *guest;

	(void)service;
	(void)source;
	pace(door);
	if (!link)
		return TRUE;
	/* One who is honest is done in milliseconds, so that the oldest is not. */
	if (g_queue_get_length(&door->guests) >= DOOR_GUESTS_MAX)
		dismiss(g_queue_peek_head(&door->guests));
	guest = g_new0(struct guest, 1);
	guest->door = door;
	guest->link = link;
	guest->late = attach(g_timeout_source_new(DOOR_HANDSHAKE_MS), on_late, guest);
	g_queue_push_tail(&door->guests, guest);
	shake_hands(guest);
	return TRUE;
}

static struct sabot_identity *
load_identity(const struct sabot_config *config, GError **error)
{
	const struct sabot_certificate_paths paths = {config->certificate, config->key};

	return sabot_identity_load(&paths, error);
}

bool
sabot_tls_door_check(const struct sabot_config *config, GError **error)
{
	struct sabot_identity *identity = config->listen ? load_identity(config, error) : NULL;
	bool is_fine = identity || !config->listen;

	sabot_identity_unref(identity);
	return is_fine;
}

/* In time, each day: a screen that shows nothing one morning is a bad way to learn of it. */
static gboolean
on_expiry(gpointer data)
{
	struct sabot_tls_door *door = data;
	const struct sabot_certificate *own = sabot_tls_door_get_certificate(door);
	int days = own ? sabot_certificate_days_left(own->until_us, g_get_real_time())
		       : SABOT_CERTIFICATE_WARN_DAYS;

	if (days < SABOT_CERTIFICATE_WARN_DAYS)
		g_warning("%s: the certificate holds for %d days: make a new one (sabotctl cert "
			  "create), or no machine will connect",
			  door->config->certificate, days);
	return G_SOURCE_CONTINUE;
}

static bool
listen_at(struct sabot_tls_door *door, GError **error)
{
	g_autoptr(GSocketAddress) address = sabot_config_parse_listen(door->config->listen, error);
	g_autoptr(GSocketAddress) effective = NULL;

	if (!address)
		return false;
	if (!g_socket_listener_add_address(G_SOCKET_LISTENER(door->service), address,
					   G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
					   &effective, error)) {
		g_prefix_error(error, "%s: ", door->config->listen);
		return false;
	}
	g_message("machines over the network come in at port %d",
		  g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(effective)));
	return true;
}

static bool
open_door(struct sabot_tls_door *door, GError **error)
{
	struct sabot_identity *identity = load_identity(door->config, error);

	if (!identity || !listen_at(door, error)) {
		sabot_identity_unref(identity);
		return false;
	}
	door->identity = identity;
	g_socket_service_start(door->service);
	on_expiry(door);
	return true;
}

/* Said again only when it is something else. */
static gboolean
try_open(gpointer data)
{
	struct sabot_tls_door *door = data;
	g_autoptr(GError) error = NULL;

	if (open_door(door, &error)) {
		drop_source(&door->retry);
		return G_SOURCE_REMOVE;
	}
	if (g_strcmp0(error->message, door->trouble) != 0)
		g_critical("no machine over the network comes in: %s", error->message);
	g_free(door->trouble);
	door->trouble = g_strdup(error->message);
	if (!door->retry)
		door->retry = attach(g_timeout_source_new_seconds(DOOR_RETRY_S), try_open, door);
	return G_SOURCE_CONTINUE;
}

struct sabot_tls_door *
sabot_tls_door_new(const struct sabot_config *config, sabot_tls_door_fn *fn, void *data)
{
	struct sabot_tls_door *door;

	if (!config->listen)
		return NULL;
	door = g_new0(struct sabot_tls_door, 1);
	door->config = config;
	door->fn = fn;
	door->data = data;
	g_queue_init(&door->guests);
	door->service = g_socket_service_new();
	g_socket_service_stop(door->service);
	g_socket_listener_set_backlog(G_SOCKET_LISTENER(door->service), DOOR_BACKLOG);
	g_signal_connect(door->service, "incoming", G_CALLBACK(on_incoming), door);
	door->expiry = attach(g_timeout_source_new_seconds(DOOR_EXPIRY_S), on_expiry, door);
	try_open(door);
	return door;
}

void
sabot_tls_door_free(struct sabot_tls_door *door)
{
	if (!door)
		return;
	g_signal_handlers_disconnect_by_data(door->service, door);
	g_socket_service_stop(door->service);
	g_socket_listener_close(G_SOCKET_LISTENER(door->service));
	g_object_unref(door->service);
	while (!g_queue_is_empty(&door->guests))
		dismiss(g_queue_peek_head(&door->guests));
	drop_source(&door->second);
	drop_source(&door->retry);
	drop_source(&door->expiry);
	sabot_identity_unref(door->identity);
	g_free(door->trouble);
	g_free(door);
}

const struct sabot_certificate *
sabot_tls_door_get_certificate(const struct sabot_tls_door *door)
{
	return door && door->identity ? sabot_identity_get_certificate(door->identity) : NULL;
}
