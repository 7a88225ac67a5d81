/*
 * sabotctl-house VERB …: the verbs of sabotctl for a house's daemon, database or shoes. sabotctl
 * replaces itself by it; not intended for people.
 */
#include "sabotctl-private.h"

#include "cli/common/guard.h"
#include "sabotctl-from.h"
#include "sabotctl-verbs.h"
#include "text/text.h"

#include <glib.h>
#include <string.h>

static const struct {
	const char *name;
	sabotctl_verb_fn *run;
} verbs[] = {
	{"setup", sabotctl_setup},
	{"status", sabotctl_status},
	{"tables", sabotctl_tables},
	{"incidents", sabotctl_incidents},
	{"watch", sabotctl_watch},
	{"metrics", sabotctl_metrics},
	{"log", sabotctl_log},
	{"unveil", sabotctl_unveil},
	{"cue", sabotctl_cue},
	{"review", sabotctl_review},
	{"case", sabotctl_case},
	{"replay", sabotctl_replay},
	{"what-if", sabotctl_what_if},
	{"report", sabotctl_report},
	{"verify", sabotctl_verify},
	{"proof", sabotctl_proof},
	{"checkpoint", sabotctl_checkpoint},
	{"key", sabotctl_key},
	{"backup", sabotctl_backup},
	{"restore", sabotctl_restore},
	{"archive", sabotctl_archive},
	{"table", sabotctl_table},
	{"shift", sabotctl_shift},
	{"count", sabotctl_count},
	{"slip", sabotctl_slip},
	{"marker", sabotctl_marker},
	{"drop", sabotctl_drop},
	{"tips", sabotctl_tips},
	{"cash", sabotctl_cash},
	{"bank", sabotctl_bank},
	{"exchange", sabotctl_exchange},
	{"tronc", sabotctl_tronc},
	{"cards", sabotctl_cards},
	{"device", sabotctl_device},
	{"user", sabotctl_user},
	{"cert", sabotctl_cert},
	{"doctor", sabotctl_doctor},
	{"self-check", sabotctl_self_check},
	{"lab", sabotctl_lab},
	{"comply", sabotctl_comply},
};

/* Whose file may be a core's, by --from: the first argument, or behind all others. */
static const char *const core_readers[] = {"log", "replay", "verify", "what-if", NULL};
static const char *const late_core_readers[] = {"case", "report", NULL};

static int
run(sabotctl_verb_fn *verb, int argc, char **argv)
{
	if (g_strv_contains(core_readers, argv[0]))
		return sabotctl_from_run(verb, false, argc, argv);
	if (g_strv_contains(late_core_readers, argv[0]))
		return sabotctl_from_run(verb, true, argc, argv);
	return verb(argc, argv);
}

int
main(int argc, char **argv)
{
	g_autofree char *name = g_strconcat("sabotctl ", argv[0], NULL);

	sabot_text_init();
	guard_errors();
	g_set_prgname(name);
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(argv[0], verbs[i].name) == 0)
			return run(verbs[i].run, argc, argv);
	}
	g_set_prgname("sabotctl");
	return sabotctl_refuse_verb(argv[0], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]));
}
