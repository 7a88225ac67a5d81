/*
 * The questions of sabotctl setup. Each has an answer that Enter accepts; an answer that cannot be
 * used is explained and the question is asked again.
 */

#include "setup-ask.h"
#include "devices/shoe/shoe-driver.h"
#include "profiles/profile.h"
#include "proto/client.h"
#include "proto/connector.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The line that was typed, or `otherwise` for an empty one. NULL at the end of input. */
static char *
read_answer(const char *question, const char *otherwise)
{
	g_autofree char *answer = NULL;
	char *line = NULL;
	size_t size_bytes = 0;

	printf(otherwise[0] ? "%s [%s]: " : "%s: ", question, otherwise);
	fflush(stdout);
	if (getline(&line, &size_bytes, stdin) < 0) {
		free(line);
		putchar('\n');
		return NULL;
	}
	answer = g_strdup(g_strstrip(line));
	free(line);
	return answer[0] ? g_steal_pointer(&answer) : g_strdup(otherwise);
}

/* False at the end of input. */
static bool
ask_into(GKeyFile *answers, const char *group, const char *key, const char *question,
	 const char *otherwise)
{
	g_autofree char *answer = read_answer(question, otherwise);

	if (answer && answer[0])
		g_key_file_set_string(answers, group, key, answer);
	return answer != NULL;
}

static bool
ask_profile(GKeyFile *answers, const char *group, const char *otherwise)
{
	for (;;) {
		g_autofree char *name = read_answer(_("Its rules"), otherwise);
		g_autoptr(GError) error = NULL;
		struct sabot_rules rules;

		if (!name)
			return false;
		if (sabot_profile_load(name, NULL, &rules, &error)) {
			g_key_file_set_string(answers, group, "rules", name);
			return true;
		}
		printf("  %s\n", error->message);
	}
}

static bool
ask_limit(GKeyFile *answers, const char *group, const char *key, const char *question,
	  const char *otherwise)
{
	for (;;) {
		g_autofree char *text = read_answer(question, otherwise);
		guint64 minor;

		if (!text)
			return false;
		if (g_ascii_string_to_unsigned(text, 10, 1, G_MAXINT32, &minor, NULL)) {
			g_key_file_set_string(answers, group, key, text);
			return true;
		}
		printf("  %s\n", _("A whole number is needed, for example 1000."));
	}
}

/* NULL at the end of input. */
static char *
ask_driver(void)
{
	for (;;) {
		g_autofree char *id = read_answer(_("What the shoe speaks"), "angeleye2");

		if (!id || sabot_shoe_driver_find(id))
			return g_steal_pointer(&id);
		printf("  %s", _("Sabot knows these:"));
		for (const struct sabot_shoe_driver *const *d = sabot_shoe_driver_list(); *d; d++)
			printf(" %s", (*d)->id);
		putchar('\n');
	}
}

static bool
ask_shoe(GKeyFile *answers, const char *table)
{
	g_autofree char *line =
		read_answer(_("Line of its shoe, as serial:/dev/ttyUSB0 or "
			      "tcp:192.0.2.17:4001 (nothing: no real shoe, for practice)"),
			    "");
	g_autofree char *group = g_strdup_printf("table %s", table), *driver = NULL;
	g_autofree char *name = g_strdup_printf("shoe-%s", table);
	g_autofree char *device = g_strdup_printf("device %s", name);

	if (!line)
		return false;
	if (!line[0]) {
		g_key_file_set_string(answers, group, "simulated", "yes");
		return true;
	}
	driver = ask_driver();
	if (!driver)
		return false;
	g_key_file_set_string(answers, device, "driver", driver);
	g_key_file_set_string(answers, device, "transport", line);
	g_key_file_set_string(answers, group, "device", name);
	return true;
}

static bool
ask_table(GKeyFile *answers, const char *question, const char *name, const char *profile)
{
	g_autofree char *table = read_answer(question, name), *group = NULL;

	if (!table)
		return false;
	group = g_strdup_printf("table %s", table);
	return ask_profile(answers, group, profile) &&
	       ask_limit(answers, group, "min",
			 _("Smallest bet, in the smallest unit of money (1000 is 10.00)"),
			 "1000") &&
	       ask_limit(answers, group, "max", _("Largest bet, in the same unit"), "100000") &&
	       ask_shoe(answers, table);
}

static void
add_place(GKeyFile *answers, const char *key, char *place)
{
	if (!g_key_file_has_key(answers, "daemon", key, NULL))
		g_key_file_set_string(answers, "daemon", key, place);
	g_free(place);
}

void
setup_add_places(GKeyFile *answers)
{
	bool is_root = geteuid() == 0;

	add_place(answers, "state_dir",
		  is_root ? g_strdup("/var/lib/sabot")
			  : g_build_filename(g_get_user_data_dir(), "sabot", NULL));
	add_place(answers, "spool_dir",
		  is_root ? g_strdup("/var/spool/sabot")
			  : g_build_filename(g_get_user_cache_dir(), "sabot", NULL));
	add_place(answers, "socket", sabot_connect_default_path());
}

static bool
ask_place(GKeyFile *answers, const char *key, const char *question)
{
	g_autofree char *otherwise = g_key_file_get_string(answers, "daemon", key, NULL);

	return ask_into(answers, "daemon", key, question, otherwise);
}

static bool
ask_places(GKeyFile *answers)
{
	setup_add_places(answers);
	return ask_place(answers, "state_dir", _("Directory of the database")) &&
	       ask_place(answers, "spool_dir",
			 _("Directory for events while the database cannot be written; best on "
			   "another disk")) &&
	       ask_place(answers, "socket", _("Socket for screens and tools"));
}

bool
setup_ask_admin(GKeyFile *answers)
{
	return ask_into(answers, SETUP_GROUP, "admin",
			_("Name of the first administrator (nothing: later)"), "");
}

bool
setup_ask(GKeyFile *answers)
{
	printf("%s\n\n", _("Enter accepts what is in brackets. Nothing is made before the last "
			   "question."));
	return ask_into(answers, "daemon", "site", _("Name of the house"), "Casino") &&
	       ask_places(answers) &&
	       ask_table(answers, _("First table"), "PB-01", "punto-banco-es") &&
	       ask_table(answers, _("Second table"), "BJ-01", "blackjack-es") &&
	       setup_ask_admin(answers);
}
