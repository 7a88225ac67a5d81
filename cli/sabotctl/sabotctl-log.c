/*
 * sabotctl log TABLE and sabotctl unveil TABLE: ask the daemon page by page and print each as it
 * comes, so that a log of any length passes through. To see behind the veil two persons say who
 * they are first, on the same connection: when the program ends it falls again. With a file in the
 * table's place `log` is another verb: sabotctl-find.c.
 */

#include "sabotctl-find.h"
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-book.h"
#include "cli/common/user-request.h"
#include "proto/messages/log-messages.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct extract {
	char *socket;
	gint64 load, part;          /* 0 = not given */
	char *as, *second, *reason; /* all or none: the veil is to be lifted */
	gboolean is_of_frames;
	const char *table;
	json_t *args;
	bool is_begun;
};

/* As it is, for programs; on a terminal as text. */
static void
print_line(const char *line)
{
	g_autofree char *plain = isatty(STDOUT_FILENO) ? sabot_text_escape(line) : NULL;

	puts(plain ? plain : line);
}

static void
print_event(const json_t *event)
{
	char *line = json_dumps(event, JSON_COMPACT);

	print_line(line);
	free(line);
}

/* Print a page of the log. Where the next one begins; 0 = this was the last; -1: unreadable. */
static int64_t
print_events(struct extract *extract, json_t *answer, GError **error)
{
	struct sabot_wire_log *page = sabot_record_parse(&sabot_wire_log_type, answer, error);
	int64_t next = page ? page->next_n : -1;
	json_t *event;
	size_t index;

	if (page && !extract->is_begun)
		print_event(page->header);
	extract->is_begun = true;
	json_array_foreach(page ? page->events : NULL, index, event)
		print_event(event);
	sabot_record_unref(page);
	return next;
}

/* The same of the shoe's own lines, as it has sent them. */
static int64_t
print_frames(json_t *answer, GError **error)
{
	struct sabot_wire_frames *page = sabot_record_parse(&sabot_wire_frames_type, answer, error);
	int64_t next = page ? page->next : -1;

	if (page && page->lines->len == 0)
		next = 0;
	for (guint i = 0; page && i < page->lines->len; i++)
		print_line(g_ptr_array_index(page->lines, i));
	sabot_record_unref(page);
	return next;
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
		 N_("the second person, whose PIN is required, too"), N_("NAME")},
		{"reason", 0, 0, G_OPTION_ARG_STRING, &extract->reason,
		 N_("why the veil is lifted; it is logged"), N_("TEXT")},
		{"frames", 0, 0, G_OPTION_ARG_NONE, &extract->is_of_frames,
		 N_("not the log, but what the shoe has sent"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("TABLE"),
		.summary = summary,
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return false;
	if (argc != 2)
		return verb_options_refuse(_("one table is wanted"));
	extract->table = argv[1];
	extract->args = json_pack("{s:s}", "table", extract->table);
	return true;
}

/* Lift the veil for this session; what is printed is then the load in the shoe by default. */
static bool
unveil(const struct extract *extract, struct user_session *session, const char *second_pin)
{
	json_t *args =
		json_pack("{s:s, s:s, s:{s:s, s:s}}", "table", extract->table, "reason",
			  extract->reason, "second", "name", extract->second, "pin", second_pin);
	json_t *answer = user_session_request(session, "unveil", args);
	struct sabot_wire_unveiled *unveiled =
		answer ? sabot_record_parse(&sabot_wire_unveiled_type, answer, NULL) : NULL;
	bool is_lifted = answer != NULL;

	if (unveiled && unveiled->load && !extract->load && !extract->part &&
	    !extract->is_of_frames)
		json_object_set_new(extract->args, "load", json_integer(unveiled->load));
	sabot_record_unref(unveiled);
	json_decref(answer);
	return is_lifted;
}

/* Read both PINs, log in and lift the veil. NULL, reported, when that fails. */
static struct user_session *
open_unveiled(const struct extract *extract)
{
	char *pin = user_read_pin_of(extract->as);
	char *second_pin = pin ? user_read_pin_of(extract->second) : NULL;
	struct user_session *session = NULL;

	if (second_pin)
		session = user_session_open_with_pin(extract->socket, extract->as, pin);
	if (session && !unveil(extract, session, second_pin))
		g_clear_pointer(&session, user_session_close);
	user_secret_free(pin);
	user_secret_free(second_pin);
	return session;
}

static int
print_pages(struct extract *extract, struct user_session *session)
{
	g_autoptr(GError) error = NULL;
	int64_t next;

	do {
		json_t *page =
			user_session_request(session, extract->is_of_frames ? "frames" : "log",
					     json_incref(extract->args));

		if (!page)
			return SABOTCTL_FAILED;
		next = extract->is_of_frames ? print_frames(page, &error)
					     : print_events(extract, page, &error);
		json_object_set_new(extract->args, extract->is_of_frames ? "from" : "from_n",
				    json_integer(next));
		json_decref(page);
	} while (next > 0 && !ferror(stdout));
	if (error) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	if (fflush(stdout) == 0 && !ferror(stdout))
		return SABOTCTL_OK;
	fprintf(stderr, "%s: %s\n", g_get_prgname(), _("the output cannot be written"));
	return SABOTCTL_FAILED;
}

static int
extract_log(int argc, char **argv, bool is_unveiling, const char *summary)
{
	struct extract extract = {0};
	struct user_session *session = NULL;
	int status = SABOTCTL_FAILED;

	if (parse(&extract, argc, argv, summary) && check_two(&extract, is_unveiling)) {
		if (extract.load)
			json_object_set_new(extract.args, "load", json_integer(extract.load));
		if (extract.part)
			json_object_set_new(extract.args, "part", json_integer(extract.part));
		session = extract.as ? open_unveiled(&extract)
				     : user_session_open(extract.socket, NULL);
	}
	if (session)
		status = print_pages(&extract, session);
	user_session_close(session);
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
		  "in the shoe is veiled; sabotctl unveil --help says how it is seen.\nWith a "
		  "database in the table's place, or --table and the like, it finds rounds: "
		  "sabotctl log FILE --help."));
}

int
sabotctl_unveil(int argc, char **argv)
{
	return extract_log(
		argc, argv, true,
		_("Lifts the veil from the load in a table's shoe, by two persons, and "
		  "prints its log. An incident reports it to the pit; with the end of the "
		  "program the veil falls again."));
}
