/*
 * The whole device on a real pseudo terminal: losses, claims, timeouts, the journal. The clock is
 * the test's own, the waiting is for conditions. What is said again is in test-repeats.c.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/shoe/shoe-reader.h"
#include "devices/transport/shoelog.h"
#include "devices/transport/transport.h"
#include "devices/shoe/shoe-journal.h"
#include "devices/shoe/shoe-speech.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_ONLINE "device online - what left the shoe before is not known\n"
#define BACK(after)                                                                                \
	"device online - back after " after " s; what left the shoe meanwhile was not read\n"
#define GONE "device offline - the other end has gone\n"

/* 8 of spades and 7 of spades for punto; both have bit 7 set */
#define PUNTO_1_8S "\x81\xb8"
#define PUNTO_2_7S "\x82\xb7"

static void
start_online(struct device_fixture *fixture)
{
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, FIRST_ONLINE);
}

static struct sabot_shoe_counters
counters(const struct device_fixture *fixture)
{
	return sabot_shoe_device_get_counters(fixture->device);
}

static void
test_lost_frames_are_said_first(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.driver_options =
		(struct sabot_shoe_driver_options){.seq_first = '0', .seq_last = '9'};
	start_online(fixture);
	device_fixture_send_frame(fixture, '9', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '2', 'D', PUNTO_2_7S);
	device_fixture_expect(fixture, "card 8S punto 1\ndevice lost - 2\ncard 7S punto 2\n");
	assert_int_equal(counters(fixture).lost, 2);
}

static void
test_gap_is_not_counted_across_a_cable_pull(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.driver_options =
		(struct sabot_shoe_driver_options){.seq_first = '0', .seq_last = '9'};
	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'C', NULL);
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_plug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_send_frame(fixture, '7', 'C', NULL);
	device_fixture_expect(fixture, "cut_card\n" GONE BACK("0.0") "cut_card\n");
}

static void
test_result_is_a_claim_unless_the_device_decides(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'G', "\x91");
	device_fixture_expect(fixture, "claim punto\n");
	device_fixture_kill(fixture);
	fixture->options.result_by = SABOT_RESULT_BY_DEVICE;
	start_online(fixture);
	device_fixture_send_frame(fixture, '2', 'G', "\xc0");
	device_fixture_send_frame(fixture, '3', 'G', "\xf0");
	device_fixture_expect(fixture, "result banca\nresult -\n"
				       "device error G7 the game was ended by force at the shoe\n");
}

static void
test_another_game_ignores_targets(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.ignore_targets = true;
	fixture->options.result_by = SABOT_RESULT_BY_DEVICE;
	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '2', 'G', "\xc0");
	device_fixture_expect(fixture, "card 8S \n");
}

static void
test_simulated_is_said_each_time(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.simulated = true;
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "device online - what left the shoe before is not known "
				       "(simulated)\ncard 8S punto 1 (simulated)\n");
}

static void
test_garbage_is_counted_and_not_reported(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send(fixture, "\xff\x00\x03 noise", 9);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	assert_int_equal(counters(fixture).garbage_bytes, 9);
	assert_int_equal(counters(fixture).frames, 1);
}

static bool
saw_garbage(void *user)
{
	return counters(user).garbage_bytes == 4;
}

static void
test_half_a_frame_is_dropped_in_time(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send(fixture,
			    "\x05"
			    "1D\x81",
			    4);
	assert_int_equal(counters(fixture).garbage_bytes, 0);
	wait_until(saw_garbage, fixture);
	device_fixture_send(fixture,
			    "\xb8\x03"
			    "4F",
			    4);
	device_fixture_expect(fixture, "");
	assert_int_equal(counters(fixture).garbage_bytes, 8);
}

static void
test_offline_is_said_once(void **state)
{
	struct device_fixture *fixture = *state;
	g_autofree char *expected = g_strdup_printf(
		"device offline - %s: No such file or directory\n" FIRST_ONLINE, fixture->link);

	device_fixture_unplug(fixture);
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	assert_non_null(strstr(sabot_shoe_device_get_detail(fixture->device), "No such file"));
	device_fixture_plug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	assert_string_equal(sabot_shoe_device_get_detail(fixture->device), "");
	device_fixture_expect(fixture, expected);
	assert_int_equal(counters(fixture).reconnects, 0);
}

/* A shoe without a heartbeat, and a house that says how long is too long. */
static void
test_silence_where_the_house_says_so(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.silence_ms = 60;
	start_online(fixture);
	fixture->now_us += 60001;
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, "device offline - the line is open, but silent for 0 s\n");
	device_fixture_wait_opened(fixture, 2);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_OFFLINE);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, BACK("0.0") "card 8S punto 1\n");
}

static void
test_stop_and_start_again(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	sabot_shoe_device_stop(fixture->device);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_STOPPED);
	device_fixture_expect(fixture, "");
	fixture->now_us += 2500000;
	sabot_shoe_device_start(fixture->device);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, BACK("2.5"));
}

static void
test_second_reader_is_kept_off(void **state)
{
	struct device_fixture *fixture = *state;
	struct sabot_shoe_device *first;

	start_online(fixture);
	first = g_steal_pointer(&fixture->device);
	fixture->options.journal_path = NULL;
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	assert_string_equal(sabot_shoe_device_get_detail(fixture->device),
			    "another process reads this line");
	sabot_shoe_device_free(first);
}

static bool
append_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	g_string_append_printf(user, "%d@%d:%zu ", (int)entry->kind, (int)entry->at_ms,
			       entry->n_bytes);
	return true;
}

static void
test_journal(void **state)
{
	struct device_fixture *fixture = *state;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	struct stat status;

	start_online(fixture);
	/* It reports every card, hidden ones too. */
	assert_int_equal(stat(fixture->options.journal_path, &status), 0);
	assert_int_equal(status.st_mode & 077, 0);
	fixture->now_us += 20000;
	device_fixture_send(fixture, "\xff\xff\xff", 3);
	fixture->now_us += 20000;
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	sabot_shoe_device_flush_journal(fixture->device);
	assert_null(sabot_shoe_device_get_journal_error(fixture->device));
	assert_true(sabot_shoelog_read(fixture->journal, append_entry, text, &error));
	/* version, driver, serial, start, plug, received, hangup */
	assert_string_equal(text->str, "1@0:0 2@0:0 3@0:0 5@0:0 8@0:0 6@20:3 9@40:0 ");
}

static void
test_options_are_checked(void **state)
{
	static const struct {
		struct sabot_shoe_device_options options;
		const char *error;
	} bad[] = {
		{{.driver = "angeleye2", .transport = "pty:/x"}, "name"},
		{{.name = "a", .driver = "nope", .transport = "pty:/x"}, "nope"},
		{{.name = "a", .driver = "angeleye2"}, "transport"},
		{{.name = "a", .driver = "angeleye2", .transport = "smoke:x"}, "smoke:x"},
		{{.name = "a", .driver = "angeleye2", .transport = "pty:x"}, "absolute"},
		{{.name = "a", .driver = "angeleye2", .transport = "serial:x"}, "absolute"},
		{{.name = "a", .driver = "angeleye2", .transport = "fd:-1"}, "descriptor"},
		{{.name = "a", .driver = "angeleye2", .transport = "tcp:host"}, "host:port"},
		{{.name = "a", .driver = "angeleye2", .transport = "pty:/x", .repeat_ms = 60001},
		 "repeat_ms"},
		{{.name = "a",
		  .driver = "angeleye2",
		  .transport = "pty:/x",
		  .driver_options = {.seq_first = '9', .seq_last = '0'}},
		 "seq_last"},
		{{.name = "a",
		  .driver = "angeleye2",
		  .transport = "pty:/x",
		  .journal_path = "/nowhere/at/all"},
		 "/nowhere/at/all"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		static const struct sabot_shoe_device_handler handler = {0};
		g_autoptr(GError) error = NULL;

		assert_null(sabot_shoe_device_new(&bad[i].options, &handler, NULL, &error));
		if (!strstr(error->message, bad[i].error))
			fail_msg("`%s` does not name %s", error->message, bad[i].error);
	}
}

static void
test_permission_says_whose(void **state)
{
	g_autoptr(GError) denied = NULL, missing = NULL;

	(void)state;
	sabot_transport_set_os_error(&denied, "/dev/ttyUSB0", EACCES);
	assert_string_equal(denied->message, "/dev/ttyUSB0: Permission denied; its reader must be "
					     "in the group sabot (udev/60-sabot.rules)");
	sabot_transport_set_os_error(&missing, "/dev/ttyUSB0", ENOENT);
	assert_string_equal(missing->message, "/dev/ttyUSB0: No such file or directory");
}

/* What the shoe's end of the terminal was sent; nothing if `expected` is "". */
static void
expect_sent(struct device_fixture *fixture, const char *expected)
{
	struct pollfd ready = {.fd = fixture->master, .events = POLLIN};
	char sent[64] = "";
	size_t n_sent = 0;

	while (n_sent < strlen(expected) && poll(&ready, 1, 20000) > 0)
		n_sent += (size_t)read(fixture->master, sent + n_sent, sizeof sent - n_sent - 1);
	assert_string_equal(sent, expected);
	assert_int_equal(poll(&ready, 1, 0), 0);
}

static void
test_commands_are_off_by_default(void **state)
{
	struct device_fixture *fixture = *state;
	g_autoptr(GError) error = NULL;

	start_online(fixture);
	assert_false(sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_LOCK, "anna",
					       &error));
	assert_string_equal(error->message, "shoe-1: the configuration allows no commands");
	expect_sent(fixture, "");
}

static void
test_command(void **state)
{
	struct device_fixture *fixture = *state;
	g_autofree char *journal = NULL;

	fixture->options.commands = true;
	start_online(fixture);
	assert_true(
		sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_LOCK, "anna", NULL));
	expect_sent(fixture, "\x02OPLK02\x03"
			     "1B");
	sabot_shoe_device_flush_journal(fixture->device);
	assert_true(g_file_get_contents(fixture->journal, &journal, NULL, NULL));
	assert_non_null(strstr(journal, "# lock, asked by anna\n0 > 02 4f 50 4c 4b 30 32 03"));
	device_fixture_send_frame(fixture, '1', 'L', "\x81");
	device_fixture_expect(fixture, "device locked L - by anna\n");
	fixture->now_us += 6000000;
	device_fixture_send_frame(fixture, '2', 'L', "\x80");
	device_fixture_expect(fixture, "device unlocked L -\n");
}

/* What it does by itself or by a hand just after an answer is nobody's; nor is a late answer. */
static void
test_only_the_answer_names_who_asked(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.commands = true;
	start_online(fixture);
	assert_true(sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_UNLOCK, "anna",
					      NULL));
	device_fixture_send_frame(fixture, '1', 'L', "\x81");
	device_fixture_expect(fixture, "device locked L -\n");
	device_fixture_send_frame(fixture, '2', 'L', "\x80");
	device_fixture_expect(fixture, "device unlocked L - by anna\n");
	device_fixture_send_frame(fixture, '3', 'L', "\x81");
	device_fixture_send_frame(fixture, '4', 'L', "\x80");
	device_fixture_expect(fixture, "device locked L -\ndevice unlocked L -\n");
	for (int i = 0; i < 2; i++) {
		assert_true(sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_LOCK,
						      i ? "bea" : "anna", NULL));
		fixture->now_us += 1000000;
	}
	device_fixture_send_frame(fixture, '5', 'L', "\x81");
	device_fixture_expect(fixture, "device locked L - by anna\n");
	assert_true(sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_UNLOCK, "anna",
					      NULL));
	fixture->now_us += 5000001;
	device_fixture_send_frame(fixture, '6', 'L', "\x80");
	device_fixture_expect(fixture, "device unlocked L -\n");
}

static void
test_no_command_while_offline(void **state)
{
	struct device_fixture *fixture = *state;
	g_autoptr(GError) error = NULL;

	fixture->options.commands = true;
	start_online(fixture);
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	assert_false(sabot_shoe_device_command(fixture->device, SABOT_SHOE_COMMAND_CLEAR, "anna",
					       &error));
	assert_string_equal(error->message, "shoe-1: the shoe is not online");
}

#define DEVICE_TEST(f)                                                                             \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_lost_frames_are_said_first),
		DEVICE_TEST(test_gap_is_not_counted_across_a_cable_pull),
		DEVICE_TEST(test_result_is_a_claim_unless_the_device_decides),
		DEVICE_TEST(test_another_game_ignores_targets),
		DEVICE_TEST(test_simulated_is_said_each_time),
		DEVICE_TEST(test_garbage_is_counted_and_not_reported),
		DEVICE_TEST(test_half_a_frame_is_dropped_in_time),
		DEVICE_TEST(test_offline_is_said_once),
		DEVICE_TEST(test_silence_where_the_house_says_so),
		DEVICE_TEST(test_stop_and_start_again),
		DEVICE_TEST(test_second_reader_is_kept_off),
		DEVICE_TEST(test_journal),
		DEVICE_TEST(test_commands_are_off_by_default),
		DEVICE_TEST(test_command),
		DEVICE_TEST(test_only_the_answer_names_who_asked),
		DEVICE_TEST(test_no_command_while_offline),
		cmocka_unit_test(test_options_are_checked),
		cmocka_unit_test(test_permission_says_whose),
	};

	return cmocka_run_group_tests_name("shoe-device", tests, NULL, NULL);
}
