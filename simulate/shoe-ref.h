/*
 * A shoe's side of the reference protocol (docs/ref-protocol.md), as a maker would write it: it
 * numbers its events, keeps them, and answers the host. No clock, no line, no heap: bytes are sent
 * by a function of the caller.
 */
#pragma once

#include "devices/shoe/ref-frame.h"

typedef void
shoe_ref_send_fn(const uint8_t *bytes, size_t n_bytes, void *user);

struct shoe_ref {
	uint32_t boot_id;
	char serial[SABOT_REF_SERIAL_BYTES]; /* ended by a zero, unless it is as long as this */
	uint32_t last_event;
	uint8_t seq;
	bool is_locked, is_in_error;
	/* Each at its number modulo the length; type 0 = forgotten. */
	struct sabot_ref_message kept[SABOT_REF_KEPT_EVENTS_MIN];
	uint8_t line[2 * SABOT_REF_FRAME_BYTES_MAX]; /* from the host, not yet a frame */
	size_t n_line;
	uint32_t acknowledged;
	shoe_ref_send_fn *send;
	void *user;
};

/*
 * Switch on, with a boot number never used before and its serial number, of which only the first
 * SABOT_REF_SERIAL_BYTES count. Sends nothing yet.
 */
void
shoe_ref_init(struct shoe_ref *shoe, uint32_t boot_id, const char *serial, shoe_ref_send_fn *send,
	      void *user);

/* Record an event: `message` (boot and number are set here) is kept and sent `times` times. */
void
shoe_ref_happened(struct shoe_ref *shoe, struct sabot_ref_message message, unsigned times);

/* Record an event that the shoe does not know about: only its number is used up. */
void
shoe_ref_missed(struct shoe_ref *shoe);

/* Send the state; due each second. */
void
shoe_ref_send_state(struct shoe_ref *shoe);

/* Send the greeting: serial number, boot and last event. */
void
shoe_ref_send_hello(struct shoe_ref *shoe);

/* Process bytes from the host. Requests and commands are answered at once. */
void
shoe_ref_heard(struct shoe_ref *shoe, const uint8_t *bytes, size_t n_bytes);
