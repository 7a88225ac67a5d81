/*
 * Connects to a daemon: see connector.h. A GIO connect that was cancelled ends later; it then finds
 * its attempt without a connector, and drops the connection.
 */
#include "connector.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A connect of GIO's under way. */
struct attempt {
	struct sabot_connector *connector; /* NULL: it was given up */
	GCancellable *cancellable;
};

struct sabot_connector {
	const struct sabot_connector_handler *handler;
	void *user;
	char *pin;                       /* the daemon's fingerprint; NULL: no TLS */
	struct sabot_identity *identity; /* NULL: no TLS */
	struct attempt *attempt;         /* NULL: none under way */
	struct sabot_link *link;         /* once there is one, until it is handed over */
	GSource *source;                 /* the handshake's next step, or a failure to report */
	char *failure;
};

void
sabot_connect_identity_paths(char **ret_certificate, char **ret_key)
{
	const char *directory = g_getenv("SABOT_IDENTITY");
	g_autofree char *own = g_build_filename(g_get_user_config_dir(), "sabot", NULL);

	if (!directory || !*directory)
		directory = own;
	*ret_certificate = g_build_filename(directory, "machine.crt", NULL);
	*ret_key = g_build_filename(directory, "machine.key", NULL);
}

char *
sabot_connect_default_path(void)
{
	const char *path = g_getenv("SABOT_SOCKET");
	const char *runtime = g_getenv("XDG_RUNTIME_DIR");

	if (path && *path)
		return g_strdup(path);
	if (runtime && *runtime)
		return g_build_filename(runtime, "sabot", "sabotd.sock", NULL);
	return g_strdup("/run/sabot/sabotd.sock");
}

/* A comma is between two of them only where another one begins. */
char *
sabot_connect_nth(const char *path, unsigned n)
{
	g_auto(GStrv) all = g_regex_split_simple(",(?=tls:|/)", path, 0, 0);

	return g_strdup(all[n % g_strv_length(all)]);
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
check_daemon(const struct sabot_connector *connector, GError **error)
{
	const struct sabot_certificate *peer = sabot_link_get_peer(connector->link);

	if (strcmp(peer->fingerprint, connector->pin) != 0) {
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
drop_source(struct sabot_connector *connector)
{
	if (!connector->source)
		return;
	g_source_destroy(connector->source);
	g_clear_pointer(&connector->source, g_source_unref);
}

static void
fail(struct sabot_connector *connector, const char *reason)
{
	connector->handler->failed(reason, connector->user);
}

static void
shake_hands(struct sabot_connector *connector);

static gboolean
on_shaking(GSocket *socket, GIOCondition condition, gpointer data)
{
	(void)socket;
	(void)condition;
	shake_hands(data);
	return G_SOURCE_REMOVE;
}

static void
wait_for_socket(struct sabot_connector *connector, GIOCondition condition)
{
	connector->source =
		g_socket_create_source(sabot_link_get_socket(connector->link), condition, NULL);
	g_source_set_callback(connector->source, G_SOURCE_FUNC(on_shaking), connector, NULL);
	g_source_attach(connector->source, g_main_context_get_thread_default());
}

/* A plain link is up at once. */
static void
shake_hands(struct sabot_connector *connector)
{
	g_autoptr(GError) error = NULL;
	GIOCondition wanted;

	drop_source(connector);
	if (!sabot_link_handshake(connector->link, &wanted, &error)) {
		if (wanted)
			wait_for_socket(connector, wanted);
		else
			fail(connector, error->message);
	} else if (connector->pin && !check_daemon(connector, &error)) {
		fail(connector, error->message);
	} else {
		connector->handler->opened(g_steal_pointer(&connector->link), connector->user);
	}
}

static void
use_connection(struct sabot_connector *connector, GSocketConnection *connection)
{
	g_autoptr(GError) error = NULL;

	if (connector->identity)
		connector->link = sabot_link_new_tls(connection, connector->identity,
						     SABOT_LINK_CLIENT, &error);
	else
		connector->link = sabot_link_new(connection);
	if (connector->link)
		shake_hands(connector);
	else
		fail(connector, error->message);
}

static void
on_connected(GObject *source, GAsyncResult *result, gpointer data)
{
	struct attempt *attempt = data;
	struct sabot_connector *connector = attempt->connector;
	g_autoptr(GError) error = NULL;
	g_autoptr(GSocketConnection) connection =
		g_socket_client_connect_finish(G_SOCKET_CLIENT(source), result, &error);

	g_object_unref(attempt->cancellable);
	g_free(attempt);
	if (!connector)
		return;
	connector->attempt = NULL;
	if (connection)
		use_connection(connector, connection);
	else
		fail(connector, connect_failure(error));
}

static void
connect_to(struct sabot_connector *connector, GSocketConnectable *target)
{
	g_autoptr(GSocketClient) client = g_socket_client_new();
	struct attempt *attempt = g_new0(struct attempt, 1);

	attempt->connector = connector;
	attempt->cancellable = g_cancellable_new();
	connector->attempt = attempt;
	g_socket_client_set_enable_proxy(client, FALSE);
	g_socket_client_connect_async(client, target, attempt->cancellable, on_connected, attempt);
}

/* Its key must be there and its certificate hold, or the daemon would refuse in worse words. */
static struct sabot_identity *
load_identity(const char *certificate, const char *key, GError **error)
{
	struct sabot_identity *identity;
	g_autofree char *own_certificate = NULL, *own_key = NULL;
	struct sabot_certificate_paths paths = {.certificate = certificate, .key = key};

	if (!certificate) {
		sabot_connect_identity_paths(&own_certificate, &own_key);
		paths = (struct sabot_certificate_paths){.certificate = own_certificate,
							 .key = own_key};
	}
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
parse_address(struct sabot_connector *connector, const char *text, GError **error)
{
	const char *mark = strchr(text, '#');
	g_autofree char *place = mark ? g_strndup(text, (size_t)(mark - text)) : NULL;

	connector->pin = mark ? sabot_fingerprint_normalize(mark + 1) : NULL;
	if (connector->pin)
		return g_network_address_parse(place, 0, error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    _("wanted is tls:HOST:PORT#FINGERPRINT; sabotctl cert show shows the daemon's "
		      "fingerprint"));
	return NULL;
}

static gboolean
on_failed(gpointer data)
{
	struct sabot_connector *connector = data;
	g_autofree char *reason = g_steal_pointer(&connector->failure);

	drop_source(connector);
	fail(connector, reason);
	return G_SOURCE_REMOVE;
}

/* In the next iteration of the main loop, because the caller is still in sabot_connector_new(). */
static void
fail_later(struct sabot_connector *connector, const char *why)
{
	connector->failure = g_strdup(why);
	connector->source = g_idle_source_new();
	g_source_set_priority(connector->source, G_PRIORITY_DEFAULT);
	g_source_set_callback(connector->source, on_failed, connector, NULL);
	g_source_attach(connector->source, g_main_context_get_thread_default());
}

static void
connect_tls(struct sabot_connector *connector, const char *text, const char *certificate,
	    const char *key)
{
	g_autoptr(GSocketConnectable) target = NULL;
	g_autoptr(GError) error = NULL;

	target = parse_address(connector, text, &error);
	if (target)
		connector->identity = load_identity(certificate, key, &error);
	if (connector->identity)
		connect_to(connector, target);
	else
		fail_later(connector, error->message);
}

struct sabot_connector *
sabot_connector_new(const char *path, const char *certificate, const char *key,
		    const struct sabot_connector_handler *handler, void *user)
{
	struct sabot_connector *connector = g_new0(struct sabot_connector, 1);
	g_autoptr(GSocketAddress) address = NULL;

	connector->handler = handler;
	connector->user = user;
	if (g_str_has_prefix(path, SABOT_CONNECT_TLS_PREFIX)) {
		connect_tls(connector, path + strlen(SABOT_CONNECT_TLS_PREFIX), certificate, key);
		return connector;
	}
	address = g_unix_socket_address_new(path);
	connect_to(connector, G_SOCKET_CONNECTABLE(address));
	return connector;
}

void
sabot_connector_free(struct sabot_connector *connector)
{
	if (!connector)
		return;
	drop_source(connector);
	if (connector->attempt) {
		connector->attempt->connector = NULL;
		g_cancellable_cancel(connector->attempt->cancellable);
	}
	sabot_link_free(connector->link);
	sabot_identity_unref(connector->identity);
	g_free(connector->pin);
	g_free(connector->failure);
	g_free(connector);
}
