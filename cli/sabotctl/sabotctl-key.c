/*
 * sabotctl key create|show: the key that signs checkpoints.
 */
#include "sabotctl-private.h"
#include "cli/common/verb-options.h"
#include "sabotctl-store.h"
#include "store/proof/key-change.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *state_dir, *name;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"name", 0, 0, G_OPTION_ARG_STRING, &options->name,
		 N_("the key's name, for example the house's"), N_("NAME")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = "create|show",
		.summary = _("create draws a signing key, once: it never writes over one. show "
			     "prints the public key,\nwhich whoever verifies the log must have got "
			     "from the house by another way.\nRun both as the daemon's user; a "
			     "running daemon takes the key at its next start."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == 2 || verb_options_refuse(_("create or show is wanted")));
}

static bool
make_directory(const char *path, GError **error)
{
	if (g_mkdir_with_parents(path, 0700) == 0)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s: the directory cannot be created: %s", path, strerror(errno));
	return false;
}

static struct sabot_key *
do_verb(const char *verb, const struct options *options, GError **error)
{
	const char *state_dir = options->state_dir ? options->state_dir : SABOTCTL_STATE_DIR;

	if (strcmp(verb, "show") == 0)
		return sabot_key_find(state_dir, error);
	if (strcmp(verb, "create") == 0) {
		if (!make_directory(state_dir, error))
			return NULL;
		return sabot_key_change_create(state_dir, options->name ? options->name : "sabot",
					       error);
	}
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    _("create or show is wanted"));
	return NULL;
}

int
sabotctl_key(int argc, char **argv)
{
	struct options options = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_key *key = NULL;
	g_autofree char *line = NULL;
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv)) {
		key = do_verb(argv[1], &options, &error);
		if (key) {
			line = sabot_key_to_public_line(key);
			puts(sabot_text_plain(line));
			status = SABOTCTL_OK;
		} else {
			sabotctl_store_fail("key", error);
		}
	}
	sabot_key_free(key);
	g_free(options.state_dir);
	g_free(options.name);
	return status;
}
