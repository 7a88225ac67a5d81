/*
 * What all transports share: the calls through the table of their kind, and helpers for the kinds.
 */
#include "transport-private.h"

#include <errno.h>
#include <gio/gio.h>
#include <sys/file.h>
#include <unistd.h>

void
sabot_transport_free(struct sabot_transport *transport)
{
	char *address;

	if (!transport)
		return;
	address = transport->address;
	transport->ops->stop(transport);
	transport->ops->free(transport);
	g_free(address);
}

void
sabot_transport_start(struct sabot_transport *transport)
{
	transport->ops->start(transport);
}

void
sabot_transport_stop(struct sabot_transport *transport)
{
	transport->is_open = false;
	transport->ops->stop(transport);
}

void
sabot_transport_allow_send(struct sabot_transport *transport)
{
	transport->may_send = true;
}

bool
sabot_transport_has_reports(const struct sabot_transport *transport)
{
	return transport->ops->has_reports;
}

bool
sabot_transport_is_recording(const struct sabot_transport *transport)
{
	return transport->ops->now_us;
}

int64_t
sabot_transport_now_us(const struct sabot_transport *transport)
{
	return transport->ops->now_us(transport);
}

bool
sabot_transport_send(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	return transport->may_send && transport->is_open &&
	       transport->ops->send(transport, bytes, n_bytes);
}

void
sabot_transport_opened(struct sabot_transport *transport)
{
	transport->is_open = true;
	transport->handler->opened(transport->user);
}

void
sabot_transport_received(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	transport->handler->received(bytes, n_bytes, transport->user);
}

void
sabot_transport_closed(struct sabot_transport *transport, const char *reason)
{
	transport->is_open = false;
	transport->handler->closed(reason, transport->user);
}

void
sabot_transport_arrived(struct sabot_transport *transport)
{
	if (transport->handler->arrived)
		transport->handler->arrived(transport->user);
}

struct sabot_device_identity
sabot_transport_get_identity(const struct sabot_transport *transport)
{
	static const struct sabot_device_identity nobody;

	return transport->is_open ? transport->identity : nobody;
}

void
sabot_transport_set_os_error(GError **error, const char *what, int code)
{
	bool is_forbidden = code == EACCES || code == EPERM;

	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(code), "%s: %s%s", what,
		    g_strerror(code),
		    is_forbidden ? "; its reader must be in the group sabot (udev/60-sabot.rules)"
				 : "");
}

void
sabot_transport_clear_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

bool
sabot_transport_write_fd(int fd, const uint8_t *bytes, size_t n_bytes)
{
	ssize_t n;

	do
		n = write(fd, bytes, n_bytes);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)n_bytes;
}

bool
sabot_transport_claim_fd(int fd, GError **error)
{
	int code;

	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	code = errno;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(code), "%s",
		    code == EWOULDBLOCK ? "another process reads this line" : g_strerror(code));
	return false;
}
