/*
 * sabotctl lab: the acceptance suite on an installed system, with the installed programs, in a
 * temporary house of its own. Leaves a signed report behind (lab-report.h).
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "lab-house.h"
#include "lab-play.h"
#include "lab-report.h"
#include "lab-tamper.h"
#include "lab-veil.h"
#include "sabotctl-store.h"
#include "sabotctl-verbs.h"
#include "store/keys/key-find.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 1000000, ROUNDS_MAX = 1000000000 };

struct options {
	char *out, *only, *check, *key;
	gint64 rounds;
	struct sabotctl_store_place place;
};

/* In this order: what follows "crash" needs its house. */
static const struct {
	const char *id, *title;
	lab_check_fn *run;
	bool needs_house;
} checks[] = {
	{"installed", N_("the installed files are as they were built"), lab_check_installed, false},
	{"faults", N_("each mistake that can be planted is found"), lab_check_faults, false},
	{"alarms", N_("no false alarm"), lab_check_alarms, false},
	{"doubt", N_("nothing is said in doubt"), lab_check_doubt, false},
	{"crash", N_("a killed daemon loses nothing that was shown"), lab_check_crash, true},
	{"veil", N_("no hidden card in what a client is sent"), lab_check_veil, true},
	{"restart", N_("a stopped daemon continues where it was"), lab_check_restart, true},
	{"log", N_("one turned bit of the log is found"), lab_check_log, true},
	{"case", N_("one turned bit of a case file is found"), lab_check_case, true},
	{"archive", N_("one turned bit of an archive is found"), lab_check_archive, true},
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"out", 'o', 0, G_OPTION_ARG_FILENAME, &options->out,
		 N_("write PREFIX.json, PREFIX.pdf and PREFIX.note"), N_("PREFIX")},
		{"rounds", 0, 0, G_OPTION_ARG_INT64, &options->rounds,
		 N_("how many rounds of each profile for false alarms (default 1000000)"), "N"},
		{"only", 0, 0, G_OPTION_ARG_STRING, &options->only,
		 N_("these checks only, separated by commas; the report says so"), N_("LIST")},
		{"check", 0, 0, G_OPTION_ARG_FILENAME, &options->check,
		 N_("run nothing: check an earlier report and its signature"), N_("PREFIX")},
		{"key", 'k', 0, G_OPTION_ARG_STRING, &options->key,
		 N_("the public key that must have signed it"), N_("KEY")},
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->place.state_dir,
		 N_("sign with the key of this state directory"), N_("DIR")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->place.config,
		 N_("the daemon's configuration, which names it"), N_("FILE")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.summary = _("Tries an installation: its files, planted mistakes, false alarms, a "
			     "killed daemon, the veil,\nand one turned bit of log, case and "
			     "archive, in a temporary house of its own. The report is\nsigned. "
			     "Exit status: 0 every check passed; 1 one did not, or was left out; 2 "
			     "it could not be done."),
		.entries = entries,
	};

	if (!verb_options_parse(&verb, argc, argv))
		return false;
	if (*argc > 1 || (options->out != NULL) == (options->check != NULL) ||
	    (options->check && !options->key))
		return verb_options_refuse(
			_("--out PREFIX is wanted, or --check PREFIX and --key KEY"));
	return (options->rounds >= 1 && options->rounds <= ROUNDS_MAX) ||
	       verb_options_refuse(_("--rounds is from 1 to 1000000000"));
}

static void
free_line(gpointer data)
{
	struct lab_line *line = data;

	g_free(line->detail);
	g_free(line);
}

/* Whether the check is to run; one that needs a house needs those before it. */
static bool
is_wanted(GStrv only, guint check)
{
	if (!only || g_strv_contains((const char *const *)only, checks[check].id))
		return true;
	for (guint i = check + 1; checks[check].needs_house && i < G_N_ELEMENTS(checks); i++) {
		if (g_strv_contains((const char *const *)only, checks[i].id))
			return true;
	}
	return false;
}

/* False, said, where a word is no check. */
static bool
knows_all(GStrv only)
{
	for (int i = 0; only && only[i]; i++) {
		bool is_known = false;

		for (guint check = 0; check < G_N_ELEMENTS(checks); check++)
			is_known = is_known || strcmp(only[i], checks[check].id) == 0;
		if (!is_known) {
			sabotctl_refuse_verb(only[i], checks, G_N_ELEMENTS(checks),
					     sizeof(checks[0]));
			return false;
		}
	}
	return true;
}

static struct lab_line *
run_check(struct lab *lab, guint check)
{
	struct lab_line *line = g_new0(struct lab_line, 1);
	gint64 began_us = g_get_monotonic_time();

	line->id = checks[check].id;
	line->title = checks[check].title;
	g_string_truncate(lab->detail, 0);
	lab->tried = 0;
	line->result = checks[check].run(lab);
	line->took_us = g_get_monotonic_time() - began_us;
	line->tried = lab->tried;
	line->detail = g_strdup(lab->detail->str);
	printf("%-9s  %-9s  %s\n", line->id, lab_result_word(line->result),
	       sabot_text_plain(line->detail));
	fflush(stdout);
	return line;
}

/* Every check that is wanted; when one of the house's fails the others of it cannot be run. */
static void
run_checks(struct lab *lab, GStrv only, struct lab_report *report)
{
	bool has_house = true;

	report->has_passed = report->is_complete = true;
	for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
		struct lab_line *line;

		if (!is_wanted(only, i) || (checks[i].needs_house && !has_house)) {
			report->is_complete = false;
			continue;
		}
		line = run_check(lab, i);
		g_ptr_array_add(report->lines, line);
		report->is_complete = report->is_complete && line->result != LAB_LEFT_OUT;
		report->has_passed = report->has_passed && line->result != LAB_FAILED;
		if (checks[i].needs_house && line->result == LAB_FAILED)
			has_house = false;
	}
}

static int
run(const struct options *options, const struct sabot_key *key)
{
	g_auto(GStrv) only = options->only ? g_strsplit(options->only, ",", -1) : NULL;
	struct lab_report report = {.rounds = (guint64)options->rounds,
				    .made_us = g_get_real_time()};
	g_autoptr(GError) error = NULL;
	struct lab *lab;
	bool is_written;

	if (!knows_all(only))
		return SABOTCTL_FAILED;
	lab = lab_new(report.rounds, &error);
	if (!lab)
		return sabotctl_complain(error->message);
	report.lines = g_ptr_array_new_with_free_func(free_line);
	run_checks(lab, only, &report);
	lab_free(lab);
	is_written = lab_report_write(&report, key, options->out, &error);
	g_ptr_array_unref(report.lines);
	if (!is_written)
		return sabotctl_complain(error->message);
	puts(!report.has_passed   ? _("A check has FAILED.")
	     : report.is_complete ? _("Every check has passed.")
				  : _("Every check that ran has passed; not all have run."));
	return report.has_passed && report.is_complete ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static int
check_earlier(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	char *const lines[] = {options->key, NULL};
	g_autoptr(GPtrArray) keys = sabotctl_store_keys((char **)lines, &error);
	bool has_passed = false;

	if (!keys ||
	    !lab_report_check(options->check, g_ptr_array_index(keys, 0), &has_passed, &error))
		return sabotctl_complain(error->message);
	puts(has_passed ? _("Signed by that key; every check has passed.")
			: _("Signed by that key; not every check has passed."));
	return has_passed ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static int
sign_and_run(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *state = sabotctl_store_find_state(&options->place, &error);
	struct sabot_key *key = state ? sabot_key_find(state, &error) : NULL;
	int status = key ? run(options, key) : sabotctl_complain(error->message);

	sabot_key_free(key);
	return status;
}

int
sabotctl_lab(int argc, char **argv)
{
	struct options options = {.rounds = ROUNDS};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = options.check ? check_earlier(&options) : sign_and_run(&options);
	sabotctl_store_place_clear(&options.place);
	g_free(options.out);
	g_free(options.only);
	g_free(options.check);
	g_free(options.key);
	return status;
}
