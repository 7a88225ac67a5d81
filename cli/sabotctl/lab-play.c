/*
 * Checks that play in memory, like `sabotctl simulate`: each mistake that can be planted is found,
 * nothing else is reported, and nothing is reported in doubt. Also checks the installed files.
 */
#include "lab-play.h"

#include "profiles/profile.h"
#include "simulate/simulate.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <inttypes.h>

enum { FAULT_ROUNDS_MAX = 50000, SEED = 20261129 };

enum lab_result
lab_check_installed(struct lab *lab)
{
	g_autofree char *said = NULL;
	int status = lab_run(lab, &said, "sabotctl", "self-check", NULL);

	lab->tried = 1;
	if (status == 2) {
		g_string_assign(lab->detail, _("these programs were built, not installed: there is "
					       "no manifest"));
		return LAB_LEFT_OUT;
	}
	if (status != 0)
		return lab_fail(lab, _("a file is not as it was built: sabotctl self-check"));
	g_string_assign(lab->detail, _("every installed file is as it was built"));
	return LAB_PASSED;
}

/* Play a profile; false where it cannot be read, or the engine found itself at fault. */
static bool
play(struct lab *lab, const char *profile, struct simulate_options *options,
     struct simulate_report *report)
{
	g_autoptr(GError) error = NULL;

	options->seed = SEED;
	if (!sabot_profile_load(profile, NULL, &options->rules, &error)) {
		lab_fail(lab, "%s: %s", profile, error->message);
		return false;
	}
	simulate_run(options, report);
	lab->tried += report->rounds;
	if (report->fault)
		lab_fail(lab, "%s: %s", profile, report->fault);
	return report->fault == NULL;
}

/* False, said, where one was planted and not found, or there was a false alarm. */
static bool
judge(struct lab *lab, const char *profile, const struct simulate_report *report)
{
	if (report->false_alarms > 0) {
		lab_fail(lab, _("%s: false alarm %s in round %" PRIu64), profile,
			 sabot_incident_code_to_string(report->first_false_alarm),
			 report->first_false_alarm_round);
		return false;
	}
	for (int i = 0; i < SIMULATE_FAULTS; i++) {
		if (report->found[i] != report->planted[i]) {
			lab_fail(lab, _("%s: %s planted %" PRIu64 " times, found %" PRIu64),
				 profile, simulate_fault_to_string((enum simulate_fault)i),
				 report->planted[i], report->found[i]);
			return false;
		}
	}
	return true;
}

/* Each kind was planted somewhere; false, said, where one was not. */
static bool
were_all_planted(struct lab *lab, const uint64_t planted[SIMULATE_FAULTS], guint n_profiles)
{
	uint64_t n_planted = 0;

	for (int i = 0; i < SIMULATE_FAULTS; i++) {
		n_planted += planted[i];
		if (planted[i] == 0) {
			lab_fail(lab, _("%s was never planted: more --rounds"),
				 simulate_fault_to_string((enum simulate_fault)i));
			return false;
		}
	}
	g_string_printf(lab->detail, _("%" PRIu64 " mistakes planted in %u profiles, each found"),
			n_planted, n_profiles);
	return true;
}

enum lab_result
lab_check_faults(struct lab *lab)
{
	g_auto(GStrv) profiles = sabot_profile_list();
	uint64_t planted[SIMULATE_FAULTS] = {0};

	for (int i = 0; profiles[i]; i++) {
		struct simulate_options options = {
			.rounds = MIN(lab->rounds, FAULT_ROUNDS_MAX),
			.faults = (UINT32_C(1) << SIMULATE_FAULTS) - 1,
		};
		struct simulate_report report;

		if (!play(lab, profiles[i], &options, &report) || !judge(lab, profiles[i], &report))
			return LAB_FAILED;
		for (int fault = 0; fault < SIMULATE_FAULTS; fault++)
			planted[fault] += report.planted[fault];
	}
	return were_all_planted(lab, planted, g_strv_length(profiles)) ? LAB_PASSED : LAB_FAILED;
}

enum lab_result
lab_check_alarms(struct lab *lab)
{
	g_auto(GStrv) profiles = sabot_profile_list();

	for (int i = 0; profiles[i]; i++) {
		struct simulate_options options = {.rounds = lab->rounds};
		struct simulate_report report;

		if (!play(lab, profiles[i], &options, &report) || !judge(lab, profiles[i], &report))
			return LAB_FAILED;
	}
	g_string_printf(lab->detail, _("%" PRIu64 " rounds without a mistake, no alarm"),
			lab->tried);
	return LAB_PASSED;
}

enum lab_result
lab_check_doubt(struct lab *lab)
{
	g_auto(GStrv) profiles = sabot_profile_list();

	for (int i = 0; profiles[i]; i++) {
		struct simulate_options options = {
			.rounds = MIN(lab->rounds, FAULT_ROUNDS_MAX),
			.faults = (UINT32_C(1) << SIMULATE_FAULTS) - 1,
			.doubt = true,
		};
		struct simulate_report report;

		if (!play(lab, profiles[i], &options, &report))
			return LAB_FAILED;
		if (report.said_uncertain + report.never_said > 0)
			return lab_fail(lab,
					_("%s: %" PRIu64 " said in doubt, %" PRIu64 " never said"),
					profiles[i], report.said_uncertain, report.never_said);
	}
	g_string_assign(lab->detail, _("nothing was said that an unseen card could have changed"));
	return LAB_PASSED;
}
