/*
 * Segments: what is packed is unpacked with the same hashes, no byte of it changes unseen, and what
 * says that it is longer than anything may be is refused before it is unpacked.
 */
#include "forward/segment.h"

#include "forward/segment-line.h"
#include "store/log/record-json.h"
#include "store/log/salts.h"
#include "store/proof/checkpoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>
#include <zstd.h>

static const struct sabot_chain_origin origin = {.database = {1, 2, 3}};

static struct sabot_log_record *
make_record(int64_t n)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->seq = 2 * n;
	record->n = n;
	record->at_us = 1795248000000000 + n;
	record->table = g_strdup("PB-01");
	record->ev = g_strdup(n % 2 ? "card" : "bet");
	record->line = g_strdup_printf("{\"ev\":\"%s\",\"k\":%d}", record->ev, (int)n);
	if (n == 1)
		record->part = sabot_log_part_new("punto-banco-es", "max=5\n");
	return record;
}

static struct sabot_segment *
make_segment(int64_t n_events)
{
	struct sabot_segment *segment =
		sabot_segment_new(&origin, "PB-01", 1, sabot_chain_begin(&origin, "PB-01"));

	for (int64_t n = 1; n <= n_events; n++) {
		struct sabot_log_record *record = make_record(n);
		static const uint8_t secrets[2][SABOT_SALT_BYTES] = {{1}, {2}};

		/* The first ones are from before the salts; then two loads. */
		if (n > 10)
			record->salts = sabot_salts_new(secrets[n > 15], n > 15 ? 16 : 11);

		assert_false(sabot_segment_is_full(segment));
		assert_true(sabot_segment_add(segment, record, NULL, NULL));
		sabot_log_record_unref(record);
	}
	return segment;
}

static void
test_there_and_back(void **state)
{
	struct sabot_segment *segment = make_segment(SABOT_SEGMENT_EVENTS_MAX);
	struct sabot_segment_ends ends = sabot_segment_get_ends(segment);
	g_autoptr(GBytes) bytes = sabot_segment_pack(segment, NULL);
	g_autoptr(GPtrArray) lines = sabot_segment_unpack(&origin, &ends, bytes, NULL);
	const struct sabot_segment_line *last;
	const char *tip = sabot_segment_get_tip(segment);

	(void)state;
	assert_true(sabot_segment_is_full(segment));
	assert_non_null(lines);
	assert_int_equal(lines->len, SABOT_SEGMENT_EVENTS_MAX);
	last = g_ptr_array_index(lines, lines->len - 1);
	assert_string_equal(last->record->line, "{\"ev\":\"bet\",\"k\":256}");
	assert_int_equal(sabot_salts_get_from(last->record->salts), 16);
	last = g_ptr_array_index(lines, 9);
	assert_null(last->record->salts);
	/* A card's line may name one that is face down. */
	assert_non_null(strstr(tip, "\"ev\":\"card\"}"));
	assert_null(strstr(tip, "\\\"k\\\":1}"));
	assert_non_null(strstr(tip, "\\\"k\\\":2}"));
	sabot_segment_free(segment);
}

static void
test_what_was_recorded_otherwise(void **state)
{
	struct sabot_segment *segment = make_segment(1);
	struct sabot_log_record *record = make_record(2), *far = make_record(4);
	struct sabot_chain_hash wrong = {{0}};
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_false(sabot_segment_add(segment, record, &wrong, &error));
	assert_true(g_error_matches(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_HASH));
	assert_false(sabot_segment_add(segment, far, NULL, NULL));
	assert_int_equal(sabot_segment_get_ends(segment).last_n, 1);
	sabot_log_record_unref(record);
	sabot_log_record_unref(far);
	sabot_segment_free(segment);
}

static bool
can_be_read(const struct sabot_segment_ends *ends, const void *data, size_t n_bytes)
{
	g_autoptr(GBytes) bytes = g_bytes_new(data, n_bytes);
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) lines = sabot_segment_unpack(&origin, ends, bytes, &error);

	assert_true((lines != NULL) != (error != NULL));
	return lines != NULL;
}

/* A changed bit of the frame may change nothing that it stands for; then all lines are the same. */
static void
test_no_bit_changes_a_line(void **state)
{
	struct sabot_segment *segment = make_segment(20);
	struct sabot_segment_ends ends = sabot_segment_get_ends(segment);
	g_autoptr(GBytes) bytes = sabot_segment_pack(segment, NULL);
	size_t n_bytes;
	const uint8_t *frame = g_bytes_get_data(bytes, &n_bytes);
	g_autofree uint8_t *changed = g_memdup2(frame, n_bytes);
	int n_refused = 0;

	(void)state;
	for (size_t i = 0; i < 8 * n_bytes; i++) {
		changed[i / 8] ^= (uint8_t)(1 << i % 8);
		n_refused += !can_be_read(&ends, changed, n_bytes);
		changed[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	assert_true(n_refused > (int)n_bytes * 7);
	for (size_t i = 0; i < n_bytes; i++)
		assert_false(can_be_read(&ends, frame, i));
	assert_true(can_be_read(&ends, frame, n_bytes));
	ends.previous.bytes[0] ^= 1;
	assert_false(can_be_read(&ends, frame, n_bytes));
	ends.previous.bytes[0] ^= 1;
	ends.last_n++;
	assert_false(can_be_read(&ends, frame, n_bytes));
	ends.last_n -= 2;
	assert_false(can_be_read(&ends, frame, n_bytes));
	sabot_segment_free(segment);
}

/* Some bytes that say they are two gigabytes. */
static void
test_a_bomb(void **state)
{
	struct sabot_segment_ends ends = {
		.log = "PB-01", .format = SABOT_SEGMENT_FORMAT, .first_n = 1, .last_n = 1};
	size_t size = SABOT_SEGMENT_TEXT_MAX_BYTES + 1, bound = ZSTD_compressBound(size), n_bytes;
	g_autofree uint8_t *text = g_malloc0(size), *frame = g_malloc(bound);

	(void)state;
	n_bytes = ZSTD_compress(frame, bound, text, size, 1);
	assert_false(ZSTD_isError(n_bytes));
	assert_true(n_bytes < SABOT_SEGMENT_BYTES_MAX);
	assert_false(can_be_read(&ends, frame, n_bytes));
	assert_false(can_be_read(&ends, "", 0));
}

/* What programs before format 2 wrote: lines of proofs. */
static void
test_first_format(void **state)
{
	struct sabot_segment *segment = make_segment(10);
	struct sabot_segment_ends ends = sabot_segment_get_ends(segment);
	g_autoptr(GString) text = g_string_new(NULL);
	uint8_t frame[8192];

	(void)state;
	for (int64_t n = 1; n <= 10; n++) {
		struct sabot_log_record *record = make_record(n);
		json_t *json = sabot_log_record_to_json(record);
		char *line = json_dumps(json, JSON_COMPACT);

		g_string_append_printf(text, "%s\n", line);
		free(line);
		json_decref(json);
		sabot_log_record_unref(record);
	}
	size_t n_bytes = ZSTD_compress(frame, sizeof(frame), text->str, text->len, 1);

	assert_false(can_be_read(&ends, frame, n_bytes));
	ends.format = SABOT_SEGMENT_FORMAT_OF_PROOFS;
	assert_true(can_be_read(&ends, frame, n_bytes));
	ends.format = SABOT_SEGMENT_FORMAT + 1;
	assert_false(can_be_read(&ends, frame, n_bytes));
	sabot_segment_free(segment);
}

/* One event, there and back, with all that a line can have beside it. */
static struct sabot_log_record *
send_back(const struct sabot_log_record *record, json_t **ret_array)
{
	struct sabot_segment_place out = {0}, in = {0};
	GString *text = g_string_new(NULL);

	sabot_segment_line_append(text, record, &out);
	*ret_array = json_loads(text->str, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(*ret_array);
	g_string_free(text, TRUE);
	return sabot_segment_line_unpack(*ret_array, record->table, record->n, &in);
}

/* A line loses what follows from its event, if that follows, and is the same again. */
static void
test_lines_lose_what_follows(void **state)
{
	static const struct {
		const char *line, *packed; /* NULL: as it is */
	} lines[] = {
		{"{\"ev\":\"card\",\"card\":\"9D\",\"at\":\"2026-11-21T08:00:00.000001Z\"}",
		 ",\"card\":\"9D\""},
		{"{\"ev\":\"card\",\"at\":\"2026-11-21T08:00:00.000001Z\"}", ""},
		{"{\"ev\":\"card\",\"card\":\"9D\",\"at\":\"2026-11-21T08:00:00.000002Z\"}", NULL},
		{"{\"ev\":\"bet\",\"card\":\"9D\",\"at\":\"2026-11-21T08:00:00.000001Z\"}", NULL},
		{"{\"ev\":\"card\"{,\"at\":\"2026-11-21T08:00:00.000001Z\"}", NULL},
		{"{\"ev\":\"card\"}", NULL},
		{"{\"ev\": \"card\"}", NULL},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct sabot_log_record *record = make_record(1), *back;
		const char *packed = lines[i].packed ? lines[i].packed : lines[i].line;
		json_t *array;

		record->at_us = 1795248000000001;
		g_free(record->line);
		record->line = g_strdup(lines[i].line);
		record->frame = g_bytes_new("\0frame", 6);
		record->frame_at_us = record->at_us - 7;
		back = send_back(record, &array);
		assert_non_null(back);
		assert_string_equal(json_string_value(json_array_get(array, 3)), packed);
		assert_string_equal(back->line, lines[i].line);
		assert_int_equal(back->frame_at_us, record->frame_at_us);
		assert_true(g_bytes_equal(back->frame, record->frame));
		assert_string_equal(back->part->rules, "punto-banco-es");
		json_decref(array);
		sabot_log_record_unref(back);
		sabot_log_record_unref(record);
	}
}

/* Any signature: whose it is says the verifier. */
static char *
make_note(int64_t number, const char *before)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_new(&origin);
	struct sabot_key key = {.name = (char *)"test", .has_secret = true};
	char *note;

	checkpoint->number = number;
	checkpoint->at_us = 1795248000000000 + number;
	checkpoint->seq = number;
	if (before)
		checkpoint->previous = sabot_chain_digest(before, strlen(before));
	note = sabot_checkpoint_sign(checkpoint, &key);
	sabot_checkpoint_free(checkpoint);
	return note;
}

static void
test_checkpoints(void **state)
{
	struct sabot_segment *segment = sabot_segment_new(&origin, SABOT_SEGMENT_CHECKPOINTS, 1,
							  (struct sabot_chain_hash){{0}});
	g_autofree char *first = make_note(1, NULL), *second = make_note(2, first),
			*other = make_note(2, second);
	g_autoptr(GPtrArray) lines = NULL;
	g_autoptr(GBytes) bytes = NULL;
	struct sabot_segment_ends ends;

	(void)state;
	assert_true(sabot_segment_add_note(segment, first, 1, NULL));
	assert_false(sabot_segment_add_note(segment, other, 2, NULL));
	assert_true(sabot_segment_add_note(segment, second, 2, NULL));
	assert_null(sabot_segment_get_tip(segment));
	ends = sabot_segment_get_ends(segment);
	bytes = sabot_segment_pack(segment, NULL);
	lines = sabot_segment_unpack(&origin, &ends, bytes, NULL);
	assert_non_null(lines);
	assert_string_equal(((struct sabot_segment_line *)g_ptr_array_index(lines, 1))->note,
			    second);
	/* It is no log of a table. */
	ends.log = "PB-01";
	assert_null(sabot_segment_unpack(&origin, &ends, bytes, NULL));
	sabot_segment_free(segment);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_what_was_recorded_otherwise),
		cmocka_unit_test(test_no_bit_changes_a_line),
		cmocka_unit_test(test_a_bomb),
		cmocka_unit_test(test_first_format),
		cmocka_unit_test(test_lines_lose_what_follows),
		cmocka_unit_test(test_checkpoints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
