/*
 * sabotctl: one verb, one file. This is the table of verbs and nothing else.
 */
#include "sabotctl-private.h"

#include "cli/common/guard.h"
#include "text/text.h"
#include "sabotctl-verbs.h"

#include <glib.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	sabotctl_verb_fn *run;
	const char *summary;
} verbs[] = {
	{"setup", sabotctl_setup, N_("a new house: configuration, key, administrator, daemon")},
	{"status", sabotctl_status, N_("the daemon, its shoes, and what is next at each table")},
	{"tables", sabotctl_tables, N_("every table, one line each")},
	{"incidents", sabotctl_incidents, N_("what went wrong, newest first")},
	{"watch", sabotctl_watch, N_("what happens, as it happens")},
	{"metrics", sabotctl_metrics, N_("numbers of daemon and tables, for monitoring")},
	{"log", sabotctl_log, N_("a table's log, in the form that audit reads")},
	{"unveil", sabotctl_unveil, N_("lift the veil from a load, by two persons")},
	{"cue", sabotctl_cue, N_("which camera's pictures of a round, from when to when")},
	{"review", sabotctl_review, N_("pictures asked of surveillance, and what became of it")},
	{"case", sabotctl_case, N_("a dispute in one sealed file: create, show, extract")},
	{"replay", sabotctl_replay, N_("a round again, as the table's screens showed it")},
	{"what-if", sabotctl_what_if, N_("what another ruling, reading or rule would change")},
	{"report", sabotctl_report, N_("a report: on the screen, on paper, or for a program")},
	{"verify", sabotctl_verify, N_("prove that a database or a proof is as it was recorded")},
	{"proof", sabotctl_proof, N_("a log with its chain, to be verified elsewhere")},
	{"checkpoint", sabotctl_checkpoint, N_("the last signed checkpoint, to be kept elsewhere")},
	{"key", sabotctl_key, N_("the key that signs checkpoints: create, show")},
	{"backup", sabotctl_backup, N_("a verified copy of the database, while it is in use")},
	{"restore", sabotctl_restore, N_("put a backup in place of a database that is gone")},
	{"archive", sabotctl_archive, N_("what is old, in signed files: create, list, verify")},
	{"table", sabotctl_table, N_("a table to another machine by its log: export, import")},
	{"shift", sabotctl_shift, N_("what a shift comes to, what is open, closing it")},
	{"count", sabotctl_count, N_("the chips of a table: opener, closer, check")},
	{"slip", sabotctl_slip, N_("fills and credits: request, issue, receive, void")},
	{"marker", sabotctl_marker, N_("a player's credit: issue, redeem, void")},
	{"drop", sabotctl_drop, N_("a drop box, counted or estimated")},
	{"tips", sabotctl_tips, N_("tips of a table")},
	{"cash", sabotctl_cash, N_("cash that the house has to know of")},
	{"cards", sabotctl_cards, N_("sets of cards: receive, issue, return, cancel, destroy")},
	{"device", sabotctl_device, N_("shoes and their lines: list, test, record, replay, lock")},
	{"user", sabotctl_user, N_("who may act: list, create, change; the way back")},
	{"cert", sabotctl_cert, N_("machines over the network: certificates, who is let in")},
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
	fprintf(file, "\n%s\n", _("sabotctl VERB --help tells more about one."));
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
		return verbs[i].run(argc, argv);
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
		puts("sabotctl " SABOT_VERSION);
		return SABOTCTL_OK;
	}
	return run_verb(argc - 1, argv + 1);
}
