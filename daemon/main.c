/*
 * sabotd: reads its configuration and runs until it is stopped.
 */
#include "daemon.h"
#include "daemon/config/config-check.h"
#include "daemon/config/config-file.h"
#include "daemon/config/config-upstream.h"
#include "daemon/net/tls-door.h"
#include "proto/version.h"
#include "text/escape.h"
#include "text/text.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <jansson.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_USAGE = 2, MAPPED_BYTES = 256 * 1024 };

/* Log a message as one line, with the journal's priority if stderr is connected to the journal. */
static GLogWriterOutput
write_log(GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
	g_autofree char *plain = NULL;
	const char *text = "";
	int priority = level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL) ? 2
		       : level & G_LOG_LEVEL_WARNING                      ? 4
		       : level & G_LOG_LEVEL_MESSAGE                      ? 5
									  : 7;

	(void)data;
	if (priority == 7 && !g_getenv("SABOT_DEBUG"))
		return G_LOG_WRITER_HANDLED;
	for (gsize i = 0; i < n_fields; i++) {
		if (g_strcmp0(fields[i].key, "MESSAGE") == 0)
			text = fields[i].value;
	}
	/* It may quote what a client, a shoe or a file wrote. */
	plain = sabot_text_escape(text);
	if (g_getenv("JOURNAL_STREAM"))
		fprintf(stderr, "<%d>%s\n", priority, plain);
	else
		fprintf(stderr, "sabotd: %s\n", plain);
	return G_LOG_WRITER_HANDLED;
}

static gboolean
on_stop_signal(gpointer data)
{
	g_main_loop_quit(data);
	return G_SOURCE_CONTINUE;
}

static int
run(const struct sabot_config *config)
{
	g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
	g_autoptr(GError) error = NULL;
	struct sabot_daemon *daemon = sabot_daemon_new(config, &error);
	const char *lost;

	if (!daemon) {
		g_critical("%s", error->message);
		return EXIT_FAILURE;
	}
	g_unix_signal_add(SIGTERM, on_stop_signal, loop);
	g_unix_signal_add(SIGINT, on_stop_signal, loop);
	g_main_loop_run(loop);
	lost = sabot_daemon_free(daemon);
	if (!lost)
		return EXIT_SUCCESS;
	g_critical("%s", lost);
	return EXIT_FAILURE;
}

/*
 * A table is a large allocation of which little is used: in pages of its own it takes only those
 * that it touches, and returns them. By default glibc raises that threshold when the first one is
 * freed.
 */
static void
keep_memory_small(void)
{
	mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
}

static int
load_and_run(const char *path, bool is_check)
{
	g_autoptr(GError) error = NULL;
	struct sabot_config *config = sabot_config_load(path, &error);
	int status = EXIT_SUCCESS;

	/* A daemon runs without profiles: only a check of the configuration reports this. */
	if (!config || !sabot_daemon_check(config, &error) ||
	    (is_check && (!sabot_config_check_profiles(config, &error) ||
			  !sabot_config_check_directories(config, &error) ||
			  !sabot_config_check_upstreams(config, &error) ||
			  !sabot_tls_door_check(config, &error)))) {
		fprintf(stderr, "sabotd: %s\n", sabot_text_plain(error->message));
		status = EXIT_USAGE;
	} else if (!is_check) {
		status = run(config);
	}
	sabot_config_free(config);
	return status;
}

/*
 * Messages of the system go into logs, which are the same in every language. GLib binds its domain
 * when it translates for the first time: what is bound before that does not last.
 */
static void
bind_messages(GOptionContext *context)
{
	g_autofree char *translated = g_option_context_get_help(context, TRUE, NULL);

	(void)translated;
	bindtextdomain("libc", "/");
	bindtextdomain("glib20", "/");
}

int
main(int argc, char **argv)
{
	g_autofree char *path = NULL;
	gboolean is_check = FALSE, is_version = FALSE;
	const GOptionEntry entries[] = {
		{"config", 'c', 0, G_OPTION_ARG_FILENAME, &path, N_("Read this configuration"),
		 N_("FILE")},
		{"check-config", 0, 0, G_OPTION_ARG_NONE, &is_check, N_("Check it and stop"), NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &is_version, N_("Say the version and stop"),
		 NULL},
		{0},
	};
	g_autoptr(GOptionContext) context = NULL;
	g_autoptr(GError) error = NULL;

	sabot_text_init();
	context = g_option_context_new(_("- watch the shoes of a casino floor"));
	g_log_set_writer_func(write_log, NULL, NULL);
	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error) || argc > 1) {
		fprintf(stderr, "sabotd: %s\n",
			error ? sabot_text_plain(error->message) : _("too many arguments"));
		return EXIT_USAGE;
	}
	if (is_version) {
		g_autofree char *version = sabot_version_text("sabotd " SABOT_VERSION);

		puts(version);
		return EXIT_SUCCESS;
	}
	bind_messages(context);
	/*
	 * As in GLib, an allocation failure in JSON ends the program, so JSON is never incomplete.
	 */
	json_set_alloc_funcs(g_malloc, g_free);
	keep_memory_small();
	/* A full quota or a disconnected client is an error to handle, not a reason to die. */
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	return load_and_run(path ? path : "/etc/sabot/sabotd.conf", is_check);
}
