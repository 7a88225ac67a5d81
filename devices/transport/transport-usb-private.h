/*
 * The inside of the USB transport, in three parts: transport-usb.c finds a device by its URL,
 * transport-usb-session.c talks to one that was found, transport-usb-context.c lets libusb run in
 * the GLib main loop. Not for other files, but for transport-hid.c, which may need a HID device
 * where the kernel has no hidraw.
 */
#pragma once

#include "transport.h"

#include <libusb.h>

/*
 * libusb, once for all USB lines of a thread. Its descriptors are watched by the thread's default
 * main context; no call waits and nothing is polled. Transfers end inside of that source's
 * dispatch, where libusb allows little: whatever opens, closes or reports the end does it from a
 * source of its own.
 */
struct sabot_usb_context {
	libusb_context *usb;
	GSource *source;
	unsigned n_users;
	GList *sessions; /* also those given up and not yet at their end */
};

/* The thread's context, made when it is the first use of it. NULL and `error`. */
struct sabot_usb_context *
sabot_usb_context_use(GError **error);

/* The last user ends every session that is left, and the context. Not from inside a handler. */
void
sabot_usb_context_unuse(struct sabot_usb_context *context);

/* The interface of a device that has a shoe's endpoints. */
struct sabot_usb_interface {
	libusb_device *device; /* borrowed */
	uint8_t number;
	uint8_t in, out;              /* endpoints' addresses; out 0 = there is none */
	bool in_is_bulk, out_is_bulk; /* else interrupt: libusb has a call for each */
	bool is_hid;
	uint16_t in_packet_bytes;
};

struct sabot_usb_session;

/*
 * Open the device, take the interface from a kernel driver that may hold it, and read. The handler
 * is called as a transport's is, closed() at the very end only; never from inside this call. NULL
 * and `error` when the device cannot be opened.
 */
struct sabot_usb_session *
sabot_usb_session_new(struct sabot_usb_context *context,
		      const struct sabot_usb_interface *interface,
		      const struct sabot_transport_handler *handler, void *user, GError **error);

/* Nothing is reported any more; it closes behind the scenes and frees itself. */
void
sabot_usb_session_give_up(struct sabot_usb_session *session);

/* libusb says that this device was unplugged. Allowed inside of libusb's callbacks. */
void
sabot_usb_session_record_left(struct sabot_usb_session *session, libusb_device *device);

/* False when there is no endpoint for it, or too much is under way. */
bool
sabot_usb_session_send(struct sabot_usb_session *session, const uint8_t *bytes, size_t n_bytes);

/* Wait until it has closed and freed itself: for the context's end. False when it does not. */
bool
sabot_usb_session_finish(struct sabot_usb_session *session);

/* A USB transport that takes HID interfaces and no others; see sabot_transport_usb_new(). */
struct sabot_transport *
sabot_transport_usb_new_hid(const char *address, GError **error);
