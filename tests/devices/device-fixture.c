/*
 * The device tests' fixture; see the header. One thread, the default main context.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-reader.h"
#include "devices/shoe/shoe-report.h"

#include <glib/gstdio.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

enum { DEADLINE_MS = 90000 };

static int64_t
fixture_now_us(void *user)
{
	return ((struct device_fixture *)user)->now_us;
}

void
append_report(GString *text, const struct sabot_shoe_report *report)
{
	const struct sabot_event *event = &report->event;
	char card[SABOT_CARD_TEXT_SIZE];

	g_string_append(text, sabot_event_type_to_string(event->type));
	if (event->type == SABOT_EVENT_CARD) {
		g_string_append_printf(text, " %s %s", sabot_card_format(event->card, card),
				       sabot_shoe_target_to_string(report->target));
		if (report->index != SABOT_SHOE_INDEX_NONE)
			g_string_append_printf(text, " %d", report->index);
	} else if (event->type == SABOT_EVENT_RESULT) {
		g_string_append_printf(text, " %s",
				       event->u.result.winner == SABOT_WINNER_NONE
					       ? "-"
					       : sabot_winner_to_string(event->u.result.winner));
	} else if (event->type == SABOT_EVENT_DEVICE) {
		g_string_append_printf(text, " %s %s %s",
				       sabot_device_state_to_string(event->u.device.state),
				       event->u.device.code ? event->u.device.code : "-",
				       event->u.device.detail       ? event->u.device.detail
				       : event->u.device.is_counted ? "0"
								    : "-");
	}
	if (event->by)
		g_string_append_printf(text, " by %s", event->by);
	if (report->simulated)
		g_string_append(text, " (simulated)");
	g_string_append_c(text, '\n');
}

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	struct device_fixture *fixture = user;

	(void)device;
	assert_int_equal(report->event.at_us, fixture->now_us);
	assert_int_equal(report->event.source, SABOT_SOURCE_READ);
	append_report(fixture->text, report);
}

static void
on_claim(struct sabot_shoe_device *device, enum sabot_winner winner, bool late, void *user)
{
	struct device_fixture *fixture = user;

	(void)device;
	(void)late;
	g_string_append_printf(fixture->text, "claim %s\n", sabot_winner_to_string(winner));
}

static const struct sabot_shoe_device_handler handler = {.event = on_event, .claim = on_claim};

static gboolean
on_deadline(void *user)
{
	*(bool *)user = true;
	return G_SOURCE_CONTINUE;
}

void
wait_until(bool (*done)(void *user), void *user)
{
	bool is_late = false;
	guint timer = g_timeout_add(DEADLINE_MS, on_deadline, &is_late);

	while (!done(user) && !is_late)
		g_main_context_iteration(NULL, TRUE);
	g_source_remove(timer);
	if (!done(user))
		fail_msg("waited in vain for 20 s");
}

int
device_fixture_setup(void **state)
{
	struct device_fixture *fixture = g_new0(struct device_fixture, 1);

	fixture->now_us = INT64_C(1795202405000000);
	fixture->dir = g_dir_make_tmp("sabot-devices-XXXXXX", NULL);
	assert_non_null(fixture->dir);
	fixture->link = g_build_filename(fixture->dir, "shoe", NULL);
	fixture->journal = g_build_filename(fixture->dir, "shoe.shoelog", NULL);
	fixture->text = g_string_new(NULL);
	fixture->master = -1;
	fixture->options = (struct sabot_shoe_device_options){
		.name = "shoe-1",
		.driver = "angeleye2",
		.transport = g_strconcat("pty:", fixture->link, NULL),
		.journal_path = fixture->journal,
		.clock = {fixture_now_us, fixture_now_us, fixture},
	};
	device_fixture_plug(fixture);
	*state = fixture;
	return 0;
}

int
device_fixture_teardown(void **state)
{
	struct device_fixture *fixture = *state;

	sabot_shoe_device_free(fixture->device);
	device_fixture_unplug(fixture);
	g_unlink(fixture->journal);
	g_rmdir(fixture->dir);
	g_string_free(fixture->text, TRUE);
	g_free((char *)fixture->options.transport);
	g_free(fixture->journal);
	g_free(fixture->link);
	g_free(fixture->dir);
	g_free(fixture);
	return 0;
}

void
device_fixture_start(struct device_fixture *fixture)
{
	g_autoptr(GError) error = NULL;

	fixture->device = sabot_shoe_device_new(&fixture->options, &handler, fixture, &error);
	if (!fixture->device)
		fail_msg("%s", error->message);
	fixture->n_sent = 0;
	sabot_shoe_device_start(fixture->device);
}

struct sabot_shoe_last_frame
device_fixture_kill(struct device_fixture *fixture)
{
	struct sabot_shoe_last_frame last;

	sabot_shoe_device_get_last_frame(fixture->device, &last);
	g_clear_pointer(&fixture->device, sabot_shoe_device_free);
	return last;
}

void
device_fixture_unplug(struct device_fixture *fixture)
{
	if (fixture->master < 0)
		return;
	/* Its name goes first: the pty's number may soon be that of another test's. */
	g_unlink(fixture->link);
	close(fixture->master);
	fixture->master = -1;
}

void
device_fixture_plug(struct device_fixture *fixture)
{
	char slave_path[64];
	int slave;

	assert_int_equal(openpty(&fixture->master, &slave, slave_path, NULL, NULL), 0);
	close(slave);
	assert_int_equal(symlink(slave_path, fixture->link), 0);
}

static bool
took_all(void *user)
{
	struct device_fixture *fixture = user;

	return sabot_shoe_device_get_counters(fixture->device).bytes == fixture->n_sent;
}

void
device_fixture_send(struct device_fixture *fixture, const void *bytes, size_t n_bytes)
{
	assert_int_equal(write(fixture->master, bytes, n_bytes), n_bytes);
	fixture->n_sent += n_bytes;
	wait_until(took_all, fixture);
}

void
device_fixture_send_frame(struct device_fixture *fixture, char seq, char code, const char *data)
{
	struct sabot_angeleye_frame frame = {.seq = seq, .code = code};
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes;

	if (data) {
		frame.n_data = (uint8_t)strlen(data);
		memcpy(frame.data, data, frame.n_data);
	}
	n_bytes = sabot_angeleye_encode(&frame, bytes);
	assert_int_not_equal(n_bytes, 0);
	device_fixture_send(fixture, bytes, n_bytes);
}

struct state_wait {
	struct sabot_shoe_device *device;
	enum sabot_shoe_state state;
};

static bool
is_in_state(void *user)
{
	struct state_wait *wait = user;

	return sabot_shoe_device_get_state(wait->device) == wait->state;
}

void
device_fixture_wait_state(struct device_fixture *fixture, enum sabot_shoe_state state)
{
	struct state_wait wait = {fixture->device, state};

	wait_until(is_in_state, &wait);
}

struct opened_wait {
	struct sabot_shoe_device *device;
	uint64_t times;
};

static bool
was_opened(void *user)
{
	struct opened_wait *wait = user;

	return sabot_shoe_device_get_counters(wait->device).opened >= wait->times;
}

void
device_fixture_wait_opened(struct device_fixture *fixture, uint64_t times)
{
	struct opened_wait wait = {fixture->device, times};

	wait_until(was_opened, &wait);
}

void
device_fixture_expect(struct device_fixture *fixture, const char *expected)
{
	assert_string_equal(fixture->text->str, expected);
	g_string_truncate(fixture->text, 0);
}
