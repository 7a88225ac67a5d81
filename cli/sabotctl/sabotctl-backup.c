/*
 * sabotctl backup FILE and sabotctl restore FILE. A copy counts only once it was verified.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-store.h"
#include "verify-words.h"
#include "store/files/backup.h"
#include "store/files/mirror-note.h"
#include "store/files/restored.h"
#include "store/files/spool-accept.h"
#include "store/db/lock.h"
#include "store/keys/key-find.h"
#include "store/proof/verify-structure.h"
#include "store/db/db-open.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

struct options {
	struct sabotctl_store_place place;
	char **keys;
	/* restore: nothing is put back; or the spool, or the mirror, is another one. */
	gboolean is_new_house, has_new_spool, has_new_mirror;
	char *spool; /* restore: a file of the spool, which is vouched for */
};

static bool
wants_no_file(const struct options *options)
{
	return options->is_new_house || options->has_new_spool || options->has_new_mirror ||
	       options->spool;
}

/* `more`: the verb's own options, or NULL. */
static bool
parse(struct options *options, const char *summary, const GOptionEntry *more, int *argc,
      char ***argv)
{
	const GOptionEntry entries[] = {
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->place.state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->place.config,
		 N_("the daemon's configuration, which names it"), N_("FILE")},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->keys,
		 N_("the house's public key, or a file with it; may be given again"), N_("KEY")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("FILE"),
		.summary = summary,
		.entries = entries,
		.more = more,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == (wants_no_file(options) ? 1 : 2) ||
		verb_options_refuse(_("one file is wanted")));
}

static void
set_verdict(const struct sabot_verify_result *verdict, const char *path, GError **error)
{
	g_autofree char *other_key = verify_other_key_words(verdict);

	if (verdict->fault == SABOT_VERIFY_STRUCTURE)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s", verdict->row);
	else if (other_key)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    _("%s is not verified: %s. If this is a key of the house, too (older, "
			      "or newer), give it as well, with a --key of its own"),
			    path, other_key);
	else if (verdict->fault == SABOT_VERIFY_UNSIGNED)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    _("%s has no checkpoint: either it was left before its first one was "
			      "made, or all were removed. Without --key only its chain is "
			      "verified"),
			    path);
	else
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    _("%s is not as it was recorded: sabotctl verify says more"), path);
}

static bool
verify_file(struct sabot_db *db, GPtrArray *keys, GError **error)
{
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, error);
	const struct sabot_verify_result *verdict;
	bool is_good = false;

	if (verify && sabot_verify_file(db, verify, 0, error)) {
		verdict = sabot_verify_finish(verify);
		is_good = verdict->fault == SABOT_VERIFY_INTACT;
		if (!is_good)
			set_verdict(verdict, db->path, error);
	}
	sabot_verify_free(verify);
	return is_good;
}

/* The file's structure, and its chain with these keys. */
static bool
verify(const char *path, char **key_arguments, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(key_arguments, error);
	struct sabot_db *db = keys ? sabot_db_open(path, SABOT_DB_FILE, error) : NULL;
	bool is_good = db && verify_file(db, keys, error);

	sabot_db_close(db);
	return is_good;
}

static bool
back_up(const struct options *options, const char *path, GError **error)
{
	struct sabot_db *db = sabotctl_store_open(&options->place, error);
	bool is_done = db && sabot_backup_write(db, path, error);

	sabot_db_close(db);
	return is_done;
}

/* No database is there, nor the write-ahead log of one, whose last events may be in it only. */
static bool
check_is_free(const char *state_dir, GError **error)
{
	g_autofree char *present = sabot_backup_find_database(state_dir);

	if (!present)
		return true;
	if (g_str_has_suffix(present, "-wal"))
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    _("%s is left of a database that was removed: move it away first"),
			    present);
	else
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    _("%s is there: move it away first"), present);
	return false;
}

static bool
restore(const struct options *options, const char *path, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(&options->place, error);
	int lock_fd = state_dir ? sabot_lock_acquire(state_dir, error) : -1;
	bool is_done = lock_fd >= 0 && check_is_free(state_dir, error) &&
		       sabot_backup_restore(path, state_dir, error);

	if (lock_fd >= 0)
		close(lock_fd);
	return is_done;
}

/* For the next start, which would not make a database where there was one. */
static bool
begin_new_house(const struct options *options, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(&options->place, error);
	int lock_fd = state_dir ? sabot_lock_acquire(state_dir, error) : -1;
	bool is_done = lock_fd >= 0 && check_is_free(state_dir, error) &&
		       sabot_restored_write(state_dir, NULL, error);

	if (lock_fd >= 0)
		close(lock_fd);
	return is_done;
}

/* For the next start, which would find no note where the house has signed. */
static bool
replace_spool(const struct options *options, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(&options->place, error);
	int lock_fd = state_dir ? sabot_lock_acquire(state_dir, error) : -1;
	struct sabot_db *db = lock_fd >= 0 ? sabotctl_store_open(&options->place, error) : NULL;
	bool is_done = db && sabot_restored_write_spool(state_dir, db, error);

	sabot_db_close(db);
	if (lock_fd >= 0)
		close(lock_fd);
	return is_done;
}

/* The daemon, if it runs, looks every few seconds whether it may make one. */
static bool
replace_mirror(const struct options *options, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(&options->place, error);

	return state_dir && sabot_mirror_note_remove(state_dir, error);
}

/* What the daemon has set aside of the spool is taken in by its next start. */
static bool
accept_spool(const struct options *options, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(&options->place, error);
	int lock_fd = state_dir ? sabot_lock_acquire(state_dir, error) : -1;
	struct sabot_key *key = lock_fd >= 0 ? sabot_key_find(state_dir, error) : NULL;
	bool is_done = key && sabot_spool_accept(options->spool, key, error);

	sabot_key_free(key);
	if (lock_fd >= 0)
		close(lock_fd);
	return is_done;
}

static int
finish(struct options *options, const char *verb, const GError *error)
{
	g_strfreev(options->keys);
	g_free(options->spool);
	sabotctl_store_place_clear(&options->place);
	return error ? sabotctl_store_fail(verb, error) : SABOTCTL_OK;
}

int
sabotctl_backup(int argc, char **argv)
{
	struct options options = {0};
	g_autoptr(GError) error = NULL;

	if (!parse(&options,
		   _("Copies the database into a new FILE, also while the daemon works, and "
		     "verifies the copy.\nA copy that is not as it was recorded, or that these "
		     "keys do not prove, is kept, for it is evidence: exit status 2 says so."),
		   NULL, &argc, &argv))
		return SABOTCTL_FAILED;
	if (back_up(&options, argv[1], &error) && verify(argv[1], options.keys, &error))
		printf(_("%s: verified\n"), sabot_text_plain(argv[1]));
	return finish(&options, "backup", error);
}

int
sabotctl_restore(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry own[] = {
		{"new-house", 0, 0, G_OPTION_ARG_NONE, &options.is_new_house,
		 N_("put nothing back: the next start makes a new database on purpose"), NULL},
		{"new-spool", 0, 0, G_OPTION_ARG_NONE, &options.has_new_spool,
		 N_("put nothing back: the spool's disk was replaced on purpose"), NULL},
		{"new-mirror", 0, 0, G_OPTION_ARG_NONE, &options.has_new_mirror,
		 N_("put nothing back: the mirror's disk was replaced on purpose"), NULL},
		{"spool", 0, 0, G_OPTION_ARG_FILENAME, &options.spool,
		 N_("vouch for this file of the spool, which the daemon has set aside"),
		 N_("FILE")},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GError) error = NULL;

	if (!parse(&options,
		   _("Verifies a backup and copies it into the state directory of a daemon that is "
		     "stopped.\nA database that is there must be moved away first: nothing is "
		     "written over. The daemon's next start records what was done, and what is "
		     "missing since."),
		   own, &argc, &argv))
		return SABOTCTL_FAILED;
	if (options.spool)
		accept_spool(&options, &error);
	else if (options.has_new_spool)
		replace_spool(&options, &error);
	else if (options.has_new_mirror)
		replace_mirror(&options, &error);
	else if (options.is_new_house)
		begin_new_house(&options, &error);
	else if (verify(argv[1], options.keys, &error) && restore(&options, argv[1], &error))
		printf(_("%s: verified and restored\n"), sabot_text_plain(argv[1]));
	return finish(&options, "restore", error);
}
