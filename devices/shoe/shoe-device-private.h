/*
 * The inside of a shoe device, shared by the files named in shoe-device.c and by shoe-setup.c,
 * which reads its options. Not for other files.
 */
#pragma once

#include "journal-writer.h"
#include "shoe-device.h"
#include "devices/transport/transport.h"

/* The shortest and the longest pause between attempts to connect. */
enum { SABOT_SHOE_RETRY_FIRST_MS = 500, SABOT_SHOE_RETRY_LAST_MS = 30000 };

struct sabot_shoe_order {
	char *by;        /* who asked; NULL = nobody */
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
	unsigned beat_ms;                      /* silent for three of them: offline; 0 = no limit */
	bool must_be_heard;                    /* an open line alone does not make it online */
	unsigned frames_per_s, frames_at_once; /* as in its options */
	struct sabot_shoe_clock clock;
	const struct sabot_shoe_device_handler *handler;
	void *user;

	struct sabot_transport *transport;
	void *driver_state;
	enum sabot_shoe_state state;
	char *detail;
	bool is_open;       /* the line; the shoe itself may not have been heard yet */
	bool was_online;    /* ever */
	bool has_forgotten; /* not reported yet: what the shoe before had not sent is lost */
	bool said_offline;  /* since start() or the last time it was online */
	bool owes_level;    /* not reported yet: that nothing is missing of what left it offline */
	bool has_lost_any;  /* an unknown number of messages, ever: nothing is certain of them */
	int64_t online_since_us, offline_since_us; /* monotonic */
	unsigned retry_ms;                         /* the next pause */
	GSource *retry_timer, *partial_timer, *heartbeat_timer;
	int64_t heard_us; /* the last whole frame, or the opening; monotonic */
	/* Commands that the shoe has not answered yet. */
	struct sabot_shoe_order orders[SABOT_SHOE_COMMANDS];

	uint8_t buffer[256]; /* received and not yet a frame */
	size_t n_buffered;
	struct sabot_shoe_last_frame last_frame;
	bool last_is_start;              /* it said that the shoe has started */
	struct sabot_shoe_identity shoe; /* as last reported */
	int64_t last_frame_us;           /* monotonic */
	int64_t opened_us;               /* the line, monotonic */
	struct sabot_shoe_counters counters;
	uint64_t noise_bytes;    /* garbage since the opening or the last whole frame */
	int64_t frames_until_us; /* monotonic; see shoe-limits.c */

	struct sabot_journal_writer *journal; /* NULL = none */
	uint64_t unheard_bytes;   /* garbage since the last whole frame, whatever was opened */
	uint64_t held_back_bytes; /* of noise, not written */
	GQueue journal_tail;      /* of GBytes: the last of them */
	size_t tail_bytes;
};

/* Fill a new device from its options. False and `error` when one cannot be; still to be freed. */
bool
sabot_shoe_device_set_up(struct sabot_shoe_device *device,
			 const struct sabot_shoe_device_options *options, GError **error);

/* Destroy and forget a source of the device, if there is one. */
void
sabot_shoe_device_clear_source(GSource **source);

/* Call `fn` with the device in `in_ms`, instead of what the source was for. */
void
sabot_shoe_device_arm(struct sabot_shoe_device *device, GSource **source, unsigned in_ms,
		      GSourceFunc fn);

/* Change the state, and report the change to the owner. `detail` is copied. */
void
sabot_shoe_device_set_state(struct sabot_shoe_device *device, enum sabot_shoe_state state,
			    const char *detail);

/* Begin a report of the device with what is the same in all of them. */
void
sabot_shoe_device_begin_report(const struct sabot_shoe_device *device, enum sabot_event_type type,
			       struct sabot_shoe_report *report);

/* Pass a finished report to the owner. */
void
sabot_shoe_device_report(struct sabot_shoe_device *device, struct sabot_shoe_report *report);

/* The line could not be opened, or is gone: a transport's callback; `user` is the device. */
void
sabot_shoe_device_closed(const char *reason, void *user);

/* The line is open and, where that can be known, the shoe is there. */
void
sabot_shoe_device_be_online(struct sabot_shoe_device *device);

/* The line is to be given up, as if it had gone. */
void
sabot_shoe_device_hang_up(struct sabot_shoe_device *device, const char *reason);

/* It is not understood any more: offline, though the line is open. */
void
sabot_shoe_device_be_offline(struct sabot_shoe_device *device, const char *reason);

/* Open the journal that the options name, if they do. False and `error` when that fails. */
bool
sabot_shoe_device_journal_open(struct sabot_shoe_device *device,
			       const struct sabot_shoe_device_options *options, GError **error);
void
sabot_shoe_device_journal_close(struct sabot_shoe_device *device);

/* Put into the journal, if there is one: what is received, before it is looked at. */
void
sabot_shoe_device_journal_received(struct sabot_shoe_device *device, const uint8_t *bytes,
				   size_t n_bytes);
void
sabot_shoe_device_journal_sent(struct sabot_shoe_device *device, const uint8_t *bytes,
			       size_t n_bytes);
/* The line was opened, or is gone. */
void
sabot_shoe_device_journal_line(struct sabot_shoe_device *device);
void
sabot_shoe_device_journal_comment(struct sabot_shoe_device *device, const char *text);
/* What was received last holds a whole frame: if noise was held back, it is over. */
void
sabot_shoe_device_journal_end_noise(struct sabot_shoe_device *device);

/* So many bytes were no frame. May give the line up. */
void
sabot_shoe_device_record_garbage(struct sabot_shoe_device *device, size_t n_bytes);

/*
 * A whole frame has come, or filler: count it against what a shoe can deal. False when that is too
 * much: it is said, the line is given up, and the frame is not to be looked at.
 */
bool
sabot_shoe_device_admit_frame(struct sabot_shoe_device *device);

/* Send what a driver wrote, as a report where the line has those. */
void
sabot_shoe_device_send(struct sabot_shoe_device *device, const struct sabot_shoe_bytes *out);

/* The line was opened: watch the heartbeat, if the driver has one. */
void
sabot_shoe_device_watch_heartbeat(struct sabot_shoe_device *device);

/*
 * Who requested the state that the shoe says it is in now; it has answered him then. NULL: nobody,
 * it did so by itself or by a hand. Transferred.
 */
char *
sabot_shoe_device_match_order(struct sabot_shoe_device *device, enum sabot_device_state state);

/* A shoe that was away or has started answers nothing that it was asked before. */
void
sabot_shoe_device_forget_orders(struct sabot_shoe_device *device);

/* Report the shoe's identity, if it is known and new. */
void
sabot_shoe_device_record_shoe(struct sabot_shoe_device *device);

/* Report a `device` event that no frame caused. `code` and `detail` may be NULL. */
void
sabot_shoe_device_emit(struct sabot_shoe_device *device, enum sabot_device_state state,
		       const char *code, const char *detail);

/* Count a whole frame and report what it says, unless it is a repeat. */
void
sabot_shoe_device_process_frame(struct sabot_shoe_device *device, const uint8_t *frame,
				size_t n_bytes);
