/*
 * sabot-forward: sends a house's log to a second, independent copy. sabotd does not depend on it.
 */
#include "forward-config.h"
#include "forwarder.h"
#include "pit.h"
#include "status-file.h"

#include "proto/version.h"
#include "text/escape.h"
#include "text/text.h"

#include <glib/gi18n.h>
#include <stdio.h>

enum { EXIT_WRONG = 2 }; /* a wrong configuration: a restart would not help */

struct options {
	char *config;
	int segment_events;
	gboolean checks_config, until_sent, trusts_acknowledgements, wants_version;
};

static bool
parse(struct options *options, int argc, char **argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"config", 'c', 0, G_OPTION_ARG_FILENAME, &options->config,
		 N_("the configuration (/etc/sabot/sabot-forward.conf)"), N_("FILE")},
		{"check-config", 0, 0, G_OPTION_ARG_NONE, &options->checks_config,
		 N_("read the configuration and say whether it can be used"), NULL},
		{"once", 0, 0, G_OPTION_ARG_NONE, &options->until_sent,
		 N_("end when all that is there was sent"), NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &options->wants_version,
		 N_("print the version"), NULL},
		/* For the test that shows what is lost without querying the core. */
		{"trust-acknowledgements", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE,
		 &options->trusts_acknowledgements, NULL, NULL},
		/* For the benchmark of small segments. */
		{"segment-events", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT,
		 &options->segment_events, NULL, NULL},
		G_OPTION_ENTRY_NULL,
	};
	GOptionContext *context = g_option_context_new(NULL);
	bool is_good;

	g_option_context_set_summary(context, _("Forwards a house's log to a PostgreSQL core."));
	g_option_context_add_main_entries(context, entries, GETTEXT_PACKAGE);
	is_good = g_option_context_parse(context, &argc, &argv, error);
	g_option_context_free(context);
	return is_good;
}

static int
fail(const GError *error)
{
	fprintf(stderr, "sabot-forward: %s\n", sabot_text_plain(error->message));
	return EXIT_WRONG;
}

/* The receivers of the forwarder's state. */
struct listeners {
	struct sabot_status_file *file;
	struct sabot_pit *pit; /* NULL: there is no daemon to report to */
};

static void
on_state(const struct sabot_forwarder_state *state, void *data)
{
	const struct listeners *listeners = data;

	sabot_status_file_write(listeners->file, state);
	for (guint i = 0; listeners->pit && i < state->streams->len; i++) {
		const struct sabot_stream *stream = g_ptr_array_index(state->streams, i);

		if (sabot_stream_is_refused(stream))
			sabot_pit_report(listeners->pit, stream);
	}
}

static void
forward(const struct options *options, const struct sabot_forward_config *config)
{
	const struct sabot_forwarder_options wish = {
		.core = config->core,
		.database = config->database,
		.archive_dir = config->archive_dir,
		.site = config->site,
		.wait_us = config->wait_us,
		.rows_us = config->rows_us,
		.segment_events = options->segment_events,
		.trusts_acknowledgements = options->trusts_acknowledgements,
	};
	struct listeners listeners = {
		.file = sabot_status_file_new(config->status),
		.pit = config->socket[0] ? sabot_pit_new(config->socket) : NULL,
	};
	struct sabot_forwarder *forwarder = sabot_forwarder_new(&wish, on_state, &listeners);

	sabot_forwarder_run(forwarder, options->until_sent);
	sabot_forwarder_free(forwarder);
	sabot_pit_free(listeners.pit);
	sabot_status_file_free(listeners.file);
}

int
main(int argc, char **argv)
{
	struct options options = {0};
	struct sabot_forward_config *config;
	g_autoptr(GError) error = NULL;

	sabot_text_init();
	if (!parse(&options, argc, argv, &error))
		return fail(error);
	if (options.wants_version) {
		g_autofree char *version = sabot_version_text("sabot-forward " SABOT_VERSION);

		puts(version);
		return 0;
	}
	config = sabot_forward_config_read(
		options.config ? options.config : "/etc/sabot/sabot-forward.conf", &error);
	if (!config)
		return fail(error);
	if (!options.checks_config)
		forward(&options, config);
	sabot_forward_config_free(config);
	g_free(options.config);
	return 0;
}
