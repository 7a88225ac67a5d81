/*
 * sabotctl archive create|list|verify: old events move into files. `create` sends a request to the
 * daemon, or does it by itself if no daemon is running; the others read the state directory.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "verify-words.h"
#include "disk/whole-file.h"
#include "sabotctl-alone.h"
#include "sabotctl-client.h"
#include "sabotctl-rows.h"
#include "sabotctl-store.h"
#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "store/files/archive-file.h"
#include "store/db/statements.h"
#include "store/proof/verify-db.h"
#include "store/db/db-open.h"
#include "store/db/shrink.h"
#include "store/log/archive.h"
#include "text/escape.h"
#include "store/keys/key-find.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct sabotctl_store_place place;
	char *socket, *dir, *before;
	char **keys;
};

/* What an archive made without the daemon needs of its configuration. */
struct place {
	char *state_dir, *spool_dir, *dir;
	int64_t before_us;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"before", 0, 0, G_OPTION_ARG_STRING, &options->before,
		 N_("create: what was signed before this time (2026-11-21T08:00:00Z)"), N_("TIME")},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME, &options->socket, N_("the daemon's socket"),
		 N_("PATH")},
		{"config", 0, 0, G_OPTION_ARG_FILENAME, &options->place.config,
		 N_("the daemon's configuration; create: without the daemon, by it"), N_("FILE")},
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->place.state_dir,
		 N_("the daemon's state directory"), N_("DIR")},
		{"dir", 0, 0, G_OPTION_ARG_FILENAME, &options->dir,
		 N_("where the archives are, if not in the state directory"), N_("DIR")},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->keys,
		 N_("the house's public key, or a file with it; may be given again"), N_("KEY")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = "create|list|verify|compact",
		.summary = _("create moves what is old enough into a signed file: the daemon does "
			     "it while the tables go on.\nlist says which archives there are, "
			     "verify proves them and the database as one log.\nNothing is removed "
			     "before its archive was written, read again and proven.\ncompact "
			     "--config FILE, while the daemon is stopped, writes a database of an "
			     "earlier program again, so that\nwhat is free in it is given back to "
			     "the disk, then and after each archive."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == 2 || verb_options_refuse(_("create, list, verify or compact is wanted")));
}

static bool
fail(GError **error, const char *what)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s", what);
	return false;
}

/* `file` is NULL when nothing was old enough. */
static void
print_made(const char *file)
{
	if (file)
		printf(_("%s: written, proven and recorded\n"), sabot_text_plain(file));
	else
		puts(_("nothing is old enough"));
}

static int
send_request(const struct options *options)
{
	json_t *args = json_object();
	struct sabot_wire_moved *answer;

	if (options->before)
		json_object_set_new(args, "before", json_string(options->before));
	answer = sabotctl_request_record("archive", options->socket, "archive", args,
					 &sabot_wire_moved_type);
	if (!answer)
		return SABOTCTL_FAILED;
	print_made(answer->file);
	sabot_record_unref(answer);
	return SABOTCTL_OK;
}

static char *
get_text(GKeyFile *file, const char *group, const char *key, const char *otherwise)
{
	char *text = g_key_file_get_string(file, group, key, NULL);

	return text ? text : g_strdup(otherwise);
}

static bool
read_time(const struct options *options, GKeyFile *file, struct place *place, GError **error)
{
	int days = g_key_file_get_integer(file, "archive", "after_days", NULL);

	place->before_us = g_get_real_time() - days * G_TIME_SPAN_DAY;
	if (options->before ? sabot_time_parse(options->before, &place->before_us)
			    : g_key_file_has_key(file, "archive", "after_days", NULL))
		return true;
	return fail(error, _("--before TIME is wanted"));
}

static void
clear_place(struct place *place)
{
	g_free(place->state_dir);
	g_free(place->spool_dir);
	g_free(place->dir);
}

/* What the daemon's configuration says. NULL with an error. Transferred. */
static GKeyFile *
read_folders(const struct options *options, struct place *place, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!options->place.config) {
		fail(error, _("--config FILE is wanted"));
		return NULL;
	}
	if (!g_key_file_load_from_file(file, options->place.config, G_KEY_FILE_NONE, error))
		return NULL;
	place->state_dir = get_text(file, "daemon", "state_dir", SABOTCTL_STATE_DIR);
	place->spool_dir = get_text(file, "daemon", "spool_dir", "/var/spool/sabot");
	return g_steal_pointer(&file);
}

static bool
read_place(const struct options *options, struct place *place, GError **error)
{
	g_autoptr(GKeyFile) file = read_folders(options, place, error);
	g_autofree char *dir = NULL;

	if (!file)
		return false;
	dir = g_build_filename(place->state_dir, "archive", NULL);
	place->dir = get_text(file, "archive", "dir", dir);
	if (!sabot_disk_make_folder(place->dir, 0700))
		return fail(error, place->dir);
	return read_time(options, file, place, error);
}

/* The house log says that the archive was made. */
static bool
record(const struct sabotctl_alone *alone, const struct sabot_archive *archive, GError **error)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	json_t *event = sabot_archive_to_event(archive, "offline");
	struct sabot_log_record *record = sabotctl_alone_build_record(alone->db, event, 0, error);

	if (!record)
		return false;
	record->archive = sabot_archive_copy(archive);
	g_ptr_array_add(records, record);
	return sabotctl_alone_record(alone, records, error);
}

/* Whatever an interrupted run left, too. */
static bool
sweep(struct sabot_db *db, GError **error)
{
	enum { ROWS = 4096 };
	bool is_more = true;

	while (is_more) {
		if (!sabot_archive_sweep(db, ROWS, &is_more, error))
			return false;
	}
	return true;
}

static bool
make(const struct place *place, const struct sabotctl_alone *alone, GError **error)
{
	/* The findings that are open are not known here: the house log is kept. */
	const struct sabot_archive_wish wish = {
		.dir = place->dir, .before_us = place->before_us, .key = alone->key};
	g_autoptr(GError) failure = NULL;
	struct sabot_archive *archive = sabot_archive_make(alone->db, &wish, &failure);
	bool is_done = false;

	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	else
		is_done = (!archive || record(alone, archive, error)) && sweep(alone->db, error);
	if (is_done)
		print_made(archive ? archive->file : NULL);
	sabot_archive_free(archive);
	return is_done;
}

/* Up to the next whole one. */
static int
count_megabytes(int64_t n_bytes)
{
	return (int)((n_bytes + 999999) / 1000000);
}

/* A database of an earlier program cannot give back what is free in it: how it can be. */
static bool
print_room(struct sabot_db *db, GError **error)
{
	struct sabot_shrink_room room;

	if (!sabot_shrink_measure(db, &room, error))
		return false;
	if (!room.is_given_back && room.free_bytes > 0)
		printf(_("%d MB of the database's file are free and stay so: stop the daemon and "
			 "run sabotctl archive compact --config FILE\n"),
		       count_megabytes(room.free_bytes));
	return true;
}

/* There is none without a key: why not is said. */
static bool
has_key(const struct place *place, GError **error)
{
	struct sabot_key *key = sabot_key_find(place->state_dir, error);

	sabot_key_free(key);
	return key != NULL;
}

static int
make_alone(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct place place = {0};
	struct sabotctl_alone alone = {.lock_fd = -1, .database_fd = -1};
	bool is_done = read_place(options, &place, &error) && has_key(&place, &error) &&
		       sabotctl_alone_begin(&alone, place.state_dir, place.spool_dir, &error) &&
		       make(&place, &alone, &error);

	sabotctl_alone_end(&alone);
	clear_place(&place);
	return is_done ? SABOTCTL_OK : sabotctl_store_fail("archive", error);
}

static int
compact(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct place place = {0};
	struct sabotctl_alone alone = {.lock_fd = -1, .database_fd = -1};
	struct sabot_shrink_room room = {0};
	g_autoptr(GKeyFile) file = read_folders(options, &place, &error);
	bool is_done =
		file && sabotctl_alone_begin(&alone, place.state_dir, place.spool_dir, &error) &&
		sabot_shrink_measure(alone.db, &room, &error) && sabot_shrink_all(alone.db, &error);

	sabotctl_alone_end(&alone);
	clear_place(&place);
	if (is_done)
		printf(_("%d MB given back\n"), count_megabytes(room.free_bytes));
	return is_done ? SABOTCTL_OK : sabotctl_store_fail("archive", error);
}

static void
add_row(GPtrArray *rows, const struct sabot_archive *archive)
{
	struct sabot_anchor *anchor = sabot_anchor_parse(archive->note, NULL);
	g_autofree char *number = g_strdup_printf("%d", (int)archive->number);
	g_autofree char *made = anchor ? sabot_time_format(anchor->at_us) : g_strdup("?");
	g_autofree char *seq = g_strdup_printf("%" G_GINT64_FORMAT, anchor ? anchor->seq : 0);

	sabotctl_rows_add(rows, number, made, seq, archive->file, NULL);
	sabot_anchor_free(anchor);
}

static bool
list(struct sabot_db *db, GError **error)
{
	g_autoptr(GPtrArray) archives = sabot_archive_list(db, error);
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();

	if (!archives)
		return false;
	sabotctl_rows_add(rows, _("No."), _("Made"), _("Up to event"), _("File"), NULL);
	for (guint i = 0; i < archives->len; i++)
		add_row(rows, g_ptr_array_index(archives, i));
	if (archives->len > 0)
		sabotctl_rows_print(rows);
	else
		puts(_("there are no archives"));
	return true;
}

/* One after the other, and then the database: each must begin where the one before ended. */
static bool
prove_all(struct sabot_db *db, const char *dir, GPtrArray *archives, struct sabot_verify *verify,
	  GError **error)
{
	for (guint i = 0; i < archives->len && sabot_verify_is_good(verify); i++) {
		const struct sabot_archive *archive = g_ptr_array_index(archives, i);
		g_autofree char *path = g_build_filename(dir, archive->file, NULL);
		struct sabot_chain_hash digest;
		struct sabot_db *file = sabot_db_open(path, SABOT_DB_FILE, error);
		bool is_read = file && sabot_verify_db(file, verify, error);

		sabot_db_close(file);
		if (!is_read || !sabot_archive_digest(path, &digest, error))
			return false;
		sabot_verify_note_file(verify, digest);
		if (sabot_verify_is_good(verify))
			printf(_("%s: as it was recorded\n"), sabot_text_plain(archive->file));
		else
			printf(_("%s: BROKEN, sabotctl verify says more\n"),
			       sabot_text_plain(archive->file));
	}
	return !sabot_verify_is_good(verify) || sabot_verify_db(db, verify, error);
}

/* A daemon may make another archive meanwhile: the database is read as it is now. */
static int
prove(const struct options *options, struct sabot_db *db, GError **error)
{
	g_autofree char *dir = options->dir ? g_strdup(options->dir)
					    : sabotctl_store_find_archives(&options->place, error);
	g_autoptr(GPtrArray) keys = dir ? sabotctl_store_keys(options->keys, error) : NULL;
	bool is_held = keys && sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error);
	g_autoptr(GPtrArray) archives = is_held ? sabot_archive_list(db, error) : NULL;
	const struct sabot_verify_result *verdict;
	struct sabot_verify *verify;
	int status = SABOTCTL_FAILED;

	if (!archives)
		return status;
	verify = sabot_verify_new(keys, NULL, error);
	if (prove_all(db, dir, archives, verify, error)) {
		verdict = sabot_verify_finish(verify);
		status = verdict->fault == SABOT_VERIFY_INTACT ? SABOTCTL_OK : SABOTCTL_FOUND;
		if (status == SABOTCTL_OK)
			puts(_("the database continues where the last one ended"));
		else
			verify_print_fault(verdict);
	}
	sabot_verify_free(verify);
	return status;
}

static int
look(const struct options *options, bool is_proof)
{
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabotctl_store_open(&options->place, &error);
	int status = SABOTCTL_FAILED;

	if (db && is_proof)
		status = prove(options, db, &error);
	else if (db && list(db, &error) && print_room(db, &error))
		status = SABOTCTL_OK;
	sabot_db_close(db);
	return error ? sabotctl_store_fail("archive", error) : status;
}

static int
do_verb(const char *verb, const struct options *options)
{
	if (strcmp(verb, "create") == 0)
		return options->place.config ? make_alone(options) : send_request(options);
	if (strcmp(verb, "list") == 0)
		return look(options, false);
	if (strcmp(verb, "verify") == 0)
		return look(options, true);
	if (strcmp(verb, "compact") == 0)
		return compact(options);
	fprintf(stderr, "sabotctl archive: %s\n", _("create, list, verify or compact is wanted"));
	return SABOTCTL_FAILED;
}

int
sabotctl_archive(int argc, char **argv)
{
	struct options options = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = do_verb(argv[1], &options);
	g_free(options.socket);
	sabotctl_store_place_clear(&options.place);
	g_free(options.dir);
	g_free(options.before);
	g_strfreev(options.keys);
	return status;
}
