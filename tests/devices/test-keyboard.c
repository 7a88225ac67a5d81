/*
 * Code readers: card maps, lines of a serial scanner, reports of a USB keyboard.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include "devices/shoe/card-map.h"

#include <string.h>

#define UNKNOWN "card ?? [code a code that the card map does not have]\n"

static const struct {
	const char *map; /* NULL = names */
	const char *line, *expected;
} cases[] = {
	{NULL, "AS\r\n10H\rth\nqd\tCUT\r\n", "card AS\ncard TH\ncard TH\ncard QD\ncut_card\n"},
	{NULL, "1S\rA\r11H\r4S \r?\r7?\r??\r",
	 UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN},
	{"0401=4S,0402=4S, 9999=cut", "0401\r\n0402\r\n9999\r\n4S\r\n",
	 "card 4S\ncard 4S\ncut_card\n" UNKNOWN},
	{"# suits by number\n1 1 = AS\r\n2-7=7C # seven\n\n", "1 1\n2-7\n1\n",
	 "card AS\ncard 7C\n" UNKNOWN},
	{"x=AS", "12345678901234567890123456789012\rx\r", UNKNOWN "card AS\n"},
	{"x=AS", "123456789012345678901234567890123\rx\r", "card AS\n"},
};

static void
test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree struct sabot_card_map *map = g_new(struct sabot_card_map, 1);
		struct sabot_shoe_driver_options options = {.card_map = cases[i].map ? map : NULL};
		g_autoptr(GByteArray) line = g_byte_array_new();
		char why[SABOT_CARD_MAP_ERROR_SIZE] = "";

		if (cases[i].map &&
		    !sabot_card_map_parse(map, cases[i].map, strlen(cases[i].map), why))
			fail_msg("%s: %s", cases[i].map, why);
		g_byte_array_append(line, (const guint8 *)cases[i].line,
				    (guint)strlen(cases[i].line));
		driver_fixture_check(sabot_shoe_driver_find("keyboard"), &options, line,
				     "noise\x80\xff", cases[i].expected);
	}
}

static void
test_maps_refused(void **state)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"", "there is no CODE=CARD"},
		{" # nothing\n", "there is no CODE=CARD"},
		{"17", "\"17\" is not CODE=CARD"},
		{"=4S", "\"=4S\" needs a code of 1 to 32 printable characters"},
		{"123456789012345678901234567890123=4S",
		 "\"123456789012345678901234567890123=4S\" needs a code of 1 to 32 printable "
		 "characters"},
		{"17=4X", "\"17=4X\" names no card"},
		{"17=", "\"17=\" names no card"},
		{"17=7?", "\"17=7?\" names no card"},
		{"17=4S,18=5S\n17=4S", "\"17=4S\" has a code that was given before"},
	};
	g_autofree struct sabot_card_map *map = g_new(struct sabot_card_map, 1);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		char why[SABOT_CARD_MAP_ERROR_SIZE] = "";

		assert_false(sabot_card_map_parse(map, bad[i].text, strlen(bad[i].text), why));
		assert_string_equal(why, bad[i].why);
	}
}

static void
test_map_is_bounded(void **state)
{
	g_autofree struct sabot_card_map *map = g_new(struct sabot_card_map, 1);
	g_autoptr(GString) text = g_string_new(NULL);
	char why[SABOT_CARD_MAP_ERROR_SIZE] = "";

	(void)state;
	for (int i = 0; i < SABOT_CARD_MAP_ENTRIES_MAX; i++)
		g_string_append_printf(text, "%d=4S\n", i);
	assert_true(sabot_card_map_parse(map, text->str, text->len, why));
	g_string_append(text, "x=4S\n");
	assert_false(sabot_card_map_parse(map, text->str, text->len, why));
	assert_string_equal(why, "\"x=4S\" is one code too many");
}

/* Keys go down one after the other, several at once, and stay down for a while. */
static void
test_keyboard(void **state)
{
	static const uint8_t reports[][8] = {
		{0x00, 0, 0x27, 0, 0, 0, 0, 0},          /* 0 */
		{0x00, 0, 0x27, 0x21, 0, 0, 0, 0},       /* 4, with 0 still down */
		{0x00, 0, 0x21, 0, 0, 0, 0, 0},          /* 0 up */
		{0x00, 0, 0, 0, 0, 0, 0, 0},             /* all up */
		{0x00, 0, 0x21, 0, 0, 0, 0, 0},          /* 4 again */
		{0x00, 0, 0x01, 0x01, 0x01, 0x01, 1, 1}, /* too many keys at once */
		{0x02, 0, 0x04, 0x21, 0, 0, 0, 0},       /* A with shift, 4 still down */
		{0x00, 0, 0x58, 0, 0, 0, 0, 0},          /* Enter of the keypad */
		{0x20, 0, 0x04, 0x16, 0x28, 0, 0, 0},    /* A, S and Enter at once */
		{0x00, 0, 0x29, 0x39, 0xe0, 0xff, 0, 0}, /* keys that type nothing */
	};
	static const uint8_t short_report[] = {0, 0, 4};
	g_autofree struct sabot_card_map *map = g_new(struct sabot_card_map, 1);
	struct sabot_shoe_driver_options options = {.card_map = map};
	struct driver_fixture fixture;
	struct sabot_shoe_bytes stream;
	char why[SABOT_CARD_MAP_ERROR_SIZE];

	(void)state;
	assert_true(sabot_card_map_parse(map, "044A=KH,AS=AS", 13, why));
	driver_fixture_init(&fixture, sabot_shoe_driver_find("keyboard"), &options);
	for (size_t i = 0; i < G_N_ELEMENTS(reports); i++)
		driver_fixture_report(&fixture, reports[i], sizeof reports[i]);
	driver_fixture_expect(&fixture, "reports", "card KH\ncard AS\n");
	assert_false(
		fixture.driver->unpack(fixture.state, short_report, sizeof short_report, &stream));
	driver_fixture_clear(&fixture);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_maps_refused),
		cmocka_unit_test(test_map_is_bounded),
		cmocka_unit_test(test_keyboard),
	};

	return cmocka_run_group_tests_name("keyboard", tests, NULL, NULL);
}
