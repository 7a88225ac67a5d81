/*
 * Listens on a unix socket: the one that the service manager passed, else one of its own.
 */
#include "listener.h"
#include "acceptor.h"
#include "systemd.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	LISTENER_BACKLOG = 128, /* a crowd waits, and gets a refusal that says why */
	LISTENER_LOOK_MS = 1000,
};

struct sabot_listener {
	struct sabot_acceptor *acceptor;
	sabot_listener_fn *fn;
	void *data;
	char *path; /* created by us; NULL: the socket was passed */
	dev_t device;
	ino_t inode; /* of the socket at the path */
	guint look_id;
	bool is_displaced; /* something else is at the path, which was logged */
};

static bool
make_directory(const char *path, GError **error)
{
	g_autofree char *directory = g_path_get_dirname(path);

	if (g_mkdir_with_parents(directory, 0750) == 0)
		return true;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "%s: %s", directory,
		    g_strerror(errno));
	return false;
}

/* Remove the socket if nobody listens on it any more. */
static bool
remove_stale(const char *path, GSocketAddress *address, GError **error)
{
	g_autoptr(GSocketClient) client = g_socket_client_new();
	g_autoptr(GSocketConnection) living = NULL;
	g_autoptr(GError) failure = NULL;
	struct stat status;

	if (lstat(path, &status) != 0)
		return true;
	if (!S_ISSOCK(status.st_mode)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s is in the way: no socket",
			    path);
		return false;
	}
	living = g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, &failure);
	if (living) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE,
			    "another sabotd answers at %s: stop it first, or give another socket",
			    path);
		return false;
	}
	/* Any other failure, such as a missing permission: another user's daemon may be running. */
	if (!g_error_matches(failure, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)) {
		g_propagate_prefixed_error(error, g_steal_pointer(&failure), "%s: ", path);
		return false;
	}
	g_unlink(path);
	return true;
}

/* GLib truncates a longer path, and would listen elsewhere. */
static bool
check_length(const char *path, GError **error)
{
	if (strlen(path) < sizeof(((struct sockaddr_un *)NULL)->sun_path))
		return true;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG,
		    "%s: a socket's path has at most %zu bytes", path,
		    sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1);
	return false;
}

static void
begin_acceptor(struct sabot_listener *listener)
{
	listener->acceptor = sabot_acceptor_new(LISTENER_BACKLOG, listener->fn, listener->data);
}

/* Make the socket: nothing is at its path. */
static bool
make_socket(struct sabot_listener *listener, const char *path, GError **error)
{
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);
	struct stat status = {0};

	if (!g_socket_listener_add_address(sabot_acceptor_get_listener(listener->acceptor), address,
					   G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL,
					   NULL, error)) {
		g_prefix_error(error, "%s: ", path);
		return false;
	}
	g_chmod(path, 0660);
	lstat(path, &status);
	listener->device = status.st_dev;
	listener->inode = status.st_ino;
	return true;
}

/* Whether the path leads to it; another program's may have been put there. */
static bool
is_own_socket(const struct sabot_listener *listener, const struct stat *status)
{
	return status->st_dev == listener->device && status->st_ino == listener->inode;
}

/* Who is connected stays connected. */
static void
make_again(struct sabot_listener *listener)
{
	g_autoptr(GError) error = NULL;

	/* This closes the old socket's descriptor: else each removal would leave one open. */
	sabot_acceptor_free(listener->acceptor);
	begin_acceptor(listener);
	if (make_directory(listener->path, &error) &&
	    make_socket(listener, listener->path, &error)) {
		sabot_acceptor_start(listener->acceptor);
		g_warning("%s was removed: it is made again", listener->path);
	} else if (!listener->is_displaced) {
		g_critical("somebody has removed the socket, and it cannot be made again: %s",
			   error->message);
	}
	listener->is_displaced = error != NULL;
}

/* Nobody is asked whether it is another daemon's: it could let us wait. */
static gboolean
on_look(gpointer data)
{
	struct sabot_listener *listener = data;
	struct stat status;

	if (lstat(listener->path, &status) != 0) {
		make_again(listener);
	} else if (is_own_socket(listener, &status)) {
		listener->is_displaced = false;
	} else if (!listener->is_displaced) {
		g_critical("%s is another program's now: who connects there does not reach this"
			   " daemon",
			   listener->path);
		listener->is_displaced = true;
	}
	return G_SOURCE_CONTINUE;
}

/* Listen at a path of our own. */
static bool
add_path(struct sabot_listener *listener, const char *path, GError **error)
{
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);

	if (!check_length(path, error) || !make_directory(path, error) ||
	    !remove_stale(path, address, error) || !make_socket(listener, path, error))
		return false;
	listener->path = g_strdup(path);
	listener->look_id = g_timeout_add(LISTENER_LOOK_MS, on_look, listener);
	return true;
}

static bool
add_passed(struct sabot_listener *listener, int fd, GError **error)
{
	g_autoptr(GSocket) socket = g_socket_new_from_fd(fd, error);

	if (!socket) {
		close(fd);
		return false;
	}
	return g_socket_listener_add_socket(sabot_acceptor_get_listener(listener->acceptor), socket,
					    NULL, error);
}

static bool
listen_somewhere(struct sabot_listener *listener, const char *path, GError **error)
{
	g_autoptr(GError) failure = NULL;
	int fd = sabot_systemd_inherit_socket(&failure);

	if (fd >= 0)
		return add_passed(listener, fd, error);
	if (!failure)
		return add_path(listener, path, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

struct sabot_listener *
sabot_listener_new(const char *path, sabot_listener_fn *fn, void *data, GError **error)
{
	struct sabot_listener *listener = g_new0(struct sabot_listener, 1);

	listener->fn = fn;
	listener->data = data;
	begin_acceptor(listener);
	if (listen_somewhere(listener, path, error)) {
		sabot_acceptor_start(listener->acceptor);
		return listener;
	}
	sabot_listener_free(listener);
	return NULL;
}

void
sabot_listener_free(struct sabot_listener *listener)
{
	struct stat status;

	if (!listener)
		return;
	if (listener->look_id)
		g_source_remove(listener->look_id);
	sabot_acceptor_free(listener->acceptor);
	if (listener->path && lstat(listener->path, &status) == 0 &&
	    is_own_socket(listener, &status))
		g_unlink(listener->path);
	g_free(listener->path);
	g_free(listener);
}
