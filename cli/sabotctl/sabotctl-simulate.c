/*
 * `sabotctl simulate PROFILE`: many rounds of a rule-abiding table through the engine, and what it
 * said to them: frequencies, false alarms, planted mistakes found.
 */
#include "sabotctl-private.h"
#include "verb-options.h"

#include "simulate/simulate.h"
#include "engine/games/settle.h"
#include "profiles/profile.h"
#include "text/words.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"

#include <glib.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the normal distribution, two-sided. */
static const double z_99 = 2.5758293035489;

struct settings {
	char *faults;
	char *profiles;
	gint64 rounds;
	gint64 seed;
	gboolean doubt;
};

static void
print_share(const char *word, uint64_t count, uint64_t total)
{
	double share = total > 0 ? (double)count / (double)total : 0;
	double half = total > 0 ? z_99 * sqrt(share * (1 - share) / (double)total) : 0;

	printf("  %-12s %12" PRIu64 "  %9.5f %%  ± %.5f\n", word, count, 100 * share, 100 * half);
}

static void
print_frequencies(const struct simulate_options *options, const struct simulate_report *report)
{
	uint64_t n_hands = 0;

	if (options->rules.game == SABOT_PUNTO_BANCO) {
		for (int i = SABOT_WINNER_PUNTO; i < SABOT_WINNERS; i++)
			if (report->winners[i] > 0)
				print_share(sabot_text_winner((enum sabot_winner)i),
					    report->winners[i], report->rounds);
		return;
	}
	for (int i = 0; i <= SABOT_RESULT_VOID; i++)
		n_hands += report->results[i];
	for (int i = 0; i <= SABOT_RESULT_VOID; i++)
		if (report->results[i] > 0)
			print_share(sabot_hand_result_to_string((enum sabot_hand_result)i),
				    report->results[i], n_hands);
}

/*
 * What chance alone makes of runs of five, per load: a first card of nine ranks of thirteen (no run
 * goes past the king), then four times the one card that follows; docs/event-log.md, section 5.
 */
static double
unshuffled_rate(int decks)
{
	double n = 52.0 * decks;

	return 2 * (n - 4) * 9 / 13 * pow(decks, 4) / ((n - 1) * (n - 2) * (n - 3) * (n - 4));
}

/*
 * The least and the most that is counted of what happens `mean` times on average, but in one of
 * 10,000 runs: by Poisson, for the normal distribution is far off where a few are expected.
 */
static void
find_poisson_range(double mean, uint64_t *ret_least, uint64_t *ret_most)
{
	static const double tail = 0.5 / 10000;
	uint64_t k = (uint64_t)fmax(0, mean - 10 * sqrt(mean) - 10);
	double below = 0;

	*ret_least = *ret_most = k;
	for (; below < 1 - tail && (double)k < mean + 10 * sqrt(mean) + 10; k++) {
		below += exp((double)k * log(mean) - mean - lgamma((double)k + 1));
		*ret_most = k;
		if (below <= tail)
			*ret_least = k + 1;
	}
}

static bool
print_order_test(const struct simulate_options *options, const struct simulate_report *report)
{
	double expected = unshuffled_rate(options->rules.decks) * (double)report->loads;
	uint64_t least, most;
	bool inside;

	find_poisson_range(expected, &least, &most);
	inside = report->unshuffled >= least && report->unshuffled <= most;
	printf(_("unshuffled_order by chance: %" PRIu64 "; %.2f are expected, %" PRIu64
		 " to %" PRIu64 " in all but one of 10,000 runs: %s\n"),
	       report->unshuffled, expected, least, most, inside ? _("inside") : _("OUTSIDE"));
	return inside;
}

static bool
print_faults(const struct simulate_report *report)
{
	bool all = true;

	for (int i = 0; i < SIMULATE_FAULTS; i++) {
		if (report->planted[i] == 0)
			continue;
		printf(_("  %-14s planted %8" PRIu64 "  found %8" PRIu64 "\n"),
		       simulate_fault_to_string((enum simulate_fault)i), report->planted[i],
		       report->found[i]);
		all = all && report->found[i] == report->planted[i];
	}
	return all;
}

static bool
print_alarms(const struct simulate_report *report)
{
	printf(_("false alarms: %" PRIu64 "\n"), report->false_alarms);
	if (report->false_alarms > 0)
		printf(_("  the first: %s in round %" PRIu64 "\n"),
		       sabot_incident_code_to_string(report->first_false_alarm),
		       report->first_false_alarm_round);
	return report->false_alarms == 0;
}

/* What a table that does not see every card said, beside one that does. */
static bool
print_doubt(const struct simulate_report *report)
{
	printf(_("cards not seen: %" PRIu64 " unread, %" PRIu64 " lost, %" PRIu64
		 " while offline; %" PRIu64 " read or put back in later\n"),
	       report->doubts[SIMULATE_DOUBT_UNREAD], report->doubts[SIMULATE_DOUBT_LOST],
	       report->doubts[SIMULATE_DOUBT_OFFLINE], report->doubts_ended);
	printf(_("said without being certain: %" PRIu64 "\n"), report->said_uncertain);
	if (report->said_uncertain > 0)
		printf(_("  the first: %s in round %" PRIu64 "\n"),
		       sabot_incident_code_to_string(report->first_uncertain),
		       report->first_uncertain_round);
	printf(_("said of a load that held a copy too many: %" PRIu64 "\n"), report->said_of_load);
	printf(_("certain in the end and never said: %" PRIu64 "\n"), report->never_said);
	if (report->never_said > 0)
		printf(_("  the first: %s in round %" PRIu64 "\n"),
		       sabot_incident_code_to_string(report->first_never_said),
		       report->first_never_said_round);
	return report->said_uncertain == 0 && report->never_said == 0;
}

static int
print_report(const struct simulate_options *options, const struct simulate_report *report,
	     gint64 took_us)
{
	double seconds = (double)MAX(took_us, 1) / G_USEC_PER_SEC;

	printf(_("%s, seed %" PRIu64 ": %" PRIu64 " rounds, %" PRIu64 " loads, %" PRIu64
		 " cards, %" PRIu64 " events in %.2f s (%.0f rounds/s)\n"),
	       sabot_text_plain(options->rules.name), options->seed, report->rounds, report->loads,
	       report->cards, report->events, seconds, (double)report->rounds / seconds);
	print_frequencies(options, report);
	if (report->staked_minor > 0)
		printf(_("the house keeps %.4f %% of what is staked\n"),
		       -100.0 * (double)report->due_minor / (double)report->staked_minor);
	bool well = print_order_test(options, report);
	well = print_alarms(report) && well;
	well = print_faults(report) && well;
	if (options->doubt)
		well = print_doubt(report) && well;
	if (report->fault != NULL)
		sabotctl_complain(report->fault);
	return well && report->fault == NULL ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static void
refuse_fault(const char *word)
{
	g_autofree char *list = NULL, *what = NULL;
	const char *known[SIMULATE_FAULTS + 1] = {0};

	for (int i = 0; i < SIMULATE_FAULTS; i++)
		known[i] = simulate_fault_to_string((enum simulate_fault)i);
	list = g_strjoinv(", ", (char **)known);
	what = g_strdup_printf(_("there is no mistake \"%s\"; there are: all, %s"), word, list);
	sabotctl_complain(what);
}

/* "all", or words separated by commas. */
static bool
parse_faults(const char *list, uint32_t *ret_faults)
{
	g_auto(GStrv) words = g_strsplit(list, ",", 0);
	uint32_t faults = 0;

	if (strcmp(list, "all") == 0) {
		*ret_faults = (UINT32_C(1) << SIMULATE_FAULTS) - 1;
		return true;
	}
	for (char **word = words; *word != NULL; word++) {
		int found = -1;
		for (int i = 0; i < SIMULATE_FAULTS; i++)
			if (strcmp(*word, simulate_fault_to_string((enum simulate_fault)i)) == 0)
				found = i;
		if (found < 0) {
			refuse_fault(*word);
			return false;
		}
		faults |= UINT32_C(1) << found;
	}
	*ret_faults = faults;
	return true;
}

static int
simulate(const struct settings *settings, const char *profile)
{
	struct simulate_options options = {.rounds = (uint64_t)settings->rounds,
					   .seed = (uint64_t)settings->seed,
					   .doubt = settings->doubt};
	struct simulate_report report;
	g_autoptr(GError) error = NULL;

	if (!sabot_profile_load(profile, settings->profiles, &options.rules, &error)) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	if (settings->faults != NULL && !parse_faults(settings->faults, &options.faults))
		return SABOTCTL_FAILED;
	gint64 begin_us = g_get_monotonic_time();
	simulate_run(&options, &report);
	return print_report(&options, &report, g_get_monotonic_time() - begin_us);
}

/* Transferred. */
static char *
list_faults(void)
{
	GString *text = g_string_new(_("Mistakes that --faults can plant: all"));

	for (int i = 0; i < SIMULATE_FAULTS; i++)
		g_string_append_printf(text, "%s%s", i % 6 == 5 ? ",\n  " : ", ",
				       simulate_fault_to_string((enum simulate_fault)i));
	return g_string_free(text, FALSE);
}

int
sabotctl_simulate(int argc, char **argv)
{
	struct settings settings = {.rounds = 100000, .seed = 1};
	GOptionEntry entries[] = {
		{"rounds", 0, 0, G_OPTION_ARG_INT64, &settings.rounds,
		 N_("how many rounds (default 100000)"), "N"},
		{"seed", 0, 0, G_OPTION_ARG_INT64, &settings.seed,
		 N_("the same rounds again (default 1)"), "N"},
		{"faults", 0, 0, G_OPTION_ARG_STRING, &settings.faults,
		 N_("plant these mistakes, separated by commas"), N_("LIST")},
		{"doubt", 0, 0, G_OPTION_ARG_NONE, &settings.doubt,
		 N_("a second table does not see every card: what it says is compared"), NULL},
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &settings.profiles,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		G_OPTION_ENTRY_NULL,
	};
	g_autofree char *faults = list_faults();
	const struct verb_options verb = {
		.arguments = _("PROFILE"),
		.summary = _("Plays many rounds in memory through the engine. Exit status: 0 "
			     "nothing but what was\nplanted was said, and all of it; 1 "
			     "otherwise; 2 it could not be done."),
		.description = faults,
		.entries = entries,
	};
	int status = SABOTCTL_FAILED;

	if (!verb_options_parse(&verb, &argc, &argv))
		status = SABOTCTL_FAILED;
	else if (settings.rounds < 1)
		status = sabotctl_complain(_("--rounds N: at least one is wanted"));
	else if (argc != 2)
		fprintf(stderr, "%s\n", _("usage: sabotctl simulate PROFILE [--rounds N]"));
	else
		status = simulate(&settings, argv[1]);
	g_free(settings.faults);
	g_free(settings.profiles);
	return status;
}
