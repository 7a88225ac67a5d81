/*
 * One log on its way to a core: how far the core has it, and what follows. It begins with what the
 * core says at each connection and knows nothing from before. On one thread.
 */
#pragma once

#include "core-link.h"
#include "edge.h"

enum sabot_stream_verdict {
	SABOT_STREAM_APPENDED, /* or there already */
	SABOT_STREAM_FORKED,   /* the core has other events under these numbers */
	SABOT_STREAM_REWOUND,  /* the core has more of the log than there is here */
	SABOT_STREAM_GAP,      /* the core lacks what comes before */
	SABOT_STREAM_AGAIN,    /* the heads must be asked again */
	SABOT_STREAM_STALE,    /* another forwarder of this database came */
	SABOT_STREAM_VERDICTS, /* how many */
};

/* Static; the core's word. */
const char *
sabot_stream_verdict_to_string(enum sabot_stream_verdict verdict);

/* Who sends: the connection, and the number that the core gave out for it. */
struct sabot_stream_sender {
	struct sabot_core *core;
	struct sabot_edge *edge;
	int64_t epoch;
	int64_t rows_us; /* an event that is older when it is sent has no row */
};

struct sabot_stream {
	char *log;
	int64_t n;                    /* the core's last */
	struct sabot_chain_hash hash; /* of that event, as the core says */
	bool is_compared;             /* with ours */
	int64_t own_n;                /* our last */
	int64_t waits_since_us; /* monotonic, since when something is not sent; 0: nothing is */
	enum sabot_stream_verdict verdict; /* of a refusal; else APPENDED */
	int64_t n_segments, n_events, n_bytes;
};

/* Nothing of it is at the core. Transferred. */
struct sabot_stream *
sabot_stream_new(const char *log);
/* A GDestroyNotify. */
void
sabot_stream_free(gpointer stream);

/* True if the core refuses it, and people must look. */
bool
sabot_stream_is_refused(const struct sabot_stream *stream);

/* True if enough waits, or something for `wait_us`. */
bool
sabot_stream_is_due(const struct sabot_stream *stream, int64_t wait_us);

/*
 * Hold the core's head against our log, once a connection: where ours ends before it or has another
 * event there, the core judges. False with an error when either cannot be asked; the rest is
 * `stream->verdict`.
 */
bool
sabot_stream_compare(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		     GError **error);

/* Send the next segment, up to event `to_n`. As sabot_stream_compare(). */
bool
sabot_stream_send(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		  int64_t to_n, GError **error);
