/*
 * sabotctl key create|show: the key that signs checkpoints.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "disk/whole-file.h"
#include "sabotctl-store.h"
#include "store/files/key-change.h"
#include "store/keys/key-find.h"
#include "store/keys/tpm.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *state_dir, *name;
	gboolean is_in_tpm;
	char *pcrs; /* numbers between commas; or NULL */
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"name", 0, 0, G_OPTION_ARG_STRING, &options->name,
		 N_("the key's name, for example the house's"), N_("NAME")},
		{"tpm", 0, 0, G_OPTION_ARG_NONE, &options->is_in_tpm,
		 N_("create: of use with this machine's TPM 2.0 only"), NULL},
		{"pcrs", 0, 0, G_OPTION_ARG_STRING, &options->pcrs,
		 N_("create --tpm: and only while these PCRs are as now, for example 7"),
		 N_("NUMBERS")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = "create|show",
		.summary = _("create draws a signing key, once: it never writes over one. show "
			     "prints the public key,\nwhich everybody who verifies the log must "
			     "have got "
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
	if (sabot_disk_make_folder(path, 0700))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s: the directory cannot be created: %s", path, strerror(errno));
	return false;
}

/* "0,7" as bits. */
static bool
read_pcrs(const char *text, uint32_t *ret_pcrs, GError **error)
{
	g_auto(GStrv) words = g_strsplit(text ? text : "", ",", -1);

	*ret_pcrs = 0;
	for (size_t i = 0; words[i]; i++) {
		guint64 number;

		if (!g_ascii_string_to_unsigned(words[i], 10, 0, SABOT_TPM_PCRS - 1, &number,
						NULL)) {
			g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s",
				    _("--pcrs takes numbers from 0 to 23, with commas between "
				      "them"));
			return false;
		}
		*ret_pcrs |= UINT32_C(1) << number;
	}
	return true;
}

static struct sabot_key *
create(const char *state_dir, const struct options *options, GError **error)
{
	struct sabot_key_wish wish = {
		.name = options->name ? options->name : "sabot",
		.is_in_tpm = options->is_in_tpm,
	};

	if (options->pcrs && !options->is_in_tpm) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s",
			    _("--pcrs goes with --tpm"));
		return NULL;
	}
	return read_pcrs(options->pcrs, &wish.pcrs, error) && make_directory(state_dir, error)
		       ? sabot_key_change_create(state_dir, &wish, error)
		       : NULL;
}

static struct sabot_key *
do_verb(const char *verb, const struct options *options, GError **error)
{
	const char *state_dir = options->state_dir ? options->state_dir : SABOTCTL_STATE_DIR;

	if (strcmp(verb, "show") == 0)
		return sabot_key_find(state_dir, error);
	if (strcmp(verb, "create") == 0)
		return create(state_dir, options, error);
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
	g_free(options.pcrs);
	return status;
}
