/*
 * The bottom of the wire (docs/wire.md): bytes to lines, and the limits that hold before anything
 * is parsed. Pure: no I/O, no heap, no clock. One splitter a connection, owned by its connection.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	SABOT_WIRE_PROTOCOL = 1,
	SABOT_WIRE_LINE_MAX_BYTES = 64 * 1024, /* without its LF */
	SABOT_WIRE_DEPTH_MAX = 16,
	SABOT_WIRE_BEAT_MS = 5000,
	SABOT_WIRE_STALE_MS = 15000,
	SABOT_WIRE_HANDSHAKE_MS = 5000,
	SABOT_WIRE_UNSENT_MAX_BYTES = 1024 * 1024,
};

enum sabot_wire_result {
	SABOT_WIRE_OK,
	SABOT_WIRE_STOPPED,  /* the callback returned false */
	SABOT_WIRE_TOO_LONG, /* a line exceeds SABOT_WIRE_LINE_MAX_BYTES */
};

struct sabot_wire_splitter {
	size_t length_bytes; /* of the unfinished line in `line` */
	bool refused;        /* a line was too long: nothing is read any more */
	char line[SABOT_WIRE_LINE_MAX_BYTES];
};

/* One complete line without its LF: borrowed for the call, not NUL-terminated. */
typedef bool
sabot_wire_line_fn(const char *line, size_t length_bytes, void *data);

/* Start with no bytes. `splitter` may be uninitialised. */
void
sabot_wire_splitter_init(struct sabot_wire_splitter *splitter);

/*
 * Feed bytes from the wire. Calls `fn` once per complete line; empty lines are skipped. After
 * TOO_LONG the peer must be dropped: every later call says TOO_LONG again. After STOPPED the rest
 * of `bytes` is lost. `fn` must not feed the same splitter.
 */
enum sabot_wire_result
sabot_wire_splitter_feed(struct sabot_wire_splitter *splitter, const char *bytes, size_t n_bytes,
			 sabot_wire_line_fn *fn, void *data);

/* Brackets outside strings nest at most SABOT_WIRE_DEPTH_MAX deep. Nothing else is judged. */
bool
sabot_wire_depth_is_allowed(const char *text, size_t length_bytes);
