/*
 * A real serial port by libserialport. If nothing may be sent it is opened for reading only, so
 * that the kernel itself prevents this program from commanding a shoe. libserialport 0.1.1 supports
 * neither symbolic links nor exclusive use, and reports "no data" and "unplugged" alike; all three
 * are handled here. A USB adapter that does not answer blocks its opener for seconds, so a thread
 * opens and closes. Owns the port and the source that watches its descriptor.
 */
#include "transport-serial.h"
#include "transport-private.h"
#include "transport-port.h"
#include "transport-watch.h"

#include <errno.h>
#include <gio/gio.h>
#include <libserialport.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct serial_transport {
	struct sabot_transport base;
	struct sabot_port opener;
	struct sp_port *port;          /* the opener's thread's, while it works */
	int fd;                        /* as `port` */
	bool is_exclusive;             /* likewise: nobody else may open it */
	struct sabot_watch *watch;     /* NULL = not open */
	struct sabot_hotplug *hotplug; /* NULL before the first start() */
};

static void
stop(struct sabot_transport *transport)
{
	struct serial_transport *self = (struct serial_transport *)transport;

	g_clear_pointer(&self->watch, sabot_watch_free);
	sabot_port_close(&self->opener);
}

static void
close_with(struct serial_transport *self, const char *reason)
{
	stop(&self->base);
	sabot_transport_closed(&self->base, reason);
}

/* False and `error` with the system's words when `result` is a failure. */
static bool
check(enum sp_return result, const char *what, GError **error)
{
	if (result >= 0)
		return true;
	if (result == SP_ERR_FAIL) {
		sabot_transport_set_os_error(error, what, sp_last_error_code());
	} else {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", what,
			    result == SP_ERR_ARG ? "no serial port" : "not possible");
	}
	return false;
}

static enum sp_parity
parity_of(enum sabot_parity parity)
{
	switch (parity) {
	case SABOT_PARITY_NONE:
		return SP_PARITY_NONE;
	case SABOT_PARITY_EVEN:
		return SP_PARITY_EVEN;
	case SABOT_PARITY_ODD:
		return SP_PARITY_ODD;
	}
	return SP_PARITY_NONE;
}

/* Modem lines up: many converters draw their power from them. */
static bool
set_line(struct sp_port *port, const struct sabot_line *line, GError **error)
{
	return check(sp_set_baudrate(port, (int)line->baud), "speed", error) &&
	       check(sp_set_bits(port, (int)line->data_bits), "data bits", error) &&
	       check(sp_set_parity(port, parity_of(line->parity)), "parity", error) &&
	       check(sp_set_stopbits(port, (int)line->stop_bits), "stop bits", error) &&
	       check(sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE), "flow control", error) &&
	       check(sp_set_dtr(port, SP_DTR_ON), "DTR", error) &&
	       check(sp_set_rts(port, SP_RTS_ON), "RTS", error);
}

/* Against programs that know no lock. */
static bool
exclude_others(struct serial_transport *self, GError **error)
{
	self->is_exclusive = ioctl(self->fd, TIOCEXCL) == 0;
	if (self->is_exclusive)
		return true;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "exclusive use: %s",
		    g_strerror(errno));
	return false;
}

/* By its name, or by what the symbolic links of that name lead to; udev's names are links. */
static struct sp_port *
find_port(const char *name, GError **error)
{
	g_autofree char *path = g_strdup(name);
	struct sp_port *port = NULL;

	for (int i = 0; path && i < SABOT_HOTPLUG_LINKS_MAX; i++) {
		char *next;

		if (sp_get_port_by_name(path, &port) == SP_OK)
			return port;
		next = sabot_hotplug_read_link(path);
		g_free(path);
		path = next;
	}
	if (access(name, F_OK) == 0)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: no serial port",
			    name);
	else
		g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "%s: %s", name,
			    g_strerror(errno));
	return NULL;
}

/* These two are called in a thread. */
static bool
open_port(void *user, GError **error)
{
	struct serial_transport *self = user;
	enum sp_mode mode = self->base.may_send ? SP_MODE_READ_WRITE : SP_MODE_READ;
	const char *name = self->base.address;
	struct sp_port *port = find_port(name, error);

	if (!port)
		return false;
	if (!check(sp_open(port, mode), name, error)) {
		sp_free_port(port);
		return false;
	}
	self->port = port;
	return check(sp_get_port_handle(port, &self->fd), name, error) &&
	       sabot_transport_claim_fd(self->fd, error) && exclude_others(self, error) &&
	       set_line(port, &self->base.line, error);
}

static void
close_port(void *user)
{
	struct serial_transport *self = user;

	if (!self->port)
		return;
	/* It would last as long as any program has the port open, and keep this one out, too. */
	if (self->is_exclusive)
		ioctl(self->fd, TIOCNXCL);
	self->is_exclusive = false;
	sp_close(self->port);
	g_clear_pointer(&self->port, sp_free_port);
}

static gboolean
on_ready(int fd, GIOCondition condition, void *user)
{
	struct serial_transport *self = user;
	uint8_t bytes[SABOT_TRANSPORT_CHUNK_BYTES_MAX];
	enum sp_return n = sp_nonblocking_read(self->port, bytes, sizeof bytes);

	(void)fd;
	(void)condition;
	if (n > 0) {
		sabot_transport_received(&self->base, bytes, (size_t)n);
		return G_SOURCE_CONTINUE;
	}
	close_with(self, "the port has gone");
	return G_SOURCE_REMOVE;
}

/* udev may know it by another of its names, or have it made only now. */
static void
on_plugged(const struct sabot_plugged *device, bool is_there, void *user)
{
	struct serial_transport *self = user;

	if (is_there && sabot_plugged_is_called(device, self->base.address))
		sabot_transport_arrived(&self->base);
}

static void
on_opened(void *user, const GError *error)
{
	struct serial_transport *self = user;

	if (error) {
		sabot_transport_closed(&self->base, error->message);
		return;
	}
	self->base.identity = sabot_hotplug_identify(self->hotplug, sp_get_port_name(self->port));
	self->watch = sabot_watch_new(self->fd, on_ready, self);
	sabot_transport_opened(&self->base);
}

static const struct sabot_port_ops opener_ops = {
	.open = open_port,
	.close = close_port,
	.opened = on_opened,
};

static void
start(struct sabot_transport *transport)
{
	struct serial_transport *self = (struct serial_transport *)transport;

	if (!self->hotplug)
		self->hotplug = sabot_hotplug_new("tty", on_plugged, self);
	sabot_port_open(&self->opener);
}

static bool
send_bytes(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	struct serial_transport *self = (struct serial_transport *)transport;

	return sp_nonblocking_write(self->port, bytes, n_bytes) == (enum sp_return)n_bytes;
}

static void
free_self(struct sabot_transport *transport)
{
	struct serial_transport *self = (struct serial_transport *)transport;

	sabot_port_clear(&self->opener);
	sabot_hotplug_free(self->hotplug);
	g_free(self);
}

static const struct sabot_transport_ops ops = {
	.scheme = "serial",
	.start = start,
	.stop = stop,
	.send = send_bytes,
	.free = free_self,
};

struct sabot_transport *
sabot_transport_serial_new(const char *address, GError **error)
{
	struct serial_transport *self;

	if (address[0] != '/') {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "`serial:%s`: an absolute path is needed", address);
		return NULL;
	}
	self = g_new0(struct serial_transport, 1);
	self->base.ops = &ops;
	self->base.address = g_strdup(address);
	self->opener = (struct sabot_port){.ops = &opener_ops, .user = self};
	return &self->base;
}

void
sabot_transport_serial_list(void (*fn)(const char *node, void *user), void *user)
{
	struct sp_port **ports;

	if (sp_list_ports(&ports) != SP_OK)
		return;
	for (size_t i = 0; ports[i]; i++)
		fn(sp_get_port_name(ports[i]), user);
	sp_free_port_list(ports);
}
