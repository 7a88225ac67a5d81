/*
 * The note is signed by the key of the run that wrote it. So it is proven with the present key, and
 * with those before it as far as the present one vouches for them.
 */
#include "progress-check.h"
#include "store/files/progress-file.h"
#include "store/files/restored.h"
#include "store/index/index.h"
#include "store/log/note.h"
#include "store/proof/progress.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char database_name[] = "sabot.db";

struct sabot_progress_check {
	char *note;    /* NULL: there is none */
	char *damage;  /* why it cannot be used */
	bool is_alien; /* the house has not signed it */
	/* The TPM's counter, where it is beyond what the last checkpoint says; else 0. */
	int64_t counter, last_counter;
	struct sabot_progress_result result;
	struct sabot_restored *restored; /* about this database; NULL: nothing was */
};

static char *
database_path(const struct sabot_config *config)
{
	return g_build_filename(config->state_dir, database_name, NULL);
}

/* Where SQLite would make a new one. A disk that cannot be read is another matter. */
static bool
is_missing(const struct sabot_config *config)
{
	g_autofree char *path = database_path(config);
	struct stat seen;

	if (stat(path, &seen) != 0)
		return errno == ENOENT;
	return S_ISREG(seen.st_mode) && seen.st_size == 0;
}

static bool
begins_anew(const struct sabot_config *config)
{
	struct sabot_restored *restored = sabot_restored_read(config->state_dir);
	bool is_anew = restored && !restored->database;

	sabot_restored_free(restored);
	return is_anew;
}

bool
sabot_progress_check_allows(const struct sabot_config *config, GError **error)
{
	g_autofree char *path = NULL, *note_path = NULL, *note = NULL;
	g_autoptr(GError) failure = NULL;

	if (!is_missing(config))
		return true;
	note = sabot_progress_file_load(config->spool_dir, &failure);
	if ((!note && !failure) || begins_anew(config))
		return true;
	path = database_path(config);
	note_path = sabot_progress_file_path(config->spool_dir);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s is gone, and %s says that there was a house: bring its disk back, or a "
		    "backup (sabotctl restore FILE --state %s); should a new house begin on "
		    "purpose: sabotctl restore --new-house --state %s",
		    path, note_path, config->state_dir, config->state_dir);
	return false;
}

/* The note against the database. What cannot be read now is found by others. */
static void
compare(struct sabot_progress_check *check, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	struct sabot_progress *progress = sabot_progress_parse(check->note, &error);

	if (!progress)
		check->damage = g_strdup(error->message);
	else if (!sabot_progress_compare(progress, db, &check->result, &error))
		g_warning("the database cannot be compared with what was saved: %s",
			  error->message);
	sabot_progress_free(progress);
}

/* It may be of events that are gone, whose numbers come again. It is rebuilt when it is wanted. */
static void
remove_index(const char *database)
{
	g_autofree char *path = sabot_index_path(database);

	g_unlink(path);
}

/* A write-ahead log that ends too early may have more in it, which the next commit writes over. */
static void
keep_evidence(const struct sabot_db *db)
{
	g_autofree char *path = g_strconcat(db->path, "-wal", NULL), *bytes = NULL;
	g_autofree char *copy = g_strdup_printf("%s.%" G_GINT64_FORMAT, path, g_get_real_time());
	g_autoptr(GError) error = NULL;
	gsize n_bytes;

	if (!g_file_get_contents(path, &bytes, &n_bytes, NULL) || n_bytes == 0)
		return;
	if (g_file_set_contents_full(copy, bytes, (gssize)n_bytes, G_FILE_SET_CONTENTS_CONSISTENT,
				     0600, &error))
		g_message("%s is kept as it was: %s", path, copy);
	else
		g_warning("%s", error->message);
}

void
sabot_progress_check_compare(struct sabot_floor *floor, struct sabot_db *db)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	struct sabot_progress_check *check = g_new0(struct sabot_progress_check, 1);
	g_autoptr(GError) error = NULL;

	sabot_floor_get_parts(floor)->progress = check;
	check->note = sabot_progress_file_load(config->spool_dir, &error);
	if (error)
		check->damage = g_strdup(error->message);
	else if (check->note)
		compare(check, db);
	check->restored = sabot_restored_read(config->state_dir);
	if (check->restored && !sabot_restored_is_of(check->restored, db))
		g_clear_pointer(&check->restored, sabot_restored_free);
	if (check->restored || check->result.fault != SABOT_PROGRESS_KEPT)
		remove_index(db->path);
	if (!check->restored && check->result.fault != SABOT_PROGRESS_KEPT)
		keep_evidence(db);
}

static bool
has_signed(const char *line, const char *note)
{
	struct sabot_key *key = line && line[0] ? sabot_key_from_public_line(line, NULL) : NULL;
	bool has_signed = key && sabot_note_is_signed_by(note, key);

	sabot_key_free(key);
	return has_signed;
}

/* One of those that the house log names. */
static bool
has_former_signed(const GPtrArray *keys, const char *note)
{
	for (guint i = 0; i < keys->len; i++) {
		if (has_signed(g_ptr_array_index(keys, i), note))
			return true;
	}
	return false;
}

/* That the last run had no key; or those since there is one ended before they noted anything. */
static bool
may_be_unsigned(const struct sabot_house *house, int64_t noted_seq)
{
	const GPtrArray *keys = house->keys;
	const char *last = sabot_house_last_key(house);

	if (!last || !last[0])
		return true;
	return noted_seq < house->key_seq && keys->len > 1 &&
	       !*(const char *)g_ptr_array_index(keys, keys->len - 2);
}

static bool
is_ours(const struct sabot_floor *floor, const struct sabot_progress_check *check)
{
	const char *note = check->note;
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	const struct sabot_house *house = sabot_floor_get_house(floor);
	const char *last = sabot_house_last_key(house);

	if (!strstr(note, "\n\n"))
		return may_be_unsigned(house, check->result.to_seq);
	if (has_signed(key->line, note))
		return true;
	if (!key->line || key->has_signed_last)
		return has_former_signed(house->keys, note);
	/* A key that follows another and cannot prove it: the check of the chain says so. */
	return last && last[0] && strcmp(last, key->line) != 0;
}

void
sabot_progress_check_signer(struct sabot_floor *floor)
{
	struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);

	/* Of another database, whose house log this one does not know. */
	if (check && check->note && !check->damage && check->result.fault != SABOT_PROGRESS_OTHER)
		check->is_alien = !is_ours(floor, check);
	if (check && key->counter > key->last_counter) {
		g_autofree char *path = database_path(sabot_floor_get_config(floor));

		check->counter = key->counter;
		check->last_counter = key->last_counter;
		remove_index(path);
	}
}

bool
sabot_progress_check_lacks_note(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	return check && !check->note && !check->damage && sabot_floor_get_published_seq(floor) > 0;
}

static void
add_missing(json_t *detail, const struct sabot_progress_result *result)
{
	if (result->fault != SABOT_PROGRESS_BEHIND)
		return;
	if (result->from_seq <= result->to_seq)
		json_object_update_new(detail,
				       json_pack("{s:I, s:I}", "from", (json_int_t)result->from_seq,
						 "to", (json_int_t)result->to_seq));
	json_object_set_new(detail, "logs", json_string(result->logs));
}

/* What was put back or begun on purpose; and what is missing since. Transferred. */
static json_t *
restored_detail(const struct sabot_progress_check *check)
{
	json_t *detail =
		json_pack("{s:s, s:s, s:s*}", "why", check->restored->database ? "backup" : "new",
			  "by", check->restored->by, "file", check->restored->file);

	add_missing(detail, &check->result);
	return detail;
}

/* What nobody has said he did; NULL: nothing is wrong. Transferred. */
static json_t *
replaced_detail(const struct sabot_progress_check *check)
{
	json_t *detail;

	if (check->damage || check->is_alien)
		return json_pack("{s:s}", "why", check->damage ? "note" : "signature");
	switch (check->result.fault) {
	case SABOT_PROGRESS_KEPT:
		return check->counter == 0
			       ? NULL
			       : json_pack("{s:s, s:I, s:I}", "why", "counter", "counter",
					   (json_int_t)check->counter, "checkpoint_counter",
					   (json_int_t)check->last_counter);
	case SABOT_PROGRESS_BEHIND:
		detail = json_pack("{s:s}", "why", "behind");
		add_missing(detail, &check->result);
		return detail;
	case SABOT_PROGRESS_FORKED:
		return json_pack("{s:s, s:s, s:I}", "why", "fork", "log", check->result.log, "n",
				 (json_int_t)check->result.n);
	case SABOT_PROGRESS_OTHER:
		return json_pack("{s:s}", "why", "other");
	}
	return NULL;
}

static void
allow_progress(struct sabot_floor *floor)
{
	if (sabot_floor_get_writer(floor))
		sabot_writer_allow_progress(sabot_floor_get_writer(floor));
}

static void
on_recorded(const struct sabot_logged_event *step, void *data)
{
	if (step)
		allow_progress(data);
}

static void
record(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail)
{
	const struct sabot_origin origin = {.done = on_recorded, .data = floor};
	char *said = json_dumps(detail, JSON_COMPACT);
	json_t *finding = sabot_house_finding(code, detail);
	g_autoptr(GError) error = NULL;

	g_critical("%s: %s", sabot_incident_code_to_string(code), said);
	free(said);
	if (!sabot_floor_submit_house(floor, finding, &origin, &error))
		g_critical("a finding cannot be logged: %s", error->message);
	json_decref(finding);
}

void
sabot_progress_check_report(struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;
	json_t *replaced;

	if (!check)
		return;
	if (check->restored) {
		record(floor, SABOT_INCIDENT_LOG_RESTORED, restored_detail(check));
		return;
	}
	replaced = replaced_detail(check);
	if (replaced)
		record(floor, SABOT_INCIDENT_LOG_REPLACED, replaced);
	else
		allow_progress(floor);
}

void
sabot_progress_check_free(struct sabot_floor *floor)
{
	struct sabot_progress_check *check =
		g_steal_pointer(&sabot_floor_get_parts(floor)->progress);

	if (!check)
		return;
	sabot_progress_result_clear(&check->result);
	sabot_restored_free(check->restored);
	g_free(check->damage);
	g_free(check->note);
	g_free(check);
}
