/*
 * The Angel Eye driver: what each frame says, alone and after others. A case is a few frames, one
 * line each: "seq code data-in-hex", and what they say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/angeleye-frame.h"
#include "devices/shoe-driver.h"

#include <glib.h>
#include <string.h>

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
	 "error [R retransmission of a draw that was not seen: punto card 1]\n"},
	{"R of a draw before the shoe started anew", NULL, "1D81b8 2S 3R81b8",
	 "card 8S punto 1\nboot [S the shoe has started]\n"
	 "error [R retransmission of a draw that was not seen: punto card 1]\n"},
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

static const char *
kind_word(enum sabot_shoe_kind kind)
{
	switch (kind) {
	case SABOT_SHOE_NOTHING:
		return "nothing";
	case SABOT_SHOE_REPEAT:
		return "repeat";
	case SABOT_SHOE_CARD:
		return "card";
	case SABOT_SHOE_CUT_CARD:
		return "cut_card";
	case SABOT_SHOE_RESULT:
		return "result";
	case SABOT_SHOE_ERROR:
		return "error";
	case SABOT_SHOE_CLEARED:
		return "cleared";
	case SABOT_SHOE_LOCKED:
		return "locked";
	case SABOT_SHOE_UNLOCKED:
		return "unlocked";
	case SABOT_SHOE_BOOT:
		return "boot";
	}
	return NULL;
}

static void
append_said(GString *text, const struct sabot_shoe_event *said)
{
	char card[SABOT_CARD_TEXT_SIZE];

	if (said->lost)
		g_string_append_printf(text, "lost %u ", said->lost);
	g_string_append(text, kind_word(said->kind));
	if (said->kind == SABOT_SHOE_CARD)
		g_string_append_printf(text, " %s", sabot_card_format(said->card, card));
	if (said->index != SABOT_SHOE_INDEX_NONE)
		g_string_append_printf(text, " %s %d", sabot_shoe_target_to_string(said->target),
				       said->index);
	if (said->kind == SABOT_SHOE_RESULT)
		g_string_append_printf(text, " %s",
				       said->winner == SABOT_WINNER_NONE
					       ? "-"
					       : sabot_winner_to_string(said->winner));
	if (said->code[0])
		g_string_append_printf(text, " [%s %s]", said->code, said->detail);
	g_string_append_c(text, '\n');
}

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
	g_autofree void *state = g_malloc0(driver->state_bytes);
	g_autoptr(GString) text = g_string_new(NULL);
	g_auto(GStrv) words = g_strsplit(c->frames, " ", -1);
	struct sabot_shoe_driver_options options = {0};

	if (c->seq_range) {
		options.seq_first = c->seq_range[0];
		options.seq_last = c->seq_range[1];
	}
	driver->reset(state, &options);
	driver->opened(state);
	for (size_t i = 0; words[i]; i++) {
		uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
		size_t n_bytes = frame_bytes(words[i], bytes), consumed;
		struct sabot_shoe_event said;

		assert_int_equal(driver->scan(bytes, n_bytes, &consumed), SABOT_SHOE_FRAME);
		assert_int_equal(consumed, n_bytes);
		driver->decode(state, bytes, n_bytes, &said);
		append_said(text, &said);
	}
	if (strcmp(text->str, c->expected) != 0)
		fail_msg("%s:\nexpected\n%sbut it said\n%s", c->name, c->expected, text->str);
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
	}
	assert_null(sabot_shoe_driver_find("none"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_table_of_drivers),
	};

	return cmocka_run_group_tests_name("angeleye2", tests, NULL, NULL);
}
