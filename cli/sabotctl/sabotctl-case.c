/*
 * sabotctl case create|show|extract|persons: a dispute as one file that can be proven without the
 * database. `create` reads a database, a backup or an archive; the others read a case file, which
 * they prove first.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "disk/whole-file.h"
#include "case/case-make.h"
#include "case-persons.h"
#include "file-ask.h"
#include "sabotctl-book.h"
#include "sabotctl-place.h"
#include "sabotctl-store.h"
#include "store/files/backup.h"
#include "store/keys/key.h"
#include "store/keys/key-find.h"
#include "proto/messages/log-requests.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct sabotctl_book_options book;
	char *table, *out, *state_dir, *paper, *by, *journal, *as, *socket;
	gint64 round, incident, before_s, after_s;
	char **keys;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, N_("create: of this table"),
		 N_("NAME")},
		{"round", 0, 0, G_OPTION_ARG_INT64, &options->round, N_("create: this round"),
		 N_("N")},
		{"incident", 0, 0, G_OPTION_ARG_INT64, &options->incident,
		 N_("create: the round in which this incident was raised"), N_("N")},
		{"out", 'o', 0, G_OPTION_ARG_FILENAME, &options->out,
		 N_("create: the case file; extract: a directory"), N_("PATH")},
		{"state", 0, 0, G_OPTION_ARG_FILENAME, &options->state_dir,
		 N_("create: seal it with the key of this state directory"), N_("DIR")},
		{"before", 0, 0, G_OPTION_ARG_INT64, &options->before_s,
		 N_("create: pictures from so many seconds before (90)"), N_("SECONDS")},
		{"after", 0, 0, G_OPTION_ARG_INT64, &options->after_s,
		 N_("create: to so many after (60)"), N_("SECONDS")},
		{"paper", 0, 0, G_OPTION_ARG_STRING, &options->paper,
		 N_("create: a4 (default) or letter"), N_("PAPER")},
		{"by", 0, 0, G_OPTION_ARG_STRING, &options->by,
		 N_("create: who makes it; it is in the file"), N_("NAME")},
		{"journal", 0, 0, G_OPTION_ARG_FILENAME, &options->journal,
		 N_("create: with the bytes of the shoe's line from its journal"), N_("FILE")},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->keys,
		 N_("the house's public key, or a file with it; may be given again"), N_("KEY")},
		{"as", 0, 0, G_OPTION_ARG_STRING, &options->as,
		 N_("create, by the daemon: who logs in"), N_("NAME")},
		SABOTCTL_CONNECT_OPTIONS(&options->socket),
		SABOTCTL_BOOK_OPTIONS(&options->book),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = "create [FILE…] | show CASE | extract CASE | persons CASE DATABASE",
		.summary = _(
			"create puts a round's load, the house's events of that time, the "
			"rulings, what proves them, the story,\na report for paper and the cue "
			"sheet into one file. sabotctl verify proves it without the database.\n"
			"FILE is a database, a backup or an archive; without it the daemon "
			"makes and seals the case, once the load is out\nof the shoe. show "
			"prints the story again, extract writes what is in it into files, "
			"persons lists the names of the persons\nwhom it calls p1, p2, as the "
			"house's DATABASE has them: the file itself has no names unless the house "
			"prints them.\nAll three prove the file first."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc == 3 || (*argc == 4 && strcmp((*argv)[1], "persons") == 0) ||
		(*argc >= 2 && strcmp((*argv)[1], "create") == 0) ||
		verb_options_refuse(
			_("create, show, extract or persons is wanted, and its files")));
}

/*
 * Reading a case file, which is proven first.
 */

/* NULL with an error unless all of it is as it was sealed. Transferred. */
static struct sabot_case_file *
prove(const char *bytes, gsize n_bytes, GPtrArray *keys, const char *path, GError **error)
{
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
	struct sabot_case_file *file = NULL;
	GError *failure = NULL;

	file = sabot_case_read(bytes, n_bytes, verify, &failure);
	sabot_verify_finish(verify);
	if (!failure && !sabot_verify_is_good(verify)) {
		sabot_store_fail(&failure, path,
				 _("is not as it was sealed: sabotctl verify says more"));
		g_clear_pointer(&file, sabot_case_file_free);
	}
	if (failure)
		g_propagate_error(error, failure);
	sabot_verify_free(verify);
	return file;
}

/* `ret_bytes` is transferred. */
static struct sabot_case_file *
read_bytes(const char *path, GPtrArray *keys, char **ret_bytes, gsize *ret_n_bytes, GError **error)
{
	struct sabot_case_file *file;

	if (!g_file_get_contents(path, ret_bytes, ret_n_bytes, error))
		return NULL;
	file = prove(*ret_bytes, *ret_n_bytes, keys, path, error);
	if (file && !file->is_signed)
		fprintf(stderr, _("%s: proven, with %d events; no key has sealed it\n"),
			sabot_text_plain(path), (int)file->records->len);
	return file;
}

static struct sabot_case_file *
read_case(const char *path, GPtrArray *keys, GError **error)
{
	g_autofree char *bytes = NULL;
	gsize n_bytes;

	return read_bytes(path, keys, &bytes, &n_bytes, error);
}

static bool
show(const struct options *options, char *const *paths, GPtrArray *keys, GError **error)
{
	struct sabot_case_file *file = read_case(paths[0], keys, error);
	const struct sabot_case_piece *story;

	(void)options;
	if (!file)
		return false;
	story = sabot_case_find_piece(file, SABOT_CASE_STORY);
	if (story)
		fwrite(g_bytes_get_data(story->bytes, NULL), 1, g_bytes_get_size(story->bytes),
		       stdout);
	sabot_case_file_free(file);
	return true;
}

/* A piece's name comes from the file: it names no other directory. */
static bool
write_piece(const char *dir, const struct sabot_case_piece *piece, GError **error)
{
	g_autofree char *path = g_build_filename(dir, piece->name, NULL);

	if (piece->name[0] == '.' || piece->name[0] == '\0' || strchr(piece->name, '/'))
		return sabot_store_fail(error, piece->name, _("is no name for a file"));
	if (g_file_test(path, G_FILE_TEST_EXISTS))
		return sabot_store_fail(error, path, _("it is there already"));
	return g_file_set_contents_full(
		path, g_bytes_get_data(piece->bytes, NULL), (gssize)g_bytes_get_size(piece->bytes),
		G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}

static bool
extract(const struct options *options, char *const *paths, GPtrArray *keys, GError **error)
{
	struct sabot_case_file *file;
	bool is_done;

	if (!options->out)
		return sabot_store_fail(error, "extract", _("--out DIRECTORY is wanted"));
	file = read_case(paths[0], keys, error);
	is_done = file != NULL;
	if (is_done && !sabot_disk_make_folder(options->out, 0700))
		is_done = sabot_store_fail(error, options->out, g_strerror(errno));
	for (guint i = 0; is_done && i < file->pieces->len; i++)
		is_done = write_piece(options->out, g_ptr_array_index(file->pieces, i), error);
	sabot_case_file_free(file);
	return is_done;
}

/* `paths`: the case file, and the database with the persons' names. */
static bool
persons(const struct options *options, char *const *paths, GPtrArray *keys, GError **error)
{
	g_autofree char *bytes = NULL;
	struct sabot_case_file *file;
	gsize n_bytes;
	bool is_done;

	(void)options;
	if (!paths[1])
		return sabot_store_fail(error, "persons",
					_("a case file and a database are wanted"));
	file = read_bytes(paths[0], keys, &bytes, &n_bytes, error);
	is_done = file && case_persons_print(file, bytes, n_bytes, paths[1], error);
	sabot_case_file_free(file);
	return is_done;
}

/*
 * With the daemon.
 */

/* NULL, which is said. Transferred. */
static GBytes *
send_request(const struct options *options)
{
	const struct file_ask how = {options->socket, options->as, "case", options->out};
	struct sabot_wire_case_request *args = sabot_record_new(&sabot_wire_case_request_type);

	args->table = g_strdup(options->table);
	args->round = MAX(options->round, 0);
	args->incident = MAX(options->incident, 0);
	args->before_s = options->before_s;
	args->after_s = options->after_s;
	args->paper = g_strdup(options->paper);
	return file_ask(&how, sabot_record_finish(&sabot_wire_case_request_type, args));
}

/*
 * Making one.
 */

/* Proven before it gets its name: nothing that is bad leaves the house. */
static bool
save(GBytes *bytes, GPtrArray *keys, const char *path, GError **error)
{
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);
	struct sabot_case_file *file = prove(data, n_bytes, keys, path, error);
	bool is_saved = file && g_file_set_contents(part, data, (gssize)n_bytes, error) &&
			sabot_backup_sync(part, error) && sabot_backup_publish(part, path, error);

	if (file && !is_saved)
		g_unlink(part);
	if (is_saved && file->is_signed)
		printf(_("%s: proven and sealed, with %d events\n"), sabot_text_plain(path),
		       (int)file->records->len);
	else if (is_saved)
		printf(_("%s: proven, with %d events; no key has sealed it\n"),
		       sabot_text_plain(path), (int)file->records->len);
	sabot_case_file_free(file);
	return is_saved;
}

/* NULL with an error. Transferred. */
static GBytes *
make(const struct options *options, const struct sabotctl_place *place, const struct sabot_key *key,
     char *const *paths, GError **error)
{
	const struct sabot_story_journal journal = {.path = options->journal};
	struct sabot_case_wish wish = {
		.table = options->table,
		.round = options->round,
		.incident = options->incident,
		.by = options->by,
		.house = place->house,
		.letterhead = place->letterhead,
		.licence = place->licence,
		.names_people = place->names_people,
		.zone = place->zone,
		.camera = place->camera,
		.before_s = options->before_s,
		.after_s = options->after_s,
		.journal = options->journal ? &journal : NULL,
		.key = key,
	};
	struct sabot_book *book = NULL;
	GBytes *bytes = NULL;

	if (options->paper && !sabot_report_paper_from_string(options->paper, &wish.paper)) {
		sabot_store_fail(error, options->paper, _("there are a4 and letter"));
		return NULL;
	}
	book = sabotctl_book_try(paths, &options->book, error);
	if (book)
		bytes = sabot_case_make(book, &wish, error);
	sabot_book_free(book);
	return bytes;
}

static bool
create(const struct options *options, char *const *paths, GPtrArray *keys, GError **error)
{
	struct sabotctl_place place = {0};
	struct sabot_key *key = NULL;
	g_autoptr(GBytes) bytes = NULL;

	if (!options->table || !options->out || (options->round > 0) == (options->incident > 0))
		return sabot_store_fail(
			error, "create",
			_("--table NAME, --out FILE and --round N or --incident N are wanted"));
	if (!paths[0]) {
		bytes = send_request(options);
		return bytes && save(bytes, keys, options->out, error);
	}
	if (options->state_dir)
		key = sabot_key_find(options->state_dir, error);
	if ((key || !options->state_dir) &&
	    sabotctl_place_read(&place, options->book.config, options->table, error))
		bytes = make(options, &place, key, paths, error);
	sabotctl_place_clear(&place);
	sabot_key_free(key);
	return bytes && save(bytes, keys, options->out, error);
}

static bool
do_verb(const struct options *options, char **argv, GError **error)
{
	static const struct {
		const char *name;
		bool (*run)(const struct options *options, char *const *paths, GPtrArray *keys,
			    GError **error);
	} verbs[] = {
		{"create", create}, {"show", show}, {"extract", extract}, {"persons", persons}};
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);

	for (guint i = 0; keys && i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(options, argv + 2, keys, error);
	}
	return keys &&
	       sabot_store_fail(error, argv[1],
				_("create, show, extract or persons is wanted, and its files"));
}

static void
clear_options(struct options *options)
{
	sabotctl_book_options_clear(&options->book);
	g_free(options->table);
	g_free(options->out);
	g_free(options->state_dir);
	g_free(options->paper);
	g_free(options->by);
	g_free(options->journal);
	g_free(options->as);
	g_free(options->socket);
	g_strfreev(options->keys);
}

int
sabotctl_case(int argc, char **argv)
{
	struct options options = {.before_s = SABOT_CASE_BEFORE_S, .after_s = SABOT_CASE_AFTER_S};
	g_autoptr(GError) error = NULL;
	bool is_done = parse(&options, &argc, &argv) &&
		       sabotctl_book_options_complete(&options.book, &error) &&
		       do_verb(&options, argv, &error);

	clear_options(&options);
	if (error)
		sabotctl_store_fail("case", error);
	return is_done ? SABOTCTL_OK : SABOTCTL_FAILED;
}
