/*
 * What the device tests share: a shoe device with its own clock, a pseudo terminal it may be
 * plugged into, the text of what it reports, and waiting for a condition with a deadline.
 */
#pragma once

#include "devices/shoe/shoe-device.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

struct device_fixture {
	int64_t now_us; /* both clocks; moves only when a test says so */
	char *dir;      /* a temporary folder */
	char *link;     /* in it: the pseudo terminal's symbolic link */
	char *journal;  /* in it */
	int master;     /* -1 = unplugged */
	struct sabot_shoe_device_options options;
	struct sabot_shoe_device *device;
	GString *text; /* a line for each report */
	uint64_t n_sent;
};

/* For cmocka: *state is a struct device_fixture with a plugged terminal and no device. */
int
device_fixture_setup(void **state);
int
device_fixture_teardown(void **state);

/* Make the device from `options` and start it. */
void
device_fixture_start(struct device_fixture *fixture);

/* As kill -9 would: the device is gone, its last frame is given back. */
struct sabot_shoe_last_frame
device_fixture_kill(struct device_fixture *fixture);

/* Cable out and in. plug() does not wait until the device noticed. */
void
device_fixture_unplug(struct device_fixture *fixture);
void
device_fixture_plug(struct device_fixture *fixture);

/* Write to the terminal and wait until the device has taken it all. */
void
device_fixture_send(struct device_fixture *fixture, const void *bytes, size_t n_bytes);

/* One frame of the line protocol; `data` may be NULL. */
void
device_fixture_send_frame(struct device_fixture *fixture, char seq, char code, const char *data);

/* Run the main context until the line was opened so often, or fail after some seconds. */
void
device_fixture_wait_opened(struct device_fixture *fixture, uint64_t times);

/* Run the main context until the state is reached, or fail after some seconds. */
void
device_fixture_wait_state(struct device_fixture *fixture, enum sabot_shoe_state state);

/* Run the main context until `done` says so, or fail after some seconds. */
void
wait_until(bool (*done)(void *user), void *user);

/* The report's line is appended: "card 8S punto 1", "device error E1 …". */
void
append_report(GString *text, const struct sabot_shoe_report *report);

/* Since the last call, the reported lines; checked against `expected`. */
void
device_fixture_expect(struct device_fixture *fixture, const char *expected);
