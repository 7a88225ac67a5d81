/*
 * The driver of the reference protocol: what the shoe sends, and what is requested of it. A scene
 * is a few lines: a message of the shoe, "open" or "tick", and then what the driver says and sends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver-fixture.h"

#include "devices/shoe/ref-frame.h"

#include <stdio.h>
#include <string.h>

enum { BOOT = 0x0badcafe };

/*
 * The shoe's messages as words: "hello LAST", "hello@BOOT LAST PREVIOUS_BOOT PREVIOUS_LAST",
 * "state LAST", "gone OLDEST", "card N", "unread N", "cut N", "end N", "error N", "locked N".
 */
static bool
fill_message(const char *words, struct sabot_ref_message *ret_message)
{
	static const struct {
		const char *word;
		uint8_t type;
	} types[] = {
		{"hello", SABOT_REF_HELLO},
		{"state", SABOT_REF_STATE},
		{"gone", SABOT_REF_GONE},
		{"card", SABOT_REF_CARD},
		{"unread", SABOT_REF_CARD_UNREAD},
		{"cut", SABOT_REF_CUT_CARD},
		{"end", SABOT_REF_HAND_END},
		{"error", SABOT_REF_ERROR},
		{"cleared", SABOT_REF_CLEARED},
		{"locked", SABOT_REF_LOCK},
		{"later", 0x1e},
	};
	struct sabot_ref_message message = {.boot_id = BOOT};
	char word[16];
	unsigned boot = BOOT, number = 0, before = 0, before_last = 0;

	if (sscanf(words, "%15[a-z]@%u %u %u %u", word, &boot, &number, &before, &before_last) < 3)
		sscanf(words, "%15[a-z] %u", word, &number);
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		if (strcmp(types[i].word, word) == 0)
			message.type = types[i].type;
	}
	message.boot_id = boot;
	message.event_no = number;
	if (message.type == SABOT_REF_HELLO) {
		message.u.hello.protocol = SABOT_REF_PROTOCOL;
		message.u.hello.last_event = number;
		message.u.hello.previous_boot_id = before;
		message.u.hello.previous_event = before_last;
	} else if (message.type == SABOT_REF_STATE) {
		message.u.state.last_event = number;
	}
	*ret_message = message;
	return message.type;
}

static void
fill_event(struct sabot_ref_message *message)
{
	switch (message->type) {
	case SABOT_REF_CARD:
	case SABOT_REF_CARD_UNREAD:
		message->u.card.target = SABOT_REF_BANCA;
		message->u.card.index = 2;
		message->u.card.rank = 8;
		message->u.card.suit = SABOT_SPADES;
		break;
	case SABOT_REF_HAND_END:
		message->u.hand_end.winner = SABOT_REF_TIE;
		break;
	case SABOT_REF_ERROR:
	case SABOT_REF_CLEARED:
		message->u.error.fault = SABOT_REF_OVERDRAW;
		message->u.error.number = 31;
		break;
	case SABOT_REF_LOCK:
		message->u.lock.is_locked = true;
		break;
	default:
		break;
	}
}

static size_t
encode(const struct sabot_ref_message *message, uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX])
{
	struct sabot_ref_frame frame = {.seq = 5};

	sabot_ref_message_set(&frame, message);
	return sabot_ref_encode(&frame, bytes);
}

/* "> 7f 82 …" as "> get 18". */
static void
append_sent(GString *text, const char *hex)
{
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
	struct sabot_ref_frame frame;
	struct sabot_ref_message message;
	size_t n_bytes = 0, consumed;

	for (; hex[0] == ' '; hex += 3)
		bytes[n_bytes++] =
			(uint8_t)(g_ascii_xdigit_value(hex[1]) << 4 | g_ascii_xdigit_value(hex[2]));
	assert_int_equal(sabot_ref_decode(bytes, n_bytes, &consumed, &frame), SABOT_REF_FRAME);
	assert_true(sabot_ref_message_get(&frame, &message));
	switch (message.type) {
	case SABOT_REF_ASK_HELLO:
		g_string_append(text, "> ask_hello\n");
		return;
	case SABOT_REF_ACK:
		g_string_append_printf(text, "> ack %u\n", message.event_no);
		break;
	case SABOT_REF_GET:
		g_string_append_printf(text, "> get %u\n", message.event_no);
		break;
	default:
		fail_msg("the driver sent type %02x", message.type);
	}
	assert_int_equal(message.boot_id & 0xff, BOOT & 0xff);
}

static char *
readable(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (size_t i = 0; lines[i]; i++) {
		if (lines[i][0] == '>')
			append_sent(out, lines[i] + 1);
		else if (lines[i][0])
			g_string_append_printf(out, "%s\n", lines[i]);
	}
	return g_string_free(out, FALSE);
}

static void
play(struct driver_fixture *fixture, const char *words)
{
	struct sabot_ref_message message;
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];

	if (strcmp(words, "open") == 0) {
		driver_fixture_open(fixture);
	} else if (strcmp(words, "tick") == 0) {
		driver_fixture_tick(fixture);
	} else {
		assert_true(fill_message(words, &message));
		fill_event(&message);
		driver_fixture_feed(fixture, bytes, encode(&message, bytes), 1);
	}
}

struct scene {
	const char *name;
	const char *messages; /* one after the other, ended by ";" */
	const char *expected;
};

#define ASKED "> ask_hello\n"
#define LEVEL ASKED "nothing\n"
#define CARD(n) "card 8S banca 2\n> ack " n "\n"

#define TWICE(n) "error [twice event " n " was said again as another one]\n> ack " n "\n"

static const struct scene scenes[] = {
	{"nothing of before is asked for", "hello 40;card 41", LEVEL CARD("41")},
	{"a hello that does not come is asked for again", "tick;tick;hello 0;tick",
	 ASKED ASKED ASKED "nothing\n"},
	{"every event", "hello 0;card 1;unread 2;cut 3;end 4;error 5;cleared 6;locked 7;later 8",
	 LEVEL CARD(
		 "1") "card ?? banca 2\n> ack 2\ncut_card\n> ack 3\nresult tie\n> ack 4\n"
		      "error [E2 more cards were drawn than the game allows (31)]\n> ack 5\n"
		      "cleared [E2 more cards were drawn than the game allows (31)]\n> ack 6\n"
		      "locked [lock ]\n> ack 7\nerror [t1e an event of unknown kind]\n> ack 8\n"},
	{"twice is once", "hello 0;card 1;card 1", LEVEL CARD("1") "repeat\n> ack 1\n"},
	{"another event of that number is said, once",
	 "hello 0;card 1;unread 1;unread 1;card 1;card 2;unread 2;card 1",
	 LEVEL CARD("1") TWICE("1") "repeat\n> ack 1\nrepeat\n> ack 1\n" CARD("2")
		 TWICE("2") "repeat\n> ack 2\n"},
	{"the same number of another start is no repeat",
	 "hello 0;card 1;hello@254 1 0 0;unread@254 1;unread@254 1",
	 LEVEL CARD("1") "lost some boot [boot the shoe has started]\n> get 1\n"
			 "card ?? banca 2\n> ack 1\nrepeat\n> ack 1\n"},
	{"what is missing comes first", "hello 0;card 1;card 3;card 4;card 2;card 3;card 4",
	 LEVEL CARD("1") "nothing\n> get 2\nnothing\n" CARD("2") CARD("3") CARD("4")},
	{"the last event's loss is seen in the state", "hello 0;card 1;state 2;card 2;state 2",
	 LEVEL CARD("1") "nothing\n> get 2\n" CARD("2") "nothing\n"},
	{"asked again after three ticks of nothing",
	 "hello 0;state 2;tick;tick;tick;tick;card 1;tick;tick;tick;card 2;tick;tick;tick;tick",
	 LEVEL "nothing\n> get 1\n> get 1\n" CARD("1") "> get 2\n" CARD("2")},
	{"what is gone is lost, counted",
	 "hello 0;card 1;state 9;gone 7;card 7;card 8;card 9;state 9",
	 LEVEL CARD("1") "nothing\n> get 2\nlost 5 nothing\n" CARD("7") CARD("8")
		 CARD("9") "nothing\n"},
	{"gone again says nothing new", "hello 0;card 1;gone 2;gone 1",
	 LEVEL CARD("1") "nothing\nnothing\n"},
	{"after an outage the rest is asked for", "hello 0;card 1;open;hello 3;card 2;card 3",
	 LEVEL CARD("1") ASKED "nothing\n> get 2\n" CARD("2") CARD("3")},
	{"another start: what was before is lost",
	 "hello 0;card 1;hello@254 2 0 0;card@254 1;card@254 2",
	 LEVEL CARD("1") "lost some boot [boot the shoe has started]\n> get 1\n" CARD("1")
		 CARD("2")},
	{"another start, and the shoe remembers", "hello 0;card 1;hello@254 0 195939070 4",
	 LEVEL CARD("1") "lost 3 boot [boot the shoe has started]\n"},
	{"another start, and nothing was missed", "hello 0;card 1;hello@254 0 195939070 1",
	 LEVEL CARD("1") "boot [boot the shoe has started]\n"},
	{"an event of a start we know nothing of", "hello 0;card 1;card@254 2",
	 LEVEL CARD("1") "nothing\n" ASKED},
};

static void
test_scenes(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(scenes); i++) {
		g_auto(GStrv) words = g_strsplit(scenes[i].messages, ";", -1);
		struct driver_fixture fixture;
		g_autofree char *said = NULL;

		driver_fixture_init(&fixture, sabot_shoe_driver_find("ref"), NULL);
		for (size_t j = 0; words[j]; j++)
			play(&fixture, words[j]);
		said = readable(fixture.text->str);
		if (strcmp(said, scenes[i].expected) != 0)
			fail_msg("%s:\nexpected\n%sbut it was\n%s", scenes[i].name,
				 scenes[i].expected, said);
		driver_fixture_clear(&fixture);
	}
}

/* A frame that was recorded is all that a new run needs. */
static void
test_resume_from_a_frame(void **state)
{
	struct sabot_ref_message card = {.type = SABOT_REF_CARD, .boot_id = BOOT, .event_no = 17};
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
	struct driver_fixture fixture;
	g_autofree char *said = NULL;

	(void)state;
	fill_event(&card);
	driver_fixture_init(&fixture, sabot_shoe_driver_find("ref"), NULL);
	g_string_truncate(fixture.text, 0);
	fixture.driver->reset(fixture.state, &(struct sabot_shoe_driver_options){0});
	driver_fixture_decode(&fixture, bytes, encode(&card, bytes));
	g_string_truncate(fixture.text, 0);
	play(&fixture, "open");
	play(&fixture, "hello 19");
	play(&fixture, "card 18");
	said = readable(fixture.text->str);
	assert_string_equal(said, ASKED "nothing\n> get 18\n" CARD("18"));
	driver_fixture_clear(&fixture);
}

/* Of all that were said lately, not of the last one only; and what was long ago is let be. */
static void
test_said_again_as_another(void **state)
{
	enum { EVENTS = 70, COMPARED = 64 };
	struct driver_fixture fixture;

	(void)state;
	driver_fixture_init(&fixture, sabot_shoe_driver_find("ref"), NULL);
	play(&fixture, "hello 0");
	for (int i = 1; i <= EVENTS; i++) {
		g_autofree char *card = g_strdup_printf("card %d", i);

		play(&fixture, card);
	}
	for (int i = 1; i <= EVENTS; i++) {
		g_autofree char *cut = g_strdup_printf("cut %d", i), *said = NULL;

		g_string_truncate(fixture.text, 0);
		play(&fixture, cut);
		said = readable(fixture.text->str);
		assert_int_equal(g_str_has_prefix(said, "error [twice event "),
				 i > EVENTS - COMPARED);
	}
	driver_fixture_clear(&fixture);
}

/* Requested again it would be the same: no event may stop those behind it. */
static void
test_event_that_ends_early(void **state)
{
	static const struct {
		uint8_t type;
		const char *expected;
	} cases[] = {
		{SABOT_REF_CARD, "card ?? [short an event that ends too early]\n"},
		{SABOT_REF_CARD_UNREAD, "card ?? [short an event that ends too early]\n"},
		{SABOT_REF_HAND_END, "error [short an event that ends too early]\n"},
		{SABOT_REF_LOCK, "error [short an event that ends too early]\n"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct sabot_ref_message event = {
			.type = cases[i].type, .boot_id = BOOT, .event_no = 1};
		struct sabot_ref_frame frame = {0};
		uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
		struct driver_fixture fixture;
		g_autofree char *said = NULL, *expected = NULL;

		driver_fixture_init(&fixture, sabot_shoe_driver_find("ref"), NULL);
		play(&fixture, "hello 0");
		sabot_ref_message_set(&frame, &event);
		frame.n_payload = 8;
		driver_fixture_feed(&fixture, bytes, sabot_ref_encode(&frame, bytes), 64);
		play(&fixture, "card 2");
		said = readable(fixture.text->str);
		expected = g_strconcat(LEVEL, cases[i].expected, "> ack 1\n", CARD("2"), NULL);
		assert_string_equal(said, expected);
		driver_fixture_clear(&fixture);
	}
}

static struct sabot_ref_message
simulated_hello(void)
{
	struct sabot_ref_message hello = {.type = SABOT_REF_HELLO, .boot_id = BOOT};

	hello.u.hello.protocol = SABOT_REF_PROTOCOL;
	hello.u.hello.flags = SABOT_REF_IS_SIMULATED;
	return hello;
}

/* A simulated shoe cannot pass for a real one. */
static void
test_simulated_shoe(void **state)
{
	static const struct {
		const char *driver, *expected;
	} cases[] = {
		{"ref", ASKED "error [sim a simulated shoe, not a real one]\n"},
		{"sim", ASKED "nothing\n"},
	};
	const struct sabot_ref_message hello = simulated_hello();

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
		struct driver_fixture fixture;
		g_autofree char *said = NULL;

		driver_fixture_init(&fixture, sabot_shoe_driver_find(cases[i].driver), NULL);
		driver_fixture_feed(&fixture, bytes, encode(&hello, bytes), 64);
		said = readable(fixture.text->str);
		assert_string_equal(said, cases[i].expected);
		driver_fixture_clear(&fixture);
	}
	assert_true(sabot_shoe_driver_find("sim")->simulated);
	assert_false(sabot_shoe_driver_find("ref")->simulated);
}

static void
test_reports_are_streams(void **state)
{
	const struct sabot_ref_message hello = {.type = SABOT_REF_STATE, .boot_id = BOOT};
	const struct sabot_shoe_driver *driver = sabot_shoe_driver_find("ref");
	struct sabot_shoe_bytes stream = {0}, report, again;

	(void)state;
	stream.n_bytes = encode(&hello, stream.bytes);
	driver->pack(&stream, &report);
	assert_int_equal(report.n_bytes, SABOT_REF_REPORT_BYTES);
	assert_true(driver->unpack(NULL, report.bytes, report.n_bytes, &again));
	assert_int_equal(again.n_bytes, stream.n_bytes);
	assert_memory_equal(again.bytes, stream.bytes, stream.n_bytes);
	report.bytes[5] ^= 1;
	assert_false(driver->unpack(NULL, report.bytes, report.n_bytes, &again));
}

static void
test_whole_in_pieces_and_behind_noise(void **state)
{
	struct sabot_ref_message state_message = {.type = SABOT_REF_STATE, .boot_id = BOOT};
	g_autoptr(GByteArray) line = g_byte_array_new();
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];

	(void)state;
	g_byte_array_append(line, bytes, (guint)encode(&state_message, bytes));
	driver_fixture_check(sabot_shoe_driver_find("ref"), NULL, line, "noise\x7f\x81\x03",
			     "> 7f 80 01 80 01 00 00\nnothing\n> 7f 81 01 80 01 03 94\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scenes),
		cmocka_unit_test(test_resume_from_a_frame),
		cmocka_unit_test(test_said_again_as_another),
		cmocka_unit_test(test_event_that_ends_early),
		cmocka_unit_test(test_simulated_shoe),
		cmocka_unit_test(test_reports_are_streams),
		cmocka_unit_test(test_whole_in_pieces_and_behind_noise),
	};

	return cmocka_run_group_tests_name("ref", tests, NULL, NULL);
}
