/*
 * Internals of the USB transport, in three parts: transport-usb.c finds a device by its URL,
 * transport-usb-session.c talks to one that was found, transport-usb-context.c runs libusb in the
 * GLib main loop. Not for other files, except transport-hid.c, which may need a HID device if the
 * kernel has no hidraw.
 */
#pragma once

#include "transport.h"

#include <libusb.h>

/*
 * libusb, once for all USB lines of a thread. Its descriptors are watched by the thread's default
 * main context; no call blocks and nothing is polled. Transfers end inside that source's dispatch,
 * where libusb allows little: therefore opening, closing and reporting the end are each done from a
 * separate source.
 */
struct sabot_usb_context {
	libusb_context *usb;
	GSource *source;
	unsigned n_users;
	GList *sessions; /* including those given up but not yet closed */
};

/* The interface of a device that has a shoe's endpoints. */
struct sabot_usb_interface {
	libusb_device *device; /* borrowed */
	uint8_t number;
	uint8_t in, out;              /* addresses of the endpoints; out 0 = none */
	bool in_is_bulk, out_is_bulk; /* otherwise interrupt: libusb has a call for each */
	bool is_hid;
	uint16_t in_packet_bytes;
};

struct sabot_usb_session;

/* transport-usb-context.c */

/* The thread's context, created at its first use. NULL and `error`. */
struct sabot_usb_context *
sabot_usb_context_use(GError **error);

/* The last user ends all remaining sessions, and the context. Not from inside a handler. */
void
sabot_usb_context_unuse(struct sabot_usb_context *context);

/* transport-usb-session.c */

/*
 * Open the device, claim the interface from a kernel driver that may hold it, and read. The handler
 * is called like a transport's, closed() only at the very end; never from inside this call. NULL
 * and `error` if the device cannot be opened.
 */
struct sabot_usb_session *
sabot_usb_session_new(struct sabot_usb_context *context,
		      const struct sabot_usb_interface *interface,
		      const struct sabot_transport_handler *handler, void *user, GError **error);

/* Report nothing any more; the session closes in the background and frees itself. */
void
sabot_usb_session_give_up(struct sabot_usb_session *session);

/* libusb reported that this device was unplugged. Allowed inside libusb's callbacks. */
void
sabot_usb_session_record_left(struct sabot_usb_session *session, libusb_device *device);

/* False if there is no endpoint for it, or too much is pending. */
bool
sabot_usb_session_send(struct sabot_usb_session *session, const uint8_t *bytes, size_t n_bytes);

/*
 * Wait until the session has closed and freed itself. Blocks; call only when the context ends.
 * False if libusb has not given its transfers back after 3 s.
 */
bool
sabot_usb_session_finish(struct sabot_usb_session *session);

/* transport-usb.c */

/* A USB transport that accepts only HID interfaces; see sabot_transport_usb_new(). */
struct sabot_transport *
sabot_transport_usb_new_hid(const char *address, GError **error);
