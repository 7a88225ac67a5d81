/*
 * sabotctl verify FILE: proves a database or a proof, and says what that covers; or names the
 * first row that is not as it was recorded.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-store.h"
#include "verify-words.h"
#include "gather/report-source.h"
#include "proto/rfc3339.h"
#include "store/files/archive-file.h"
#include "store/files/case-file.h"
#include "store/files/case-witness.h"
#include "store/files/joined-files.h"
#include "store/proof/proof.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-structure.h"
#include "store/proof/verify-witness.h"
#include "store/db/db-open.h"
#include "store/log/archive.h"
#include "store/log/log.h"
#include "text/escape.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { VERIFY_PROGRESS_US = 250000, VERIFY_WITHIN_S = 3600 };

struct options {
	char **keys, **witnesses;
	char *checkpoint, *since, *cosigned;
	int within_s;
	gboolean is_json, is_alone;
};

struct judging {
	struct sabot_verify *verify;
	struct sabot_case_file *file; /* a case file that is proven, or NULL */
	int64_t since;                /* the checkpoint from which on it was read; 0: all was */
	bool has_witness;             /* its signature is demanded */
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"key", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->keys,
		 N_("the house's public key, or a file with it; may be given again"), N_("KEY")},
		{"checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &options->checkpoint,
		 N_("a checkpoint that was kept elsewhere"), N_("FILE")},
		{"since", 0, 0, G_OPTION_ARG_STRING, &options->since,
		 N_("only what came after this checkpoint, or the last one before a time; last: "
		    "after the one that --checkpoint has"),
		 N_("NUMBER|TIME|last")},
		{"witness", 'w', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->witnesses,
		 N_("a witness's public key, or a file with it: its signature is demanded"),
		 N_("KEY")},
		{"cosigned", 0, 0, G_OPTION_ARG_FILENAME, &options->cosigned,
		 N_("the head that the witness itself has"), N_("FILE")},
		{"within", 0, 0, G_OPTION_ARG_INT, &options->within_s,
		 N_("so much newer than its signature the log may be (3600)"), N_("SECONDS")},
		{"alone", 0, 0, G_OPTION_ARG_NONE, &options->is_alone,
		 N_("without the archives that are found beside a database"), NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json, N_("print one JSON object"),
		 NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("FILE…"),
		.summary =
			_("FILE is a database, a backup of one, an archive, a case file, or what "
			  "sabotctl proof printed.\nThe archives that stand beside a database are "
			  "proven with it. Several FILEs, the archives in their order and then the "
			  "database, are proven as one log.\nExit status 0: proven; "
			  "1: not proven: the first bad row is named, or\nno --key was given, so "
			  "that the chain is whole but no signature was checked; 2: FILE cannot "
			  "be used."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc > 1 || verb_options_refuse(_("a file is wanted")));
}

/* On a terminal only: the line is written over. */
struct bar {
	int64_t began_us, shown_us;
};

static void
print_progress(int64_t n_done, int64_t n_all, void *data)
{
	int64_t now_us = g_get_monotonic_time();
	struct bar *bar = data;
	int64_t left_s;

	if (now_us - bar->shown_us < VERIFY_PROGRESS_US || n_done <= 0)
		return;
	bar->shown_us = now_us;
	left_s = (int64_t)((double)(now_us - bar->began_us) * (double)(n_all - n_done) /
			   (double)n_done / G_USEC_PER_SEC);
	fputs("\r\033[K", stderr);
	fprintf(stderr, _("verified: %d %%, %d:%02d left"), (int)(n_done * 100 / n_all),
		(int)(left_s / 60), (int)(left_s % 60));
	fflush(stderr);
}

static bool
read_database(struct sabot_db *db, struct sabot_verify *verify, struct sabot_event_product *product,
	      GError **error)
{
	int64_t now_us = g_get_monotonic_time();
	struct bar bar = {.began_us = now_us, .shown_us = now_us};
	const struct sabot_verify_watch watch = {
		.fn = isatty(STDERR_FILENO) ? print_progress : NULL,
		.data = &bar,
		.product = product,
	};
	bool is_read = sabot_verify_db_watched(db, verify, &watch, error);

	if (bar.shown_us != bar.began_us)
		fputs("\r\033[K", stderr);
	return is_read;
}

/* The file's structure, and what is found. */
struct structure {
	const char *path;
	struct sabot_event_product listed; /* by the indexes of the events */
	char *damage;                      /* or NULL */
};

/* On a connection of its own. */
static gpointer
check_structure(gpointer data)
{
	struct structure *structure = data;
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_db_open(structure->path, SABOT_DB_FILE, &error);

	structure->damage =
		db ? sabot_verify_structure_with(db, &structure->listed) : g_strdup(error->message);
	sabot_db_close(db);
	return NULL;
}

/* A database of an older schema is read as a copy that only this connection has. */
static bool
is_in_file(struct sabot_db *db)
{
	const char *name = sqlite3_db_filename(db->handle, "main");

	return name && name[0] != '\0';
}

/*
 * After a walk over all events that found no fault. SQLite's whole check is not needed where the
 * indexes list what was walked over. It decides where they do not: in a database that is being
 * archived meanwhile, the two connections may have seen different events.
 */
static void
compare_indexes(struct sabot_db *db, struct structure *structure,
		const struct sabot_event_product *walked)
{
	if (!structure->damage && !sabot_event_product_agree(walked, &structure->listed))
		structure->damage = sabot_verify_db_structure(db, false);
}

/* The structure is checked while the chain is read; what it finds is said first. */
static bool
prove_database(struct sabot_db *db, struct sabot_verify *verify, GError **error)
{
	struct structure structure = {.path = db->path};
	struct sabot_event_product walked;
	g_autoptr(GError) failure = NULL;
	GThread *thread = NULL;
	int64_t last_seq;
	bool is_read;

	/* What is wrong with the last row the walk says. */
	if (!sabot_log_last_seq(db, &last_seq, NULL))
		last_seq = INT64_MAX;
	sabot_event_product_begin(&walked, last_seq);
	structure.listed = walked;
	if (is_in_file(db))
		thread = g_thread_new("structure", check_structure, &structure);
	else
		structure.damage = sabot_verify_structure_with(db, &structure.listed);
	is_read = !structure.damage && read_database(db, verify, &walked, &failure);
	if (thread)
		g_thread_join(thread);
	if (is_read && sabot_verify_is_good(verify))
		compare_indexes(db, &structure, &walked);
	if (structure.damage && !sabot_db_is_unavailable(db)) {
		sabot_verify_fail_structure(verify, structure.damage);
		is_read = true;
	} else if (structure.damage) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s",
			    structure.damage);
		is_read = false;
	} else if (!is_read) {
		g_propagate_error(error, g_steal_pointer(&failure));
	}
	g_free(structure.damage);
	return is_read;
}

static bool
verify_database(const char *path, struct sabot_verify *verify, GError **error)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_FILE, error);
	bool is_read = db && prove_database(db, verify, error);

	sabot_db_close(db);
	return is_read;
}

/* NULL without an error when the file is none, or a bad one. */
static struct sabot_case_file *
read_case(const char *path, struct sabot_verify *verify, bool *ret_is_case, GError **error)
{
	struct sabot_case_file *file = NULL;
	g_autofree char *bytes = NULL;
	gsize n_bytes;

	*ret_is_case = false;
	if (!g_file_get_contents(path, &bytes, &n_bytes, error))
		return NULL;
	*ret_is_case = sabot_case_is_one(bytes, n_bytes);
	if (*ret_is_case)
		file = sabot_case_read(bytes, n_bytes, verify, error);
	return file;
}

static bool
verify_proof(const char *path, FILE *stream, struct judging *judging, GError **error)
{
	GError *failure = NULL;
	bool is_case;

	judging->file = read_case(path, judging->verify, &is_case, &failure);
	if (judging->file)
		sabot_case_witness_check(judging->file, judging->verify);
	if (!failure && is_case)
		return true;
	if (!failure)
		return sabot_proof_verify(stream, judging->verify, error);
	g_propagate_error(error, failure);
	return false;
}

static bool
verify_file(const char *path, struct judging *judging, GError **error)
{
	FILE *file = fopen(path, "re");
	bool is_read;

	if (!file) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s", path,
			    g_strerror(errno));
		return false;
	}
	if (report_source_is_database(path))
		is_read = verify_database(path, judging->verify, error);
	else
		is_read = verify_proof(path, file, judging, error);
	fclose(file);
	return is_read;
}

/* The digest of a file is held against the next one. */
static bool
keep_digest(const char *path, struct sabot_verify *verify, GError **error)
{
	struct sabot_chain_hash digest;

	if (!sabot_archive_digest(path, &digest, error))
		return false;
	sabot_verify_note_file(verify, digest);
	return true;
}

/* A file that is verified. */
struct part {
	const char *path;
	struct sabot_db *db; /* the open database; NULL: the file is opened when its turn comes */
};

/* All of them, as long as nothing is wrong. */
static bool
verify_parts(const struct part *parts, size_t n_parts, struct judging *judging, GError **error)
{
	struct sabot_verify *verify = judging->verify;

	for (size_t i = 0; i < n_parts && sabot_verify_is_good(verify); i++) {
		const struct part *part = &parts[i];

		if (!(part->db ? prove_database(part->db, verify, error)
			       : verify_file(part->path, judging, error)))
			return false;
		if (i + 1 < n_parts && sabot_verify_is_good(verify) &&
		    !keep_digest(part->path, verify, error))
			return false;
	}
	return true;
}

static bool
verify_files(char **paths, struct judging *judging, GError **error)
{
	guint n_parts = g_strv_length(paths);
	g_autofree struct part *parts = g_new0(struct part, n_parts);

	for (guint i = 0; i < n_parts; i++)
		parts[i].path = paths[i];
	return sabot_joined_files_check_order((const char *const *)paths, error) &&
	       verify_parts(parts, n_parts, judging, error);
}

/* `--since`, as it was given. */
static bool
read_since(const char *text, const char *kept, struct sabot_verify_since *ret_since, GError **error)
{
	struct sabot_checkpoint *checkpoint;

	*ret_since = (struct sabot_verify_since){0};
	if (strcmp(text, "last") != 0) {
		if (g_ascii_string_to_signed(text, 10, 1, G_MAXINT64, &ret_since->number, NULL) ||
		    sabot_time_parse(text, &ret_since->at_us))
			return true;
		return sabot_store_fail(
			error, text,
			_("no checkpoint's number, and no time (2026-11-21T08:00:00Z)"));
	}
	if (!kept)
		return sabot_store_fail(error, text, _("--checkpoint FILE is wanted"));
	checkpoint = sabot_checkpoint_parse(kept, error);
	if (!checkpoint)
		return false;
	ret_since->number = checkpoint->number;
	ret_since->kept = kept;
	sabot_checkpoint_free(checkpoint);
	return true;
}

/* What came after a checkpoint. SQLite's own check would read all of the file: it is left out. */
static bool
verify_since(char **paths, const struct sabot_verify_since *since, struct judging *judging,
	     GError **error)
{
	struct sabot_db *db;
	bool is_read;

	if (paths[1])
		return sabot_store_fail(error, "--since", _("one file is wanted"));
	db = sabot_db_open(paths[0], SABOT_DB_FILE, error);
	is_read = db && sabot_verify_db_since(db, judging->verify, since, &judging->since, error);
	sabot_db_close(db);
	return is_read;
}

/* The database and the archives beside it, in their order. What names them is proven with them. */
static bool
verify_with_archives(const char *path, struct judging *judging, GError **error)
{
	g_autofree struct part *parts = NULL;
	struct sabot_joined_files files;
	bool is_read;

	if (!sabot_joined_files_find_held((const char *const[]){path, NULL}, NULL, &files, error))
		return false;
	parts = g_new0(struct part, files.parts->len);
	for (guint i = 0; i < files.parts->len; i++) {
		parts[i].db = g_ptr_array_index(files.parts, i);
		parts[i].path = parts[i].db->path;
	}
	is_read = verify_parts(parts, files.parts->len, judging, error);
	sabot_joined_files_clear(&files);
	return is_read;
}

static bool
read_files(const struct options *options, char **paths, const char *kept, struct judging *judging,
	   GError **error)
{
	struct sabot_verify_since since;

	if (!options->since && !options->is_alone && !paths[1] &&
	    report_source_is_database(paths[0]))
		return verify_with_archives(paths[0], judging, error);
	if (!options->since)
		return verify_files(paths, judging, error);
	return read_since(options->since, kept, &since, error) &&
	       verify_since(paths, &since, judging, error);
}

static double
unprotected_s(const struct sabot_verify_result *verdict)
{
	int64_t from_us = verdict->signed_seq ? verdict->signed_us : verdict->first_us;

	if (verdict->n_unprotected == 0 || verdict->last_us < from_us)
		return 0;
	return (double)(verdict->last_us - from_us) / G_USEC_PER_SEC;
}

static json_t *
text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

/* The case that was proven, too. */
static void
add_case(json_t *json, const struct sabot_case_file *file)
{
	const struct sabot_case_about *about = &file->about;

	json_object_set_new(json, "case",
			    json_pack("{s:s, s:I, s:I, s:I, s:o, s:b}", "table",
				      sabot_text_plain(about->table), "load",
				      (json_int_t)about->load, "round", (json_int_t)about->round,
				      "incident", (json_int_t)about->incident, "sealed_by",
				      text_or_null(file->signer), "sealed", file->is_signed));
}

static void
print_json(const struct sabot_verify_result *verdict, bool has_key, const struct judging *judging)
{
	const struct sabot_case_file *file = judging->file;
	json_t *json = json_pack(
		"{s:s, s:b, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "verdict",
		sabot_verify_fault_to_string(verdict->fault), "proven",
		has_key && verdict->fault == SABOT_VERIFY_INTACT, "log", text_or_null(verdict->log),
		"n", (json_int_t)verdict->n, "seq", (json_int_t)verdict->seq, "checkpoint",
		(json_int_t)verdict->checkpoint, "archive", (json_int_t)verdict->archive, "begins",
		(json_int_t)verdict->begins, "events", (json_int_t)verdict->n_events, "unchained",
		(json_int_t)verdict->n_unchained, "checkpoints", (json_int_t)verdict->n_checkpoints,
		"signed_seq", (json_int_t)verdict->signed_seq, "unprotected",
		(json_int_t)verdict->n_unprotected, "unprotected_s", unprotected_s(verdict));

	json_object_update_new(json, json_pack("{s:s*, s:s*}", "row", verdict->row, "signer",
					       verdict->signer));
	if (verdict->person)
		json_object_set_new(json, "person", json_integer(verdict->person));
	if (verdict->line)
		json_object_set_new(json, "line", json_integer(verdict->line));
	if (judging->has_witness)
		json_object_update_new(
			json, json_pack("{s:I, s:I}", "witnessed", (json_int_t)verdict->witnessed,
					"unwitnessed", (json_int_t)verdict->n_unwitnessed));
	if (judging->since)
		json_object_set_new(json, "since", json_integer(judging->since));
	if (file)
		add_case(json, file);
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(json);
}

static void
print_cover(const struct sabot_verify_result *verdict, bool has_key)
{
	g_autofree char *first = sabot_time_format(verdict->first_us);
	g_autofree char *last = sabot_time_format(verdict->last_us);

	if (has_key)
		printf(_("proven: %d events of %d logs, from %s to %s\n"), (int)verdict->n_events,
		       (int)verdict->n_logs, first, last);
	else
		printf(_("chained, not proven: %d events of %d logs, from %s to %s\n"),
		       (int)verdict->n_events, (int)verdict->n_logs, first, last);
	if (verdict->begins > 0)
		printf(_("begins behind archive %d: what came before is proven by that file\n"),
		       (int)verdict->begins);
	if (verdict->n_unchained > 0)
		printf(_("unproven: %d events from before the chain\n"), (int)verdict->n_unchained);
	if (has_key)
		printf(_("signed: %d checkpoints, up to event %d over all logs\n"),
		       (int)verdict->n_checkpoints, (int)verdict->signed_seq);
	else
		printf(_("signatures not checked: no --key was given (%d checkpoints)\n"),
		       (int)verdict->n_checkpoints);
	printf(_("unprotected: %d events in the %.1f s after the last checkpoint\n"),
	       (int)verdict->n_unprotected, unprotected_s(verdict));
}

static void
print_verdict(const struct options *options, const struct judging *judging, bool has_key)
{
	const struct sabot_verify_result *verdict = sabot_verify_finish(judging->verify);

	if (options->is_json) {
		print_json(verdict, has_key, judging);
	} else if (verdict->fault == SABOT_VERIFY_INTACT) {
		print_cover(verdict, has_key);
		if (options->witnesses)
			verify_print_witnessed(verdict);
		if (judging->since > 0)
			printf(_("since checkpoint %d: what came before it was not read\n"),
			       (int)judging->since);
		if (judging->file)
			verify_print_case(judging->file);
	} else {
		verify_print_fault(verdict);
	}
}

/* True, too, where no witness is demanded. */
static bool
demand_witness(const struct options *options, struct judging *judging, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_witnesses(options->witnesses, error);
	g_autofree char *kept = NULL;
	struct sabot_verify_demand demand = {keys, NULL,
					     (int64_t)options->within_s * G_USEC_PER_SEC};

	if (!keys ||
	    (options->cosigned && !g_file_get_contents(options->cosigned, &kept, NULL, error)))
		return false;
	judging->has_witness = keys->len > 0;
	if (!judging->has_witness)
		return !options->cosigned ||
		       sabot_store_fail(error, "--cosigned", _("--witness KEY is wanted"));
	demand.kept = kept;
	return sabot_verify_demand_witness(judging->verify, &demand, error);
}

static int
judge(const struct options *options, char **paths, GError **error)
{
	g_autoptr(GPtrArray) keys = sabotctl_store_keys(options->keys, error);
	g_autofree char *kept = NULL;
	struct judging judging = {0};
	int status = SABOTCTL_FAILED;

	if (!keys ||
	    (options->checkpoint && !g_file_get_contents(options->checkpoint, &kept, NULL, error)))
		return SABOTCTL_FAILED;
	judging.verify = sabot_verify_new(keys, kept, error);
	if (judging.verify && demand_witness(options, &judging, error) &&
	    read_files(options, paths, kept, &judging, error)) {
		sabot_verify_finish(judging.verify);
		status = sabot_verify_is_good(judging.verify) && keys->len > 0 ? SABOTCTL_OK
									       : SABOTCTL_FOUND;
		print_verdict(options, &judging, keys->len > 0);
	}
	sabot_case_file_free(judging.file);
	sabot_verify_free(judging.verify);
	return status;
}

int
sabotctl_verify(int argc, char **argv)
{
	struct options options = {.within_s = VERIFY_WITHIN_S};
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv)) {
		status = judge(&options, argv + 1, &error);
		if (error)
			sabotctl_store_fail("verify", error);
	}
	g_strfreev(options.keys);
	g_strfreev(options.witnesses);
	g_free(options.cosigned);
	g_free(options.checkpoint);
	g_free(options.since);
	return status;
}
