/*
 * The inside of a shoe device, shared by shoe-device.c (connections and bytes) and shoe-frames.c
 * (frames and reports). Not for other files.
 */
#pragma once

#include "recorder.h"
#include "shoe-device.h"
#include "transport.h"

struct sabot_shoe_device {
	char *name, *url;
	const struct sabot_shoe_driver *driver;
	struct sabot_shoe_driver_options driver_options;
	struct sabot_line line;
	int64_t repeat_us;
	enum sabot_result_by result_by;
	bool ignore_targets, simulated;
	struct sabot_shoe_clock clock;
	const struct sabot_shoe_device_handler *handler;
	void *user;

	struct sabot_transport *transport;
	void *driver_state;
	enum sabot_shoe_state state;
	char *detail;
	bool was_opened;          /* ever */
	bool said_offline;        /* since start() or the last time it was open */
	int64_t offline_since_us; /* monotonic */
	unsigned retry_ms;        /* the next pause */
	GSource *retry_timer, *partial_timer;

	uint8_t buffer[256]; /* received and not yet a frame */
	size_t n_buffered;
	struct sabot_shoe_last_frame last_frame;
	int64_t last_frame_us; /* monotonic */
	int64_t opened_us;     /* the line, monotonic */
	struct sabot_shoe_counters counters;

	struct sabot_recorder *journal;
	int64_t journal_start_us; /* monotonic */
	char *journal_error;
};

/* Monotonic. */
int64_t
sabot_shoe_device_now_us(const struct sabot_shoe_device *device);

/* Report a `device` event that no frame caused. `code` and `detail` may be NULL. */
void
sabot_shoe_device_say(struct sabot_shoe_device *device, enum sabot_device_state state,
		      const char *code, const char *detail);

/* Count a whole frame and report what it says, unless it is a repeat. */
void
sabot_shoe_device_take_frame(struct sabot_shoe_device *device, const uint8_t *frame,
			     size_t n_bytes);
