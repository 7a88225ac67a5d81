/*
 * sabotctl: one verb, one file. This is only the table of verbs. Verbs that read event logs and
 * rules are run here, so that they load hardly anything; all other verbs belong to sabotctl-house
 * (house.c) or sabotctl-floor (floor.c), which replaces this program.
 */
#include "sabotctl-private.h"

#include "cli/common/guard.h"
#include "proto/program.h"
#include "sabotctl-verbs.h"
#include "proto/version.h"
#include "text/escape.h"
#include "text/text.h"

#include <errno.h>
#include <glib.h>
#include <glib/gi18n.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *name;
	sabotctl_verb_fn *run; /* NULL: sabotctl-house's */
	const char *summary;
} verbs[] = {
	{"setup", NULL, N_("a new house: configuration, key, administrator, daemon")},
	{"status", NULL, N_("the daemon, its shoes, and what is next at each table")},
	{"tables", NULL, N_("every table, one line each")},
	{"incidents", NULL, N_("what went wrong, newest first")},
	{"watch", NULL, N_("what happens, as it happens")},
	{"metrics", NULL, N_("numbers of daemon and tables, for monitoring")},
	{"log", NULL, N_("a table's log, in the form that audit reads")},
	{"unveil", NULL, N_("lift the veil from a load, by two persons")},
	{"cue", NULL, N_("which camera's pictures of a round, from when to when")},
	{"review", NULL, N_("pictures asked of surveillance, and what became of it")},
	{"case", NULL, N_("a dispute in one sealed file: create, show, extract")},
	{"replay", NULL, N_("a round again, as the table's screens showed it")},
	{"what-if", NULL, N_("what another ruling, reading or rule would change")},
	{"report", NULL, N_("a report: on the screen, on paper, or for a program")},
	{"verify", NULL, N_("prove that a database or a proof is as it was recorded")},
	{"proof", NULL, N_("a log with its chain, to be verified elsewhere")},
	{"checkpoint", NULL, N_("the last signed checkpoint, to be kept elsewhere")},
	{"key", NULL, N_("the key that signs checkpoints: create, show")},
	{"backup", NULL, N_("a verified copy of the database, while it is in use")},
	{"restore", NULL, N_("put a backup in place of a database that is gone")},
	{"archive", NULL, N_("what is old, in signed files: create, list, verify")},
	{"table", NULL, N_("a table to another machine by its log: export, import")},
	{"shift", NULL, N_("what a shift comes to, what is open, closing it")},
	{"count", NULL, N_("the chips of a table: opener, closer, check")},
	{"slip", NULL, N_("fills and credits: request, issue, receive, void")},
	{"marker", NULL, N_("a player's credit: issue, redeem, void")},
	{"drop", NULL, N_("a drop box, counted or estimated")},
	{"tips", NULL, N_("tips of a table")},
	{"cash", NULL, N_("cash that the house has to know about")},
	{"bank", NULL, N_("the main bank: its float, counts, what comes and goes")},
	{"exchange", NULL, N_("foreign money at the cage, with its rate")},
	{"tronc", NULL, N_("tips, shared out by points")},
	{"cards", NULL, N_("sets of cards: receive, issue, return, cancel, destroy")},
	{"device", NULL, N_("shoes and their lines: list, test, record, replay, lock")},
	{"user", NULL, N_("who may act: list, create, change; the way back")},
	{"cert", NULL, N_("machines over the network: certificates, who is let in")},
	{"doctor", NULL, N_("what is wrong with an installation, and a bundle for support")},
	{"floor", NULL, N_("the second copy in PostgreSQL: init, upgrade, check, export")},
	{"forward", NULL, N_("how far the second copy is, and what it refuses: status")},
	{"self-check", NULL, N_("every installed file against what was built")},
	{"lab", NULL, N_("try an installation: a signed report of what was found")},
	{"comply", NULL, N_("what regulators demand, what was tested, what is left to do")},
	{"simulate", sabotctl_simulate, N_("play many rounds in memory and count what is said")},
	{"audit", sabotctl_audit, N_("derive rounds, money and incidents from an event log")},
	{"profile", sabotctl_profile, N_("rule profiles: list, show in words, check, diff")},
	{"odds", sabotctl_odds, N_("what every bet of a profile costs, exactly")},
};

static void
print_help(FILE *file)
{
	fprintf(file, "%s\n\n", _("usage: sabotctl VERB [OPTION…] [ARGUMENT…]"));
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++)
		fprintf(file, "  %-10s %s\n", verbs[i].name, _(verbs[i].summary));
	fprintf(file, "\n%s\n", _("sabotctl VERB --help says more about one."));
}

/* Does not return but where the program cannot be run. */
static int
go_to_helper(char **argv)
{
	bool is_of_floor = strcmp(argv[0], "floor") == 0 || strcmp(argv[0], "forward") == 0;
	g_autofree char *program =
		sabot_program_find(is_of_floor ? "sabotctl-floor" : "sabotctl-house");

	execv(program, argv);
	fprintf(stderr, "%s: %s: %s%s\n", g_get_prgname(), sabot_text_plain(program),
		g_strerror(errno), is_of_floor ? _(" (it is in the package sabot-forward)") : "");
	return SABOTCTL_FAILED;
}

/* argv[0] is the verb; its own help says how it is called. */
static int
run_verb(int argc, char **argv)
{
	g_autofree char *name = g_strconcat("sabotctl ", argv[0], NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(argv[0], verbs[i].name) != 0)
			continue;
		g_set_prgname(name);
		return verbs[i].run ? verbs[i].run(argc, argv) : go_to_helper(argv);
	}
	g_set_prgname("sabotctl");
	return sabotctl_refuse_verb(argv[0], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]));
}

int
main(int argc, char **argv)
{
	sabot_text_init();
	guard_errors();
	if (argc < 2) {
		print_help(stderr);
		return SABOTCTL_FAILED;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0)
		return run_verb(2, (char *[]){argv[2], (char *)"--help", NULL});
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return SABOTCTL_OK;
	}
	if (strcmp(argv[1], "--version") == 0) {
		g_autofree char *version = sabot_version_text("sabotctl " SABOT_VERSION);

		puts(version);
		return SABOTCTL_OK;
	}
	return run_verb(argc - 1, argv + 1);
}
