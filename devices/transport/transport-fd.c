/*
 * Lines that are a file descriptor: a pseudo terminal by its path (the simulated shoe) or a
 * descriptor inherited from the parent process. Terminals are set up by plain termios, because
 * libserialport refuses pseudo terminals. Owns its descriptor and the source that watches it.
 */
#include "transport-private.h"
#include "transport-watch.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <termios.h>
#include <unistd.h>

struct fd_transport {
	struct sabot_transport base;
	int inherited_fd;          /* -1: the address is a path */
	int fd;                    /* -1 while idle */
	struct sabot_watch *watch; /* NULL = not open */
};

static void
set_os_error(GError **error, const char *what)
{
	int code = errno;

	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(code), "%s: %s", what,
		    g_strerror(code));
}

static void
stop(struct sabot_transport *transport)
{
	struct fd_transport *self = (struct fd_transport *)transport;

	g_clear_pointer(&self->watch, sabot_watch_free);
	if (self->fd >= 0)
		close(self->fd);
	self->fd = -1;
}

static void
close_with(struct fd_transport *self, const char *reason)
{
	stop(&self->base);
	sabot_transport_closed(&self->base, reason);
}

/* A pseudo terminal's speed means nothing; the bytes must pass unchanged. */
static bool
set_raw(int fd, GError **error)
{
	struct termios settings;

	if (tcgetattr(fd, &settings) < 0) {
		set_os_error(error, "settings of the terminal");
		return false;
	}
	cfmakeraw(&settings);
	settings.c_cflag |= CLOCAL | CREAD;
	if (tcsetattr(fd, TCSANOW, &settings) < 0) {
		set_os_error(error, "settings of the terminal");
		return false;
	}
	return true;
}

static bool
open_path(struct fd_transport *self, GError **error)
{
	int mode = self->base.may_send ? O_RDWR : O_RDONLY;

	self->fd = open(self->base.address, mode | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (self->fd < 0) {
		set_os_error(error, self->base.address);
		return false;
	}
	if (!isatty(self->fd)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s is no terminal",
			    self->base.address);
		return false;
	}
	return sabot_transport_claim_fd(self->fd, error) && set_raw(self->fd, error);
}

static bool
open_inherited(struct fd_transport *self, GError **error)
{
	self->fd = fcntl(self->inherited_fd, F_DUPFD_CLOEXEC, 0);
	if (self->fd < 0 || !g_unix_set_fd_nonblocking(self->fd, TRUE, NULL)) {
		set_os_error(error, "inherited descriptor");
		return false;
	}
	return !isatty(self->fd) || set_raw(self->fd, error);
}

static gboolean
on_ready(int fd, GIOCondition condition, void *user)
{
	struct fd_transport *self = user;
	uint8_t bytes[SABOT_TRANSPORT_CHUNK_BYTES_MAX];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n > 0) {
		sabot_transport_received(&self->base, bytes, (size_t)n);
		return G_SOURCE_CONTINUE;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR) && !(condition & (G_IO_HUP | G_IO_ERR)))
		return G_SOURCE_CONTINUE;
	close_with(self, "the other end has gone");
	return G_SOURCE_REMOVE;
}

static void
start(struct sabot_transport *transport)
{
	struct fd_transport *self = (struct fd_transport *)transport;
	g_autoptr(GError) error = NULL;
	bool ok = self->inherited_fd >= 0 ? open_inherited(self, &error) : open_path(self, &error);

	if (!ok) {
		close_with(self, error->message);
		return;
	}
	self->watch = sabot_watch_new(self->fd, on_ready, self);
	sabot_transport_opened(transport);
}

static bool
send_bytes(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	struct fd_transport *self = (struct fd_transport *)transport;

	return sabot_transport_write_fd(self->fd, bytes, n_bytes);
}

static void
free_self(struct sabot_transport *transport)
{
	g_free(transport);
}

static const struct sabot_transport_ops pty_ops = {
	.scheme = "pty",
	.start = start,
	.stop = stop,
	.send = send_bytes,
	.free = free_self,
};
static const struct sabot_transport_ops fd_ops = {
	.scheme = "fd",
	.start = start,
	.stop = stop,
	.send = send_bytes,
	.free = free_self,
};

static struct sabot_transport *
create(const struct sabot_transport_ops *ops, const char *address, int inherited_fd)
{
	struct fd_transport *self = g_new0(struct fd_transport, 1);

	self->base.ops = ops;
	self->base.address = g_strdup(address);
	self->inherited_fd = inherited_fd;
	self->fd = -1;
	return &self->base;
}

struct sabot_transport *
sabot_transport_pty_new(const char *address, GError **error)
{
	if (address[0] != '/') {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "`pty:%s`: an absolute path is needed", address);
		return NULL;
	}
	return create(&pty_ops, address, -1);
}

struct sabot_transport *
sabot_transport_fd_new(const char *address, GError **error)
{
	guint64 fd;

	if (!g_ascii_string_to_unsigned(address, 10, 0, 65535, &fd, NULL)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "`fd:%s`: the number of an open descriptor is needed", address);
		return NULL;
	}
	return create(&fd_ops, address, (int)fd);
}
