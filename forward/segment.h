/*
 * A segment: up to 256 consecutive events of one log, sealed by the hash before them and that of
 * the last. Its bytes are one zstd frame with a line for each event (segment-line.h), without
 * hashes, which follow from the lines, and without salts, which follow from the secrets. These have
 * lines of their own, so anybody who can read a segment can read the cards in it. The checkpoints
 * of a database are a log of such segments, too: its lines are notes, a line's number is the
 * checkpoint's, its hash is the note's digest. docs/operations.md describes the bytes. Pure.
 */
#pragma once

#include "store/log/chain.h"

enum {
	SABOT_SEGMENT_FORMAT = 2, /* the format written; earlier ones can be read */
	SABOT_SEGMENT_FORMAT_OF_PROOFS = 1,
	SABOT_SEGMENT_EVENTS_MAX = 256,
	SABOT_SEGMENT_TEXT_FULL_BYTES = 1 << 20, /* a segment of this size gets no further line */
	SABOT_SEGMENT_TEXT_MAX_BYTES = 32 << 20,
	SABOT_SEGMENT_BYTES_MAX = 32 << 20, /* compressed */
};

/* The name of the log of checkpoints; no table can have it. */
#define SABOT_SEGMENT_CHECKPOINTS "@checkpoints"

#define SABOT_SEGMENT_ERROR (sabot_segment_error_quark())
GQuark
sabot_segment_error_quark(void);

enum sabot_segment_error {
	SABOT_SEGMENT_ERROR_BYTES,  /* not such a frame, too long, or not the lines of a log */
	SABOT_SEGMENT_ERROR_HASH,   /* the lines do not match the hashes */
	SABOT_SEGMENT_ERROR_FORMAT, /* written by a later program */
};

/* The properties of a segment besides its lines. */
struct sabot_segment_ends {
	const char *log; /* borrowed */
	int64_t format;
	int64_t first_n, last_n;
	struct sabot_chain_hash previous, last;
};

/* A segment being filled. */
struct sabot_segment;

/* A segment of `log` after its event n - 1, which has hash `previous`. Transferred. */
struct sabot_segment *
sabot_segment_new(const struct sabot_chain_origin *origin, const char *log, int64_t n,
		  struct sabot_chain_hash previous);
/* NULL is allowed. */
void
sabot_segment_free(struct sabot_segment *segment);

/* Events before that time get no row for queries; by default all do. */
void
sabot_segment_set_rows_from(struct sabot_segment *segment, int64_t from_us);

/*
 * Add the next event. Its hash is derived; false with SABOT_SEGMENT_ERROR_HASH if the stored one,
 * `hash`, differs.
 */
bool
sabot_segment_add(struct sabot_segment *segment, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash, GError **error);

/*
 * Add the next checkpoint, made at `at_us`, to a segment of the log of checkpoints. False as above.
 */
bool
sabot_segment_add_note(struct sabot_segment *segment, const char *note, int64_t at_us,
		       GError **error);

/* True if no further line fits. */
bool
sabot_segment_is_full(const struct sabot_segment *segment);

/* last_n is first_n - 1 while the segment is empty. `log` is valid as long as the segment. */
struct sabot_segment_ends
sabot_segment_get_ends(const struct sabot_segment *segment);

/* The times of the first and the last line. */
void
sabot_segment_get_times(const struct sabot_segment *segment, int64_t *ret_first_us,
			int64_t *ret_last_us);

/* The segment's bytes. NULL with an error if there are too many. Transferred. */
GBytes *
sabot_segment_pack(const struct sabot_segment *segment, GError **error);

/*
 * The rows for queries, as one JSON text: n, us, ev, and the line, unless it may name a card.
 * Borrowed; NULL if there are none.
 */
const char *
sabot_segment_get_tip(struct sabot_segment *segment);

/* One line read back: an event, or a checkpoint's note. */
struct sabot_segment_line {
	struct sabot_log_record *record; /* NULL: a note */
	char *note;
	struct sabot_chain_hash hash; /* derived */
};

/* A GDestroyNotify. */
void
sabot_segment_line_free(gpointer line);

/*
 * Unpack a segment: its lines (of struct sabot_segment_line), each with the hash that follows from
 * the one before. NULL with an error unless they are the events that `ends` names and the last hash
 * matches. SABOT_SEGMENT_ERROR_FORMAT if the format is unknown. Transferred.
 */
GPtrArray *
sabot_segment_unpack(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
		     GBytes *bytes, GError **error);
