/*
 * sabotctl log TABLE: asks the daemon page by page and prints each as it comes, so that a log of
 * any length passes through.
 */
#include "cli/sabotctl-log.h"

#include "cli/sabotctl.h"
#include "proto/client.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct extract {
	GMainLoop *loop;
	char *socket;
	gint64 load, part; /* 0 = not asked for */
	json_t *args;
	bool is_asked, is_begun, is_failed;
};

static void
ask(struct sabot_client *client, struct extract *extract);

static void
fail(struct extract *extract, const char *reason)
{
	if (!extract->is_failed)
		fprintf(stderr, "sabotctl log: %s\n", reason);
	extract->is_failed = true;
	g_main_loop_quit(extract->loop);
}

static void
print_line(json_t *line)
{
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
}

static void
print_page(struct extract *extract, json_t *page)
{
	size_t index;
	json_t *event;

	if (!extract->is_begun)
		print_line(json_object_get(page, "header"));
	extract->is_begun = true;
	json_array_foreach(json_object_get(page, "events"), index, event)
		print_line(event);
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct extract *extract = data;
	json_t *next = ok ? json_object_get(ok, "next_n") : NULL;

	if (error) {
		fail(extract, error->message);
		return;
	}
	print_page(extract, ok);
	if (ferror(stdout)) {
		fail(extract, _("the output cannot be written"));
	} else if (next) {
		json_object_set(extract->args, "from_n", next);
		ask(client, extract);
	} else {
		g_main_loop_quit(extract->loop);
	}
}

static void
ask(struct sabot_client *client, struct extract *extract)
{
	sabot_client_request(client, "log", extract->args, NULL, on_replied, extract);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct extract *extract = data;
	g_autofree char *reason = NULL;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!extract->is_asked)
			ask(client, extract);
		extract->is_asked = true;
		break;
	case SABOT_CLIENT_OFFLINE:
		reason = g_strdup_printf("%s: %s", sabot_client_get_path(client),
					 sabot_client_get_reason(client));
		fail(extract, reason);
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

/* The table's name is the one argument that is left. */
static bool
parse(struct extract *extract, int argc, char **argv)
{
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&extract->socket),
		{"load", 0, 0, G_OPTION_ARG_INT64, &extract->load, N_("this load only"), N_("N")},
		{"part", 0, 0, G_OPTION_ARG_INT64, &extract->part,
		 N_("an earlier part, dealt by other rules"), N_("N")},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new(_("TABLE"));
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(
		context, _("Prints a table's log in the form that sabotctl audit reads."));
	g_option_context_add_main_entries(context, entries, NULL);
	if (g_option_context_parse(context, &argc, &argv, &error) && argc == 2) {
		extract->args = json_pack("{s:s}", "table", argv[1]);
		return true;
	}
	fprintf(stderr, "sabotctl log: %s\n", error ? error->message : _("one table is wanted"));
	return false;
}

static void
run(struct extract *extract)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct sabot_client *client = sabot_client_new(extract->socket, false, &callbacks, extract);

	if (extract->load)
		json_object_set_new(extract->args, "load", json_integer(extract->load));
	if (extract->part)
		json_object_set_new(extract->args, "part", json_integer(extract->part));
	extract->loop = g_main_loop_new(NULL, FALSE);
	sabot_client_start(client);
	g_main_loop_run(extract->loop);
	sabot_client_stop(client);
	sabot_client_unref(client);
	g_main_loop_unref(extract->loop);
	json_decref(extract->args);
}

int
sabotctl_log(int argc, char **argv)
{
	struct extract extract = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&extract, argc, argv)) {
		run(&extract);
		if (!extract.is_failed && fflush(stdout) == 0)
			status = SABOTCTL_OK;
	}
	g_free(extract.socket);
	return status;
}
