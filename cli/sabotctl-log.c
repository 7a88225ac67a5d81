/*
 * sabotctl log TABLE: asks the daemon page by page and prints each as it comes, so that a log of
 * any length passes through.
 */
#include "cli/sabotctl-log.h"

#include "cli/sabotctl.h"
#include "proto/client.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct export {
	GMainLoop *loop;
	char *socket;
	gint64 load, part; /* 0 = not asked for */
	json_t *args;
	bool is_asked, is_begun, is_failed;
};

static void
ask(struct sabot_client *client, struct export *export);

static void
fail(struct export *export, const char *reason)
{
	if (!export->is_failed)
		fprintf(stderr, "sabotctl log: %s\n", reason);
	export->is_failed = true;
	g_main_loop_quit(export->loop);
}

static void
print_line(json_t *line)
{
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
}

static void
print_page(struct export *export, json_t *page)
{
	size_t index;
	json_t *event;

	if (!export->is_begun)
		print_line(json_object_get(page, "header"));
	export->is_begun = true;
	json_array_foreach(json_object_get(page, "events"), index, event)
		print_line(event);
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct export *export = data;
	json_t *next = ok ? json_object_get(ok, "next_n") : NULL;

	if (error) {
		fail(export, error->message);
		return;
	}
	print_page(export, ok);
	if (ferror(stdout)) {
		fail(export, _("the output cannot be written"));
	} else if (next) {
		json_object_set(export->args, "from_n", next);
		ask(client, export);
	} else {
		g_main_loop_quit(export->loop);
	}
}

static void
ask(struct sabot_client *client, struct export *export)
{
	sabot_client_request(client, "log", export->args, NULL, on_replied, export);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct export *export = data;
	g_autofree char *reason = NULL;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!export->is_asked)
			ask(client, export);
		export->is_asked = true;
		break;
	case SABOT_CLIENT_OFFLINE:
		reason = g_strdup_printf("%s: %s", sabot_client_get_path(client),
					 sabot_client_get_reason(client));
		fail(export, reason);
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

/* The table's name is the one argument that is left. */
static bool
parse(struct export *export, int argc, char **argv)
{
	const GOptionEntry entries[] = {
		{"socket", 0, 0, G_OPTION_ARG_FILENAME, &export->socket, N_("the daemon's socket"),
		 N_("PATH")},
		{"load", 0, 0, G_OPTION_ARG_INT64, &export->load, N_("this load only"), N_("N")},
		{"part", 0, 0, G_OPTION_ARG_INT64, &export->part,
		 N_("an earlier part, dealt by other rules"), N_("N")},
		{NULL},
	};
	g_autoptr(GOptionContext) context = g_option_context_new(_("TABLE"));
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(
		context, _("Prints a table's log in the form that sabotctl audit reads."));
	g_option_context_add_main_entries(context, entries, NULL);
	if (g_option_context_parse(context, &argc, &argv, &error) && argc == 2) {
		export->args = json_pack("{s:s}", "table", argv[1]);
		return true;
	}
	fprintf(stderr, "sabotctl log: %s\n", error ? error->message : _("one table is wanted"));
	return false;
}

static void
run(struct export *export)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct sabot_client *client = sabot_client_new(export->socket, false, &callbacks, export);

	if (export->load)
		json_object_set_new(export->args, "load", json_integer(export->load));
	if (export->part)
		json_object_set_new(export->args, "part", json_integer(export->part));
	export->loop = g_main_loop_new(NULL, FALSE);
	sabot_client_start(client);
	g_main_loop_run(export->loop);
	sabot_client_stop(client);
	sabot_client_unref(client);
	g_main_loop_unref(export->loop);
	json_decref(export->args);
}

int
sabotctl_log(int argc, char **argv)
{
	struct export export = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&export, argc, argv)) {
		run(&export);
		if (!export.is_failed && fflush(stdout) == 0)
			status = SABOTCTL_OK;
	}
	g_free(export.socket);
	return status;
}
