/*
 * sabotctl-house VERB …: the verbs of sabotctl that have to do with a house's daemon, database or
 * shoes. sabotctl puts it in its own place; nothing for people to call.
 */
#include "sabotctl-private.h"

#include "cli/common/guard.h"
#include "sabotctl-from.h"
#include "sabotctl-verbs.h"
#include "text/text.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

static const struct {
	const char *name;
	sabotctl_verb_fn *run;
	bool reads_core; /* its file may be a core's, by --from */
} verbs[] = {
	{"setup", sabotctl_setup, false},
	{"status", sabotctl_status, false},
	{"tables", sabotctl_tables, false},
	{"incidents", sabotctl_incidents, false},
	{"watch", sabotctl_watch, false},
	{"metrics", sabotctl_metrics, false},
	{"log", sabotctl_log, true},
	{"unveil", sabotctl_unveil, false},
	{"cue", sabotctl_cue, false},
	{"review", sabotctl_review, false},
	{"case", sabotctl_case, false},
	{"replay", sabotctl_replay, true},
	{"what-if", sabotctl_what_if, true},
	{"report", sabotctl_report, false},
	{"verify", sabotctl_verify, true},
	{"proof", sabotctl_proof, false},
	{"checkpoint", sabotctl_checkpoint, false},
	{"key", sabotctl_key, false},
	{"backup", sabotctl_backup, false},
	{"restore", sabotctl_restore, false},
	{"archive", sabotctl_archive, false},
	{"table", sabotctl_table, false},
	{"shift", sabotctl_shift, false},
	{"count", sabotctl_count, false},
	{"slip", sabotctl_slip, false},
	{"marker", sabotctl_marker, false},
	{"drop", sabotctl_drop, false},
	{"tips", sabotctl_tips, false},
	{"cash", sabotctl_cash, false},
	{"bank", sabotctl_bank, false},
	{"cards", sabotctl_cards, false},
	{"device", sabotctl_device, false},
	{"user", sabotctl_user, false},
	{"cert", sabotctl_cert, false},
	{"doctor", sabotctl_doctor, false},
	{"self-check", sabotctl_self_check, false},
	{"comply", sabotctl_comply, false},
	{"lab", sabotctl_lab, false},
};

int
main(int argc, char **argv)
{
	g_autofree char *name = g_strconcat("sabotctl ", argv[0], NULL);

	sabot_text_init();
	guard_errors();
	g_set_prgname(name);
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(argv[0], verbs[i].name) == 0)
			return verbs[i].reads_core ? sabotctl_from_run(verbs[i].run, argc, argv)
						   : verbs[i].run(argc, argv);
	}
	g_set_prgname("sabotctl");
	return sabotctl_refuse_verb(argv[0], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]));
}
