/*
 * One event in a segment's text. Format 1 is a proof's line. Format 2 is a JSON array, which omits
 * everything that follows from the segment, from the line or from the event before:
 *
 *     [seq - that before, at_us - that before, ev, line]
 *
 * where {"ev":EV at the beginning and ,"at":TIME} at the end of `line` are removed if it has both
 * and TIME is at_us; a `line` that begins with { is complete. The other members of a proof's line
 * (frame, part, load and the like) are in an object after these four, with frame_at_us as the
 * difference from at_us. Pure.
 */
#pragma once

#include "store/log/log-record.h"

#include <jansson.h>

/* The event before, in the same segment. All zeros at its beginning. */
struct sabot_segment_place {
	int64_t seq, at_us;
};

/* Append the array to `text`, and advance `place` past the event. The texts are UTF-8. */
void
sabot_segment_line_append(GString *text, const struct sabot_log_record *record,
			  struct sabot_segment_place *place);

/*
 * Read event `n` of `log`, and advance `place` past it. NULL, leaving `place` alone, if the array
 * is malformed. Transferred.
 */
struct sabot_log_record *
sabot_segment_line_unpack(json_t *array, const char *log, int64_t n,
			  struct sabot_segment_place *place);
