/*
 * A shoe as the daemon sees it: a driver on a transport, with the timers, the memory of the last
 * frame and the journal. It belongs to the main context that was the thread's default at start();
 * everything, including the callbacks, happens on that thread. It reconnects by itself without
 * limit.
 */
#pragma once

#include "devices/transport/hotplug.h"
#include "shoe-driver.h"

#include <glib.h>

enum {
	SABOT_SHOE_REPEAT_MS_MAX = 60000,
	SABOT_SHOE_HEARTBEATS_MISSED = 3, /* the shoe counts as silent after this: offline */
	SABOT_SHOE_HEARD_MS = 10000,      /* see is_heard() */
	SABOT_SHOE_SILENCE_MS_MIN = 1000,
	SABOT_SHOE_SILENCE_MS_MAX = 24 * 3600 * 1000,
	/*
	 * The most a real shoe may send: thirty cards a second in three copies each, and at once
	 * more than a load that was held up somewhere.
	 */
	SABOT_SHOE_FRAMES_PER_S = 100,
	SABOT_SHOE_FRAMES_AT_ONCE = 2048,
};

enum sabot_shoe_state {
	SABOT_SHOE_STOPPED,
	SABOT_SHOE_CONNECTING, /* since start(), never yet online */
	/*
	 * The line is open; if the driver has a heartbeat, the shoe was received as well; and not
	 * only noise has come since.
	 */
	SABOT_SHOE_ONLINE,
	SABOT_SHOE_OFFLINE, /* was open, or could not be opened; retried continually */
};
enum { SABOT_SHOE_STATES = SABOT_SHOE_OFFLINE + 1 };

enum sabot_result_by {
	SABOT_RESULT_BY_DEALER, /* the shoe's result is only a claim */
	SABOT_RESULT_BY_DEVICE, /* the shoe's result ends the round */
};

/* NULL for the real clocks; tests pass their own. */
struct sabot_shoe_clock {
	int64_t (*monotonic_us)(void *user);
	int64_t (*utc_us)(void *user); /* since 1970 */
	void *user;
};

/* Strings are copied. */
struct sabot_shoe_device_options {
	const char *name; /* "shoe-1" */
	/* "angeleye2"; for "replay" the one that a recording names */
	const char *driver;
	const char *transport;           /* URL, see transport.h */
	const char *journal_path;        /* .shoelog file to append to; NULL = none */
	uint64_t journal_size_max_bytes; /* size at which the next file begins; 0 = never */
	unsigned journal_n_old;          /* full files kept, as PATH.1 … */
	/* that write it (journal-writer.h); borrowed; NULL = a thread of its own */
	struct sabot_journal_threads *journal_threads;
	unsigned baud;      /* 0 = the driver's */
	unsigned repeat_ms; /* 0 = the driver's */
	/*
	 * For a shoe without a heartbeat: it is offline after this long without a frame; 0 = never.
	 */
	unsigned silence_ms;
	/*
	 * The meaning of the codes on cards (card-map.h): a file's absolute path, or the text; NULL
	 * = a code is its card's name. Passed to the driver; `card_map` below must not be set.
	 */
	const char *card_map;
	struct sabot_shoe_driver_options driver_options;
	enum sabot_result_by result_by;
	bool ignore_targets; /* on a table whose game is not the shoe's: no claims, no result */
	bool simulated;      /* each report is marked so; also set if there is no real shoe */
	bool commands;       /* people may command the shoe; otherwise its line is only read */
	/*
	 * The most frames per second, including repeats, and the most further ones at once that a
	 * shoe may send; a line that brings more is closed. 0 = no limit.
	 */
	unsigned frames_per_s, frames_at_once;
	struct sabot_shoe_clock clock;
};

/* The last whole frame, committed with its event and restored after a restart. */
struct sabot_shoe_last_frame {
	uint8_t bytes[SABOT_SHOE_FRAME_BYTES_MAX];
	size_t n_bytes;                      /* 0 = none */
	int64_t at_us;                       /* UTC */
	char serial[SABOT_SHOE_SERIAL_SIZE]; /* of the shoe that sent it; "" = not known */
};

/* An event for the table, and its source. Borrowed for the call, strings too. */
struct sabot_shoe_report {
	struct sabot_event event; /* CARD, CUT_CARD, RESULT or DEVICE; source READ, at_us set */
	enum sabot_shoe_target target; /* with CARD: the device's claim; NONE = none */
	int index;                     /* with CARD: claimed, or SABOT_SHOE_INDEX_NONE */
	/* with DEVICE error or cleared: the fault that the device reports */
	enum sabot_shoe_fault fault;
	bool late; /* it happened while the line was down; the shoe kept it */
	bool simulated;
	struct sabot_shoe_last_frame last_frame; /* n_bytes 0 if no frame caused it */
};

struct sabot_shoe_counters {
	uint64_t bytes;          /* received */
	uint64_t frames;         /* whole and correct, including repeats */
	uint64_t garbage_bytes;  /* bytes that belonged to no frame */
	uint64_t repeats;        /* frames suppressed as repeats */
	uint64_t lost;           /* frames known to be missing */
	uint64_t opened;         /* times the line was opened */
	uint64_t reconnects;     /* times the shoe came back */
	uint64_t sent;           /* frames, including commands */
	uint64_t send_errors;    /* frames that the line did not accept */
	uint64_t journal_errors; /* chunks not journaled; parsed all the same */
};

struct sabot_shoe_device;

struct sabot_shoe_device_handler {
	/*
	 * Events in order. One frame may yield several: what was lost before it, its content, what
	 * is unusual about it. Repeats yield none. May stop the device, must not free it.
	 */
	void (*event)(struct sabot_shoe_device *device, const struct sabot_shoe_report *report,
		      void *user);
	/* State or its detail changed. May be NULL. Must not free the device. */
	void (*state)(struct sabot_shoe_device *device, void *user);
	/*
	 * With SABOT_RESULT_BY_DEALER: the winner according to the shoe, for comparison only;
	 * `late` as in a report. May be NULL.
	 */
	void (*claim)(struct sabot_shoe_device *device, enum sabot_winner winner, bool late,
		      void *user);
	/*
	 * The shoe's identity became known since the line was opened, or another shoe answers;
	 * called after the events of the frame that showed it. May be NULL.
	 */
	void (*identity)(struct sabot_shoe_device *device, void *user);
	/* The bytes on the line, before they are decoded, for observers. May be NULL. */
	void (*bytes)(struct sabot_shoe_device *device, bool is_sent, const uint8_t *bytes,
		      size_t n_bytes, void *user);
};

#define SABOT_SHOE_DEVICE_ERROR (sabot_shoe_device_error_quark())
enum sabot_shoe_device_error {
	SABOT_SHOE_DEVICE_ERROR_OPTION,  /* the message names the option and what is wrong */
	SABOT_SHOE_DEVICE_ERROR_COMMAND, /* not allowed, not known to this shoe, or not sent */
};
GQuark
sabot_shoe_device_error_quark(void);

/* The device at the other end of the open line; "" if that is not known (hotplug.h). */
struct sabot_device_identity
sabot_shoe_device_get_identity(const struct sabot_shoe_device *device);

/*
 * The shoe's identity: the one it reports, otherwise the serial number of the USB device on which
 * the line was opened. "" if neither is known. It stays until another becomes known.
 */
struct sabot_shoe_identity
sabot_shoe_device_get_shoe(const struct sabot_shoe_device *device);

/* Its monotonic clock; a recording's own time while it plays one. */
int64_t
sabot_shoe_device_now_us(const struct sabot_shoe_device *device);

/* The name in the configuration. Borrowed. */
const char *
sabot_shoe_device_get_name(const struct sabot_shoe_device *device);

/* The driver that reads its frames. Borrowed, static. */
const struct sabot_shoe_driver *
sabot_shoe_device_get_driver(const struct sabot_shoe_device *device);

/* True if it is not a real shoe, but a simulated one or a recording. */
bool
sabot_shoe_device_is_simulated(const struct sabot_shoe_device *device);

/* The transport's URL. */
const char *
sabot_shoe_device_get_transport(const struct sabot_shoe_device *device);

/* The state last reported. */
enum sabot_shoe_state
sabot_shoe_device_get_state(const struct sabot_shoe_device *device);

/* Why it is offline, or "". Valid until the next change. */
const char *
sabot_shoe_device_get_detail(const struct sabot_shoe_device *device);

/* Counts since the device was made. */
struct sabot_shoe_counters
sabot_shoe_device_get_counters(const struct sabot_shoe_device *device);
