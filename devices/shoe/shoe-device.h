/*
 * A shoe as the daemon sees it: a driver on a transport, with the timers, the memory of the last
 * frame and the journal. It lives on the main context that was the thread's default at start();
 * everything, the callbacks too, happens on that thread. It reconnects by itself for ever.
 */
#pragma once

#include "devices/transport/hotplug.h"
#include "shoe-driver.h"

#include <glib.h>

enum {
	SABOT_SHOE_REPEAT_MS_MAX = 60000,
	SABOT_SHOE_HEARTBEATS_MISSED = 3, /* then the shoe is silent: offline */
	SABOT_SHOE_HEARD_MS = 10000,      /* see is_heard() */
	SABOT_SHOE_SILENCE_MS_MIN = 1000,
	SABOT_SHOE_SILENCE_MS_MAX = 24 * 3600 * 1000,
	/* What a real shoe may send: thirty cards a second in three copies each, and more than a
	 * load that waited somewhere at once. */
	SABOT_SHOE_FRAMES_PER_S = 100,
	SABOT_SHOE_FRAMES_AT_ONCE = 2048,
};

enum sabot_shoe_state {
	SABOT_SHOE_STOPPED,
	SABOT_SHOE_CONNECTING, /* since start(), never yet online */
	/* The line is open; where the driver has a heartbeat, the shoe was heard as well; and what
	 * came since was not only noise. */
	SABOT_SHOE_ONLINE,
	SABOT_SHOE_OFFLINE, /* was open, or could not be opened; tried again and again */
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
	const char *name;                /* "shoe-1" */
	const char *driver;              /* "angeleye2"; "replay": the one that a recording names */
	const char *transport;           /* URL, see transport.h */
	const char *journal_path;        /* .shoelog to append to; NULL = none */
	uint64_t journal_size_max_bytes; /* then the next file begins; 0 = never */
	unsigned journal_n_old;          /* full ones kept, as PATH.1 … */
	unsigned baud;                   /* 0 = the driver's */
	unsigned repeat_ms;              /* 0 = the driver's */
	/* Of a shoe without a heartbeat: so long without a frame, and it is offline; 0 = never. */
	unsigned silence_ms;
	/* What codes on cards mean (card-map.h): a file's absolute path, or the text; NULL = a code
	 * is its card's name. Goes to the driver; `card_map` below is not to be set. */
	const char *card_map;
	struct sabot_shoe_driver_options driver_options;
	enum sabot_result_by result_by;
	bool ignore_targets; /* on a table whose game is not the shoe's: no claims, no result */
	bool simulated;      /* each report says so; also if there is no real shoe */
	bool commands;       /* people may command the shoe; else its line is read only */
	/* So many frames a second, repeats included, and so many more at once are what a shoe may
	 * send; a line that brings more is given up. 0 = no limit. */
	unsigned frames_per_s, frames_at_once;
	struct sabot_shoe_clock clock;
};

/* The last whole frame, to be committed with its event and given back after a restart. */
struct sabot_shoe_last_frame {
	uint8_t bytes[SABOT_SHOE_FRAME_BYTES_MAX];
	size_t n_bytes;                      /* 0 = none */
	int64_t at_us;                       /* UTC */
	char serial[SABOT_SHOE_SERIAL_SIZE]; /* of the shoe that sent it; "" = not known */
};

/* An event for the table, and what it came from. Borrowed for the call, strings too. */
struct sabot_shoe_report {
	struct sabot_event event; /* CARD, CUT_CARD, RESULT or DEVICE; source READ, at_us set */
	enum sabot_shoe_target target; /* with CARD: the device's claim; NONE = none */
	int index;                     /* with CARD: claimed, or SABOT_SHOE_INDEX_NONE */
	enum sabot_shoe_fault fault; /* with DEVICE error or cleared: what the device says it is */
	bool late;                   /* it happened while the line was down; the shoe kept it */
	bool simulated;
	struct sabot_shoe_last_frame last_frame; /* n_bytes 0 when no frame caused it */
};

struct sabot_shoe_counters {
	uint64_t bytes;          /* received */
	uint64_t frames;         /* whole and right, repeats included */
	uint64_t garbage_bytes;  /* that belonged to no frame */
	uint64_t repeats;        /* frames suppressed as said before */
	uint64_t lost;           /* frames known to be missing */
	uint64_t opened;         /* times the line was opened */
	uint64_t reconnects;     /* times the shoe came back */
	uint64_t sent;           /* frames, commands included */
	uint64_t send_errors;    /* frames that the line did not take */
	uint64_t journal_errors; /* chunks not journaled; parsed all the same */
};

struct sabot_shoe_device;

struct sabot_shoe_device_handler {
	/*
	 * Events in order. One frame may yield several: what was lost before it, what it says, what
	 * is odd about it. Repeats yield none. May stop the device, must not free it.
	 */
	void (*event)(struct sabot_shoe_device *device, const struct sabot_shoe_report *report,
		      void *user);
	/* State or its detail changed. May be NULL. Must not free the device. */
	void (*state)(struct sabot_shoe_device *device, void *user);
	/*
	 * With SABOT_RESULT_BY_DEALER: whom the shoe believes to have won, to be compared and no
	 * more; `late` as in a report. May be NULL.
	 */
	void (*claim)(struct sabot_shoe_device *device, enum sabot_winner winner, bool late,
		      void *user);
	/*
	 * Who the shoe is became known, or another shoe answers; after the events of the frame that
	 * showed it. May be NULL.
	 */
	void (*identity)(struct sabot_shoe_device *device, void *user);
	/* What the line carries, before it is understood; for who looks on. May be NULL. */
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

/* Who is at the other end of the open line; "" where that is not known (hotplug.h). */
struct sabot_device_identity
sabot_shoe_device_get_identity(const struct sabot_shoe_device *device);

/*
 * Who the shoe is: what it says itself, else the serial number of the USB device that the line was
 * opened on. "" where neither is known. It stays until another is known.
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

/* It is no real shoe: a simulated one, or a recording. */
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
