/*
 * See systemd.h. The variables count only if they name this process: those inherited through a
 * shell are ignored.
 */
#include "systemd.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LISTEN_FD = 3 }; /* the first descriptor that is passed */

/* A name that begins with @ is in the abstract namespace: its first byte becomes 0. */
static bool
fill_address(const char *path, struct sockaddr_un *ret_address, socklen_t *ret_length)
{
	size_t length = strlen(path);

	if ((path[0] != '/' && path[0] != '@') || length >= sizeof(ret_address->sun_path))
		return false;
	*ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
	memcpy(ret_address->sun_path, path, length);
	if (path[0] == '@')
		ret_address->sun_path[0] = '\0';
	*ret_length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
	return true;
}

void
sabot_systemd_notify(const char *lines)
{
	const char *path = g_getenv("NOTIFY_SOCKET");
	struct sockaddr_un address;
	socklen_t length;
	ssize_t n_sent = -1;
	int fd;

	if (!path)
		return;
	errno = EINVAL;
	fd = fill_address(path, &address, &length) ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
						   : -1;
	/* A manager that does not read must not delay the tables. */
	if (fd >= 0)
		n_sent = sendto(fd, lines, strlen(lines), MSG_DONTWAIT | MSG_NOSIGNAL,
				(struct sockaddr *)&address, length);
	if (n_sent < 0)
		g_warning("the service manager cannot be told: %s: %s", path, g_strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* A number from 1 on, else 0. */
static int64_t
get_number(const char *name)
{
	const char *text = g_getenv(name);
	gint64 number;

	if (!text || !g_ascii_string_to_signed(text, 10, 1, G_MAXINT64, &number, NULL))
		return 0;
	return number;
}

int64_t
sabot_systemd_watchdog_us(void)
{
	int64_t pid = get_number("WATCHDOG_PID");

	return pid == 0 || pid == getpid() ? get_number("WATCHDOG_USEC") : 0;
}

static bool
is_listening(int fd)
{
	static const struct {
		int option, value;
	} wanted[] = {
		{SO_DOMAIN, AF_UNIX},
		{SO_TYPE, SOCK_STREAM},
		{SO_ACCEPTCONN, 1},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
		socklen_t length = sizeof(int);
		int value;

		if (getsockopt(fd, SOL_SOCKET, wanted[i].option, &value, &length) != 0 ||
		    value != wanted[i].value)
			return false;
	}
	return true;
}

int
sabot_systemd_inherit_socket(GError **error)
{
	int64_t n_fds = get_number("LISTEN_FDS");

	if (n_fds == 0 || get_number("LISTEN_PID") != getpid())
		return -1;
	if (n_fds != 1 || !is_listening(LISTEN_FD)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "one listening unix stream socket is taken from the service manager; it"
			    " passed %" G_GINT64_FORMAT " descriptors%s",
			    n_fds, n_fds == 1 ? " of another kind" : "");
		return -1;
	}
	fcntl(LISTEN_FD, F_SETFD, FD_CLOEXEC);
	return LISTEN_FD;
}
