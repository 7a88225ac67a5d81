/*
 * See tls-door.h. A guest is a connection whose handshake is under way. Until its first byte
 * arrives it costs a descriptor and nothing else. Places and signatures are shared by address: an
 * address that connects too often delays only itself.
 */
#include "tls-door.h"
#include "acceptor.h"

#include "daemon/config/config-machine.h"

#include <string.h>

enum {
	DOOR_HANDSHAKE_MS = 5 * 1000,
	DOOR_GUESTS_MAX = 256,
	DOOR_GUESTS_OF_ADDRESS_MAX = 192,
	DOOR_HELLOS_A_SECOND = 200, /* for an address: each costs a signature */
	DOOR_BACKLOG = 1024,        /* if it is full, the kernel delays a connection by a second */
	DOOR_RETRY_S = 10,
	DOOR_EXPIRY_S = 24 * 3600, /* how often the certificate's expiry is checked */
};

struct guest {
	struct sabot_tls_door *door;
	GSocketConnection *connection;
	char *address;
	struct sabot_link *link; /* NULL: nothing received yet */
	bool is_greeted;         /* its complete hello was received */
	GSource *ready, *late;
};

struct sabot_tls_door {
	const struct sabot_config *config;
	sabot_tls_door_fn *fn;
	void *data;
	struct sabot_identity *identity; /* NULL: the door is not open */
	struct sabot_acceptor *acceptor;
	GQueue guests;      /* of struct guest, the oldest first */
	GHashTable *hellos; /* address to hellos this second, as a pointer */
	GSource *second, *retry, *expiry;
	char *trouble; /* why it is not open, as logged */
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
	g_object_unref(guest->connection);
	g_free(guest->address);
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

static gboolean
on_second(gpointer data)
{
	struct sabot_tls_door *door = data;

	g_hash_table_remove_all(door->hellos);
	drop_source(&door->second);
	return G_SOURCE_REMOVE;
}

static guint
count_hellos(const struct guest *guest)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(guest->door->hellos, guest->address));
}

/* Its hello is complete, and was answered with a signature: an incomplete one costs nothing. */
static void
record_hello(struct guest *guest)
{
	struct sabot_tls_door *door = guest->door;

	if (guest->is_greeted || !sabot_link_is_greeted(guest->link))
		return;
	guest->is_greeted = true;
	if (!door->second)
		door->second = attach(g_timeout_source_new_seconds(1), on_second, door);
	g_hash_table_insert(door->hellos, g_strdup(guest->address),
			    GUINT_TO_POINTER(count_hellos(guest) + 1));
}

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
		record_hello(guest);
		guest->ready = attach(g_socket_create_source(sabot_link_get_socket(guest->link),
							     wanted, NULL),
				      G_SOURCE_FUNC(on_ready), guest);
	} else {
		/* Nonsense from strangers does not go to the journal, which they could fill. */
		g_info("a handshake failed: %s", error->message);
		dismiss(guest);
	}
}

/* False if its address has begun too many handshakes this second. */
static bool
begin(struct guest *guest)
{
	struct sabot_tls_door *door = guest->door;

	if (count_hellos(guest) < DOOR_HELLOS_A_SECOND)
		guest->link = sabot_link_new_tls(guest->connection, door->identity,
						 SABOT_LINK_SERVER, NULL);
	return guest->link != NULL;
}

static gboolean
on_ready(GSocket *socket, GIOCondition condition, gpointer data)
{
	struct guest *guest = data;

	(void)socket;
	(void)condition;
	if (guest->link || begin(guest))
		shake_hands(guest);
	else
		dismiss(guest);
	return G_SOURCE_REMOVE;
}

static guint
count_guests(const struct sabot_tls_door *door, const char *address)
{
	guint n = 0;

	for (const GList *link = door->guests.head; link; link = link->next)
		n += strcmp(((const struct guest *)link->data)->address, address) == 0;
	return n;
}

/* The address with the most guests. Borrowed. */
static const char *
find_crowd(const struct sabot_tls_door *door)
{
	const char *crowd = ((const struct guest *)door->guests.head->data)->address;
	guint n_most = 0;

	for (const GList *link = door->guests.head; link; link = link->next) {
		const struct guest *guest = link->data;
		guint n = count_guests(door, guest->address);

		if (n > n_most)
			crowd = guest->address;
		n_most = MAX(n, n_most);
	}
	return crowd;
}

/* An honest guest's complete hello comes at once, and may be waiting to be read. */
static bool
is_silent(const struct guest *guest)
{
	return !guest->is_greeted &&
	       !(g_socket_condition_check(g_socket_connection_get_socket(guest->connection),
					  G_IO_IN) &
		 G_IO_IN);
}

/* Drop the first guest of the address from which nothing can be read, else the oldest. */
static void
dismiss_one(struct sabot_tls_door *door, const char *address)
{
	struct guest *oldest = NULL;

	for (const GList *link = door->guests.head; link; link = link->next) {
		struct guest *guest = link->data;

		if (strcmp(guest->address, address) != 0)
			continue;
		if (is_silent(guest)) {
			oldest = guest;
			break;
		}
		oldest = oldest ? oldest : guest;
	}
	if (oldest)
		dismiss(oldest);
}

static char *
address_of(GSocketConnection *connection)
{
	g_autoptr(GSocketAddress) remote = g_socket_connection_get_remote_address(connection, NULL);

	if (!G_IS_INET_SOCKET_ADDRESS(remote))
		return g_strdup("");
	return g_inet_address_to_string(
		g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(remote)));
}

static void
on_incoming(GSocketConnection *connection, void *data)
{
	struct sabot_tls_door *door = data;
	struct guest *guest;
	char *address;

	address = address_of(connection);
	if (count_guests(door, address) >= DOOR_GUESTS_OF_ADDRESS_MAX)
		dismiss_one(door, address);
	else if (g_queue_get_length(&door->guests) >= DOOR_GUESTS_MAX)
		dismiss_one(door, find_crowd(door));
	guest = g_new0(struct guest, 1);
	guest->door = door;
	guest->connection = g_object_ref(connection);
	guest->address = address;
	guest->late = attach(g_timeout_source_new(DOOR_HANDSHAKE_MS), on_late, guest);
	guest->ready = attach(g_socket_create_source(g_socket_connection_get_socket(connection),
						     G_IO_IN, NULL),
			      G_SOURCE_FUNC(on_ready), guest);
	g_queue_push_tail(&door->guests, guest);
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

/* Warn in time, each day: otherwise the first sign would be screens that show nothing. */
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
	if (!g_socket_listener_add_address(sabot_acceptor_get_listener(door->acceptor), address,
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
	sabot_acceptor_start(door->acceptor);
	on_expiry(door);
	return true;
}

/* Logged again only if the reason is another one. */
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
	door->acceptor = sabot_acceptor_new(DOOR_BACKLOG, on_incoming, door);
	door->hellos = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	door->expiry = attach(g_timeout_source_new_seconds(DOOR_EXPIRY_S), on_expiry, door);
	try_open(door);
	return door;
}

void
sabot_tls_door_free(struct sabot_tls_door *door)
{
	if (!door)
		return;
	sabot_acceptor_free(door->acceptor);
	while (!g_queue_is_empty(&door->guests))
		dismiss(g_queue_peek_head(&door->guests));
	drop_source(&door->second);
	g_hash_table_unref(door->hellos);
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
