/*
 * What a line may cost: a journal that fills up, noise without end, a shoe gone mad, one that comes
 * and goes. The whole device on a real pseudo terminal; the clock is the test's own.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/shoe/recorder.h"
#include "devices/shoe/shoe-connection.h"
#include "devices/shoe/shoe-device-private.h"
#include "devices/shoe/shoe-journal.h"
#include "devices/shoe/shoe-reader.h"

#include <glib/gstdio.h>
#include <string.h>

#define FIRST_ONLINE "device online - what left the shoe before is not known\n"
#define BACK "device online - back after 0.0 s; what left the shoe meanwhile was not read\n"
#define GONE "device offline - the other end has gone\n"
#define DOUBT "device offline - the line is open, but what comes is not understood\n"
#define MAD                                                                                        \
	"device error flood more messages than any shoe deals; the line is given up\n"             \
	"device lost - -\n"                                                                        \
	"device offline - it sent more messages than any shoe deals\n"

/* 8 of spades and 7 of spades for punto; both have bit 7 set */
#define PUNTO_1_8S "\x81\xb8"
#define PUNTO_2_7S "\x82\xb7"

enum { JOURNAL_BYTES = 8192, PIECE_BYTES = 1024, NOISE_BYTES_MAX = 64 * 1024 };

static void
start_online(struct device_fixture *fixture)
{
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, FIRST_ONLINE);
}

static void
send_noise(struct device_fixture *fixture, size_t n_bytes)
{
	char piece[PIECE_BYTES];

	memset(piece, 0xff, sizeof piece);
	for (size_t n; n_bytes; n_bytes -= n) {
		n = MIN(n_bytes, sizeof piece);
		device_fixture_send(fixture, piece, n);
	}
}

static int64_t
size_of(const char *path)
{
	GStatBuf status;

	return g_stat(path, &status) == 0 ? status.st_size : -1;
}

/* What a recording comes to when it is played, without what is of its lines. */
static char *
replay(struct device_fixture *fixture, const char *path)
{
	g_autofree char *url = g_strdup_printf("replay:%s?speed=max", path);
	struct device_fixture player = *fixture;
	GString *cards = g_string_new(NULL);
	g_auto(GStrv) lines = NULL;

	player.options.transport = url;
	player.options.journal_path = NULL;
	player.text = g_string_new(NULL);
	device_fixture_start(&player);
	while (strcmp(sabot_shoe_device_get_detail(player.device), SABOT_REPLAY_ENDED) != 0)
		g_main_context_iteration(NULL, TRUE);
	sabot_shoe_device_free(player.device);
	lines = g_strsplit(player.text->str, "\n", -1);
	for (size_t i = 0; lines[i]; i++) {
		if (g_str_has_prefix(lines[i], "card "))
			g_string_append_printf(cards, "%.7s,", lines[i]);
	}
	g_string_free(player.text, TRUE);
	return g_string_free(cards, FALSE);
}

/* The file that follows a full one can be played by itself, though the line was open all along. */
static void
test_full_journal_is_followed_by_another(void **state)
{
	struct device_fixture *fixture = *state;
	g_autofree char *old = g_strconcat(fixture->journal, ".1", NULL), *cards = NULL;

	fixture->options.journal_size_max_bytes = JOURNAL_BYTES;
	fixture->options.journal_n_old = 1;
	start_online(fixture);
	for (char seq = '1'; size_of(old) < 0; seq ^= 3) {
		fixture->now_us += 2000000;
		device_fixture_send_frame(fixture, seq, 'D', PUNTO_1_8S);
		sabot_shoe_device_flush_journal(fixture->device);
	}
	device_fixture_send_frame(fixture, '5', 'D', PUNTO_2_7S);
	sabot_shoe_device_flush_journal(fixture->device);
	assert_null(sabot_shoe_device_get_journal_error(fixture->device));
	assert_true(size_of(old) <= JOURNAL_BYTES);
	g_string_truncate(fixture->text, 0);
	cards = replay(fixture, fixture->journal);
	assert_string_equal(cards, "card 8S,card 7S,");
	g_unlink(old);
}

static void
test_noise_is_no_shoe(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	send_noise(fixture, 255);
	device_fixture_expect(fixture, "");
	send_noise(fixture, 1);
	device_fixture_expect(fixture, DOUBT);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_OFFLINE);
	send_noise(fixture, 1000);
	device_fixture_expect(fixture, "");
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, BACK "card 8S punto 1\n");
	send_noise(fixture, 255);
	device_fixture_expect(fixture, "");
}

/* Given up, said once, and tried again; then an open line alone means nothing. */
static void
test_noise_without_end(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	send_noise(fixture, NOISE_BYTES_MAX - 1);
	assert_true(fixture->device->is_open);
	send_noise(fixture, 1);
	assert_false(fixture->device->is_open);
	assert_string_equal(sabot_shoe_device_get_detail(fixture->device),
			    "64 KiB came without a whole frame");
	device_fixture_wait_opened(fixture, 2);
	send_noise(fixture, NOISE_BYTES_MAX);
	device_fixture_wait_opened(fixture, 3);
	device_fixture_expect(fixture, DOUBT);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, BACK "card 8S punto 1\n");
}

/* What it costs in the journal is little; a card in its midst is there, in whatever pieces. */
static void
test_noise_in_the_journal(void **state)
{
	static const uint8_t frame[] = {0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46};
	struct device_fixture *fixture = *state;
	g_autofree char *cards = NULL, *text = NULL;

	start_online(fixture);
	send_noise(fixture, 50000);
	sabot_shoe_device_flush_journal(fixture->device);
	assert_true(size_of(fixture->journal) < 20000);
	for (size_t i = 0; i < sizeof frame; i++)
		device_fixture_send(fixture, frame + i, 1);
	device_fixture_send_frame(fixture, '2', 'D', PUNTO_2_7S);
	device_fixture_expect(fixture, DOUBT BACK "card 8S punto 1\ncard 7S punto 2\n");
	sabot_shoe_device_flush_journal(fixture->device);
	g_assert_cmpint(size_of(fixture->journal), <, 30000);
	assert_true(g_file_get_contents(fixture->journal, &text, NULL, NULL));
	assert_non_null(strstr(text, "# noise; from here on it is not written"));
	assert_non_null(strstr(text, " bytes of noise were not written\n"));
	cards = replay(fixture, fixture->journal);
	assert_string_equal(cards, "card 8S,card 7S,");
}

/* Each card another one, as many at once as are allowed, and one more. */
static void
test_flood(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.frames_per_s = 10;
	fixture->options.frames_at_once = 4;
	start_online(fixture);
	for (int i = 0; i < 4; i++)
		device_fixture_send_frame(fixture, (char)('0' + i), 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\ncard 8S punto 1\n"
				       "card 8S punto 1\ncard 8S punto 1\n");
	fixture->now_us += 100000;
	device_fixture_send_frame(fixture, '5', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	fixture->now_us += 99999;
	device_fixture_send_frame(fixture, '6', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, MAD);
	assert_false(fixture->device->is_open);
	/* It is not tried again at once. */
	assert_int_equal(fixture->device->retry_ms, SABOT_SHOE_RETRY_LAST_MS);
	sabot_shoe_device_poke(fixture->device);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, BACK);
	fixture->now_us += 1;
	device_fixture_send_frame(fixture, '7', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
}

/* Repeats cost as well, but no shoe is as fast as they are here: ten cards a second, in threes. */
static void
test_a_fast_shoe_is_no_flood(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.frames_per_s = SABOT_SHOE_FRAMES_PER_S;
	fixture->options.frames_at_once = SABOT_SHOE_FRAMES_AT_ONCE;
	start_online(fixture);
	for (int i = 0; i < 3000; i++) {
		g_string_truncate(fixture->text, 0);
		fixture->now_us += i % 3 ? 0 : 100000;
		device_fixture_send_frame(fixture, (char)('0' + i / 3 % 10), 'D', PUNTO_1_8S);
	}
	assert_true(fixture->device->is_open);
	assert_int_equal(sabot_shoe_device_get_counters(fixture->device).repeats, 2000);
	/* And a whole load at once, as what waited in a device server. */
	for (int i = 0; i < 1500; i++)
		device_fixture_send_frame(fixture, (char)('0' + i % 10), 'D', PUNTO_1_8S);
	assert_true(fixture->device->is_open);
}

static void
come_and_go(struct device_fixture *fixture, uint64_t opened, int64_t online_us)
{
	fixture->now_us += online_us;
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_plug(fixture);
	device_fixture_wait_opened(fixture, opened);
}

/* The pause after the next loss is twice the one before, but for who was there for a while. */
static void
test_who_comes_and_goes_waits_longer(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	come_and_go(fixture, 2, 0);
	assert_int_equal(fixture->device->retry_ms, 1000);
	come_and_go(fixture, 3, 4999999);
	assert_int_equal(fixture->device->retry_ms, 2000);
	come_and_go(fixture, 4, 5000000);
	assert_int_equal(fixture->device->retry_ms, 1000);
}

#define LIMITS_TEST(f)                                                                             \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LIMITS_TEST(test_full_journal_is_followed_by_another),
		LIMITS_TEST(test_noise_is_no_shoe),
		LIMITS_TEST(test_noise_without_end),
		LIMITS_TEST(test_noise_in_the_journal),
		LIMITS_TEST(test_flood),
		LIMITS_TEST(test_a_fast_shoe_is_no_flood),
		LIMITS_TEST(test_who_comes_and_goes_waits_longer),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
