/*
 * The forwarder: sends every log of one database to one core, in segments, as the logs grow. After
 * any failure it reads again what the core has and continues from there; it keeps only the segments
 * that it is sending. docs/operations.md. On one thread, with its main context.
 */
#pragma once

#include "stream.h"

struct sabot_forwarder_options {
	const char *core;        /* its address */
	const char *database;    /* the path of sabot.db */
	const char *archive_dir; /* or NULL: beside it */
	const char *site;        /* the name of this house there */
	int64_t wait_us;         /* how long an event may wait for others */
	int64_t rows_us;         /* events older than this when sent get no row */
	int64_t segment_events;  /* the most events of a segment; 0: as many as fit */
	/*
	 * A deliberate fault, for tests: acknowledged segments are taken as stored, and the core is
	 * not queried again. It loses events.
	 */
	bool trusts_acknowledgements;
};

/* The forwarder's state, for people. */
struct sabot_forwarder_state {
	bool is_connected;
	const char *server; /* borrowed; NULL: none */
	const char *fault;  /* why it does not send, or NULL; borrowed */
	int64_t since_us;   /* since when it has this state */
	GPtrArray *streams; /* of struct sabot_stream *, by name; borrowed */
};

/* The state has changed, or some time has passed. */
typedef void
sabot_forwarder_fn(const struct sabot_forwarder_state *state, void *data);

struct sabot_forwarder;

/* `options` is copied, but what it points to is borrowed. Transferred. */
struct sabot_forwarder *
sabot_forwarder_new(const struct sabot_forwarder_options *options, sabot_forwarder_fn *fn,
		    void *data);
void
sabot_forwarder_free(struct sabot_forwarder *forwarder);

/* Forward. `until_sent`: return once everything was sent; otherwise never return. */
void
sabot_forwarder_run(struct sabot_forwarder *forwarder, bool until_sent);
