/*
 * sabotctl device replay: a recording, shown as the live line was, or played into a pty or a TCP
 * port so that a daemon reads it as a shoe. What the host sends to it is not heard.
 */

#include "sabotctl-device-live.h"
#include "sabotctl-device-replay.h"
#include "verb-options.h"
#include "simulate/shoe-line.h"
#include "sabotctl.h"
#include "sabotctl-verbs.h"
#include "devices/transport/shoelog.h"
#include "devices/transport/transport.h"
#include "devices/transport/transport-replay.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum {
	LISTENER_MS = 50, /* between looks whether somebody listens */
	LINGER_MS = 1000, /* so that what was sent last is read before the line is gone */
};

struct play {
	GMainLoop *loop;
	struct shoe_line *line;
	GArray *entries; /* of struct sabot_shoelog_entry */
	guint next;
	double speed;
	int64_t at_ms; /* the recording's time */
	bool is_over, is_interrupted;
};

static bool
on_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	struct play *play = user;

	if (entry->kind >= SABOT_SHOELOG_RECEIVED && entry->kind != SABOT_SHOELOG_SENT)
		g_array_append_val(play->entries, *entry);
	return true;
}

static gboolean
on_due(gpointer data);

static void
wait_for_next(struct play *play)
{
	const struct sabot_shoelog_entry *entry =
		&g_array_index(play->entries, struct sabot_shoelog_entry, play->next);
	double wait_ms = 1;

	/* A later session of the file begins at 0 again. */
	if (play->speed > 0 && entry->at_ms > play->at_ms)
		wait_ms = (double)(entry->at_ms - play->at_ms) / play->speed;
	play->at_ms = entry->at_ms;
	g_timeout_add((guint)MIN(wait_ms, G_MAXINT), on_due, play);
}

static gboolean
on_lingered(gpointer data)
{
	struct play *play = data;

	play->is_over = true;
	g_main_loop_quit(play->loop);
	return G_SOURCE_REMOVE;
}

/* False while nobody listens: the recording waits for him. */
static bool
obey(struct play *play, const struct sabot_shoelog_entry *entry)
{
	if (entry->kind == SABOT_SHOELOG_HANGUP) {
		shoe_line_pull(play->line);
		return true;
	}
	if (entry->kind == SABOT_SHOELOG_PLUG)
		shoe_line_plug(play->line, NULL);
	if (!shoe_line_is_attached(play->line))
		return false;
	return entry->kind != SABOT_SHOELOG_RECEIVED ||
	       shoe_line_send(play->line, entry->bytes, entry->n_bytes);
}

static gboolean
on_due(gpointer data)
{
	struct play *play = data;

	if (!obey(play, &g_array_index(play->entries, struct sabot_shoelog_entry, play->next)))
		g_timeout_add(LISTENER_MS, on_due, play);
	else if (++play->next < play->entries->len)
		wait_for_next(play);
	else
		g_timeout_add(LINGER_MS, on_lingered, play);
	return G_SOURCE_REMOVE;
}

static gboolean
on_interrupted(gpointer data)
{
	g_main_loop_quit(((struct play *)data)->loop);
	return G_SOURCE_CONTINUE;
}

static bool
open_line(struct play *play, const struct sabotctl_device_target *target, GError **error)
{
	guint64 port = 0;

	if (target->pty)
		play->line = shoe_line_new_pty(target->pty, error);
	else if (g_ascii_string_to_unsigned(target->tcp, 10, 0, G_MAXUINT16, &port, error))
		play->line = shoe_line_new_tcp((guint16)port, error);
	return play->line;
}

int
sabotctl_device_play(const char *path, const struct sabotctl_device_target *target)
{
	struct play play = {.speed = target->speed};
	g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct sabot_shoelog_entry));
	g_autoptr(GError) error = NULL;

	play.entries = entries;
	if (!sabot_shoelog_read(path, on_entry, &play, &error) ||
	    !open_line(&play, target, &error)) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	printf(_("%s waits for a listener\n"), shoe_line_get_address(play.line));
	fflush(stdout);
	play.loop = g_main_loop_new(NULL, FALSE);
	g_unix_signal_add(SIGINT, on_interrupted, &play);
	g_unix_signal_add(SIGTERM, on_interrupted, &play);
	if (entries->len > 0) {
		wait_for_next(&play);
		g_main_loop_run(play.loop);
	}
	g_main_loop_unref(play.loop);
	shoe_line_free(play.line);
	return play.is_over || entries->len == 0 ? SABOTCTL_OK : SABOTCTL_FOUND;
}

int
sabotctl_device_replay(int argc, char **argv)
{
	g_autofree char *speed = NULL, *pty = NULL, *tcp = NULL, *driver = NULL, *url = NULL;
	const GOptionEntry entries[] = {
		{"speed", 0, 0, G_OPTION_ARG_STRING, &speed,
		 N_("so many times as fast as it was (0.1 to 10000), or max"), N_("N")},
		{"pty", 0, 0, G_OPTION_ARG_FILENAME, &pty, N_("play it into a pty linked here"),
		 N_("PATH")},
		{"tcp", 0, 0, G_OPTION_ARG_STRING, &tcp,
		 N_("play it to who connects to this port (0: any free one)"), N_("PORT")},
		{"driver", 0, 0, G_OPTION_ARG_STRING, &driver, N_("not the recording's own"),
		 N_("ID")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("FILE.shoelog"),
		.summary = _("Plays a recording: shows what it comes to, or is a shoe with it."),
		.entries = entries,
	};
	struct sabotctl_device_target target = {0};

	if (!verb_options_parse(&verb, &argc, &argv))
		return SABOTCTL_FAILED;
	if (argc < 2)
		return sabotctl_complain(_("a recording is wanted, as FILE.shoelog"));
	if (argc > 2)
		return sabotctl_complain(_("one recording at a time"));
	if (pty && tcp)
		return sabotctl_complain(_("--pty and --tcp exclude each other"));
	if (!sabot_transport_replay_speed(speed ? speed : "1", &target.speed))
		return sabotctl_complain(_("--speed is a number from 0.1 to 10000, or max"));
	target.pty = pty;
	target.tcp = tcp;
	if (pty || tcp)
		return sabotctl_device_play(argv[1], &target);
	url = g_strdup_printf("replay:%s?speed=%s", argv[1], speed ? speed : "1");
	return sabotctl_device_show(url, driver ? driver : "replay");
}
