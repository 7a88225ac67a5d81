/* sabotctl doctor: what is wrong with an installation, and what to do about it. */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "doctor-bundle.h"
#include "doctor-files.h"
#include "doctor-machine.h"
#include "sabotctl-verbs.h"
#include "setup-start.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct options {
	char *config, *socket, *bundle;
	gboolean is_json;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->config,
		 N_("the daemon's configuration (/etc/sabot/sabotd.conf)"), N_("FILE")},
		{"bundle", 0, 0, G_OPTION_ARG_FILENAME, &options->bundle,
		 N_("also write what helps somebody else to find the fault into this new file"),
		 N_("FILE")},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME, &options->socket, N_("the daemon's socket"),
		 N_("PATH")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json, N_("JSON, for programs"),
		 NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.summary = _("Looks at configuration, key, rights, disks, clock, persons, mirror, "
			     "archives, service, shoes\nand installed files, and changes nothing. "
			     "Exit status: 0 nothing is wrong; 1 something is; 2 the\nbundle could "
			     "not be written. Run it as root, else not all can be seen."),
		.description = _("A bundle is a text. It has no key, no event, no card and no name "
				 "of a person; read it\nbefore you give it away."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == 1 || verb_options_refuse(_("no argument is wanted")));
}

static const char *
level_word(enum doctor_level level)
{
	switch (level) {
	case DOCTOR_WELL:
		return C_("doctor", "well");
	case DOCTOR_NOTE:
		return C_("doctor", "note");
	case DOCTOR_WRONG:
		break;
	}
	return C_("doctor", "WRONG");
}

static void
print_line(const struct doctor_line *line, bool is_json)
{
	static const char *const words[] = {
		[DOCTOR_WELL] = "well", [DOCTOR_NOTE] = "note", [DOCTOR_WRONG] = "wrong"};

	if (is_json) {
		g_autofree char *valid = g_utf8_make_valid(line->text, -1);
		json_t *json = json_pack("{s:s, s:s, s:s}", "area", line->area, "level",
					 words[line->level], "text", valid);

		sabotctl_print_json(json);
		json_decref(json);
	} else {
		printf("%-6s %s\n", level_word(line->level), sabot_text_plain(line->text));
	}
}

/* The exit status. */
static int
print(const struct doctor *doctor, bool is_json)
{
	int status = SABOTCTL_OK;

	for (guint i = 0; i < doctor->lines->len; i++) {
		const struct doctor_line *line = g_ptr_array_index(doctor->lines, i);

		print_line(line, is_json);
		if (line->level == DOCTOR_WRONG)
			status = SABOTCTL_FOUND;
	}
	return status;
}

static int
examine(const struct options *options)
{
	struct doctor *doctor = doctor_new(
		options->config ? options->config : SETUP_CONFIG_OF_SERVICE, options->socket);
	g_autoptr(GError) error = NULL;
	int status;

	doctor_check_files(doctor);
	doctor_check_machine(doctor);
	status = print(doctor, options->is_json);
	if (options->bundle && !doctor_write_bundle(doctor, options->bundle, &error))
		status = sabotctl_complain(error->message);
	doctor_free(doctor);
	return status;
}

int
sabotctl_doctor(int argc, char **argv)
{
	struct options options = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = examine(&options);
	g_free(options.config);
	g_free(options.socket);
	g_free(options.bundle);
	return status;
}
