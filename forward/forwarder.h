/*
 * The forwarder: every log of one database to one core, in segments, as they grow. Whatever fails,
 * it asks again what the core has and goes on from there; it keeps nothing but the segments that
 * it sends. docs/operations.md. On one thread, with its main context.
 */
#pragma once

#include "stream.h"

struct sabot_forwarder_options {
	const char *core;        /* its address */
	const char *database;    /* the path of sabot.db */
	const char *archive_dir; /* or NULL: beside it */
	const char *site;        /* what this house is called there */
	int64_t wait_us;         /* how long an event waits for others at most */
	int64_t rows_us;         /* an event that is older when it is sent has no row */
	int64_t segment_events;  /* a segment has at most so many; 0: as many as it takes */
	/*
	 * A fault on purpose, for tests: what was acknowledged is taken as kept, and the core is
	 * not asked again. It loses events.
	 */
	bool trusts_acknowledgements;
};

/* What is known of it, for people. */
struct sabot_forwarder_state {
	bool is_connected;
	const char *server; /* borrowed; NULL: none */
	const char *fault;  /* why it does not send, or NULL; borrowed */
	int64_t since_us;   /* since when that is so */
	GPtrArray *streams; /* of struct sabot_stream *, by name; borrowed */
};

/* The state has changed, or some time has passed. */
typedef void
sabot_forwarder_fn(const struct sabot_forwarder_state *state, void *data);

struct sabot_forwarder;

/* `options` is copied, what it points at borrowed. Transferred. */
struct sabot_forwarder *
sabot_forwarder_new(const struct sabot_forwarder_options *options, sabot_forwarder_fn *fn,
		    void *data);
void
sabot_forwarder_free(struct sabot_forwarder *forwarder);

/* Work. `until_sent`: return once all that is there was sent; else never. */
void
sabot_forwarder_run(struct sabot_forwarder *forwarder, bool until_sent);
