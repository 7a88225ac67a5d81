/*
 * A line alone, without a device on it: what a transport passes to its handler, as text.
 */
#pragma once

#include "device-fixture.h"

#include "devices/transport/transport.h"

struct line {
	struct sabot_transport *transport;
	GString *log; /* "opened", "received 01 02", "closed …", "arrived": a line each */
	uint64_t n_chunks;
};

/* Not yet started. */
struct line *
line_new(const char *url);

void
line_start(struct line *line);

void
line_free(struct line *line);

/* Wait until so much was reported since the last call as `expected` has, and compare. */
void
line_expect(struct line *line, const char *expected);

/* As wait_until(), for what happens on another thread: it looks again and again. */
void
poll_until(bool (*done)(void *user), void *user);

/* Run the main context for so long; returns how often anything had to be done. */
unsigned
count_wake_ups(unsigned for_ms);
