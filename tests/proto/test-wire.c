/* The line splitter and the nesting check: whole, byte by byte, after garbage, at the limits. */
#include "proto/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct seen {
	char text[512];
	int n_lines;
	int stop_after; /* 0 = never */
	size_t longest_bytes;
};

static bool
on_line(const char *line, size_t length_bytes, void *data)
{
	struct seen *seen = data;

	seen->n_lines++;
	if (length_bytes > seen->longest_bytes)
		seen->longest_bytes = length_bytes;
	if (strlen(seen->text) + length_bytes + 2 < sizeof(seen->text)) {
		strncat(seen->text, line, length_bytes);
		strcat(seen->text, "|");
	}
	return seen->n_lines != seen->stop_after;
}

static const struct {
	const char *name, *input, *expected;
} cases[] = {
	{"nothing", "", ""},
	{"a line", "abc\n", "abc|"},
	{"unfinished", "abc\ndef", "abc|"},
	{"empty lines are skipped", "\n\na\n\nb\n", "a|b|"},
	{"carriage returns stay", "a\r\nb\n", "a\r|b|"},
	{"garbage", "\x01\xff\x80 {\n}\n", "\x01\xff\x80 {|}|"},
};

static void
test_cases(void **state)
{
	struct sabot_wire_splitter *splitter = malloc(sizeof(*splitter));

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (size_t step = 1; step <= 2; step++) {
			struct seen seen = {0};
			size_t length = strlen(cases[i].input);
			size_t chunk = step == 1 ? 1 : length;

			sabot_wire_splitter_init(splitter);
			for (size_t at = 0; at < length; at += chunk)
				assert_int_equal(sabot_wire_splitter_feed(splitter,
									  cases[i].input + at,
									  chunk, on_line, &seen),
						 SABOT_WIRE_OK);
			print_message("%s\n", cases[i].name);
			assert_string_equal(seen.text, cases[i].expected);
		}
	}
	free(splitter);
}

static void
test_limit(void **state)
{
	struct sabot_wire_splitter *splitter = malloc(sizeof(*splitter));
	char *input = malloc(SABOT_WIRE_LINE_MAX_BYTES + 2);

	(void)state;
	memset(input, 'x', SABOT_WIRE_LINE_MAX_BYTES + 2);
	for (size_t chunk = 1; chunk <= 4096; chunk *= 4096) {
		struct seen seen = {0};

		sabot_wire_splitter_init(splitter);
		for (size_t at = 0; at < SABOT_WIRE_LINE_MAX_BYTES; at += chunk)
			assert_int_equal(sabot_wire_splitter_feed(splitter, input + at, chunk,
								  on_line, &seen),
					 SABOT_WIRE_OK);
		assert_int_equal(sabot_wire_splitter_feed(splitter, "\n", 1, on_line, &seen),
				 SABOT_WIRE_OK);
		assert_int_equal(seen.n_lines, 1);
		assert_int_equal(seen.longest_bytes, SABOT_WIRE_LINE_MAX_BYTES);
		/* One byte more is refused, not cut short, and nothing is read after it. */
		assert_int_equal(sabot_wire_splitter_feed(splitter, input,
							  SABOT_WIRE_LINE_MAX_BYTES + 1, on_line,
							  &seen),
				 SABOT_WIRE_TOO_LONG);
		assert_int_equal(sabot_wire_splitter_feed(splitter, "a\n", 2, on_line, &seen),
				 SABOT_WIRE_TOO_LONG);
		assert_int_equal(seen.n_lines, 1);
	}
	free(input);
	free(splitter);
}

static void
test_stop(void **state)
{
	struct sabot_wire_splitter *splitter = malloc(sizeof(*splitter));
	struct seen seen = {.stop_after = 2};

	(void)state;
	sabot_wire_splitter_init(splitter);
	assert_int_equal(sabot_wire_splitter_feed(splitter, "a\nb\nc\n", 6, on_line, &seen),
			 SABOT_WIRE_STOPPED);
	assert_string_equal(seen.text, "a|b|");
	free(splitter);
}

static void
test_depth(void **state)
{
	char deep[SABOT_WIRE_DEPTH_MAX + 2];

	(void)state;
	memset(deep, '[', sizeof(deep));
	assert_true(sabot_wire_depth_is_allowed(deep, SABOT_WIRE_DEPTH_MAX));
	assert_false(sabot_wire_depth_is_allowed(deep, SABOT_WIRE_DEPTH_MAX + 1));
	assert_true(sabot_wire_depth_is_allowed("{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}", 36));
	assert_true(sabot_wire_depth_is_allowed("\"[[[[[[[[[[[[[[[[[[\\\"[\"", 23));
	assert_true(sabot_wire_depth_is_allowed("\"\\", 2));
	assert_true(sabot_wire_depth_is_allowed("", 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
