/*
 * sabotctl device test, record: a shoe device of our own on a line, read only as the daemon's is,
 * and what it says as lines of text. One main loop, until interrupted or the time is over.
 */

#include "sabotctl-device-live.h"
#include "verb-options.h"
#include "sabotctl-client.h"
#include "sabotctl.h"
#include "devices/shoe/recorder.h"
#include "devices/shoe/shoe-device.h"
#include "devices/shoe/shoe-journal.h"
#include "devices/shoe/shoe-reader.h"
#include "devices/transport/transport.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct live {
	GMainLoop *loop;
	struct sabot_shoe_device_options options;
	FILE *out;        /* where events are printed; NULL = nowhere */
	bool has_hex;     /* the bytes, too */
	int seconds;      /* 0 = until interrupted */
	int64_t start_us; /* by the device's clock */
};

static void
begin_line(const struct live *live, const struct sabot_shoe_device *device)
{
	int64_t ms = (sabot_shoe_device_now_us(device) - live->start_us) / 1000;

	fprintf(live->out, "%6d.%03d  ", (int)(ms / 1000), (int)(ms % 1000));
}

static void
on_bytes(struct sabot_shoe_device *device, bool is_sent, const uint8_t *bytes, size_t n_bytes,
	 void *user)
{
	const struct live *live = user;

	if (!live->has_hex)
		return;
	begin_line(live, device);
	fputc(is_sent ? '>' : '<', live->out);
	for (size_t i = 0; i < n_bytes; i++)
		fprintf(live->out, " %02x", bytes[i]);
	fputc('\n', live->out);
}

static void
print_card(const struct live *live, const struct sabot_shoe_report *report)
{
	char text[SABOT_CARD_TEXT_SIZE];

	fprintf(live->out, " %s", sabot_card_format(report->event.card, text));
	if (report->target != SABOT_SHOE_TARGET_NONE)
		fprintf(live->out, " %s", sabot_shoe_target_to_string(report->target));
	if (report->index != SABOT_SHOE_INDEX_NONE)
		fprintf(live->out, " %d", report->index);
}

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	struct live *live = user;
	const struct sabot_event *event = &report->event;

	if (!live->out)
		return;
	begin_line(live, device);
	fputs(sabot_event_type_to_string(event->type), live->out);
	if (event->type == SABOT_EVENT_CARD)
		print_card(live, report);
	if (event->type == SABOT_EVENT_DEVICE)
		fprintf(live->out, " %s%s%s%s%s",
			sabot_device_state_to_string(event->u.device.state),
			event->u.device.code ? " " : "",
			event->u.device.code ? event->u.device.code : "",
			event->u.device.detail ? ": " : "",
			event->u.device.detail ? event->u.device.detail : "");
	if (event->type == SABOT_EVENT_DEVICE && event->u.device.state == SABOT_DEVICE_ONLINE &&
	    event->u.device.is_counted)
		fprintf(live->out, ": %d", event->u.device.lost_cards);
	if (report->late)
		fputs(" (late)", live->out);
	fputc('\n', live->out);
	fflush(live->out);
}

static void
on_claim(struct sabot_shoe_device *device, enum sabot_winner winner, bool late, void *user)
{
	struct live *live = user;

	if (!live->out)
		return;
	begin_line(live, device);
	fprintf(live->out, "claim %s%s\n", sabot_winner_to_string(winner), late ? " (late)" : "");
}

static void
on_identity(struct sabot_shoe_device *device, void *user)
{
	struct live *live = user;
	struct sabot_shoe_identity shoe = sabot_shoe_device_get_shoe(device);

	if (!live->out)
		return;
	begin_line(live, device);
	fprintf(live->out, "shoe %s %s\n", sabot_text_plain(shoe.serial),
		sabot_text_plain(shoe.firmware));
}

static void
on_state(struct sabot_shoe_device *device, void *user)
{
	struct live *live = user;

	if (strcmp(sabot_shoe_device_get_detail(device), SABOT_REPLAY_ENDED) == 0)
		g_main_loop_quit(live->loop);
}

static gboolean
on_quit(gpointer data)
{
	g_main_loop_quit(data);
	return G_SOURCE_CONTINUE;
}

static void
print_counters(const struct sabot_shoe_device *device)
{
	struct sabot_shoe_counters c = sabot_shoe_device_get_counters(device);
	g_autofree char *journal_error = sabot_shoe_device_get_journal_error(device);

	fprintf(stderr,
		_("frames %d, repeats %d, lost %d, garbage %d bytes, reconnects %d, sent %d\n"),
		(int)c.frames, (int)c.repeats, (int)c.lost, (int)c.garbage_bytes, (int)c.reconnects,
		(int)c.sent);
	if (journal_error)
		fprintf(stderr, "%s\n", sabot_text_plain(journal_error));
}

static int
run(struct live *live)
{
	static const struct sabot_shoe_device_handler handler = {
		.event = on_event,
		.state = on_state,
		.claim = on_claim,
		.identity = on_identity,
		.bytes = on_bytes,
	};
	g_autoptr(GError) error = NULL;
	struct sabot_shoe_device *device;
	bool was_heard;

	live->options.name = "line";
	device = sabot_shoe_device_new(&live->options, &handler, live, &error);
	if (!device) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	live->loop = g_main_loop_new(NULL, FALSE);
	live->start_us = sabot_shoe_device_now_us(device);
	g_unix_signal_add(SIGINT, on_quit, live->loop);
	g_unix_signal_add(SIGTERM, on_quit, live->loop);
	if (live->seconds > 0)
		g_timeout_add_seconds((guint)live->seconds, on_quit, live->loop);
	sabot_shoe_device_start(device);
	g_main_loop_run(live->loop);
	print_counters(device);
	was_heard = sabot_shoe_device_get_counters(device).frames > 0;
	sabot_shoe_device_free(device);
	g_main_loop_unref(live->loop);
	return was_heard ? SABOTCTL_OK : SABOTCTL_FOUND;
}

/* The line is the one argument that is left; --driver cannot be guessed. */
static bool
parse(struct live *live, int argc, char **argv, const char *summary)
{
	int baud = 0;
	const GOptionEntry entries[] = {
		{"driver", 0, 0, G_OPTION_ARG_STRING, &live->options.driver,
		 N_("what the shoe speaks"), N_("ID")},
		{"baud", 0, 0, G_OPTION_ARG_INT, &baud, N_("of a serial line; else the driver's"),
		 N_("N")},
		{"card-map", 0, 0, G_OPTION_ARG_STRING, &live->options.card_map,
		 N_("what codes on cards mean, as card_map in sabotd.conf"), N_("MAP")},
		{"seconds", 0, 0, G_OPTION_ARG_INT, &live->seconds, N_("end after so long"),
		 N_("N")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("LINE"),
		.summary = summary,
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return false;
	if (argc != 2 || !live->options.driver)
		return verb_options_refuse(
			_("a line is wanted, as serial:/dev/ttyUSB0, and --driver ID"));
	live->options.transport = argv[1];
	live->options.baud = (unsigned)MAX(baud, 0);
	return true;
}

/* A device server accepts one connection, and gives a waiting one no answer. */
static void
warn_if_held(const char *transport)
{
	json_t *answer = sabotctl_request(NULL, NULL, "status", NULL);
	struct sabot_wire_status *status =
		answer ? sabot_record_parse(&sabot_wire_status_type, answer, NULL) : NULL;

	for (guint i = 0; status && i < status->devices->len; i++) {
		const struct sabot_wire_device *device = g_ptr_array_index(status->devices, i);

		if (g_strcmp0(device->transport, transport) == 0)
			fprintf(stderr,
				_("%s: the daemon has this line for %s: stop it first, or nothing "
				  "may be heard\n"),
				g_get_prgname(), device->name);
	}
	sabot_record_unref(status);
	json_decref(answer);
}

static int
parse_and_run(struct live *live, int argc, char **argv, const char *summary)
{
	int status = SABOTCTL_FAILED;

	if (parse(live, argc, argv, summary)) {
		warn_if_held(live->options.transport);
		status = run(live);
	}
	g_free((char *)live->options.driver);
	g_free((char *)live->options.card_map);
	return status;
}

int
sabotctl_device_test(int argc, char **argv)
{
	struct live live = {.out = stdout, .has_hex = true};

	return parse_and_run(&live, argc, argv,
			     _("Shows what a line carries and what it comes to, until Ctrl-C. The "
			       "daemon must not have it open. Nothing is sent but what the "
			       "protocol needs. Exit status 1: no shoe was heard."));
}

int
sabotctl_device_record(int argc, char **argv)
{
	struct live live = {.options.journal_path = SABOT_RECORDER_STDOUT};

	return parse_and_run(&live, argc, argv,
			     _("Writes what a line carries to standard output, as a .shoelog, "
			       "until Ctrl-C."));
}

int
sabotctl_device_show(const char *url, const char *driver)
{
	struct live live = {.out = stdout, .has_hex = true};

	live.options.transport = url;
	live.options.driver = driver;
	return run(&live);
}
