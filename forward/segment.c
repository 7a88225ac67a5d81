/*
 * Lines in and out. What is read was written by anybody: the frame must say how long its text is,
 * and each line must be the one that its place and the hashes allow.
 */
#include "segment.h"

#include "store/log/record-json.h"
#include "store/proof/checkpoint.h"

#include <string.h>
#include <zstd.h>

enum { SEGMENT_LEVEL = 6 };

G_DEFINE_QUARK(sabot - segment - error - quark, sabot_segment_error)

struct sabot_segment {
	struct sabot_chain_origin origin;
	char *log;
	bool has_notes;
	int64_t first_n, last_n, first_us, last_us;
	struct sabot_chain_hash previous, last;
	GString *text;
	json_t *tip; /* NULL: checkpoints */
	char *tip_text;
};

static bool
is_notes(const char *log)
{
	return strcmp(log, SABOT_SEGMENT_CHECKPOINTS) == 0;
}

struct sabot_segment *
sabot_segment_new(const struct sabot_chain_origin *origin, const char *log, int64_t n,
		  struct sabot_chain_hash previous)
{
	struct sabot_segment *segment = g_new0(struct sabot_segment, 1);

	segment->origin = *origin;
	segment->log = g_strdup(log);
	segment->has_notes = is_notes(log);
	segment->first_n = n;
	segment->last_n = n - 1;
	segment->previous = segment->last = previous;
	segment->text = g_string_new(NULL);
	segment->tip = segment->has_notes ? NULL : json_array();
	return segment;
}

void
sabot_segment_free(struct sabot_segment *segment)
{
	if (!segment)
		return;
	g_free(segment->log);
	g_string_free(segment->text, TRUE);
	json_decref(segment->tip);
	free(segment->tip_text);
	g_free(segment);
}

/* The one that a verifier derives, too; what is from before the chain has none of its own. */
static struct sabot_chain_hash
derive(const struct sabot_chain_origin *origin, struct sabot_chain_hash previous,
       const struct sabot_log_record *record)
{
	return record->seq > origin->unchained_seq ? sabot_chain_next(previous, record) : previous;
}

/*
 * A card's line names a card that may be face down, and a load that was run out those that were
 * never dealt; a ruling may say what an unread card was, and a note anything.
 */
static bool
may_name_card(const char *ev)
{
	static const char *const open[] = {
		"bet",    "no_more_bets", "insurance", "even_money", "insurance_closed",
		"action", "result",       "paid",      "call",       "commission_paid",
		"limits", "table",        "staff",     "load",       "correction",
		"holder", "prepared",     NULL};

	return !g_strv_contains(open, ev);
}

static void
add_tip(struct sabot_segment *segment, const struct sabot_log_record *record)
{
	json_t *row = json_pack("{s:I, s:I, s:s}", "n", (json_int_t)record->n, "us",
				(json_int_t)record->at_us, "ev", record->ev);

	if (!may_name_card(record->ev) || strcmp(segment->log, "house") == 0)
		json_object_set_new(row, "line", json_string(record->line));
	json_array_append_new(segment->tip, row);
}

/* Stolen. */
static void
add_line(struct sabot_segment *segment, json_t *json, int64_t at_us)
{
	char *line = json_dumps(json, JSON_COMPACT);

	g_string_append_printf(segment->text, "%s\n", line);
	free(line);
	json_decref(json);
	if (segment->last_n < segment->first_n)
		segment->first_us = at_us;
	segment->last_us = at_us;
	segment->last_n++;
}

static bool
refuse(GError **error, enum sabot_segment_error code, const char *log, int64_t n, const char *why)
{
	g_set_error(error, SABOT_SEGMENT_ERROR, (int)code, "%s, number %" G_GINT64_FORMAT ": %s",
		    log, n, why);
	return false;
}

bool
sabot_segment_add(struct sabot_segment *segment, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash, GError **error)
{
	struct sabot_chain_hash own = derive(&segment->origin, segment->last, record);

	if (record->n != segment->last_n + 1 || strcmp(record->table, segment->log) != 0)
		return refuse(error, SABOT_SEGMENT_ERROR_BYTES, segment->log, record->n,
			      "is not the next event");
	if (hash && !sabot_chain_is_equal(*hash, own))
		return refuse(error, SABOT_SEGMENT_ERROR_HASH, segment->log, record->n,
			      "the row is not the one that was recorded here");
	add_tip(segment, record);
	add_line(segment, sabot_log_record_to_proof(record, NULL), record->at_us);
	segment->last = own;
	return true;
}

/* It carries the digest of the one before. */
static bool
follows(const char *note, int64_t n, const struct sabot_chain_origin *origin,
	struct sabot_chain_hash previous)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, NULL);
	bool does = checkpoint && checkpoint->number == n &&
		    sabot_chain_is_equal(checkpoint->previous, previous) &&
		    checkpoint->unchained_seq == origin->unchained_seq &&
		    memcmp(checkpoint->database, origin->database, sizeof(origin->database)) == 0;

	sabot_checkpoint_free(checkpoint);
	return does;
}

bool
sabot_segment_add_note(struct sabot_segment *segment, const char *note, int64_t at_us,
		       GError **error)
{
	if (!follows(note, segment->last_n + 1, &segment->origin, segment->last))
		return refuse(error, SABOT_SEGMENT_ERROR_HASH, segment->log, segment->last_n + 1,
			      "is not the checkpoint that follows");
	add_line(segment, json_pack("{s:s}", "note", note), at_us);
	segment->last = sabot_chain_digest(note, strlen(note));
	return true;
}

bool
sabot_segment_is_full(const struct sabot_segment *segment)
{
	return segment->last_n - segment->first_n + 1 >= SABOT_SEGMENT_EVENTS_MAX ||
	       segment->text->len >= SABOT_SEGMENT_TEXT_FULL_BYTES;
}

struct sabot_segment_ends
sabot_segment_get_ends(const struct sabot_segment *segment)
{
	return (struct sabot_segment_ends){
		.log = segment->log,
		.first_n = segment->first_n,
		.last_n = segment->last_n,
		.previous = segment->previous,
		.last = segment->last,
	};
}

void
sabot_segment_get_times(const struct sabot_segment *segment, int64_t *ret_first_us,
			int64_t *ret_last_us)
{
	*ret_first_us = segment->first_us;
	*ret_last_us = segment->last_us;
}

GBytes *
sabot_segment_pack(const struct sabot_segment *segment, GError **error)
{
	size_t bound = ZSTD_compressBound(segment->text->len), n_bytes;
	g_autofree uint8_t *bytes = NULL;

	if (segment->text->len > SABOT_SEGMENT_TEXT_MAX_BYTES) {
		refuse(error, SABOT_SEGMENT_ERROR_BYTES, segment->log, segment->last_n,
		       "is too long for a segment");
		return NULL;
	}
	bytes = g_malloc(bound);
	n_bytes =
		ZSTD_compress(bytes, bound, segment->text->str, segment->text->len, SEGMENT_LEVEL);
	if (!ZSTD_isError(n_bytes) && n_bytes <= SABOT_SEGMENT_BYTES_MAX)
		return g_bytes_new_take(g_steal_pointer(&bytes), n_bytes);
	refuse(error, SABOT_SEGMENT_ERROR_BYTES, segment->log, segment->last_n,
	       "cannot be compressed");
	return NULL;
}

const char *
sabot_segment_get_tip(struct sabot_segment *segment)
{
	if (segment->tip && !segment->tip_text)
		segment->tip_text = json_dumps(segment->tip, JSON_COMPACT);
	return segment->tip_text;
}

void
sabot_segment_line_free(gpointer data)
{
	struct sabot_segment_line *line = data;

	sabot_log_record_unref(line->record);
	g_free(line->note);
	g_free(line);
}

/* One frame, whole, that says how long its text is. Transferred. */
static char *
decompress(GBytes *bytes, size_t *ret_n_bytes)
{
	size_t n_bytes, length;
	const void *frame = g_bytes_get_data(bytes, &n_bytes);
	unsigned long long size =
		frame ? ZSTD_getFrameContentSize(frame, n_bytes) : ZSTD_CONTENTSIZE_ERROR;
	g_autofree char *text = NULL;

	if (n_bytes > SABOT_SEGMENT_BYTES_MAX || size == ZSTD_CONTENTSIZE_UNKNOWN ||
	    size == ZSTD_CONTENTSIZE_ERROR || size > SABOT_SEGMENT_TEXT_MAX_BYTES ||
	    ZSTD_findFrameCompressedSize(frame, n_bytes) != n_bytes)
		return NULL;
	text = g_malloc(size + 1);
	length = ZSTD_decompress(text, size, frame, n_bytes);
	if (ZSTD_isError(length) || length != size)
		return NULL;
	text[length] = '\0';
	*ret_n_bytes = length;
	return g_steal_pointer(&text);
}

/* An event of the log, at its place. */
static struct sabot_segment_line *
read_event(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
	   json_t *json, int64_t n, struct sabot_chain_hash previous)
{
	struct sabot_log_record *record = sabot_log_record_from_json(json);
	struct sabot_segment_line *line;

	/* Without a number over all logs it would be from before any chain. */
	if (!record || record->n != n || record->seq < 1 || strcmp(record->table, ends->log) != 0) {
		sabot_log_record_unref(record);
		return NULL;
	}
	line = g_new0(struct sabot_segment_line, 1);
	line->record = record;
	line->hash = derive(origin, previous, record);
	return line;
}

static struct sabot_segment_line *
read_note(const struct sabot_chain_origin *origin, json_t *json, int64_t n,
	  struct sabot_chain_hash previous)
{
	const char *note = json_string_value(json_object_get(json, "note"));
	struct sabot_segment_line *line;

	if (!note || !follows(note, n, origin, previous))
		return NULL;
	line = g_new0(struct sabot_segment_line, 1);
	line->note = g_strdup(note);
	line->hash = sabot_chain_digest(note, strlen(note));
	return line;
}

/* The lines of the text, as far as they are such. Transferred. */
static GPtrArray *
read_lines(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
	   const char *text, size_t n_bytes)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(sabot_segment_line_free);
	struct sabot_chain_hash previous = ends->previous;
	const char *at = text, *end = text + n_bytes, *stop;

	while (at < end && (stop = memchr(at, '\n', (size_t)(end - at)))) {
		int64_t n = ends->first_n + lines->len;
		json_t *json = json_loadb(at, (size_t)(stop - at), JSON_REJECT_DUPLICATES, NULL);
		struct sabot_segment_line *line = NULL;

		if (json && n <= ends->last_n)
			line = is_notes(ends->log) ? read_note(origin, json, n, previous)
						   : read_event(origin, ends, json, n, previous);
		json_decref(json);
		if (!line)
			break;
		previous = line->hash;
		g_ptr_array_add(lines, line);
		at = stop + 1;
	}
	if (at == end)
		return lines;
	g_ptr_array_unref(lines);
	return NULL;
}

static bool
is_valid(const struct sabot_segment_ends *ends)
{
	return ends->first_n > 0 && ends->last_n >= ends->first_n &&
	       ends->last_n - ends->first_n < SABOT_SEGMENT_EVENTS_MAX;
}

GPtrArray *
sabot_segment_unpack(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
		     GBytes *bytes, GError **error)
{
	size_t n_bytes = 0;
	g_autofree char *text = is_valid(ends) ? decompress(bytes, &n_bytes) : NULL;
	g_autoptr(GPtrArray) lines = text ? read_lines(origin, ends, text, n_bytes) : NULL;
	const struct sabot_segment_line *last;

	if (!lines || lines->len != (guint)(ends->last_n - ends->first_n + 1)) {
		refuse(error, SABOT_SEGMENT_ERROR_BYTES, ends->log, ends->first_n,
		       "its segment has not the lines that belong there");
		return NULL;
	}
	last = g_ptr_array_index(lines, lines->len - 1);
	if (sabot_chain_is_equal(last->hash, ends->last))
		return g_steal_pointer(&lines);
	refuse(error, SABOT_SEGMENT_ERROR_HASH, ends->log, ends->first_n,
	       "the lines of its segment are not the ones that were sealed");
	return NULL;
}
