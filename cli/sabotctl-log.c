/*
 * sabotctl log TABLE and sabotctl unveil TABLE: ask the daemon page by page and print each as it
 * comes, so that a log of any length passes through. To see behind the veil two persons say who
 * they are first, on the same connection: when the program ends it falls again. With a file in the
 * table's place `log` is another verb: sabotctl-find.c.
 */
#include "cli/sabotctl-log.h"

#include "cli/sabotctl-book.h"
#include "cli/sabotctl.h"
#include "cli/user-ask.h"

#include <glib/gi18n.h>
#include <stdio.h>

enum { PREFACE_MAX = 2 };

struct extract {
	GMainLoop *loop;
	char *socket;
	gint64 load, part;          /* 0 = not asked for */
	char *as, *second, *reason; /* all or none: the veil is to be lifted */
	gboolean is_of_frames;
	struct user_request preface[PREFACE_MAX]; /* what is asked before */
	unsigned n_preface, n_said;
	json_t *args;
	bool is_asked, is_begun, is_failed;
};

static void
ask(struct sabot_client *client, struct extract *extract);

static void
fail(struct extract *extract, const char *reason)
{
	if (!extract->is_failed)
		fprintf(stderr, "%s: %s\n", g_get_prgname(), reason);
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

/* The shoe's own lines, as it has sent them. */
static void
print_frames(json_t *page)
{
	size_t index;
	json_t *line;

	json_array_foreach(json_object_get(page, "lines"), index, line)
		puts(json_string_value(line));
}

/* Print a page. Where the next one begins, under the name of its argument; NULL: there is none. */
static json_t *
take_page(struct extract *extract, json_t *page, const char **ret_argument)
{
	if (!extract->is_of_frames) {
		print_page(extract, page);
		*ret_argument = "from_n";
		return json_object_get(page, "next_n");
	}
	print_frames(page);
	*ret_argument = "from";
	return json_array_size(json_object_get(page, "lines")) > 0 ? json_object_get(page, "next")
								   : NULL;
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct extract *extract = data;
	const char *argument;
	json_t *next;

	if (error) {
		fail(extract, error->message);
		return;
	}
	next = take_page(extract, ok, &argument);
	if (ferror(stdout)) {
		fail(extract, _("the output cannot be written"));
	} else if (next) {
		json_object_set(extract->args, argument, next);
		ask(client, extract);
	} else {
		g_main_loop_quit(extract->loop);
	}
}

static void
on_preface_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct extract *extract = data;
	json_t *load = ok ? json_object_get(ok, "load") : NULL;

	if (error) {
		fail(extract, error->message);
		return;
	}
	/* It is the load in the shoe that is shown now, if no other is asked for. */
	if (load && !extract->load && !extract->part && !extract->is_of_frames)
		json_object_set(extract->args, "load", load);
	ask(client, extract);
}

static void
ask(struct sabot_client *client, struct extract *extract)
{
	if (extract->n_said < extract->n_preface) {
		const struct user_request *request = &extract->preface[extract->n_said++];

		sabot_client_request(client, request->verb, request->args, NULL, on_preface_replied,
				     extract);
		return;
	}
	sabot_client_request(client, extract->is_of_frames ? "frames" : "log", extract->args, NULL,
			     on_replied, extract);
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

/* The veil is lifted by two and for a reason, or not at all. */
static bool
check_two(const struct extract *extract, bool is_unveiling)
{
	int n_given = (extract->as != NULL) + (extract->second != NULL) + (extract->reason != NULL);

	if (n_given == 3 || (n_given == 0 && !is_unveiling && !extract->is_of_frames))
		return true;
	fprintf(stderr, "%s: %s\n", g_get_prgname(),
		_("the veil is lifted by two persons: --as, --second and --reason are wanted"));
	return false;
}

/* The table's name is the one argument that is left. */
static bool
parse(struct extract *extract, int argc, char **argv, const char *summary)
{
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&extract->socket),
		{"load", 0, 0, G_OPTION_ARG_INT64, &extract->load, N_("this load only"), N_("N")},
		{"part", 0, 0, G_OPTION_ARG_INT64, &extract->part,
		 N_("an earlier part, dealt by other rules"), N_("N")},
		{"as", 0, 0, G_OPTION_ARG_STRING, &extract->as,
		 N_("who acts: logs in with a PIN from the terminal"), N_("NAME")},
		{"second", 0, 0, G_OPTION_ARG_STRING, &extract->second,
		 N_("the second person, whose PIN is asked for, too"), N_("NAME")},
		{"reason", 0, 0, G_OPTION_ARG_STRING, &extract->reason,
		 N_("why the veil is lifted; it is logged"), N_("TEXT")},
		{"frames", 0, 0, G_OPTION_ARG_NONE, &extract->is_of_frames,
		 N_("not the log, but what the shoe has sent"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new(_("TABLE"));
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(context, summary);
	g_option_context_add_main_entries(context, entries, NULL);
	if (g_option_context_parse(context, &argc, &argv, &error) && argc == 2) {
		extract->args = json_pack("{s:s}", "table", argv[1]);
		return true;
	}
	fprintf(stderr, "%s: %s\n", g_get_prgname(),
		error ? error->message : _("one table is wanted"));
	return false;
}

/* Ask for both PINs, and put down what is said with them. */
static bool
prepare_unveiling(struct extract *extract)
{
	char *pin = user_read_pin_of(extract->as);
	char *other = pin ? user_read_pin_of(extract->second) : NULL;

	if (other) {
		extract->preface[0] = (struct user_request){
			"login", json_pack("{s:s, s:s}", "name", extract->as, "pin", pin)};
		extract->preface[1] = (struct user_request){
			"unveil", json_pack("{s:O, s:s, s:{s:s, s:s}}", "table",
					    json_object_get(extract->args, "table"), "reason",
					    extract->reason, "second", "name", extract->second,
					    "pin", other)};
		extract->n_preface = PREFACE_MAX;
	}
	user_secret_free(pin);
	user_secret_free(other);
	return extract->n_preface > 0;
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
}

static int
extract_log(int argc, char **argv, bool is_unveiling, const char *summary)
{
	struct extract extract = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&extract, argc, argv, summary) && check_two(&extract, is_unveiling) &&
	    (!extract.as || prepare_unveiling(&extract))) {
		run(&extract);
		if (!extract.is_failed && fflush(stdout) == 0)
			status = SABOTCTL_OK;
	}
	for (unsigned i = 0; i < extract.n_preface; i++)
		json_decref(extract.preface[i].args);
	json_decref(extract.args);
	g_free(extract.as);
	g_free(extract.second);
	g_free(extract.reason);
	g_free(extract.socket);
	return status;
}

/* A table's name has no slash; a file of such a name is meant. */
static bool
names_file(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-' && g_file_test(argv[i], G_FILE_TEST_IS_REGULAR))
			return true;
	}
	return false;
}

/* What is only asked of rounds: without a file the daemon finds them. */
static bool
asks_for_rounds(int argc, char **argv)
{
	static const char *const options[] = {"--table", "--since",  "--until",  "--round",
					      "--card",  "--amount", "--person", "--incident",
					      "--code",  "--story",  "--at",     NULL};

	for (int i = 1; i < argc; i++) {
		g_auto(GStrv) parts = g_strsplit(argv[i], "=", 2);

		if (parts[0] && g_strv_contains(options, parts[0]))
			return true;
	}
	return false;
}

int
sabotctl_log(int argc, char **argv)
{
	if (names_file(argc, argv) || asks_for_rounds(argc, argv))
		return sabotctl_find(argc, argv);
	return extract_log(
		argc, argv, false,
		_("Prints a table's log in the form that sabotctl audit reads. What is "
		  "in the shoe is veiled; sabotctl unveil --help tells how it is seen.\nWith a "
		  "database in the table's place, or --table and the like, it finds rounds: "
		  "sabotctl log FILE --help."));
}

int
sabotctl_unveil(int argc, char **argv)
{
	return extract_log(argc, argv, true,
			   _("Lifts the veil from the load in a table's shoe, by two persons, and "
			     "prints its log. An incident tells the pit; with the end of the "
			     "program the veil falls again."));
}
