/*
 * One log on its way to a core: how much the core has, and what follows. At each connection it
 * starts from what the core reports and remembers nothing from before. On one thread.
 */
#pragma once

#include "core-link.h"
#include "edge.h"
#include "segment-run.h"

enum sabot_stream_verdict {
	SABOT_STREAM_APPENDED, /* or the core already has it */
	SABOT_STREAM_FORKED,   /* the core has other events under these numbers */
	SABOT_STREAM_REWOUND,  /* the core has more of the log than the database */
	SABOT_STREAM_GAP,      /* the core lacks the events before */
	SABOT_STREAM_AGAIN,    /* the heads must be read again */
	SABOT_STREAM_STALE,    /* another forwarder of this database has connected */
	SABOT_STREAM_VERDICTS, /* their number */
};

/* The core's word. Static. */
const char *
sabot_stream_verdict_to_string(enum sabot_stream_verdict verdict);

/* The sender: the connection, and the number that the core has assigned to it. */
struct sabot_stream_sender {
	struct sabot_core *core;
	struct sabot_edge *edge;
	int64_t epoch;
	int64_t rows_us;               /* events older than this when sent get no row */
	int64_t segment_events;        /* the most events of a segment */
	struct sabot_stream *flying;   /* the stream whose run is sent but not answered; or NULL */
	struct sabot_segment_run *run; /* that run */
};

struct sabot_stream {
	char *log;
	int64_t n;                    /* the core's last event */
	struct sabot_chain_hash hash; /* of that event, as reported by the core */
	int64_t sent_n;               /* the last event sent, assuming good answers: not below n */
	struct sabot_chain_hash sent_hash;
	bool is_compared;       /* with our log */
	int64_t own_n;          /* our last event */
	int64_t waits_since_us; /* monotonic, since when an event waits to be sent; 0: none does */
	enum sabot_stream_verdict verdict; /* the refusal; else APPENDED */
	int64_t n_segments, n_events, n_bytes;
};

/* A stream of which the core has nothing. Transferred. */
struct sabot_stream *
sabot_stream_new(const char *log);
/* A GDestroyNotify. */
void
sabot_stream_free(gpointer stream);

/* True if the core refuses the log, so that people must look at it. */
bool
sabot_stream_is_refused(const struct sabot_stream *stream);

/*
 * Compare the core's head with our log, once a connection: if our log ends before it, or has
 * another event there, the core decides. False with an error if either cannot be read; otherwise
 * the result is `stream->verdict`.
 */
bool
sabot_stream_compare(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		     GError **error);

/*
 * The last event, up to `to_n`, that is to be sent now: full segments, and the rest if `is_due` or
 * if it has waited for `wait_us`.
 */
int64_t
sabot_stream_get_due(const struct sabot_stream *stream, int64_t wait_us, int64_t to_n, bool is_due);

/*
 * The next events after those already sent, up to `to_n` or until the run is full, while earlier
 * ones are under way. False with an error if they cannot be read. Transferred.
 */
bool
sabot_stream_fill(const struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		  int64_t to_n, struct sabot_segment_run **ret_run, GError **error);

/*
 * Send the run. Nothing else may be under way; a run that no longer follows is not sent. `run` is
 * stolen. False with an error if the link is broken.
 */
bool
sabot_stream_launch(struct sabot_stream *stream, struct sabot_stream_sender *sender,
		    struct sabot_segment_run *run, GError **error);

/*
 * Wait for the answer to what is under way; `*ret_stream`, borrowed, is its stream; NULL: nothing
 * is under way. The verdict on a run that was not appended is that on its first segment. False as
 * sabot_stream_compare().
 */
bool
sabot_stream_land(struct sabot_stream_sender *sender, struct sabot_stream **ret_stream,
		  GError **error);

/* Send one segment and wait, for a core with an older schema. False as sabot_stream_compare(). */
bool
sabot_stream_send_one(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		      int64_t to_n, GError **error);

/* Treat what is not answered as not sent. */
void
sabot_stream_take_back(struct sabot_stream *stream);

/* The connection is gone: stop waiting for an answer. */
void
sabot_stream_forget(struct sabot_stream_sender *sender);
