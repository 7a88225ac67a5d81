/*
 * A line to a device, whatever it is made of: bytes come in, the line breaks, it is opened again.
 * Everything is asynchronous on the main context that was the thread's default at start(), so a
 * line that hangs delays nobody. Lines are opened for reading only, and nothing is ever sent,
 * unless sabot_transport_allow_send() was called.
 *
 *     idle ──start()──→ opening ──opened()──→ open ──closed()──→ idle
 *                          └───────closed()─────────────────────→ idle
 *
 * A kind of transport fills in sabot_transport_ops and embeds struct sabot_transport first.
 */
#pragma once

#include "hotplug.h"
#include "line-settings.h"

#include <glib-unix.h>

enum { SABOT_TRANSPORT_CHUNK_BYTES_MAX = 64 };

/* The reason of closed() at a recording's end. */
#define SABOT_REPLAY_ENDED "the recording has ended"

struct sabot_transport_handler {
	void (*opened)(void *user);
	/*
	 * At most SABOT_TRANSPORT_CHUNK_BYTES_MAX bytes, borrowed for the call. If the kind has
	 * reports, one report.
	 */
	void (*received)(const uint8_t *bytes, size_t n_bytes, void *user);
	/* The line could not be opened, or was lost. `reason` is a sentence, borrowed. */
	void (*closed)(const char *reason, void *user);
	/*
	 * While idle: the device of this line was plugged in; start() may succeed now. May be
	 * called twice, or while stopped. May be NULL.
	 */
	void (*arrived)(void *user);
};

struct sabot_transport;

struct sabot_transport_ops {
	const char *scheme; /* "serial" */
	/* bytes come and go in reports, as on USB; otherwise they are a stream */
	bool has_reports;
	/*
	 * Begin to open. Failure is reported by closed(), which may be called from inside start().
	 */
	void (*start)(struct sabot_transport *transport);
	/* Close the line; no callback is made afterwards. */
	void (*stop)(struct sabot_transport *transport);
	/* Send all of it without waiting, or return false. Only while open and allowed. */
	bool (*send)(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);
	/* For a recording: its own time. NULL: the present time. */
	int64_t (*now_us)(const struct sabot_transport *transport);
	/*
	 * Called after stop(). The address outlives it, because a thread may still be reading it.
	 */
	void (*free)(struct sabot_transport *transport);
};

struct sabot_transport {
	const struct sabot_transport_ops *ops;
	const struct sabot_transport_handler *handler;
	void *user;
	char *address; /* owned; the URL after its scheme */
	struct sabot_line line;
	bool may_send;
	bool is_open;                          /* between opened() and closed() or stop() */
	struct sabot_device_identity identity; /* the kinds set it before opened() */
};

/* Stops it first. NULL is allowed. */
void
sabot_transport_free(struct sabot_transport *transport);

/* Only while idle. */
void
sabot_transport_start(struct sabot_transport *transport);

/* Allowed in any state; then it is idle. Must be called by the handler's owner only. */
void
sabot_transport_stop(struct sabot_transport *transport);

/* Only while idle, and permanent: from the next start() on the line is opened for writing, too. */
void
sabot_transport_allow_send(struct sabot_transport *transport);

/* True if chunks are whole reports, as for HID, and not pieces of a stream. */
bool
sabot_transport_has_reports(const struct sabot_transport *transport);

/* True if it plays a recording; then its clock, which must not be used for other lines. */
bool
sabot_transport_is_recording(const struct sabot_transport *transport);
int64_t
sabot_transport_now_us(const struct sabot_transport *transport);

/*
 * Send a frame, or a report, at once. False if it is not allowed, the line is not open, or cannot
 * take it now: then it is lost, as on a bad wire, and the sender must be prepared to repeat it.
 */
bool
sabot_transport_send(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);

/*
 * The device at the other end, while open; members that are not known are "", all of them if it is
 * no USB device. A changed serial number means that the device was swapped.
 */
struct sabot_device_identity
sabot_transport_get_identity(const struct sabot_transport *transport);

/* For the kinds: opened, a chunk received, closed, plugged in while idle; passed to the handler. */
void
sabot_transport_opened(struct sabot_transport *transport);
void
sabot_transport_received(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);
void
sabot_transport_closed(struct sabot_transport *transport, const char *reason);
void
sabot_transport_arrived(struct sabot_transport *transport);

/*
 * For the kinds: set `error` (G_IO_ERROR) to the system's answer to `what`, its errno being `code`;
 * for a lack of permission it also says who has it.
 */
void
sabot_transport_set_os_error(GError **error, const char *what, int code);

/* For the kinds: destroy and forget a source, if there is one. */
void
sabot_transport_clear_source(GSource **source);

/* For the kinds: write(2) all of it to a descriptor that does not block. */
bool
sabot_transport_write_fd(int fd, const uint8_t *bytes, size_t n_bytes);

/*
 * For the kinds: keep other Sabot processes off an open device, by flock(2). False and `error` if
 * another process holds it.
 */
bool
sabot_transport_claim_fd(int fd, GError **error);
