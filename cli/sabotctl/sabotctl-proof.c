/*
 * sabotctl proof [TABLE]: what leaves the house to be verified elsewhere; sabotctl checkpoint:
 * what should be kept elsewhere every day.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-store.h"
#include "store/files/joined.h"
#include "store/files/tiles.h"
#include "store/log/chain.h"
#include "store/proof/log-head.h"
#include "store/proof/proof.h"
#include "store/proof/seal.h"
#include "store/proof/witnessed.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is wanted, of both verbs. */
struct proof_options {
	struct sabotctl_store_place place;
	char *tiles;
	gboolean wants_head, wants_origin;
};

static void
clear_options(struct proof_options *options)
{
	sabotctl_store_place_clear(&options->place);
	g_free(options->tiles);
}

enum { OWN_MAX = 2 };

/* `own`: the verb's own options, OWN_MAX of them or an empty one behind the last. */
static bool
parse(struct proof_options *options, const GOptionEntry *own, const struct verb_options *about,
      int *argc, char ***argv)
{
	struct sabotctl_store_place *place = &options->place;
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &place->state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &place->config,
		 N_("the daemon's configuration, which names it"), N_("FILE")},
		own[0],
		own[0].long_name ? own[1] : own[0],
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = about->arguments,
		.summary = about->summary,
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv);
}

/* The database with its archives. */
static bool
write_tiles(const struct proof_options *options, GError **error)
{
	g_autofree char *state = sabotctl_store_find_state(&options->place, error);
	g_autofree char *archives =
		state ? sabotctl_store_find_archives(&options->place, error) : NULL;
	g_autofree char *path = archives ? g_build_filename(state, "sabot.db", NULL) : NULL;
	const char *const paths[] = {path, NULL};
	struct sabot_db *db = path ? sabot_joined_open(paths, archives, error) : NULL;
	bool is_written = db && sabot_tiles_write(db, options->tiles, error);

	sabot_db_close(db);
	return is_written;
}

static bool
write_proof(const struct proof_options *options, const char *table, GError **error)
{
	struct sabot_db *db = sabotctl_store_open(&options->place, error);
	bool is_written = db && sabot_proof_write(db, table, stdout, error);

	sabot_db_close(db);
	return is_written;
}

int
sabotctl_proof(int argc, char **argv)
{
	struct proof_options options = {0};
	const GOptionEntry own[OWN_MAX] = {
		{"tiles", 0, 0, G_OPTION_ARG_FILENAME, &options.tiles,
		 N_("instead write the tree that witnesses sign there, without events, as files"),
		 N_("FOLDER")},
	};
	const struct verb_options about = {
		.arguments = _("[TABLE]"),
		.summary = _("Prints a log, or all of them, with hashes and checkpoints, as "
			     "sabotctl verify reads it.\nIt holds every card: who may read the "
			     "database may have it."),
	};
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_OK;

	if (!parse(&options, own, &about, &argc, &argv))
		status = SABOTCTL_FAILED;
	else if (options.tiles ? !write_tiles(&options, &error)
			       : !write_proof(&options, argc > 1 ? argv[1] : NULL, &error))
		status = sabotctl_store_fail("proof", error);
	clear_options(&options);
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

/* What a witness has signed, to be kept by who verifies. */
static int
print_head(struct sabot_db *db)
{
	struct sabot_witnessed *witnessed;
	g_autoptr(GError) error = NULL;
	g_autofree char *plain = NULL;

	if (!sabot_witnessed_read_last(db, &witnessed, &error))
		return sabotctl_store_fail("checkpoint", error);
	if (!witnessed) {
		fprintf(stderr, "sabotctl checkpoint: %s\n", _("no witness has signed yet"));
		return SABOTCTL_FOUND;
	}
	plain = sabot_text_escape_lines(witnessed->text, strlen(witnessed->text));
	fputs(isatty(STDOUT_FILENO) ? plain : witnessed->text, stdout);
	sabot_witnessed_free(witnessed);
	return SABOTCTL_OK;
}

/* What the operator of a witness wants to know about this log, besides its public key. */
static int
print_origin(struct sabot_db *db)
{
	struct sabot_chain_origin origin;
	g_autoptr(GError) error = NULL;
	g_autofree char *name = NULL;

	if (!sabot_chain_read_origin(db, &origin, &error))
		return sabotctl_store_fail("checkpoint", error);
	name = sabot_log_head_name(&origin);
	printf("%s\n", name);
	return SABOTCTL_OK;
}

static int
print_last(struct sabot_db *db)
{
	struct sabot_seal last = {0};
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FOUND;

	if (!sabot_seal_read_last(db, &last, &error))
		return sabotctl_store_fail("checkpoint", error);
	if (last.note)
		status = print_note(last.note);
	else
		fprintf(stderr, "sabotctl checkpoint: %s\n",
			_("there is none yet: sabotctl key --help says how to sign"));
	sabot_seal_clear(&last);
	return status;
}

static int
print_wanted(const struct proof_options *options, struct sabot_db *db)
{
	if (options->wants_origin)
		return print_origin(db);
	return options->wants_head ? print_head(db) : print_last(db);
}

int
sabotctl_checkpoint(int argc, char **argv)
{
	struct proof_options options = {0};
	const GOptionEntry own[OWN_MAX] = {
		{"head", 0, 0, G_OPTION_ARG_NONE, &options.wants_head,
		 N_("the head that a witness has signed last, with both signatures"), NULL},
		{"origin", 0, 0, G_OPTION_ARG_NONE, &options.wants_origin,
		 N_("the name under which a witness knows this database"), NULL},
	};
	const struct verb_options about = {
		.summary =
			_("Prints the last signed checkpoint. Kept where the house cannot change "
			  "it, it proves\nlater, with sabotctl verify --checkpoint, that nothing "
			  "before it is gone."),
	};
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FAILED;
	struct sabot_db *db;

	if (parse(&options, own, &about, &argc, &argv)) {
		db = sabotctl_store_open(&options.place, &error);
		if (db)
			status = print_wanted(&options, db);
		else
			status = sabotctl_store_fail("checkpoint", error);
		sabot_db_close(db);
	}
	clear_options(&options);
	return status;
}
