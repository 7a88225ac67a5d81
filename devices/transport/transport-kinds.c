/* The kinds of transport by the scheme of their URL. */
#include "transport-kinds.h"

#include "transport-private.h"

#include <gio/gio.h>

static const struct {
	const char *scheme;
	struct sabot_transport *(*create)(const char *address, GError **error);
} kinds[] = {
	{"serial:", sabot_transport_serial_new}, {"usb:", sabot_transport_usb_new},
	{"hid:", sabot_transport_hid_new},       {"hidraw:", sabot_transport_hidraw_new},
	{"pty:", sabot_transport_pty_new},       {"fd:", sabot_transport_fd_new},
	{"tcp:", sabot_transport_tcp_new},       {"replay:", sabot_transport_replay_new},
};

struct sabot_transport *
sabot_transport_new(const char *url, const struct sabot_line *line,
		    const struct sabot_transport_handler *handler, void *user, GError **error)
{
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct sabot_transport *transport;

		if (!g_str_has_prefix(url, kinds[i].scheme))
			continue;
		transport = kinds[i].create(url + strlen(kinds[i].scheme), error);
		if (!transport)
			return NULL;
		transport->line = *line;
		transport->handler = handler;
		transport->user = user;
		return transport;
	}
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    "`%s` is no line: it must begin with serial:, usb:, hid:, hidraw:, pty:, fd:, "
		    "tcp: or replay:",
		    url);
	return NULL;
}
