/*
 * The Bee-Tek driver: what each mark says, alone and after others, fed whole, a byte at a time and
 * behind noise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include <string.h>

static const struct {
	const char *name, *line, *expected;
} cases[] = {
	{"a card", " [Game]<Card:4S> \r\n", "card 4S\n"},
	{"cards without line ends", "[Game]<Card:4S>[Game]<Card:KH>", "card 4S\ncard KH\n"},
	{"tens, and the suit first", "<Card:TH> <Card:10D> <Card:C10> <Card:H3> <Card:AS>",
	 "card TH\ncard TD\ncard TC\ncard 3H\ncard AS\n"},
	{"a card not read", " [Game]<Game> \r\n", "card ??\n"},
	{"a plain reader claims nothing", "[Manual Burn Cards]<Card:QD>\r\n", "card QD\n"},
	{"a card that is none", "[Game]<Card:1S> [Game]<Card:> [Game]<Card:S> [Game]<Card:4?>",
	 "card ?? [card a card whose name is not understood]\n"
	 "card ?? [card a card whose name is not understood]\n"
	 "card ?? [card a card whose name is not understood]\n"
	 "card ?? [card a card whose name is not understood]\n"},
	{"an alarm is over with the next card that is read",
	 "[GameAlarm]<Alarm:E3 Card Not Read>\r\n[Game]<Game> [Game]<Card:4S> [Game]<Card:5S>",
	 "error [E3 Card Not Read]\ncard ??\nover E3, card 4S\ncard 5S\n"},
	{"other alarms", "<Alarm:E17> <Alarm:>",
	 "error [E17 an alarm of the shoe]\nerror [alarm an alarm of the shoe]\n"},
	{"warnings", "<W0x01>\r\n<W0xABCDEF>",
	 "error [W0x01 a warning of the shoe]\n"
	 "error [W0xABCD a warning of the shoe]\n"},
	{"what nobody knows", "[Game]<Hello>", "error [mark a mark of unknown meaning]\n"},
	{"said again outside of a mark", " [Game]<Card:4S> 4S\r\n [Game]<Card:5S> ",
	 "card 4S\ncard 5S\n"},
	{"spoilt", "[Ga[Game]<Card:4S>  <Ca<Card:5S> [Game] <Card:6S> [Game]<Ca\x01rd:7S>",
	 "card 4S\ncard 5S\ncard 6S\n"},
	{"too long",
	 "<Card:4S                                                                 >"
	 "<Card:9C>",
	 "card 9C\n"},
};

static void
test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GByteArray) line = g_byte_array_new();

		print_message("%s\n", cases[i].name);
		g_byte_array_append(line, (const guint8 *)cases[i].line,
				    (guint)strlen(cases[i].line));
		driver_fixture_check(sabot_shoe_driver_find("beetek"), NULL, line,
				     "noise \x80\xff<[x", cases[i].expected);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};

	return cmocka_run_group_tests_name("beetek", tests, NULL, NULL);
}
