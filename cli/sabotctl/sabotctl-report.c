/*
 * sabotctl report NAME FILE…: a report of a database or of event logs, on the screen, as CSV or
 * JSON, or as PDF for paper. sabotctl report NAME: the same by the daemon. sabotctl report refresh
 * DATABASE: what reports are made of is derived and kept.
 */

#include "sabotctl-private.h"
#include "verb-options.h"
#include "file-ask.h"
#include "gather/report-config.h"
#include "gather/report-gather.h"
#include "gather/report-odds.h"
#include "sabotctl-book.h"
#include "sabotctl-rows.h"
#include "proto/rfc3339.h"
#include "proto/messages/log-requests.h"
#include "report/kinds/reports.h"
#include "report/output/to-csv.h"
#include "report/output/to-json.h"
#include "report/output/printing.h"
#include "report/output/to-text.h"
#include "text/text.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"
#include "text/words.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* Slips at once. */
enum { FORMS_MAX = 100, FORM_NUMBER_MAX = 1000000, COPY_MAX = 99 };

struct options {
	char *since, *until, *day, *shift, *format, *section, *paper, *out;
	char *config, *profiles, *digest, *zone, *house, *made, *numbers, *chips, *as, *socket;
	char *queue, *archives;
	char **tables;
	gint load, copy;
	gboolean is_fresh, with_simulated, is_veiled, without_people, is_printed;
};

static void
clear_options(struct options *options)
{
	char **strings[] = {&options->since,    &options->until,   &options->day,
			    &options->shift,    &options->format,  &options->section,
			    &options->paper,    &options->out,     &options->config,
			    &options->profiles, &options->digest,  &options->zone,
			    &options->house,    &options->made,    &options->numbers,
			    &options->chips,    &options->as,      &options->socket,
			    &options->queue,    &options->archives};

	for (guint i = 0; i < G_N_ELEMENTS(strings); i++)
		g_clear_pointer(strings[i], g_free);
	g_clear_pointer(&options->tables, g_strfreev);
}

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"since", 0, 0, G_OPTION_ARG_STRING, &options->since,
		 N_("from this time on: RFC 3339, or YYYY-MM-DD[ HH:MM] in the house's zone"),
		 N_("TIME")},
		{"until", 0, 0, G_OPTION_ARG_STRING, &options->until, N_("before this time"),
		 N_("TIME")},
		{"day", 0, 0, G_OPTION_ARG_STRING, &options->day, N_("this gaming day"),
		 N_("YYYY-MM-DD")},
		{"shift", 0, 0, G_OPTION_ARG_STRING, &options->shift,
		 N_("this shift, by the calendar of the configuration"), N_("YYYY-MM-DD/NAME")},
		{"table", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->tables,
		 N_("this table only; may be given several times"), N_("TABLE")},
		{"load", 0, 0, G_OPTION_ARG_INT, &options->load, N_("loads of this number only"),
		 N_("N")},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
		 N_("text (the default), csv, json or pdf"), N_("FORMAT")},
		{"section", 0, 0, G_OPTION_ARG_STRING, &options->section,
		 N_("which of the report's tables, for csv (the first)"), N_("ID")},
		{"paper", 0, 0, G_OPTION_ARG_STRING, &options->paper,
		 N_("a4 (the default) or letter, for pdf"), N_("PAPER")},
		{"copy", 0, 0, G_OPTION_ARG_INT, &options->copy,
		 N_("print that this is the Nth copy, for pdf"), N_("N")},
		{"out", 0, 0, G_OPTION_ARG_FILENAME, &options->out,
		 N_("into this file (standard output)"), N_("FILE")},
		{"print", 0, 0, G_OPTION_ARG_NONE, &options->is_printed,
		 N_("on paper, by the machine's printing system (lp)"), NULL},
		{"queue", 0, 0, G_OPTION_ARG_STRING, &options->queue,
		 N_("on this printer (the usual one)"), N_("NAME")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->config,
		 N_("the daemon's configuration: house, shifts, cameras, privacy, profiles"),
		 N_("FILE")},
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &options->profiles,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		{"archives", 0, 0, G_OPTION_ARG_FILENAME, &options->archives,
		 N_("where the log's archives are, if not beside it"), N_("DIR")},
		{"zone", 0, 0, G_OPTION_ARG_STRING, &options->zone,
		 N_("the house's time zone (the machine's)"), N_("Europe/Madrid")},
		{"house", 0, 0, G_OPTION_ARG_STRING, &options->house, N_("the house's name"),
		 N_("NAME")},
		{"numbers", 0, 0, G_OPTION_ARG_STRING, &options->numbers,
		 N_("of blank slips, for forms; of slips, for slips"), N_("FIRST-LAST")},
		{"chips", 0, 0, G_OPTION_ARG_STRING, &options->chips,
		 N_("values in minor units, for forms"), N_("\"VALUE …\"")},
		{"made", 0, 0, G_OPTION_ARG_STRING, &options->made,
		 N_("print this time as the report's (now)"), N_("TIME")},
		{"digest", 0, 0, G_OPTION_ARG_FILENAME, &options->digest,
		 N_("keep what was derived there (beside the database)"), N_("DIRECTORY")},
		{"fresh", 0, 0, G_OPTION_ARG_NONE, &options->is_fresh,
		 N_("derive everything again, keep nothing"), NULL},
		{"simulated", 0, 0, G_OPTION_ARG_NONE, &options->with_simulated,
		 N_("simulated tables, too (else only those that --table names)"), NULL},
		{"veiled", 0, 0, G_OPTION_ARG_NONE, &options->is_veiled,
		 N_("leave out the loads that are still in a shoe, as the daemon does"), NULL},
		{"without-people", 0, 0, G_OPTION_ARG_NONE, &options->without_people,
		 N_("report nothing about single persons"), NULL},
		{"as", 0, 0, G_OPTION_ARG_STRING, &options->as, N_("by the daemon: who logs in"),
		 N_("NAME")},
		SABOTCTL_CONNECT_OPTIONS(&options->socket),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("NAME [FILE…]"),
		.summary =
			_("Prints a report of a database, also while the daemon works, or of "
			  "event logs;\nwithout FILE the daemon makes it. `sabotctl report list` "
			  "lists their names."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv);
}

static int
print_list(void)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	guint n_kinds;
	const struct sabot_report_kind_of *kinds = sabot_reports(&n_kinds);

	for (guint i = 0; i < n_kinds; i++)
		sabotctl_rows_add(rows, kinds[i].name, _(kinds[i].title), _(kinds[i].about), NULL);
	sabotctl_rows_print(rows);
	return SABOTCTL_OK;
}

static bool
refuse(GError **error, const char *option, const char *value, const char *why)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "--%s %s: %s", option, value,
		    why);
	return false;
}

/* "2026-11-21", "2026-11-21 06:00" in the house's zone, or RFC 3339. */
static bool
read_time(const struct sabot_facts *facts, const char *option, const char *text, int64_t *ret_us,
	  GError **error)
{
	int year, month, day, hour = 0, minute = 0, used = 0;
	g_autoptr(GDateTime) local = NULL;

	if (text == NULL || sabot_time_parse(text, ret_us))
		return true;
	if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 ||
	    (text[used] != '\0' && (sscanf(text + used, " %2d:%2d%n", &hour, &minute, &used) != 2)))
		return refuse(error, option, text, _("this is no time"));
	local = g_date_time_new(facts->zone, year, month, day, hour, minute, 0);
	if (local == NULL)
		return refuse(error, option, text, _("this is no time"));
	*ret_us = g_date_time_to_unix(local) * G_USEC_PER_SEC;
	return true;
}

/* From its beginning to the next one's, be it a day of 23 or of 25 hours. */
static bool
set_day(struct sabot_facts *facts, const char *day, GError **error)
{
	g_autofree char *first = g_strdup_printf("%s/1", day);
	g_autofree char *last = g_strdup_printf("%s/%d", day, facts->calendar->n_shifts);
	int64_t between_us;

	if (!sabot_calendar_bounds(facts->calendar, first, &facts->from_us, &between_us) ||
	    !sabot_calendar_bounds(facts->calendar, last, &between_us, &facts->to_us))
		return refuse(error, "day", day, _("this is no gaming day, as 2026-11-21"));
	facts->span = g_strdup_printf(_("gaming day %s"), day);
	return true;
}

static bool
set_shift(struct sabot_facts *facts, const char *shift, GError **error)
{
	if (!sabot_calendar_parse(facts->calendar, shift, facts->shift) ||
	    !sabot_calendar_bounds(facts->calendar, facts->shift, &facts->from_us, &facts->to_us))
		return refuse(error, "shift", shift,
			      /* Translators: "swing" is a house's own word. */
			      _("this is no shift of the house's, as 2026-11-21/2 or "
				"2026-11-21/swing"));
	/* Translators: the shift's id, and the house's word for it. */
	facts->span = g_strdup_printf(
		_("shift %s (%s)"), facts->shift,
		sabot_text_shift_name(sabot_calendar_name(facts->calendar, facts->shift)));
	return true;
}

static int
compare_chips(gconstpointer a, gconstpointer b)
{
	const int64_t *one = a, *other = b;

	return (*one < *other) - (*one > *other);
}

/* What blank forms have printed on them: numbers that were reserved, the chips of the house. */
static bool
set_forms(struct sabot_facts *facts, const struct options *options, GError **error)
{
	g_auto(GStrv) chips = g_strsplit(
		options->chips != NULL ? options->chips : "500 1000 2500 10000 50000", " ", -1);
	g_auto(GStrv) numbers =
		options->numbers != NULL ? g_strsplit(options->numbers, "-", 2) : NULL;

	for (guint i = 0; chips[i] != NULL; i++) {
		gint64 chip;

		if (!g_ascii_string_to_signed(chips[i], 10, 1, G_MAXINT64, &chip, error))
			return false;
		g_array_append_val(facts->chips, chip);
	}
	g_array_sort(facts->chips, compare_chips);
	if (numbers == NULL)
		return true;
	return g_ascii_string_to_signed(numbers[0], 10, 1, FORM_NUMBER_MAX, &facts->form_from,
					error) &&
	       g_ascii_string_to_signed(numbers[1] != NULL ? numbers[1] : numbers[0], 10,
					facts->form_from, facts->form_from + FORMS_MAX - 1,
					&facts->form_to, error);
}

static bool
set_up(struct sabot_facts *facts, const struct options *options, GError **error)
{
	facts->made_us = g_get_real_time();
	facts->load = (unsigned)MAX(options->load, 0);
	facts->copy = (unsigned)CLAMP(options->copy, 0, COPY_MAX);
	facts->asked_tables = options->tables;
	if (options->house != NULL) {
		g_free(facts->site);
		facts->site = g_strdup(options->house);
	}
	return set_forms(facts, options, error) &&
	       (options->day == NULL || set_day(facts, options->day, error)) &&
	       (options->shift == NULL || set_shift(facts, options->shift, error)) &&
	       read_time(facts, "since", options->since, &facts->from_us, error) &&
	       read_time(facts, "until", options->until, &facts->to_us, error) &&
	       read_time(facts, "made", options->made, &facts->made_us, error);
}

static GBytes *
to_bytes(GString *text)
{
	return g_string_free_to_bytes(text);
}

static GBytes *
to_csv(const struct sabot_report *report, const struct options *options, GError **error)
{
	const struct sabot_report_section *section =
		options->section != NULL    ? sabot_report_find_section(report, options->section)
		: report->sections->len > 0 ? g_ptr_array_index(report->sections, 0)
					    : NULL;
	g_autoptr(GString) ids = g_string_new(NULL);

	if (section != NULL)
		return to_bytes(sabot_report_to_csv(section));
	if (report->sections->len == 0) {
		/* It has printed the reason itself. */
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s",
			    report->remarks->len > 0
				    ? (const char *)g_ptr_array_index(report->remarks, 0)
				    : report->title);
		return NULL;
	}
	for (guint i = 0; i < report->sections->len; i++)
		g_string_append_printf(
			ids, "%s%s", i > 0 ? ", " : "",
			((struct sabot_report_section *)g_ptr_array_index(report->sections, i))
				->id);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    _("the report has no section \"%s\"; it has: %s"),
		    options->section ? options->section : "", ids->str);
	return NULL;
}

static GBytes *
format_report(const struct sabot_report *report, const struct options *options, GError **error)
{
	const char *format = options->format != NULL ? options->format : "text";
	enum sabot_report_paper paper = SABOT_REPORT_A4;

	if (options->paper != NULL && !sabot_report_paper_from_string(options->paper, &paper)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "--paper %s: %s",
			    options->paper, _("there are a4 and letter"));
		return NULL;
	}
	if (strcmp(format, "text") == 0)
		return to_bytes(sabot_report_to_text(report));
	if (strcmp(format, "csv") == 0)
		return to_csv(report, options, error);
	if (strcmp(format, "json") == 0)
		return to_bytes(sabot_report_to_json(report));
	if (strcmp(format, "pdf") == 0)
		return sabot_report_print(report, paper, error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "--format %s: %s", format,
		    _("there are text, csv, json and pdf"));
	return NULL;
}

/* The queue takes it, or says why not. A title or a queue is never taken for an option. */
static bool
print_out(GBytes *bytes, const char *title, const struct options *options, GError **error)
{
	g_autofree char *queue =
		options->queue != NULL ? g_strdup_printf("-d%s", options->queue) : NULL;
	g_autofree char *job = g_strdup_printf("-t%s", title);
	g_autoptr(GSubprocess) process =
		g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
				 error, "lp", job, queue != NULL ? queue : "-s", "-", NULL);
	g_autoptr(GBytes) answer = NULL;

	if (process == NULL ||
	    !g_subprocess_communicate(process, bytes, NULL, &answer, NULL, error))
		return false;
	if (g_subprocess_get_successful(process))
		return true;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", _("lp has not printed it"));
	return false;
}

static bool
write_out(GBytes *bytes, const char *path, GError **error)
{
	gsize length;
	const char *data = g_bytes_get_data(bytes, &length);

	if (path != NULL)
		return g_file_set_contents_full(
			path, data, (gssize)length,
			G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
	if (fwrite(data, 1, length, stdout) == length && fflush(stdout) == 0)
		return true;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", _("the output cannot be written"));
	return false;
}

static bool
give_out(GBytes *bytes, const char *title, const struct options *options, GError **error)
{
	return options->is_printed ? print_out(bytes, title, options, error)
				   : write_out(bytes, options->out, error);
}

static bool
run(const struct sabot_report_kind_of *kind, char **paths, const struct options *options,
    GError **error)
{
	const struct report_source source = {
		.paths = paths,
		.archives = options->archives,
		.profiles = options->profiles,
		.digest = options->digest,
		.is_fresh = options->is_fresh,
		.tables = options->tables,
		.wants_house = true,
	};
	const struct report_config house = {options->config, options->zone,
					    options->without_people};
	struct sabot_facts *facts = sabot_facts_new();
	struct sabot_report *report = NULL;
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autoptr(GBytes) bytes = NULL;
	bool is_done = report_config_read(facts, file, &house, error) &&
		       set_up(facts, options, error) && report_gather(&source, facts, error);

	if (is_done) {
		if (!options->with_simulated && options->tables == NULL)
			sabot_facts_leave_out_simulated(facts);
		if (options->is_veiled)
			sabot_facts_veil(facts);
		report_config_fill_tables(facts, file);
		report = sabot_report_make(kind, facts);
		bytes = format_report(report, options, error);
	}
	is_done = bytes != NULL && give_out(bytes, kind->name, options, error);
	sabot_report_free(report);
	sabot_facts_free(facts);
	return is_done;
}

/* What only a FILE has to do with. */
static bool
is_for_daemon(const struct options *options, GError **error)
{
	const struct {
		const char *name;
		bool is_given;
	} others[] = {{"config", options->config},
		      {"profiles", options->profiles},
		      {"digest", options->digest},
		      {"house", options->house},
		      {"archives", options->archives},
		      {"fresh", options->is_fresh},
		      {"without-people", options->without_people}};

	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		if (!others[i].is_given)
			continue;
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    _("--%s goes with a FILE only"), others[i].name);
		return false;
	}
	return true;
}

static json_t *
build_request(const char *name, const struct options *options)
{
	struct sabot_wire_report_request *args = sabot_record_new(&sabot_wire_report_request_type);

	args->name = g_strdup(name);
	args->language = sabot_text_get_language();
	args->shift = g_strdup(options->shift);
	args->day = g_strdup(options->day);
	args->since = g_strdup(options->since);
	args->until = g_strdup(options->until);
	args->zone = g_strdup(options->zone);
	args->format = g_strdup(options->format);
	args->section = g_strdup(options->section);
	args->paper = g_strdup(options->paper);
	args->made = g_strdup(options->made);
	args->numbers = g_strdup(options->numbers);
	for (char **table = options->tables; table != NULL && *table != NULL; table++)
		g_ptr_array_add(args->tables, g_strdup(*table));
	args->load = MAX(options->load, 0);
	args->copy = CLAMP(options->copy, 0, COPY_MAX);
	args->with_simulated = options->with_simulated;
	return sabot_record_finish(&sabot_wire_report_request_type, args);
}

/* By the daemon; a refusal is said already. */
static bool
send_request(const char *name, const struct options *options, GError **error)
{
	const struct file_ask how = {options->socket, options->as, "report", options->out};
	g_autoptr(GBytes) bytes = NULL;

	if (!is_for_daemon(options, error))
		return false;
	bytes = file_ask(&how, build_request(name, options));
	return bytes != NULL && give_out(bytes, name, options, error);
}

/* The house's rule profiles are those of its configuration, where nobody says which. */
static bool
complete(struct options *options, GError **error)
{
	struct sabotctl_book_options book = {.profiles = options->profiles,
					     .config = options->config,
					     .archives = options->archives};
	bool is_read = sabotctl_book_options_complete(&book, error);

	options->profiles = book.profiles;
	options->archives = book.archives;
	return is_read;
}

static int
complain(const GError *error)
{
	if (error != NULL)
		sabotctl_complain(error->message);
	return SABOTCTL_FAILED;
}

/* What is printed is PDF, and goes into no file. */
static bool
set_print(struct options *options, GError **error)
{
	if (!options->is_printed)
		return options->queue == NULL ||
		       refuse(error, "queue", options->queue, _("goes with --print"));
	if (options->out != NULL)
		return refuse(error, "out", options->out, _("--print goes into no file"));
	if (options->format != NULL && strcmp(options->format, "pdf") != 0)
		return refuse(error, "format", options->format, _("on paper it is pdf"));
	g_free(options->format);
	options->format = g_strdup("pdf");
	return true;
}

/* Derive what is new, count what bets are worth, and keep both for the reports made later. */
static int
refresh(char **paths, const struct options *options)
{
	const struct report_source source = {
		.paths = paths,
		.archives = options->archives,
		.profiles = options->profiles,
		.digest = options->digest,
		.tables = options->tables,
	};
	struct sabot_facts *facts = sabot_facts_new();
	g_autoptr(GError) error = NULL;
	bool is_done = report_gather(&source, facts, &error);

	if (is_done)
		report_odds_count(facts);
	sabot_facts_free(facts);
	if (is_done)
		return SABOTCTL_OK;
	sabotctl_complain(error->message);
	return SABOTCTL_FAILED;
}

static int
refuse_kind(const char *name)
{
	g_autofree char *known = sabot_report_kinds_list(), *what = NULL;

	what = g_strdup_printf(_("there is no report \"%s\"; there are: %s"),
			       sabot_text_plain(name), known);
	return sabotctl_complain(what);
}

static int
report(int argc, char **argv, struct options *options)
{
	const struct sabot_report_kind_of *kind;
	g_autoptr(GError) error = NULL;

	if (!complete(options, &error) || !set_print(options, &error))
		return complain(error);

	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return print_list();
	if (argc >= 3 && strcmp(argv[1], "refresh") == 0)
		return refresh(argv + 2, options);
	kind = argc > 1 ? sabot_report_kind_find(argv[1]) : NULL;
	if (kind == NULL && argc > 1) {
		return refuse_kind(argv[1]);
	}
	if (kind == NULL) {
		fprintf(stderr, "%s\n", _("usage: sabotctl report NAME [FILE…]"));
		return SABOTCTL_FAILED;
	}
	if (argc > 2 || (kind->flags & SABOT_REPORT_IS_FORM)
		    ? run(kind, argv + 2, options, &error)
		    : send_request(argv[1], options, &error))
		return SABOTCTL_OK;
	return complain(error);
}

int
sabotctl_report(int argc, char **argv)
{
	struct options options = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = report(argc, argv, &options);
	clear_options(&options);
	return status;
}
