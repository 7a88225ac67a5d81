/*
 * sabot-shoe's command line, see the header. The help is written by hand: its readers are people of
 * the pit, who look for a task rather than for an alphabetical list of options.
 */
#include "shoe-options.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum {
	PACE_DEFAULT_CARDS_A_MINUTE = 40,
	CARD_MS_MOST = 600000,
	STEP_MS_LEAST = 5,
	STEPS_PER_CARD = 3,
};

/* Paragraphs, so that a new option is not a new page for translators. */
static const char *const help[] = {
	N_("Usage: sabot-shoe (--pty PATH | --tcp PORT) [options]\n"),
	N_("A simulated card shoe. It deals a shuffled load as a real shoe would report it, and\n"
	   "makes the mistakes you ask for, to train people and to try screens without cards.\n"),
	N_("Where the shoe is plugged in (one of the two):\n"
	   "  --pty PATH          like a serial cable; in sabotd.conf: transport=pty:PATH\n"
	   "  --tcp PORT          like a box on the network; transport=tcp:127.0.0.1:PORT\n"
	   "                      (0: any free port, which is then printed)\n"
	   "  --driver D          what it speaks: angeleye2 (default), beetek, or ref, which is\n"
	   "                      driver=sim in sabotd.conf\n"),
	N_("What is dealt:\n"
	   "  --decks N           decks in the shoe, 1 to 8 (default: as the table's rules say;\n"
	   "                      without --dealer 6)\n"
	   "  --behind N          cards behind the cut card (default: as the rules say)\n"
	   "  --seed N            the same cards and the same mistakes again\n"
	   "  --log FILE          the cards of this event log instead of shuffled ones\n"
	   "  --pace P            cards a minute (default 40), or \"800ms\" a card, or \"max\"\n"
	   "  --rounds N          stop after N rounds (without --dealer: after N cards)\n"),
	N_("The dealer at the table:\n"
	   "  --dealer            play the dealer and the players too: bets, \"no more bets\",\n"
	   "                      decisions, result and payment; cards are drawn as sabotd's\n"
	   "                      prompts say. Without it they leave the shoe one after the other\n"
	   "  --table NAME        the table, as in sabotd.conf (needed with --dealer); it needs\n"
	   "                      simulated=yes there\n"
	   "  --real              a table without that, too: what is dealt there counts as real\n"
	   "  --as NAME           the person who deals: logs in, with the PIN from the terminal\n"
	   "                      or from standard input\n"
	   "  --socket PATH       where sabotd listens (default: as sabotctl)\n"),
	N_("Mistakes:\n"
	   "  --fault KIND[@R]    make this mistake, in round R if given (without --dealer: at\n"
	   "                      card R); may be given several times\n"
	   "  --faults PERCENT    so many of a hundred rounds go wrong in some way (default 0)\n"
	   "  --list-faults       all kinds of mistakes, in words\n"),
	N_("  --quiet             print only what goes wrong with the program itself\n"
	   "  --help, --version\n"),
	N_("Examples:\n"
	   "  Train a pit boss at table PB-01, one round in ten going wrong:\n"
	   "    sabot-shoe --pty $XDG_RUNTIME_DIR/shoe-1 --dealer --table PB-01 --faults 10\n"
	   "  Show what a card too many in the shoe looks like, fast:\n"
	   "    sabot-shoe --pty $XDG_RUNTIME_DIR/shoe-1 --dealer --table PB-01 --pace max \\\n"
	   "               --fault extra-card@1\n"
	   "  Deal a recorded evening's cards again:\n"
	   "    sabot-shoe --tcp 4001 --log evening.ndjson --pace 800ms\n"),
};

void
shoe_options_print_help(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(help); i++)
		printf("%s%s", i > 0 ? "\n" : "", _(help[i]));
}

void
shoe_options_print_faults(void)
{
	static const char *const needs[] = {
		[SHOE_NEEDS_DEALER] = N_(" [with --dealer]"),
		[SHOE_NEEDS_PUNTO_BANCO] = N_(" [with --dealer, punto banco]"),
	};

	for (int i = SHOE_FAULT_NONE + 1; i < SHOE_FAULTS; i++) {
		enum shoe_fault fault = (enum shoe_fault)i;

		const char *need = needs[shoe_fault_get_need(fault)];

		printf("%-17s %s%s\n", shoe_fault_to_string(fault), shoe_fault_describe(fault),
		       need != NULL ? _(need) : "");
	}
}

/* What GOption fills, before it is judged. */
struct raw {
	char *pace, *tcp, *seed, *driver;
	char **faults;
	int decks, behind, percent, rounds;
	gboolean dealer, quiet, help, version, list_faults;
};

static bool
number_is_within(const char *option, int number, int least, int most, char **ret_why)
{
	if (number >= least && number <= most)
		return true;
	*ret_why = g_strdup_printf(_("%s takes a number from %d to %d"), option, least, most);
	return false;
}

static bool
judge_pace(struct shoe_options *options, const char *pace, char **ret_why)
{
	guint64 number = PACE_DEFAULT_CARDS_A_MINUTE;
	g_autofree char *digits = g_strdup(pace);
	bool is_ms = pace && g_str_has_suffix(pace, "ms");

	if (pace && strcmp(pace, "max") == 0) {
		options->card_ms = options->language->card_ms_least;
		options->step_ms = STEP_MS_LEAST;
		return true;
	}
	if (is_ms)
		digits[strlen(digits) - 2] = '\0';
	if (digits && !g_ascii_string_to_unsigned(digits, 10, 1, CARD_MS_MOST, &number, NULL)) {
		*ret_why = g_strdup_printf(_("--pace %s: give cards a minute, or \"800ms\", or "
					     "\"max\""),
					   pace);
		return false;
	}
	options->card_ms = is_ms ? (unsigned)number : (unsigned)(60000 / number);
	options->card_ms = MAX(options->card_ms, options->language->card_ms_least);
	options->step_ms = MAX(options->card_ms / STEPS_PER_CARD, STEP_MS_LEAST);
	return true;
}

static bool
judge_driver(struct shoe_options *options, const char *driver, char **ret_why)
{
	options->language = shoe_language_find(driver ? driver : "angeleye2");
	if (options->language)
		return true;
	*ret_why = g_strdup_printf(_("--driver %s: it speaks angeleye2, beetek or ref"), driver);
	return false;
}

static bool
judge_line(struct shoe_options *options, const char *tcp, char **ret_why)
{
	guint64 port = 0;

	if (!options->pty == !tcp) {
		*ret_why =
			g_strdup(_("say where the shoe is plugged in: --pty PATH or --tcp PORT"));
		return false;
	}
	if (tcp && !g_ascii_string_to_unsigned(tcp, 10, 0, G_MAXUINT16, &port, NULL)) {
		*ret_why = g_strdup_printf(_("--tcp %s: that is no port number"), tcp);
		return false;
	}
	options->tcp_port = (guint16)port;
	return true;
}

static bool
judge_faults(struct shoe_options *options, const struct raw *raw, char **ret_why)
{
	for (char **text = raw->faults; text && *text; text++) {
		if (!shoe_fault_plan_add(&options->plan, *text, ret_why))
			return false;
	}
	for (guint i = 0; !options->dealer && i < options->plan.entries->len; i++) {
		enum shoe_fault fault =
			g_array_index(options->plan.entries, struct shoe_fault_entry, i).fault;

		if (shoe_fault_get_need(fault) == SHOE_NEEDS_SHOE)
			continue;
		*ret_why =
			g_strdup_printf(_("--fault %s needs --dealer: a shoe alone cannot do it"),
					shoe_fault_to_string(fault));
		return false;
	}
	options->plan.percent = (unsigned)raw->percent;
	return true;
}

static bool
judge(struct shoe_options *options, const struct raw *raw, char **ret_why)
{
	options->dealer = raw->dealer;
	options->quiet = raw->quiet;
	options->seed = g_random_int();
	options->decks = raw->decks;
	options->behind_cards = (unsigned)MAX(raw->behind, 0);
	options->rounds = (unsigned)MAX(raw->rounds, 0);
	if (options->dealer && !options->table) {
		*ret_why = g_strdup(_("--dealer needs --table NAME"));
		return false;
	}
	if (options->as && !options->dealer) {
		*ret_why = g_strdup(_("--as needs --dealer: a shoe alone is nobody"));
		return false;
	}
	if (raw->seed &&
	    !g_ascii_string_to_unsigned(raw->seed, 10, 0, G_MAXUINT64, &options->seed, NULL)) {
		*ret_why = g_strdup_printf(_("--seed %s: give a whole number"), raw->seed);
		return false;
	}
	return judge_driver(options, raw->driver, ret_why) &&
	       judge_line(options, raw->tcp, ret_why) && judge_pace(options, raw->pace, ret_why) &&
	       (!raw->decks ||
		number_is_within("--decks", raw->decks, 1, SABOT_DECKS_MAX, ret_why)) &&
	       number_is_within("--behind", raw->behind, 0,
				(raw->decks ? raw->decks : SABOT_DECKS_MAX) * SABOT_DECK_CARDS - 1,
				ret_why) &&
	       number_is_within("--rounds", raw->rounds, 0, 1000000, ret_why) &&
	       number_is_within("--faults", raw->percent, 0, 100, ret_why) &&
	       judge_faults(options, raw, ret_why);
}

static bool
read_options(struct shoe_options *options, struct raw *raw, char ***argv, char **ret_why)
{
	GOptionEntry entries[] = {
		{"pty", 0, 0, G_OPTION_ARG_FILENAME, &options->pty, NULL, NULL},
		{"tcp", 0, 0, G_OPTION_ARG_STRING, &raw->tcp, NULL, NULL},
		{"driver", 0, 0, G_OPTION_ARG_STRING, &raw->driver, NULL, NULL},
		{"log", 0, 0, G_OPTION_ARG_FILENAME, &options->log, NULL, NULL},
		{"seed", 0, 0, G_OPTION_ARG_STRING, &raw->seed, NULL, NULL},
		{"decks", 0, 0, G_OPTION_ARG_INT, &raw->decks, NULL, NULL},
		{"behind", 0, 0, G_OPTION_ARG_INT, &raw->behind, NULL, NULL},
		{"pace", 0, 0, G_OPTION_ARG_STRING, &raw->pace, NULL, NULL},
		{"rounds", 0, 0, G_OPTION_ARG_INT, &raw->rounds, NULL, NULL},
		{"dealer", 0, 0, G_OPTION_ARG_NONE, &raw->dealer, NULL, NULL},
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, NULL, NULL},
		{"as", 0, 0, G_OPTION_ARG_STRING, &options->as, NULL, NULL},
		{"real", 0, 0, G_OPTION_ARG_NONE, &options->is_real, NULL, NULL},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME, &options->socket, NULL, NULL},
		{"fault", 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->faults, NULL, NULL},
		{"faults", 0, 0, G_OPTION_ARG_INT, &raw->percent, NULL, NULL},
		{"list-faults", 0, 0, G_OPTION_ARG_NONE, &raw->list_faults, NULL, NULL},
		{"quiet", 0, 0, G_OPTION_ARG_NONE, &raw->quiet, NULL, NULL},
		{"help", 'h', 0, G_OPTION_ARG_NONE, &raw->help, NULL, NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &raw->version, NULL, NULL},
		{0},
	};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_autoptr(GError) error = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	g_option_context_set_help_enabled(context, FALSE);
	if (!g_option_context_parse_strv(context, argv, &error)) {
		*ret_why = g_strdup(error->message);
		return false;
	}
	if ((*argv)[0] && (*argv)[1]) {
		*ret_why = g_strdup_printf(_("\"%s\" is too much"), (*argv)[1]);
		return false;
	}
	return true;
}

static bool
read_and_judge(struct shoe_options *options, struct raw *raw, char ***argv, char **ret_why)
{
	if (!read_options(options, raw, argv, ret_why))
		return false;
	if (raw->help)
		options->order = SHOE_SHOW_HELP;
	else if (raw->version)
		options->order = SHOE_SHOW_VERSION;
	else if (raw->list_faults)
		options->order = SHOE_LIST_FAULTS;
	else
		return judge(options, raw, ret_why);
	return true;
}

bool
shoe_options_parse(struct shoe_options *options, int argc, char **argv, char **ret_why)
{
	struct raw raw = {0};
	char **copy = g_new0(char *, (gsize)argc + 1);
	bool good;

	*options = (struct shoe_options){0};
	shoe_fault_plan_init(&options->plan);
	for (int i = 0; i < argc; i++)
		copy[i] = g_strdup(argv[i]);
	good = read_and_judge(options, &raw, &copy, ret_why);
	g_strfreev(copy);
	g_strfreev(raw.faults);
	g_free(raw.driver);
	g_free(raw.pace);
	g_free(raw.seed);
	g_free(raw.tcp);
	return good;
}

void
shoe_options_clear(struct shoe_options *options)
{
	g_clear_pointer(&options->pty, g_free);
	g_clear_pointer(&options->log, g_free);
	g_clear_pointer(&options->socket, g_free);
	g_clear_pointer(&options->table, g_free);
	g_clear_pointer(&options->as, g_free);
	shoe_fault_plan_clear(&options->plan);
}
