/*
 * sabotctl proof [TABLE]: what leaves the house to be verified elsewhere; sabotctl checkpoint:
 * what should be kept elsewhere every day.
 */
#include "sabotctl-private.h"
#include "cli/common/verb-options.h"
#include "sabotctl-store.h"
#include "store/proof/proof.h"
#include "store/proof/seal.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool
parse(struct sabotctl_store_place *place, const char *arguments, const char *summary, int *argc,
      char ***argv)
{
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &place->state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &place->config,
		 N_("the daemon's configuration, which names it"), N_("FILE")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = arguments,
		.summary = summary,
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv);
}

int
sabotctl_proof(int argc, char **argv)
{
	struct sabotctl_store_place place = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_db *db;
	int status = SABOTCTL_OK;

	if (!parse(&place, _("[TABLE]"),
		   _("Prints a log, or all of them, with hashes and checkpoints, as sabotctl "
		     "verify reads it.\nIt holds every card: who may read the database may have "
		     "it."),
		   &argc, &argv)) {
		sabotctl_store_place_clear(&place);
		return SABOTCTL_FAILED;
	}
	db = sabotctl_store_open(&place, &error);
	if (!db || !sabot_proof_write(db, argc > 1 ? argv[1] : NULL, stdout, &error))
		status = sabotctl_store_fail("proof", error);
	sabot_db_close(db);
	sabotctl_store_place_clear(&place);
	return status;
}

/* As it is, so that its signature holds; on a terminal as text. */
static int
print_note(const char *note)
{
	g_autoptr(GError) error = NULL;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, &error);
	g_autofree char *plain = isatty(STDOUT_FILENO) ? sabot_text_escape_lines(note, strlen(note))
						       : g_strdup(note);

	if (!checkpoint)
		return sabotctl_store_fail("checkpoint", error);
	sabot_checkpoint_free(checkpoint);
	fputs(plain, stdout);
	return SABOTCTL_OK;
}

int
sabotctl_checkpoint(int argc, char **argv)
{
	struct sabotctl_store_place place = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_seal last = {0};
	struct sabot_db *db;
	int status = SABOTCTL_OK;

	if (!parse(&place, NULL,
		   _("Prints the last signed checkpoint. Kept where the house cannot change it, it "
		     "proves\nlater, with sabotctl verify --checkpoint, that nothing before it is "
		     "gone."),
		   &argc, &argv)) {
		sabotctl_store_place_clear(&place);
		return SABOTCTL_FAILED;
	}
	db = sabotctl_store_open(&place, &error);
	if (!db || !sabot_seal_read_last(db, &last, &error)) {
		status = sabotctl_store_fail("checkpoint", error);
	} else if (last.note) {
		status = print_note(last.note);
	} else {
		fprintf(stderr, "sabotctl checkpoint: %s\n",
			_("there is none yet: sabotctl key --help tells how to sign"));
		status = SABOTCTL_FOUND;
	}
	sabot_seal_clear(&last);
	sabot_db_close(db);
	sabotctl_store_place_clear(&place);
	return status;
}
