/*
 * One log on its way to a core: how far the core has it, and what follows. It begins with what the
 * core says at each connection and knows nothing from before. On one thread.
 */
#pragma once

#include "core-link.h"
#include "edge.h"
#include "segment-run.h"

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
	int64_t rows_us;               /* an event that is older when it is sent has no row */
	int64_t segment_events;        /* a segment has at most so many */
	struct sabot_stream *flying;   /* whose run was sent, and is not answered; or NULL */
	struct sabot_segment_run *run; /* it */
};

struct sabot_stream {
	char *log;
	int64_t n;                    /* the core's last */
	struct sabot_chain_hash hash; /* of that event, as the core says */
	int64_t sent_n; /* as far as it was sent, if all that is answered well: not below n */
	struct sabot_chain_hash sent_hash;
	bool is_compared;       /* with ours */
	int64_t own_n;          /* our last */
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

/*
 * Hold the core's head against our log, once a connection: where ours ends before it or has another
 * event there, the core judges. False with an error when either cannot be asked; the rest is
 * `stream->verdict`.
 */
bool
sabot_stream_compare(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		     GError **error);

/*
 * Up to which event of those up to `to_n` is to be sent now: full segments, and the rest if
 * `is_due` or if it has waited for `wait_us`.
 */
int64_t
sabot_stream_get_due(const struct sabot_stream *stream, int64_t wait_us, int64_t to_n, bool is_due);

/*
 * The next events behind what was sent, up to `to_n` or until the run is full, while what was sent
 * is under way. False with an error when they cannot be read. Transferred.
 */
bool
sabot_stream_fill(const struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		  int64_t to_n, struct sabot_segment_run **ret_run, GError **error);

/*
 * Send it. Nothing else may be under way; nor does anything go that no longer follows. `run` is
 * taken. False with an error when the link is gone.
 */
bool
sabot_stream_launch(struct sabot_stream *stream, struct sabot_stream_sender *sender,
		    struct sabot_segment_run *run, GError **error);

/*
 * Wait for the answer to what is under way; `*ret_stream`, borrowed, is whose it is; NULL: nothing
 * is. What a run's beginning is not good for is judged by its first segment. As
 * sabot_stream_compare().
 */
bool
sabot_stream_land(struct sabot_stream_sender *sender, struct sabot_stream **ret_stream,
		  GError **error);

/* Send one segment and wait, as a core of before wants it. As sabot_stream_compare(). */
bool
sabot_stream_send_one(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		      int64_t to_n, GError **error);

/* What is not answered counts as not sent. */
void
sabot_stream_take_back(struct sabot_stream *stream);

/* Nobody waits for an answer any more: the connection is gone. */
void
sabot_stream_forget(struct sabot_stream_sender *sender);
