/*
 * sabotctl proof [TABLE]: what leaves the house to be verified elsewhere; sabotctl checkpoint:
 * what should be kept elsewhere every day. And what the verbs on the database share.
 */
#include "cli/sabotctl-store.h"
#include "cli/sabotctl.h"
#include "store/proof.h"
#include "store/seal.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct sabot_db *
sabotctl_store_open(const char *state_dir, GError **error)
{
	g_autofree char *path =
		g_build_filename(state_dir ? state_dir : SABOTCTL_STATE_DIR, "sabot.db", NULL);

	return sabot_db_open(path, SABOT_DB_FILE, error);
}

int
sabotctl_store_fail(const char *verb, const GError *error)
{
	fprintf(stderr, "sabotctl %s: %s\n", verb, error ? error->message : _("failed"));
	return SABOTCTL_FAILED;
}

static struct sabot_key *
read_key(const char *argument, GError **error)
{
	g_autofree char *text = NULL;

	if (g_file_test(argument, G_FILE_TEST_EXISTS) &&
	    !g_file_get_contents(argument, &text, NULL, error))
		return NULL;
	return sabot_key_from_public_line(text ? g_strchomp(text) : argument, error);
}

GPtrArray *
sabotctl_store_keys(char **arguments, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(sabot_key_free);

	for (size_t i = 0; arguments && arguments[i]; i++) {
		struct sabot_key *key = read_key(arguments[i], error);

		if (!key) {
			g_prefix_error(error, "%s: ", arguments[i]);
			return NULL;
		}
		g_ptr_array_add(keys, key);
	}
	return g_steal_pointer(&keys);
}

/* --state and at most `n_max` arguments more. */
static bool
parse(char **ret_state_dir, const char *arguments, const char *summary, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, ret_state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new(arguments);
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(context, summary);
	g_option_context_add_main_entries(context, entries, GETTEXT_PACKAGE);
	if (g_option_context_parse(context, argc, argv, &error))
		return true;
	fprintf(stderr, "%s: %s\n", g_get_prgname(), error->message);
	return false;
}

int
sabotctl_proof(int argc, char **argv)
{
	g_autofree char *state_dir = NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_db *db;
	int status = SABOTCTL_OK;

	if (!parse(&state_dir, _("[TABLE]"),
		   _("Prints a log, or all of them, with hashes and checkpoints, as sabotctl "
		     "verify reads it.\nIt holds every card: who may read the database may have "
		     "it."),
		   &argc, &argv))
		return SABOTCTL_FAILED;
	db = sabotctl_store_open(state_dir, &error);
	if (!db || !sabot_proof_write(db, argc > 1 ? argv[1] : NULL, stdout, &error))
		status = sabotctl_store_fail("proof", error);
	sabot_db_close(db);
	return status;
}

int
sabotctl_checkpoint(int argc, char **argv)
{
	g_autofree char *state_dir = NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_seal last = {0};
	struct sabot_db *db;
	int status = SABOTCTL_OK;

	if (!parse(&state_dir, NULL,
		   _("Prints the last signed checkpoint. Kept where the house cannot change it, it "
		     "proves\nlater, with sabotctl verify --checkpoint, that nothing before it is "
		     "gone."),
		   &argc, &argv))
		return SABOTCTL_FAILED;
	db = sabotctl_store_open(state_dir, &error);
	if (!db || !sabot_seal_read_last(db, &last, &error)) {
		status = sabotctl_store_fail("checkpoint", error);
	} else if (last.note) {
		fputs(last.note, stdout);
	} else {
		fprintf(stderr, "sabotctl checkpoint: %s\n",
			_("there is none yet: sabotctl key --help tells how to sign"));
		status = SABOTCTL_FOUND;
	}
	sabot_seal_clear(&last);
	sabot_db_close(db);
	return status;
}
