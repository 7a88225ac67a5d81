/*
 * What the drivers' unit tests share: a driver without a device, fed bytes as a line brings them,
 * and the text of what it says and wants sent.
 */
#pragma once

#include "devices/shoe/shoe-driver.h"

#include <glib.h>

struct driver_fixture {
	const struct sabot_shoe_driver *driver;
	void *state;
	GString *text;     /* a line an event; "> 7f 00 …" what is to be sent; "garbage" */
	uint8_t line[256]; /* received and not yet a frame */
	size_t n_line;
};

/* `options` may be NULL. The line has been opened. */
void
driver_fixture_init(struct driver_fixture *fixture, const struct sabot_shoe_driver *driver,
		    const struct sabot_shoe_driver_options *options);
void
driver_fixture_clear(struct driver_fixture *fixture);

/* At most `step` new bytes at a time become visible to the driver. */
void
driver_fixture_feed(struct driver_fixture *fixture, const void *bytes, size_t n_bytes, size_t step);

/* What the driver says to one frame, as it stands. */
void
driver_fixture_decode(struct driver_fixture *fixture, const uint8_t *frame, size_t n_bytes);

/* The line was opened again; the heartbeat's time has come; a report came. */
void
driver_fixture_open(struct driver_fixture *fixture);
void
driver_fixture_tick(struct driver_fixture *fixture);
void
driver_fixture_report(struct driver_fixture *fixture, const void *report, size_t n_bytes);

/* Since the last call, the text is this. `what` names the case. */
void
driver_fixture_expect(struct driver_fixture *fixture, const char *what, const char *expected);

/*
 * Fed whole, a byte at a time, and behind bytes that begin no frame, the driver says `expected`
 * (and "garbage" lines of the latter are not counted).
 */
void
driver_fixture_check(const struct sabot_shoe_driver *driver,
		     const struct sabot_shoe_driver_options *options, const GByteArray *bytes,
		     const char *garbage, const char *expected);
