/*
 * The simulated shoe's line, see the header. A pty's master shows whether somebody has the slave
 * open by POLLHUP, once the slave has been open for the first time; the end of that state comes
 * without any event, so a timer checks.
 */
#include "shoe-line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

enum { LOOK_MS = 20 };

struct shoe_line {
	char *link;   /* pty: the path of the link; NULL = TCP */
	guint16 port; /* TCP */
	char *address;
	int master;   /* pty's master or TCP's client; -1 = none */
	int listener; /* TCP; -1 = none */
	bool is_attached;
	guint timer;
	shoe_line_attached_fn *attached;
	gpointer data;
	shoe_line_heard_fn *heard;
	gpointer heard_data;
};

static bool
fail(GError **error, const char *what)
{
	int saved = errno;

	g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved), "%s: %s", what,
		    g_strerror(saved));
	return false;
}

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Raw from the beginning: a cooked terminal would take the frames' ETX for an interrupt. */
static bool
prepare_slave(const char *slave)
{
	struct termios settings;
	int fd = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
	bool good;

	if (fd < 0)
		return false;
	good = tcgetattr(fd, &settings) == 0;
	if (good) {
		cfmakeraw(&settings);
		good = tcsetattr(fd, TCSANOW, &settings) == 0;
	}
	close(fd);
	return good;
}

static bool
make_link(const char *slave, const char *path)
{
	struct stat there;

	if (lstat(path, &there) == 0 && S_ISLNK(there.st_mode))
		unlink(path);
	return symlink(slave, path) == 0;
}

static bool
plug_pty(struct shoe_line *line, GError **error)
{
	char slave[128];

	line->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (line->master < 0)
		return fail(error, "cannot open a pty");
	if (grantpt(line->master) != 0 || unlockpt(line->master) != 0 ||
	    ptsname_r(line->master, slave, sizeof(slave)) != 0 || !prepare_slave(slave)) {
		fail(error, "cannot prepare a pty");
		close_fd(&line->master);
		return false;
	}
	if (!make_link(slave, line->link)) {
		fail(error, line->link);
		close_fd(&line->master);
		return false;
	}
	return true;
}

static bool
plug_tcp(struct shoe_line *line, GError **error)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(line->port)};
	socklen_t size_bytes = sizeof(address);
	int yes = 1;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	line->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (line->listener < 0)
		return fail(error, "cannot make a socket");
	setsockopt(line->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(line->listener, (struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(line->listener, 1) != 0 ||
	    getsockname(line->listener, (struct sockaddr *)&address, &size_bytes) != 0) {
		g_autofree char *what = g_strdup_printf("TCP port %u", line->port);

		fail(error, what);
		close_fd(&line->listener);
		return false;
	}
	line->port = ntohs(address.sin_port);
	return true;
}

static void
set_attached(struct shoe_line *line, bool is_attached)
{
	if (line->is_attached == is_attached)
		return;
	line->is_attached = is_attached;
	if (line->attached)
		line->attached(is_attached, line->data);
}

/* Read what the host sent. False when it has gone. */
static bool
drain(struct shoe_line *line, int fd)
{
	guint8 bytes[256];
	ssize_t n_bytes;

	while ((n_bytes = read(fd, bytes, sizeof(bytes))) > 0) {
		if (line->heard)
			line->heard(bytes, (gsize)n_bytes, line->heard_data);
	}
	return n_bytes < 0 && (errno == EAGAIN || errno == EINTR);
}

static void
look_after_pty(struct shoe_line *line)
{
	struct pollfd state = {.fd = line->master, .events = POLLIN};

	if (line->master < 0 || poll(&state, 1, 0) < 0)
		return;
	if (!(state.revents & POLLHUP) && (state.revents & POLLIN))
		drain(line, line->master);
	set_attached(line, !(state.revents & POLLHUP));
}

static void
look_after_tcp(struct shoe_line *line)
{
	if (line->master >= 0 && !drain(line, line->master)) {
		close_fd(&line->master);
		set_attached(line, false);
	}
	if (line->master >= 0 || line->listener < 0)
		return;
	line->master = accept4(line->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (line->master >= 0)
		set_attached(line, true);
}

static gboolean
on_look_due(gpointer data)
{
	struct shoe_line *line = data;

	if (line->link)
		look_after_pty(line);
	else
		look_after_tcp(line);
	return G_SOURCE_CONTINUE;
}

static struct shoe_line *
line_new(const char *path, guint16 port, GError **error)
{
	struct shoe_line *line = g_new0(struct shoe_line, 1);

	line->link = g_strdup(path);
	line->port = port;
	line->master = -1;
	line->listener = -1;
	if (!shoe_line_plug(line, error)) {
		shoe_line_free(line);
		return NULL;
	}
	line->address = path ? g_canonicalize_filename(path, NULL)
			     : g_strdup_printf("127.0.0.1:%u", line->port);
	line->timer = g_timeout_add(LOOK_MS, on_look_due, line);
	return line;
}

struct shoe_line *
shoe_line_new_pty(const char *path, GError **error)
{
	return line_new(path, 0, error);
}

struct shoe_line *
shoe_line_new_tcp(guint16 port, GError **error)
{
	return line_new(NULL, port, error);
}

void
shoe_line_free(struct shoe_line *line)
{
	if (!line)
		return;
	line->attached = NULL;
	if (line->timer)
		g_source_remove(line->timer);
	shoe_line_pull(line);
	g_free(line->link);
	g_free(line->address);
	g_free(line);
}

void
shoe_line_set_attached_fn(struct shoe_line *line, shoe_line_attached_fn *fn, gpointer data)
{
	line->attached = fn;
	line->data = data;
}

void
shoe_line_set_heard_fn(struct shoe_line *line, shoe_line_heard_fn *fn, gpointer data)
{
	line->heard = fn;
	line->heard_data = data;
}

const char *
shoe_line_get_address(const struct shoe_line *line)
{
	return line->address;
}

bool
shoe_line_is_attached(const struct shoe_line *line)
{
	return line->is_attached;
}

bool
shoe_line_send(struct shoe_line *line, const guint8 *bytes, gsize n_bytes)
{
	ssize_t sent;

	if (!line->is_attached || line->master < 0)
		return false;
	if (line->link)
		sent = write(line->master, bytes, n_bytes);
	else
		sent = send(line->master, bytes, n_bytes, MSG_NOSIGNAL);
	return sent == (ssize_t)n_bytes;
}

void
shoe_line_pull(struct shoe_line *line)
{
	/* Its name goes first: the pty's number may at once be another's. */
	if (line->link && line->master >= 0)
		unlink(line->link);
	close_fd(&line->master);
	close_fd(&line->listener);
	set_attached(line, false);
}

bool
shoe_line_plug(struct shoe_line *line, GError **error)
{
	if (line->master >= 0 || line->listener >= 0)
		return true;
	return line->link ? plug_pty(line, error) : plug_tcp(line, error);
}
