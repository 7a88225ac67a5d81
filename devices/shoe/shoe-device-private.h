/*
 * Internals of a shoe device, shared by the files named in shoe-device.c and by shoe-setup.c, which
 * reads its options. Not for other files.
 */
#pragma once

#include "journal-writer.h"
#include "shoe-device.h"
#include "devices/transport/transport.h"

/* The shortest and the longest pause between attempts to connect. */
enum { SABOT_SHOE_RETRY_FIRST_MS = 500, SABOT_SHOE_RETRY_LAST_MS = 30000 };

struct sabot_shoe_order {
	char *by;        /* who gave the command; NULL = nobody */
	int64_t sent_us; /* monotonic */
};

struct sabot_shoe_device {
	char *name, *url;
	const struct sabot_shoe_driver *driver;
	struct sabot_shoe_driver_options driver_options;
	struct sabot_card_map *card_map; /* owned, or NULL */
	struct sabot_line line;
	int64_t repeat_us;
	enum sabot_result_by result_by;
	bool ignore_targets, simulated, commands;
	/* offline after three of them in silence; 0 = no limit */
	unsigned beat_ms;
	bool must_be_heard;                    /* an open line alone does not count as online */
	unsigned frames_per_s, frames_at_once; /* as in its options */
	struct sabot_shoe_clock clock;
	const struct sabot_shoe_device_handler *handler;
	void *user;

	struct sabot_transport *transport;
	void *driver_state;
	enum sabot_shoe_state state;
	char *detail;
	bool is_open;       /* the line is open; the shoe itself may not have been received yet */
	bool was_online;    /* since the device was made */
	bool is_identified; /* the shoe has said who it is since the line was opened */
	bool has_forgotten; /* not reported yet: what the previous shoe had not sent is lost */
	bool said_offline;  /* since start() or the last time it was online */
	/* not reported yet: that nothing is missing of what was sent while offline */
	bool owes_level;
	/* an unknown number of messages was lost at some time, so nothing is certain about them */
	bool has_lost_any;
	int64_t online_since_us, offline_since_us; /* monotonic */
	unsigned retry_ms;                         /* the next pause */
	GSource *retry_timer, *partial_timer, *heartbeat_timer;
	int64_t heard_us; /* the last whole frame, or the opening; monotonic */
	/* Commands that the shoe has not answered yet. */
	struct sabot_shoe_order orders[SABOT_SHOE_COMMANDS];

	uint8_t buffer[256]; /* received, but not yet a frame */
	size_t n_buffered;
	struct sabot_shoe_last_frame last_frame;
	bool last_is_start;              /* the last frame was the shoe's start */
	struct sabot_shoe_identity shoe; /* as last reported */
	int64_t last_frame_us;           /* monotonic */
	int64_t opened_us;               /* when the line was opened; monotonic */
	struct sabot_shoe_counters counters;
	uint64_t noise_bytes;    /* garbage since the opening or the last whole frame */
	int64_t frames_until_us; /* monotonic; see shoe-limits.c */

	struct sabot_journal_writer *journal; /* NULL = none */
	uint64_t unheard_bytes;   /* garbage since the last whole frame, even across openings */
	uint64_t held_back_bytes; /* noise that was not written */
	GQueue journal_tail;      /* of GBytes: the last of that noise */
	size_t tail_bytes;
};

/* shoe-setup.c */

/*
 * Fill a new device from its options. False and `error` if one is invalid; the device must still be
 * freed.
 */
bool
sabot_shoe_device_set_up(struct sabot_shoe_device *device,
			 const struct sabot_shoe_device_options *options, GError **error);

/* shoe-device.c */

/* Destroy and forget a source of the device, if there is one. */
void
sabot_shoe_device_clear_source(GSource **source);

/* Call `fn` with the device in `in_ms`, replacing the source's previous purpose. */
void
sabot_shoe_device_arm(struct sabot_shoe_device *device, GSource **source, unsigned in_ms,
		      GSourceFunc fn);

/* Change the state, and report the change to the owner. `detail` is copied. */
void
sabot_shoe_device_set_state(struct sabot_shoe_device *device, enum sabot_shoe_state state,
			    const char *detail);

/* Begin a report of the device with the members that are the same in all of them. */
void
sabot_shoe_device_begin_report(const struct sabot_shoe_device *device, enum sabot_event_type type,
			       struct sabot_shoe_report *report);

/* Pass a finished report to the owner. */
void
sabot_shoe_device_report(struct sabot_shoe_device *device, struct sabot_shoe_report *report);

/* Report a `device` event that no frame caused. `code` and `detail` may be NULL. */
void
sabot_shoe_device_emit(struct sabot_shoe_device *device, enum sabot_device_state state,
		       const char *code, const char *detail);

/* shoe-connection.c */

/* The line could not be opened, or was lost: a transport's callback; `user` is the device. */
void
sabot_shoe_device_closed(const char *reason, void *user);

/* Set online: the line is open and, as far as that can be known, the shoe is there. */
void
sabot_shoe_device_be_online(struct sabot_shoe_device *device);

/* Close the line, as if it had been lost. */
void
sabot_shoe_device_hang_up(struct sabot_shoe_device *device, const char *reason);

/* Set offline although the line is open, because the shoe is no longer understood. */
void
sabot_shoe_device_be_offline(struct sabot_shoe_device *device, const char *reason);

/* The line was opened: watch the heartbeat, if the driver has one. */
void
sabot_shoe_device_watch_heartbeat(struct sabot_shoe_device *device);

/* shoe-journal.c */

/* Open the journal named in the options, if any. False and `error` if that fails. */
bool
sabot_shoe_device_journal_open(struct sabot_shoe_device *device,
			       const struct sabot_shoe_device_options *options, GError **error);
void
sabot_shoe_device_journal_close(struct sabot_shoe_device *device);

/* Write to the journal, if there is one: received bytes, before they are parsed. */
void
sabot_shoe_device_journal_received(struct sabot_shoe_device *device, const uint8_t *bytes,
				   size_t n_bytes);
void
sabot_shoe_device_journal_sent(struct sabot_shoe_device *device, const uint8_t *bytes,
			       size_t n_bytes);

/* Write that the line was opened, or was lost. */
void
sabot_shoe_device_journal_line(struct sabot_shoe_device *device);
void
sabot_shoe_device_journal_comment(struct sabot_shoe_device *device, const char *text);

/* The last received bytes contain a whole frame: if noise was held back, it has ended. */
void
sabot_shoe_device_journal_end_noise(struct sabot_shoe_device *device);

/* shoe-limits.c */

/* Count bytes that belonged to no frame. May close the line. */
void
sabot_shoe_device_record_garbage(struct sabot_shoe_device *device, size_t n_bytes);

/*
 * Count a whole frame, or filler, against what a shoe can deal. False if that is too much: it is
 * reported, the line is closed, and the frame must not be processed.
 */
bool
sabot_shoe_device_admit_frame(struct sabot_shoe_device *device);

/* shoe-speech.c */

/* Send the bytes that a driver wrote, as a report if the line has reports. */
void
sabot_shoe_device_send(struct sabot_shoe_device *device, const struct sabot_shoe_bytes *out);

/*
 * The person who commanded the state that the shoe now reports; the command then counts as
 * answered. NULL: nobody, the shoe changed by itself or by hand. Transferred.
 */
char *
sabot_shoe_device_match_order(struct sabot_shoe_device *device, enum sabot_device_state state);

/* Drop pending commands: a shoe that was away or has restarted does not answer them. */
void
sabot_shoe_device_forget_orders(struct sabot_shoe_device *device);

/* shoe-report.c */

/* Report the shoe's identity, if it is known and new. */
void
sabot_shoe_device_record_shoe(struct sabot_shoe_device *device);

/* Count a whole frame and report its content, unless it is a repeat. */
void
sabot_shoe_device_process_frame(struct sabot_shoe_device *device, const uint8_t *frame,
				size_t n_bytes);
