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
#include "devices/shoe/shoe-driver.h"

#include <glib-unix.h>

enum { SABOT_TRANSPORT_CHUNK_BYTES_MAX = 64 };

/* A recording's end, as the reason of closed(). */
#define SABOT_REPLAY_ENDED "the recording has ended"

struct sabot_transport_handler {
	void (*opened)(void *user);
	/* At most SABOT_TRANSPORT_CHUNK_BYTES_MAX bytes, borrowed for the call. Where the kind has
	 * reports, one of them. */
	void (*received)(const uint8_t *bytes, size_t n_bytes, void *user);
	/* The line could not be opened, or is gone. `reason` is a sentence, borrowed. */
	void (*closed)(const char *reason, void *user);
	/* While idle: what this line is made of was plugged in; start() may succeed now. May be
	 * called twice, or while stopped. May be NULL. */
	void (*arrived)(void *user);
};

struct sabot_transport;

struct sabot_transport_ops {
	const char *scheme; /* "serial" */
	bool has_reports;   /* bytes come and go in reports, as on USB; else they are a stream */
	/*
	 * Begin to open. Failure is reported by closed(), which may be called from inside start().
	 */
	void (*start)(struct sabot_transport *transport);
	/* Give the line up; nothing is called afterwards. */
	void (*stop)(struct sabot_transport *transport);
	/* Send all of it without waiting, or return false. Only while open and allowed. */
	bool (*send)(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);
	/* Of a recording: what its time is. NULL: it is now. */
	int64_t (*now_us)(const struct sabot_transport *transport);
	/* After stop(). The address outlives it: a thread may still be reading it. */
	void (*free)(struct sabot_transport *transport);
};

struct sabot_transport {
	const struct sabot_transport_ops *ops;
	const struct sabot_transport_handler *handler;
	void *user;
	char *address; /* owned; the URL behind its scheme */
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

/* In any state; then it is idle. Must be called by the handler's owner only. */
void
sabot_transport_stop(struct sabot_transport *transport);

/* Only while idle, and for good: from the next start() on the line is opened for writing too. */
void
sabot_transport_allow_send(struct sabot_transport *transport);

/* True if chunks are whole reports, as of HID, and not pieces of a stream. */
bool
sabot_transport_has_reports(const struct sabot_transport *transport);

/* It plays a recording; then its clock, which is not to be asked of other lines. */
bool
sabot_transport_is_recording(const struct sabot_transport *transport);
int64_t
sabot_transport_now_us(const struct sabot_transport *transport);

/*
 * Send a frame, or a report, at once. False when it is not allowed, the line is not open, or does
 * not take it now: then it is lost, as on a bad wire. Who speaks must be ready to say it again.
 */
bool
sabot_transport_send(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);

/*
 * Who is at the other end, while open; what is not known, or no USB device, is "". Another serial
 * number than before: the device was swapped.
 */
struct sabot_device_identity
sabot_transport_get_identity(const struct sabot_transport *transport);

/* For the kinds: open, a chunk came, gone, plugged in while idle; passed to the handler. */
void
sabot_transport_opened(struct sabot_transport *transport);
void
sabot_transport_received(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes);
void
sabot_transport_closed(struct sabot_transport *transport, const char *reason);
void
sabot_transport_arrived(struct sabot_transport *transport);

/*
 * For the kinds: `error` (G_IO_ERROR) says what the system answered to `what`, `code` being its
 * errno; where it was a matter of permission, who has it.
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
 * For the kinds: keep other Sabot processes off an open device, by flock(2). False and `error`
 * when another process holds it.
 */
bool
sabot_transport_claim_fd(int fd, GError **error);
