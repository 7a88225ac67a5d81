/*
 * The Angel Eye driver: what each frame says, alone and after others. A case is a few frames, one
 * line each: "seq code data-in-hex", and what they say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include "devices/shoe/angeleye-frame.h"

struct driver_case {
	const char *name;
	const char *seq_range; /* "09", or NULL */
	const char *frames;
	const char *expected;
};

static const struct driver_case cases[] = {
	{"a card with its claim", NULL, "1D81b8", "card 8S punto 1\n"},
	{"each target", NULL, "1D91b8 2Da1b8 3Dc0b8 4Dd0b8",
	 "card 8S banca 1\ncard 8S burn 1\ncard 8S first 0\ncard 8S burn_count 0\n"},
	{"an unread card", NULL, "1D8180", "card ?? punto 1\n"},
	{"a card without suit", NULL, "1D8187", "card 7? punto 1\n"},
	{"an unknown target is a finding", NULL, "1Df1b8",
	 "card 8S  1 [D7 a card drawn for an unknown place]\n"},
	{"draw data not understood is a card all the same", NULL, "1D81",
	 "card ?? [D a draw whose data are not understood]\n"},
	{"a card outside the game", NULL, "1d80b8 2d90b8 3da0b8",
	 "card 8S [d0 a card was drawn while the shoe was locked]\n"
	 "card 8S [d1 a card was drawn while the shoe was in error]\n"
	 "card 8S [d2 a card was drawn while the shoe was being set up]\n"},
	{"R of a seen draw is a repeat", NULL, "1D81b8 2R81b8", "card 8S punto 1\nrepeat\n"},
	{"R of a seen draw of the last round", NULL, "1D81b8 2G91 3R81b8",
	 "card 8S punto 1\nresult punto\nrepeat\n"},
	{"R of another card", NULL, "1D81b8 2R81b7",
	 "card 8S punto 1\n"
	 "lost some error [R a draw that was not seen was sent again]\n"},
	{"R of a draw before the shoe started anew", NULL, "1D81b8 2S 3R81b8",
	 "card 8S punto 1\nboot [S the shoe has started]\n"
	 "lost some error [R a draw that was not seen was sent again]\n"},
	{"results", NULL, "1G91 2Ga0 3Gc2 4Gf0 5Gb0",
	 "result punto\nresult tie\nresult banca\n"
	 "result - [G7 the game was ended by force at the shoe]\n"
	 "result - [G3 a result of unknown meaning]\n"},
	{"errors in words, cleared by the same name", NULL, "1Ec2 2e 3E85 4e81 5e",
	 "error [E2 more cards were drawn than the game allows]\n"
	 "cleared [E2 more cards were drawn than the game allows]\n"
	 "error [E5 a card was pushed back midway]\n"
	 "cleared [E1 a card could not be read]\ncleared [E ]\n"},
	{"cannot read beside a card: one card", NULL, "1D8180 2E81",
	 "card ?? punto 1\nerror [E1 a card could not be read]\n"},
	{"lock, cut card, stand-by, preset, unknown", NULL, "1L81 2L80 3C 4P 5M303130303034 6X",
	 "locked [L ]\nunlocked [L ]\ncut_card\nnothing\n"
	 "error [M a setting of the shoe was changed: 01 to 0004]\n"
	 "error [X a message of unknown kind]\n"},
	{"no range, nothing missed", NULL, "1C 9C", "cut_card\ncut_card\n"},
	{"the sequence runs round", "09", "8C 9C 0C 1C",
	 "cut_card\ncut_card\ncut_card\ncut_card\n"},
	{"frames missed", "09", "8C 1C", "cut_card\nlost 2 cut_card\n"},
	{"the shoe's start begins the sequence anew", "09", "8C 4S 5C",
	 "cut_card\nboot [S the shoe has started]\ncut_card\n"},
	{"outside the range: said once, not counted", "09", "8C AC BC 4C",
	 "cut_card\ncut_card [q a sequence character outside the configured range]\n"
	 "cut_card\ncut_card\n"},
	{"a jump in a hand is no proof before hands were seen to be numbered", NULL,
	 "1D81b8 2D83b8", "card 8S punto 1\ncard 8S punto 3\n"},
	{"a jump in a hand", NULL, "1D81b8 2D91b7 3D83b8",
	 "card 8S punto 1\ncard 7S banca 1\nlost 1 card 8S punto 3\n"},
	{"the first card of a round that began in our sight", NULL, "1D81b8 2D91b7 3G91 4D82b8",
	 "card 8S punto 1\ncard 7S banca 1\nresult punto\nlost 1 card 8S punto 2\n"},
	{"the first card of a round that began out of sight", NULL, "1D81b8 2D91b7 3S 4D82b8",
	 "card 8S punto 1\ncard 7S banca 1\nboot [S the shoe has started]\ncard 8S punto 2\n"},
	{"an index that does not rise proves nothing", NULL, "1D81b8 2D91b7 3D82b8 4D81b6 5D92b5",
	 "card 8S punto 1\ncard 7S banca 1\ncard 8S punto 2\ncard 6S punto 1\ncard 5S banca 2\n"},
	{"numbered through the round, not by hand: never a loss", NULL,
	 "1D81b8 2D92b7 3D83b6 4D94b5 5D85b4",
	 "card 8S punto 1\ncard 7S banca 2\ncard 6S punto 3\ncard 5S banca 4\ncard 4S punto 5\n"},
	{"both losses are one", "09", "1D81b8 2D91b7 4D83b8",
	 "card 8S punto 1\ncard 7S banca 1\nlost 1 card 8S punto 3\n"},
};

/* "1D81b8" */
static size_t
frame_bytes(const char *word, uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX])
{
	struct sabot_angeleye_frame frame = {.seq = word[0], .code = word[1]};

	for (word += 2; word[0]; word += 2)
		frame.data[frame.n_data++] = (uint8_t)(g_ascii_xdigit_value(word[0]) << 4 |
						       g_ascii_xdigit_value(word[1]));
	return sabot_angeleye_encode(&frame, bytes);
}

static void
run_case(const struct driver_case *c, const struct sabot_shoe_driver *driver)
{
	g_auto(GStrv) words = g_strsplit(c->frames, " ", -1);
	g_autoptr(GByteArray) line = g_byte_array_new();
	struct sabot_shoe_driver_options options = {0};

	if (c->seq_range) {
		options.seq_first = c->seq_range[0];
		options.seq_last = c->seq_range[1];
	}
	for (size_t i = 0; words[i]; i++) {
		uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];

		g_byte_array_append(line, bytes, (guint)frame_bytes(words[i], bytes));
	}
	driver_fixture_check(driver, &options, line,
			     "noise\x05"
			     "1D",
			     c->expected);
}

static void
test_cases(void **state)
{
	const struct sabot_shoe_driver *driver = sabot_shoe_driver_find("angeleye2");

	(void)state;
	assert_non_null(driver);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		run_case(&cases[i], driver);
}

static void
test_table_of_drivers(void **state)
{
	const struct sabot_shoe_driver *const *list = sabot_shoe_driver_list();

	(void)state;
	assert_non_null(list[0]);
	for (size_t i = 0; list[i]; i++) {
		assert_ptr_equal(sabot_shoe_driver_find(list[i]->id), list[i]);
		assert_true(list[i]->state_bytes <= SABOT_SHOE_STATE_BYTES_MAX);
		assert_true(list[i]->line.baud > 0);
		assert_int_equal(list[i]->takes_commands, list[i]->command != NULL);
		assert_true(!list[i]->tick || list[i]->heartbeat_ms);
		assert_true(!list[i]->usb_ids || list[i]->unpack);
		assert_true(!list[i]->pack == !list[i]->needs_reply);
	}
	assert_null(sabot_shoe_driver_find("none"));
}

/* The published example is "lock on"; the others are made like it. */
static void
test_commands(void **state)
{
	static const struct {
		enum sabot_shoe_command command;
		const char *bytes;
	} cases_of_command[] = {
		{SABOT_SHOE_COMMAND_LOCK, "\x02OPLK02\x03"
					  "1B"},
		{SABOT_SHOE_COMMAND_UNLOCK, "\x02OPLK01\x03"
					    "18"},
		{SABOT_SHOE_COMMAND_CLEAR, "\x02OPEC00\x03"
					   "18"},
	};
	const struct sabot_shoe_driver *driver = sabot_shoe_driver_find("angeleye2");

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases_of_command); i++) {
		struct sabot_shoe_bytes out = {0};

		driver->command(NULL, cases_of_command[i].command, &out);
		assert_int_equal(out.n_bytes, 10);
		assert_memory_equal(out.bytes, cases_of_command[i].bytes, 10);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_table_of_drivers),
	};

	return cmocka_run_group_tests_name("angeleye2", tests, NULL, NULL);
}
