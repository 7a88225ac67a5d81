/*
 * Writes and reads lines. What is read may have been written by anybody: the frame must state the
 * length of its text, and each line must fit its place and the hashes.
 */
#include "segment.h"

#include "segment-line.h"
#include "proto/json-write.h"
#include "store/log/record-json.h"
#include "store/log/salts.h"
#include "store/proof/checkpoint.h"
#include "store/keys/hex.h"

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
	int64_t secret_from_n; /* the first event of the last secret that has a line; 0: none has */
	struct sabot_segment_place place;
	GString *text;
	json_t *tip; /* NULL: checkpoints */
	int64_t rows_from_us;
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
	g_free(segment->tip_text);
	g_free(segment);
}

void
sabot_segment_set_rows_from(struct sabot_segment *segment, int64_t from_us)
{
	segment->rows_from_us = from_us;
}

/* The hash that a verifier derives, too; an event from before the chain has none of its own. */
static struct sabot_chain_hash
derive(const struct sabot_chain_origin *origin, struct sabot_chain_hash previous,
       const struct sabot_log_record *record)
{
	return record->seq > origin->unchained_seq ? sabot_chain_next(previous, record) : previous;
}

/*
 * A card's line may name a card that lies face down, and a load that was run out names cards that
 * were never dealt; a ruling may name an unread card, and a note anything.
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
	json_t *row;

	if (record->at_us < segment->rows_from_us)
		return;
	row = json_pack("{s:I, s:I, s:s}", "n", (json_int_t)record->n, "us",
			(json_int_t)record->at_us, "ev", record->ev);
	if (!may_name_card(record->ev) || strcmp(segment->log, "house") == 0)
		json_object_set_new(row, "line", json_string(record->line));
	json_array_append_new(segment->tip, row);
}

/* Stolen. */
static void
add_text(struct sabot_segment *segment, json_t *json)
{
	sabot_json_append(segment->text, json);
	g_string_append_c(segment->text, '\n');
	json_decref(json);
}

/* If the secret from which the salts of this and the next events follow is new, add it. */
static void
add_secret(struct sabot_segment *segment, const struct sabot_salts *salts)
{
	int64_t from_n = salts ? sabot_salts_get_from(salts) : 0;
	g_autofree char *hex = NULL;

	if (from_n == segment->secret_from_n)
		return;
	hex = sabot_hex_encode(sabot_salts_get_secret(salts), SABOT_SALT_BYTES);
	add_text(segment, json_pack("{s:s, s:I}", "secret", hex, "from_n", (json_int_t)from_n));
	segment->secret_from_n = from_n;
}

/* The text has another line, of that time. */
static void
count_line(struct sabot_segment *segment, int64_t at_us)
{
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
	if (record->salts && !sabot_salts_get_secret(record->salts))
		return refuse(error, SABOT_SEGMENT_ERROR_BYTES, segment->log, record->n,
			      "has a salt and no secret");
	add_tip(segment, record);
	add_secret(segment, record->salts);
	sabot_segment_line_append(segment->text, record, &segment->place);
	g_string_append_c(segment->text, '\n');
	count_line(segment, record->at_us);
	segment->last = own;
	return true;
}

/* The note must have the digest of the one before. */
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
	add_text(segment, json_pack("{s:s}", "note", note));
	count_line(segment, at_us);
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
		.format = SABOT_SEGMENT_FORMAT,
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
	if (json_array_size(segment->tip) > 0 && !segment->tip_text)
		segment->tip_text = sabot_json_to_text(segment->tip);
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

/* Decompress one complete frame that states the length of its text. Transferred. */
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

/* A segment being read. */
struct reading {
	const struct sabot_chain_origin *origin;
	const struct sabot_segment_ends *ends;
	GPtrArray *lines;
	struct sabot_chain_hash previous;
	struct sabot_segment_place place;
	struct sabot_salts *salts; /* or NULL */
};

static int64_t
get_next_n(const struct reading *reading)
{
	return reading->ends->first_n + reading->lines->len;
}

static struct sabot_log_record *
read_record(struct reading *reading, json_t *json)
{
	return reading->ends->format == SABOT_SEGMENT_FORMAT_OF_PROOFS
		       ? sabot_log_record_from_json(json)
		       : sabot_segment_line_unpack(json, reading->ends->log, get_next_n(reading),
						   &reading->place);
}

/* Read an event of the log, which must be at its place. */
static struct sabot_segment_line *
read_event(struct reading *reading, json_t *json)
{
	struct sabot_log_record *record = read_record(reading, json);
	struct sabot_segment_line *line;

	/* Without a number over all logs it would count as older than any chain. */
	if (!record || record->n != get_next_n(reading) || record->seq < 1 ||
	    strcmp(record->table, reading->ends->log) != 0) {
		sabot_log_record_unref(record);
		return NULL;
	}
	record->salts = sabot_salts_ref(reading->salts);
	line = g_new0(struct sabot_segment_line, 1);
	line->record = record;
	line->hash = derive(reading->origin, reading->previous, record);
	return line;
}

static struct sabot_segment_line *
read_note(const struct reading *reading, json_t *json)
{
	const char *note = json_string_value(json_object_get(json, "note"));
	struct sabot_segment_line *line;

	if (!note || !follows(note, get_next_n(reading), reading->origin, reading->previous))
		return NULL;
	line = g_new0(struct sabot_segment_line, 1);
	line->note = g_strdup(note);
	line->hash = sabot_chain_digest(note, strlen(note));
	return line;
}

/* A secret begins with an event that was already read, or with the next one. */
static bool
read_secret(struct reading *reading, json_t *json)
{
	uint8_t secret[SABOT_SALT_BYTES];
	json_int_t from_n;
	const char *hex;

	if (json_unpack(json, "{s:s, s:I}", "secret", &hex, "from_n", &from_n) != 0 || from_n < 1 ||
	    from_n > get_next_n(reading) || !sabot_hex_decode(hex, secret, sizeof(secret)) ||
	    (reading->salts && from_n <= sabot_salts_get_from(reading->salts)))
		return false;
	sabot_salts_unref(reading->salts);
	reading->salts = sabot_salts_new(secret, from_n);
	return true;
}

static bool
read_line(struct reading *reading, json_t *json)
{
	bool has_notes = is_notes(reading->ends->log);
	struct sabot_segment_line *line;

	if (!json || get_next_n(reading) > reading->ends->last_n)
		return false;
	if (!has_notes && json_object_get(json, "secret"))
		return read_secret(reading, json);
	line = has_notes ? read_note(reading, json) : read_event(reading, json);
	if (!line)
		return false;
	reading->previous = line->hash;
	g_ptr_array_add(reading->lines, line);
	return true;
}

/* Read the whole text. */
static bool
read_text(struct reading *reading, const char *text, size_t n_bytes)
{
	const char *at = text, *end = text + n_bytes, *stop;

	while (at < end && (stop = memchr(at, '\n', (size_t)(end - at)))) {
		json_t *json = json_loadb(at, (size_t)(stop - at), JSON_REJECT_DUPLICATES, NULL);
		bool is_read = read_line(reading, json);

		json_decref(json);
		if (!is_read)
			return false;
		at = stop + 1;
	}
	return at == end;
}

/* NULL unless each line is at its place. Transferred. */
static GPtrArray *
read_lines(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
	   const char *text, size_t n_bytes)
{
	struct reading reading = {
		.origin = origin,
		.ends = ends,
		.lines = g_ptr_array_new_with_free_func(sabot_segment_line_free),
		.previous = ends->previous,
	};
	bool is_read = read_text(&reading, text, n_bytes);

	sabot_salts_unref(reading.salts);
	if (is_read)
		return reading.lines;
	g_ptr_array_unref(reading.lines);
	return NULL;
}

static bool
is_valid(const struct sabot_segment_ends *ends)
{
	return ends->first_n > 0 && ends->first_n <= INT64_MAX - SABOT_SEGMENT_EVENTS_MAX &&
	       ends->last_n >= ends->first_n &&
	       ends->last_n - ends->first_n < SABOT_SEGMENT_EVENTS_MAX;
}

GPtrArray *
sabot_segment_unpack(const struct sabot_chain_origin *origin, const struct sabot_segment_ends *ends,
		     GBytes *bytes, GError **error)
{
	size_t n_bytes = 0;
	bool is_known = ends->format >= SABOT_SEGMENT_FORMAT_OF_PROOFS &&
			ends->format <= SABOT_SEGMENT_FORMAT;
	g_autofree char *text = is_known && is_valid(ends) ? decompress(bytes, &n_bytes) : NULL;
	g_autoptr(GPtrArray) lines = text ? read_lines(origin, ends, text, n_bytes) : NULL;
	const struct sabot_segment_line *last;

	if (!is_known) {
		g_set_error(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_FORMAT,
			    "%s: a later program wrote format %" G_GINT64_FORMAT, ends->log,
			    ends->format);
		return NULL;
	}
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
