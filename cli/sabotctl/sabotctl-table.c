/*
 * sabotctl table export|import|check: a table moves to another machine by its log. With a database
 * DB it is done where no daemon is at work; without one the daemon is asked.
 */
#include "verb-options.h"
#include "sabotctl-table-check.h"
#include "sabotctl-private.h"
#include "sabotctl-alone.h"
#include "sabotctl-client.h"
#include "sabotctl-store.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/log-requests.h"
#include "store/files/backup.h"
#include "store/files/handover.h"
#include "store/proof/seal.h"
#include "store/files/table-file.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

struct options {
	char *socket, *table, *out, *spool_dir;
	char **keys;
};

static const char by_nobody[] = "offline";

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 't', 0, G_OPTION_ARG_STRING, &options->table, N_("export: the table"),
		 N_("NAME")},
		{"out", 'o', 0, G_OPTION_ARG_FILENAME, &options->out,
		 N_("export: the file, which must not be there yet"), N_("FILE")},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->keys,
		 N_("import: the other house's public key, or a file with it; may be given again"),
		 N_("KEY")},
		{"socket", 0, 0, G_OPTION_ARG_FILENAME, &options->socket, N_("the daemon's socket"),
		 N_("PATH")},
		{"spool", 0, 0, G_OPTION_ARG_FILENAME, &options->spool_dir,
		 N_("with DB: the spool directory of its daemon"), N_("DIR")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = "export [DB] | import [DB] FILE | check DB DB...",
		.summary =
			_("export gives a table away: its log is written to FILE, signed, and "
			  "from then on no event of it\nis taken here. import proves such a file "
			  "and continues with it: same round, same prompts, same\nincidents. "
			  "Without DB, a path of a sabot.db, the daemon does it, which reads and "
			  "writes FILE."),
		.description =
			_("check compares databases, or copies of them: have two taken over one "
			  "table?"),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc >= 2 || verb_options_refuse(_("export, import or check is wanted")));
}

/*
 * With the daemon.
 */

static void
print_given(const char *table, int n_events)
{
	printf(_("%s: given away, with %d events\n"), sabot_text_plain(table), n_events);
}

static void
print_imported(const char *table, int n_events)
{
	printf(_("%s: taken over, with %d events\n"), sabot_text_plain(table), n_events);
}

static int
send_request(const struct options *options, const char *verb, json_t *args,
	     void (*print)(const char *table, int n_events))
{
	struct sabot_wire_moved *answer = sabotctl_request_record("table", options->socket, verb,
								  args, &sabot_wire_moved_type);

	if (!answer)
		return SABOTCTL_FAILED;
	print(answer->table ? answer->table : "", (int)answer->events);
	sabot_record_unref(answer);
	return SABOTCTL_OK;
}

static int
request_give(const struct options *options)
{
	struct sabot_wire_give_request *args = sabot_record_new(&sabot_wire_give_request_type);

	args->table = g_strdup(options->table);
	args->file = g_canonicalize_filename(options->out, NULL);
	return send_request(options, "give",
			    sabot_record_finish(&sabot_wire_give_request_type, args), print_given);
}

static int
request_take(const struct options *options, const char *file, GPtrArray *keys)
{
	struct sabot_wire_take_request *args = sabot_record_new(&sabot_wire_take_request_type);

	args->file = g_canonicalize_filename(file, NULL);
	for (guint i = 0; i < keys->len; i++)
		g_ptr_array_add(args->keys, sabot_key_to_public_line(g_ptr_array_index(keys, i)));
	return send_request(options, "take",
			    sabot_record_finish(&sabot_wire_take_request_type, args),
			    print_imported);
}

/*
 * Where no daemon is.
 */

static bool
begin(const struct options *options, const char *database, struct sabotctl_alone *alone,
      GError **error)
{
	g_autofree char *dir = g_path_get_dirname(database);

	if (!g_file_test(database, G_FILE_TEST_EXISTS) || !g_str_has_suffix(database, "sabot.db"))
		return sabot_store_fail(error, database, _("is no sabot.db"));
	return sabotctl_alone_begin(
		alone, dir, options->spool_dir ? options->spool_dir : "/var/spool/sabot", error);
}

/* Under a checkpoint, written and proven. NULL with an error. */
static struct sabot_table_file *
write_file(const struct sabotctl_alone *alone, const char *table, const char *part, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	json_t *more = NULL;
	bool is_written;

	g_ptr_array_add(keys, alone->key);
	if (sabot_seal_make(alone->db, alone->key, error))
		more = sabot_handover_build(alone->db, table, alone->key, error);
	is_written = more && sabot_table_file_write(part, alone->db, table, more, error);
	json_decref(more);
	if (!is_written)
		return NULL;
	return sabot_table_file_read(part, keys, error);
}

/* Unless it was given before: then it must be the same file. */
static bool
record_given(const struct sabotctl_alone *alone, const struct sabot_table_file *file,
	     GError **error)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	json_t *event = sabot_table_file_given(file, by_nobody);
	struct sabot_wire_moved *given = sabot_record_parse(&sabot_wire_moved_type, event, NULL);
	g_autofree char *digest = given ? g_strdup(given->digest) : NULL, *away = NULL;
	struct sabot_log_record *record;

	sabot_record_unref(given);
	if (!sabot_table_file_find_away(alone->db, file->table, &away, error)) {
		json_decref(event);
		return false;
	}
	if (away) {
		json_decref(event);
		return g_strcmp0(digest, away) == 0 ||
		       sabot_store_fail(error, file->table,
					_("what is here is not what was given away"));
	}
	record = sabotctl_alone_build_record(alone->db, event, 0, error);
	if (!record)
		return false;
	g_ptr_array_add(records, record);
	return sabotctl_alone_record(alone, records, error);
}

static bool
give(const struct options *options, const struct sabotctl_alone *alone, GError **error)
{
	g_autofree char *part = g_strconcat(options->out, ".part", NULL);
	struct sabot_table_file *file;
	bool is_done;

	if (!alone->key)
		return sabot_store_fail(error, options->table,
					_("there is no key to sign the log with"));
	file = write_file(alone, options->table, part, error);
	is_done = file && record_given(alone, file, error);
	if (!is_done)
		g_unlink(part);
	else if (g_rename(part, options->out) != 0)
		is_done = sabot_store_fail(error, options->out, g_strerror(errno));
	is_done = is_done && sabot_backup_sync(options->out, error);
	if (is_done)
		print_given(file->table, (int)file->records->len);
	sabot_table_file_free(file);
	return is_done;
}

/* `taking`, what is not here yet, `taken`: in one transaction. */
static bool
record_taken(const struct sabotctl_alone *alone, const struct sabot_table_file *file,
	     const struct sabot_table_join *join, GError **error)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	json_t *begin = sabot_table_file_taking(file, join, by_nobody);
	json_t *end = sabot_table_file_build_taking(file, by_nobody);
	struct sabot_log_record *taking, *taken;
	int64_t n_new = join->records->len - join->n_same;

	taking = sabotctl_alone_build_record(alone->db, begin, 0, error);
	taken = taking ? sabotctl_alone_build_record(alone->db, end, n_new + 1, error) : NULL;
	if (!taken) {
		sabot_log_record_unref(taking);
		return false;
	}
	taken->n++;
	g_ptr_array_add(records, taking);
	for (guint i = join->n_same; i < join->records->len; i++) {
		struct sabot_log_record *record = g_ptr_array_index(join->records, i);

		record->seq = taking->seq + i - join->n_same + 1;
		g_ptr_array_add(records, sabot_log_record_ref(record));
	}
	g_ptr_array_add(records, taken);
	return sabotctl_alone_record(alone, records, error);
}

/* As the daemon does; `detail` is stolen. */
static bool
record_finding(const struct sabotctl_alone *alone, json_t *detail, GError **error)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	json_t *event = json_pack("{s:s, s:s, s:o}", "ev", "finding", "code", "log_replaced",
				  "detail", detail);
	struct sabot_log_record *record = sabotctl_alone_build_record(alone->db, event, 0, error);

	if (!record)
		return false;
	g_ptr_array_add(records, record);
	return sabotctl_alone_record(alone, records, error);
}

/* The file against what is known here. False with a sentence where it is refused. */
static bool
judge(const struct sabotctl_alone *alone, const struct sabot_table_file *file, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_handover_verdict verdict;
	bool is_done;

	if (alone->key)
		g_ptr_array_add(keys, alone->key);
	if (!sabot_handover_judge(file, alone->db, keys, &verdict, error))
		return false;
	is_done = (!verdict.is_giver_new ||
		   record_finding(alone, json_incref(verdict.giver), error)) &&
		  (!verdict.is_own_new || record_finding(alone, json_incref(verdict.own), error));
	if (is_done && verdict.refusal)
		is_done = sabot_store_fail(error, file->table, verdict.refusal);
	sabot_handover_verdict_clear(&verdict);
	return is_done;
}

static bool
import_file(const struct sabotctl_alone *alone, const char *path, GPtrArray *keys, GError **error)
{
	struct sabot_table_file *file = sabot_table_file_read(path, keys, error);
	struct sabot_table_join *join = NULL;
	bool is_done;

	if (file && judge(alone, file, error))
		join = sabot_table_file_join(file, alone->db, error);
	is_done = join && record_taken(alone, file, join, error);

	if (is_done)
		print_imported(file->table, (int)file->records->len);
	sabot_table_join_free(join);
	sabot_table_file_free(file);
	return is_done;
}

/*
 * The verbs.
 */

static int
do_export(const struct options *options, const char *database, GError **error)
{
	struct sabotctl_alone alone = {.lock_fd = -1};
	bool is_done;

	if (!options->table || !options->out) {
		sabot_store_fail(error, "export", _("--table NAME and --out FILE are wanted"));
		return SABOTCTL_FAILED;
	}
	if (!database)
		return request_give(options);
	if (g_file_test(options->out, G_FILE_TEST_EXISTS)) {
		sabot_store_fail(error, options->out, _("it is there already"));
		return SABOTCTL_FAILED;
	}
	is_done = begin(options, database, &alone, error) && give(options, &alone, error);
	sabotctl_alone_end(&alone);
	return is_done ? SABOTCTL_OK : SABOTCTL_FAILED;
}

static int
do_import(const struct options *options, const char *database, const char *file, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);
	struct sabotctl_alone alone = {.lock_fd = -1};
	bool is_done;

	if (!keys ||
	    (keys->len == 0 && !sabot_store_fail(error, "import", _("--key KEY is wanted"))))
		return SABOTCTL_FAILED;
	if (!database)
		return request_take(options, file, keys);
	is_done = begin(options, database, &alone, error) && import_file(&alone, file, keys, error);
	sabotctl_alone_end(&alone);
	return is_done ? SABOTCTL_OK : SABOTCTL_FAILED;
}

static int
do_verb(int argc, char **argv, const struct options *options, GError **error)
{
	if (strcmp(argv[1], "export") == 0 && argc <= 3)
		return do_export(options, argc == 3 ? argv[2] : NULL, error);
	if (strcmp(argv[1], "import") == 0 && (argc == 3 || argc == 4))
		return do_import(options, argc == 4 ? argv[2] : NULL, argv[argc - 1], error);
	if (strcmp(argv[1], "check") == 0 && argc > 3)
		return sabotctl_table_check(argv + 2, error);
	sabot_store_fail(error, argv[1],
			 _("export [DB], import [DB] FILE or check DB DB... is wanted"));
	return SABOTCTL_FAILED;
}

int
sabotctl_table(int argc, char **argv)
{
	struct options options = {0};
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = do_verb(argc, argv, &options, &error);
	if (error)
		sabotctl_store_fail("table", error);
	g_free(options.socket);
	g_free(options.table);
	g_free(options.out);
	g_free(options.spool_dir);
	g_strfreev(options.keys);
	return status;
}
