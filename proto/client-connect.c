/*
 * How the client's connection comes to be: a unix socket, or TCP, a TLS handshake, and a look at
 * whom it was made with. Nothing is said to a daemon whose certificate is not the one expected.
 */
#include "client-connect.h"
#include "proto/client-private.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A connect under way. */
struct attempt {
	struct sabot_client *client;
	GCancellable *cancellable;
	struct sabot_identity *identity; /* NULL: no TLS */
};

void
sabot_client_identity_paths(char **ret_certificate, char **ret_key)
{
	const char *directory = g_getenv("SABOT_IDENTITY");
	g_autofree char *own = g_build_filename(g_get_user_config_dir(), "sabot", NULL);

	if (!directory || !*directory)
		directory = own;
	*ret_certificate = g_build_filename(directory, "machine.crt", NULL);
	*ret_key = g_build_filename(directory, "machine.key", NULL);
}

/* GLib's "Could not connect: No such file or directory" does not say what is missing. */
static const char *
connect_failure(const GError *error)
{
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
	    g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
		return _("no sabotd listens there");
	return error->message;
}

/* Is it the daemon that was meant? */
static bool
check_daemon(const struct sabot_client *client, GError **error)
{
	const struct sabot_certificate *peer = sabot_link_get_peer(client->link);

	if (strcmp(peer->fingerprint, client->pin) != 0) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
			    _("another daemon than expected answers: its certificate's fingerprint "
			      "is %s"),
			    peer->fingerprint);
		return false;
	}
	if (sabot_certificate_check_time(peer, g_get_real_time(), error))
		return true;
	g_prefix_error(error, _("the daemon: "));
	return false;
}

static void
shake_hands(struct sabot_client *client);

static gboolean
on_shaking(GSocket *socket, GIOCondition condition, gpointer data)
{
	(void)socket;
	(void)condition;
	shake_hands(data);
	return G_SOURCE_REMOVE;
}

/* A plain link is up at once. */
static void
shake_hands(struct sabot_client *client)
{
	g_autoptr(GError) error = NULL;
	GIOCondition wanted;

	sabot_client_drop_source(&client->shaking);
	if (!sabot_link_handshake(client->link, &wanted, &error)) {
		if (wanted)
			client->shaking = sabot_client_watch_socket(client, wanted,
								    G_SOURCE_FUNC(on_shaking));
		else
			sabot_client_disconnect(client, error->message);
	} else if (client->pin && !check_daemon(client, &error)) {
		sabot_client_disconnect(client, error->message);
	} else {
		sabot_client_begin(client);
	}
}

static void
use_connection(struct sabot_client *client, GSocketConnection *connection,
	       struct sabot_identity *identity)
{
	g_autoptr(GError) error = NULL;

	if (identity)
		client->link = sabot_link_new_tls(connection, identity, SABOT_LINK_CLIENT, &error);
	else
		client->link = sabot_link_new(connection);
	if (client->link)
		shake_hands(client);
	else
		sabot_client_disconnect(client, error->message);
}

static void
on_connected(GObject *source, GAsyncResult *result, gpointer data)
{
	struct attempt *attempt = data;
	struct sabot_client *client = attempt->client;
	g_autoptr(GError) error = NULL;
	g_autoptr(GSocketConnection) connection =
		g_socket_client_connect_finish(G_SOCKET_CLIENT(source), result, &error);

	if (attempt->cancellable != client->cancellable)
		(void)connection; /* it was given up meanwhile */
	else if (connection)
		use_connection(client, connection, attempt->identity);
	else
		sabot_client_disconnect(client, connect_failure(error));
	g_object_unref(attempt->cancellable);
	sabot_identity_unref(attempt->identity);
	sabot_client_unref(client);
	g_free(attempt);
}

static void
connect_to(struct sabot_client *client, GSocketConnectable *target, struct sabot_identity *identity)
{
	g_autoptr(GSocketClient) connector = g_socket_client_new();
	struct attempt *attempt = g_new0(struct attempt, 1);

	attempt->client = sabot_client_ref(client);
	attempt->cancellable = g_object_ref(client->cancellable);
	attempt->identity = identity;
	g_socket_client_set_enable_proxy(connector, FALSE);
	g_socket_client_connect_async(connector, target, client->cancellable, on_connected,
				      attempt);
}

/* Its key must be there and its certificate hold, or the daemon would refuse in worse words. */
static struct sabot_identity *
load_identity(const struct sabot_client *client, GError **error)
{
	struct sabot_identity *identity;
	g_autofree char *certificate = g_strdup(client->certificate), *key = g_strdup(client->key);
	struct sabot_certificate_paths paths;

	if (!certificate)
		sabot_client_identity_paths(&certificate, &key);
	paths = (struct sabot_certificate_paths){.certificate = certificate, .key = key};
	identity = sabot_identity_load(&paths, error);
	if (identity && sabot_certificate_check_time(sabot_identity_get_certificate(identity),
						     g_get_real_time(), error))
		return identity;
	sabot_identity_unref(identity);
	g_prefix_error(error, _("this machine's own certificate (sabotctl cert create): "));
	return NULL;
}

/* "HOST:PORT#FINGERPRINT" */
static GSocketConnectable *
parse_address(struct sabot_client *client, const char *text, GError **error)
{
	const char *mark = strchr(text, '#');
	g_autofree char *place = mark ? g_strndup(text, (size_t)(mark - text)) : NULL;

	g_free(client->pin);
	client->pin = mark ? sabot_fingerprint_normalize(mark + 1) : NULL;
	if (client->pin)
		return g_network_address_parse(place, 0, error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    _("wanted is tls:HOST:PORT#FINGERPRINT; sabotctl cert show tells the daemon's "
		      "fingerprint"));
	return NULL;
}

static gboolean
on_failed(gpointer data)
{
	struct sabot_client *client = data;

	sabot_client_disconnect(client, client->failure);
	return G_SOURCE_REMOVE;
}

/* At the next turn of the loop: who starts the client does not expect to be called from there. */
static void
fail_later(struct sabot_client *client, const char *why)
{
	g_free(client->failure);
	client->failure = g_strdup(why);
	client->shaking = g_idle_source_new();
	g_source_set_callback(client->shaking, on_failed, client, NULL);
	g_source_attach(client->shaking, g_main_context_get_thread_default());
}

static void
connect_tls(struct sabot_client *client, const char *text)
{
	g_autoptr(GSocketConnectable) target = NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_identity *identity = NULL;

	target = parse_address(client, text, &error);
	if (target)
		identity = load_identity(client, &error);
	if (identity)
		connect_to(client, target, identity);
	else
		fail_later(client, error->message);
}

void
sabot_client_connect(struct sabot_client *client)
{
	const char *path = client->addresses[client->address];
	g_autoptr(GSocketAddress) address = NULL;

	g_clear_pointer(&client->pin, g_free);
	if (g_str_has_prefix(path, SABOT_CLIENT_TLS_PREFIX)) {
		connect_tls(client, path + strlen(SABOT_CLIENT_TLS_PREFIX));
		return;
	}
	address = g_unix_socket_address_new(path);
	connect_to(client, G_SOCKET_CONNECTABLE(address), NULL);
}
