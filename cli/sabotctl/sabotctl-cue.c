/*
 * sabotctl cue FILE: which camera's pictures surveillance is to look at for a round or an incident,
 * from when to when, and why.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "case/case-make.h"
#include "sabotctl-book.h"
#include "sabotctl-place.h"
#include "report/output/to-csv.h"
#include "report/output/to-text.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct sabotctl_book_options book;
	char *table, *format;
	gint64 round, incident, before_s, after_s;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, N_("of this table"),
		 N_("NAME")},
		{"round", 0, 0, G_OPTION_ARG_INT64, &options->round, N_("this round"), N_("N")},
		{"incident", 0, 0, G_OPTION_ARG_INT64, &options->incident,
		 N_("where this incident was raised"), N_("N")},
		{"before", 0, 0, G_OPTION_ARG_INT64, &options->before_s,
		 N_("from so many seconds before (90)"), N_("SECONDS")},
		{"after", 0, 0, G_OPTION_ARG_INT64, &options->after_s,
		 N_("to so many seconds after (60)"), N_("SECONDS")},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format, N_("text (default) or csv"),
		 N_("FORMAT")},
		SABOTCTL_BOOK_OPTIONS(&options->book),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("FILE…"),
		.summary =
			_("Shows surveillance what to look at: the camera of the table, from when "
			  "to when, and why.\nFILE is a database, a backup or an archive."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       ((*argc > 1 && options->table && (options->round > 0) != (options->incident > 0)) ||
		verb_options_refuse(
			_("one file is wanted, with --table and --round or --incident")));
}

/* NULL: no such format. Transferred. */
static GString *
write_sheet(const struct sabot_report *report, const char *format)
{
	if (!format || strcmp(format, "text") == 0)
		return sabot_report_to_text(report);
	if (strcmp(format, "csv") == 0)
		return sabot_report_to_csv(g_ptr_array_index(report->sections, 0));
	return NULL;
}

static bool
print(const struct sabot_report *report, const char *format)
{
	GString *sheet = write_sheet(report, format);

	if (!sheet) {
		fprintf(stderr, "sabotctl cue: --format %s: %s\n", sabot_text_plain(format),
			_("there are text and csv"));
		return false;
	}
	fputs(sheet->str, stdout);
	g_string_free(sheet, TRUE);
	return fflush(stdout) == 0;
}

static bool
print_answer(const struct options *options, const struct sabotctl_place *place,
	     struct sabot_book *book)
{
	const struct sabot_case_wish wish = {
		.table = options->table,
		.round = options->round,
		.incident = options->incident,
		.house = place->house,
		.zone = place->zone,
		.camera = place->camera,
		.before_s = options->before_s,
		.after_s = options->after_s,
	};
	g_autoptr(GError) error = NULL;
	struct sabot_report *report = sabot_case_make_cue(book, &wish, &error);
	bool is_reported = report && print(report, options->format);

	if (is_reported && !place->camera)
		fprintf(stderr,
			_("sabotctl cue: which camera looks at %s is not known: the configuration "
			  "says it (--config FILE, `camera` of the table)\n"),
			sabot_text_plain(options->table));
	if (error)
		sabotctl_complain(error->message);
	if (report)
		sabot_report_free(report);
	return is_reported;
}

int
sabotctl_cue(int argc, char **argv)
{
	struct options options = {.before_s = SABOT_CASE_BEFORE_S, .after_s = SABOT_CASE_AFTER_S};
	struct sabotctl_place place = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_book *book = NULL;
	bool is_reported = false;

	if (parse(&options, &argc, &argv) &&
	    sabotctl_place_read(&place, options.book.config, options.table, &error))
		book = sabotctl_book_open("cue", argv + 1, &options.book);
	if (book)
		is_reported = print_answer(&options, &place, book);
	if (error)
		sabotctl_complain(error->message);
	sabot_book_free(book);
	sabotctl_place_clear(&place);
	sabotctl_book_options_clear(&options.book);
	g_free(options.table);
	g_free(options.format);
	return is_reported ? SABOTCTL_OK : SABOTCTL_FAILED;
}
