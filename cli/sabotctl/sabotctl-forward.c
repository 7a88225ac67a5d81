/*
 * sabotctl forward status: how far each log is on its way to a core, and what that refuses. Reads
 * the file that the forwarder writes.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "forward/forward-config.h"
#include "proto/messages/forward-messages.h"
#include "proto/rfc3339.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>

enum { FORWARD_SILENT_US = 30 * G_USEC_PER_SEC };

struct options {
	char *config;
	gboolean is_json;
};

/* The path of the file, transferred; NULL with an error. */
static char *
find_file(const struct options *options, GError **error)
{
	struct sabot_forward_config *config = sabot_forward_config_read(
		options->config ? options->config : "/etc/sabot/sabot-forward.conf", error);
	char *path = config ? g_strdup(config->status) : NULL;

	sabot_forward_config_free(config);
	return path;
}

static struct sabot_wire_forward_status *
read_status(const struct options *options, json_t **ret_json, GError **error)
{
	g_autofree char *path = find_file(options, error), *text = NULL;

	if (!path || !g_file_get_contents(path, &text, NULL, error))
		return NULL;
	*ret_json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	return sabot_record_parse(&sabot_wire_forward_status_type, *ret_json, error);
}

static void
print_log(const struct sabot_wire_forward_log *log)
{
	if (log->refused)
		/* Translators: a log; why; how far it is here, and at the core. */
		printf(_("%-16s REFUSED: %s; here %d, at the core %d\n"),
		       sabot_text_plain(log->log), sabot_text_plain(log->refused), (int)log->here,
		       (int)log->core);
	else
		printf(_("%-16s here %d, at the core %d\n"), sabot_text_plain(log->log),
		       (int)log->here, (int)log->core);
}

static void
print_status(const struct sabot_wire_forward_status *status, bool is_silent)
{
	g_autofree char *since = sabot_time_format(status->since_us);

	if (is_silent)
		puts(_("NOT RUNNING: the forwarder has not written this file for a while"));
	else if (status->connected)
		printf(_("connected to %s since %s\n"),
		       status->server ? sabot_text_plain(status->server) : "?", since);
	else
		printf(_("NOT CONNECTED since %s: %s\n"), since,
		       status->fault ? sabot_text_plain(status->fault) : "?");
	for (guint i = 0; i < status->logs->len; i++)
		print_log(g_ptr_array_index(status->logs, i));
}

static bool
is_refused(const struct sabot_wire_forward_status *status)
{
	for (guint i = 0; i < status->logs->len; i++) {
		const struct sabot_wire_forward_log *log = g_ptr_array_index(status->logs, i);

		if (log->refused)
			return true;
	}
	return false;
}

static int
show_status(const struct options *options, char **args)
{
	g_autoptr(GError) error = NULL;
	json_t *json = NULL;
	struct sabot_wire_forward_status *status = read_status(options, &json, &error);
	bool is_silent, is_good;

	(void)args;
	if (!status) {
		json_decref(json);
		return sabotctl_complain(error->message);
	}
	is_silent = g_get_real_time() - status->at_us > FORWARD_SILENT_US;
	is_good = !is_silent && status->connected && !is_refused(status);
	if (options->is_json)
		sabotctl_print_json(json);
	else
		print_status(status, is_silent);
	sabot_record_unref(status);
	json_decref(json);
	return is_good ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static const struct sabotctl_verb verbs[] = {
	{"status", 0, "status", N_("each log: how far it is here and at the core"), show_status},
	{0},
};

int
sabotctl_forward(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options.config,
		 N_("the configuration (/etc/sabot/sabot-forward.conf)"), N_("FILE")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options.is_json, N_("as the forwarder wrote it"),
		 NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autofree char *description = sabotctl_verbs_describe(
		verbs, _("Exit status 1: the core is away or refuses something, or the forwarder "
			 "does not run."));
	const struct verb_options verb = {
		.arguments = _("VERB"),
		.summary = _("The forwarder of the log to its second copy."),
		.description = description,
		.entries = entries,
	};
	int status = SABOTCTL_FAILED;

	if (verb_options_parse(&verb, &argc, &argv))
		status = sabotctl_verbs_run("forward", verbs, &options, argc, argv);
	g_free(options.config);
	return status;
}
