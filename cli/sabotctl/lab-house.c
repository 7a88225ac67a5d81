/*
 * Checks of the daemon: killed during a game, it loses nothing that a client was shown; stopped
 * properly, it continues where it was.
 */
#include "lab-house.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>

enum { KILLS = 3, ROUNDS = 25, CARD_S = 30, LOOK_MS = 20, BETWEEN_KILLS_MS = 300 };

/* How often the shoe's table was pushed. */
static guint
count_steps(const char *pushed)
{
	guint n = 0;

	for (const char *at = pushed; (at = strstr(at, "\"table\":\"" LAB_TABLE "\",\"n\":")); at++)
		n++;
	return n;
}

/* Wait until more was pushed than `n_before`. */
static bool
wait_for_steps(const struct lab *lab, guint n_before)
{
	gint64 deadline_us = g_get_monotonic_time() + CARD_S * G_USEC_PER_SEC;

	while (g_get_monotonic_time() < deadline_us) {
		g_autofree char *pushed = lab_read_pushed(lab);

		if (count_steps(pushed) > n_before)
			return true;
		g_usleep(LOOK_MS * 1000);
	}
	return false;
}

static bool
kill_while_dealing(struct lab *lab)
{
	for (int i = 0; i < KILLS; i++) {
		g_autofree char *pushed = lab_read_pushed(lab);

		if (!wait_for_steps(lab, count_steps(pushed)))
			return false;
		g_usleep((gulong)(BETWEEN_KILLS_MS + 37 * i) * 1000);
		lab_stop_daemon(lab, SIGKILL);
		if (!lab_start_daemon(lab))
			return false;
	}
	return true;
}

/* Of the line of a step: "n":N,"event":{…,"at":"T"}. The two, as the log's line has them. */
static bool
is_in_log(const char *step, const char *log)
{
	g_autoptr(GRegex) regex = g_regex_new("\"n\":(\\d+),\"event\":\\{.*?\"at\":\"([^\"]+)\"",
					      G_REGEX_DEFAULT, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *n = NULL, *at = NULL, *key = NULL;
	const char *line, *end;

	if (!g_regex_match(regex, step, G_REGEX_MATCH_DEFAULT, &match))
		return true; /* no event: a heartbeat of the table */
	n = g_match_info_fetch(match, 1);
	at = g_match_info_fetch(match, 2);
	key = g_strdup_printf("\"table\":\"" LAB_TABLE "\",\"n\":%s,", n);
	line = strstr(log, key);
	end = line ? strchr(line, '\n') : NULL;
	return end && g_strstr_len(line, end - line, at) != NULL;
}

/* Every step that a client was shown is in the log, with its number and time. */
static enum lab_result
compare(struct lab *lab)
{
	g_autofree char *pushed = lab_read_pushed(lab), *log = NULL;
	g_auto(GStrv) lines = g_strsplit(pushed, "\n", -1);

	if (lab_run(lab, &log, "sabotctl", "proof", "--config", lab->config, LAB_TABLE, NULL) != 0)
		return lab_fail(lab, _("the log cannot be read"));
	for (int i = 0; lines[i]; i++) {
		if (!g_str_has_prefix(lines[i], "{\"push\":\"step\"") ||
		    !strstr(lines[i], "\"table\":\"" LAB_TABLE "\""))
			continue;
		lab->tried++;
		if (!is_in_log(lines[i], log))
			return lab_fail(lab, _("a client was shown what the log does not have"));
	}
	if (lab->tried == 0)
		return lab_fail(lab, _("nothing was pushed to a client"));
	g_string_printf(lab->detail,
			_("killed %d times while dealing: all that a client was shown is in the "
			  "log"),
			KILLS);
	return LAB_PASSED;
}

enum lab_result
lab_check_crash(struct lab *lab)
{
	g_autofree char *pty = g_build_filename(lab->folder, "shoe", NULL);
	g_autofree char *rounds = g_strdup_printf("%d", ROUNDS);
	const char *const watch[] = {"sabotctl", "watch", "--json", NULL};
	const char *const deal[] = {"sabot-shoe", "--pty",  pty,       "--dealer", "--table",
				    LAB_TABLE,    "--pace", "max",     "--seed",   "7",
				    "--rounds",   rounds,   "--quiet", NULL};
	g_autoptr(GSubprocess) shoe = NULL;
	bool was_killed;

	if (!lab_start_daemon(lab))
		return lab_fail(lab, _("the daemon did not start"));
	lab->watcher = lab_begin(lab, lab->pushed, watch);
	shoe = lab_begin(lab, NULL, deal);
	was_killed = shoe && lab->watcher && kill_while_dealing(lab);
	if (was_killed)
		g_subprocess_wait(shoe, NULL, NULL);
	else if (shoe)
		g_subprocess_force_exit(shoe);
	if (!was_killed)
		return lab_fail(lab, _("the daemon did not come back, or nothing was dealt"));
	if (!g_subprocess_get_successful(shoe))
		return lab_fail(lab, _("the simulated shoe stopped"));
	return compare(lab);
}

/* What it says of its tables, without what changes by itself. */
static char *
describe_tables(const struct lab *lab)
{
	g_autofree char *said = NULL;
	g_autoptr(GRegex) varying =
		g_regex_new("\"(device|exposure)\":\\{[^{}]*\\},?", G_REGEX_DEFAULT, 0, NULL);

	if (lab_run(lab, &said, "sabotctl", "tables", "--json", NULL) != 0)
		return NULL;
	return g_regex_replace_literal(varying, said, -1, 0, "", G_REGEX_MATCH_DEFAULT, NULL);
}

enum lab_result
lab_check_restart(struct lab *lab)
{
	g_autofree char *before = describe_tables(lab), *after = NULL, *line = NULL;

	lab->tried = 1;
	if (!before)
		return lab_fail(lab, _("the daemon does not answer"));
	if (!lab_stop_daemon(lab, SIGTERM))
		return lab_fail(lab, _("the daemon did not stop in order"));
	if (lab_run(lab, &line, "sabotctl", "key", "show", "--state", lab->state, NULL) != 0)
		return lab_fail(lab, _("the temporary house has no key"));
	lab->public = g_strdup(g_strstrip(line));
	if (lab_run(lab, NULL, "sabotctl", "verify", lab->database, "--key", lab->public, NULL) !=
	    0)
		return lab_fail(lab, _("the log is not proven"));
	if (!lab_start_daemon(lab))
		return lab_fail(lab, _("the daemon did not start again"));
	after = describe_tables(lab);
	if (g_strcmp0(before, after) != 0)
		return lab_fail(lab, _("its tables are not where they were"));
	g_string_assign(lab->detail, _("its tables are where they were, and the log is proven"));
	return LAB_PASSED;
}
