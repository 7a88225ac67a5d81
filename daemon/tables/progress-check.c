/*
 * Two copies of the note are compared with the database: the spool's, and the one beside the key,
 * which remains if the other is removed. A note is signed by the key of the run that wrote it. So
 * it is verified with the present key, and with earlier keys as far as the present one vouches for
 * them.
 */
#include "progress-check.h"
#include "wal-copy.h"
#include "store/db/db-open.h"
#include "store/log/archive.h"
#include "store/files/progress-file.h"
#include "store/files/restored.h"
#include "store/index/index.h"
#include "store/keys/note.h"
#include "store/proof/progress.h"
#include "store/proof/seal.h"

#include <stdlib.h>
#include <string.h>

/* One copy. */
struct noted {
	char *note;    /* NULL: there is none */
	char *damage;  /* why it cannot be used */
	bool is_alien; /* not signed by the house */
	struct sabot_progress_result result;
};

enum { NOTED_SPOOL, NOTED_STATE, NOTED_COPIES };

struct sabot_progress_check {
	struct noted noted[NOTED_COPIES];
	struct sabot_progress_result mirror; /* what it has though the notes do not name it */
	bool has_lost_wal;                   /* by what the write-ahead log itself shows */
	bool has_signed;                     /* the database has checkpoints, or had some */
	/* The TPM's counter, if it is beyond the one in the last checkpoint; else 0. */
	int64_t counter, last_counter;
	bool is_reported;                /* the log has the finding about it already */
	bool has_lost_counter;           /* since the start before */
	struct sabot_restored *restored; /* about this database; NULL: nothing was restored */
	bool is_recorded;                /* the log has the finding about `restored` already */
};

/* Compare the note with the database. What cannot be read now is found by other checks. */
static void
compare(struct noted *noted, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	struct sabot_progress *progress = sabot_progress_parse(noted->note, &error);

	if (!progress)
		noted->damage = g_strdup(error->message);
	else if (!sabot_progress_compare(progress, db, &noted->result, &error))
		g_warning("the database cannot be compared with what was saved: %s",
			  error->message);
	sabot_progress_free(progress);
}

/*
 * The index may have events that are gone, whose numbers will be used again. It is rebuilt when
 * needed.
 */
static void
remove_index(const char *database)
{
	g_autofree char *path = sabot_index_path(database);

	sabot_index_remove(path, NULL);
}

static void
look_at_note(struct noted *noted, const char *folder, struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;

	noted->note = sabot_progress_file_load(folder, &error);
	if (error)
		noted->damage = g_strdup(error->message);
	else if (noted->note)
		compare(noted, db);
}

/* False if the database cannot be read. */
static bool
has_checkpoints(struct sabot_db *db)
{
	struct sabot_seal last = {0};
	int64_t archived = 0;
	bool has = (sabot_seal_read_last(db, &last, NULL) && last.number > 0) ||
		   (sabot_archive_read_last_checkpoint(db, &archived, NULL) && archived > 0);

	sabot_seal_clear(&last);
	return has;
}

/* Why a copy of the note does not fit the database; NULL: it fits. */
static const char *
find_fault(const struct noted *noted)
{
	if (noted->damage)
		return "note";
	if (noted->is_alien)
		return "signature";
	switch (noted->result.fault) {
	case SABOT_PROGRESS_KEPT:
		return NULL;
	case SABOT_PROGRESS_BEHIND:
		return "behind";
	case SABOT_PROGRESS_FORKED:
		return "fork";
	case SABOT_PROGRESS_OTHER:
		return "other";
	}
	return NULL;
}

static bool
is_fine(const struct noted *noted)
{
	return find_fault(noted) == NULL;
}

/* The copy that shows most: the spool's, unless only the other one shows a fault. */
static const struct noted *
get_telling(const struct sabot_progress_check *check)
{
	const struct noted *spool = &check->noted[NOTED_SPOOL], *state = &check->noted[NOTED_STATE];

	return is_fine(spool) ? state : spool;
}

/* What the mirror has that the database lacks. False: nothing, or it cannot be read. */
static bool
compare_mirror(const struct sabot_config *config, struct sabot_db *db,
	       struct sabot_progress_result *ret_result)
{
	g_autofree char *path = sabot_config_mirror_path(config);
	struct sabot_db *mirror = sabot_db_open(path, SABOT_DB_READER, NULL);
	bool is_beyond = mirror && sabot_progress_compare_copy(mirror, db, ret_result, NULL) &&
			 (ret_result->fault == SABOT_PROGRESS_BEHIND ||
			  ret_result->fault == SABOT_PROGRESS_FORKED);

	sabot_db_close(mirror);
	return is_beyond;
}

/* A note is up to a second old: the mirror may show that more is missing than it does. */
static void
look_at_mirror(struct sabot_progress_check *check, const struct sabot_config *config,
	       struct sabot_db *db)
{
	struct noted *noted = &check->noted[NOTED_SPOOL];
	struct sabot_progress_result result = {0};

	if (noted->result.fault != SABOT_PROGRESS_BEHIND)
		noted = &check->noted[NOTED_STATE];
	if (!config->mirror_dir || !compare_mirror(config, db, &result)) {
		sabot_progress_result_clear(&result);
	} else if (noted->result.fault != SABOT_PROGRESS_BEHIND) {
		check->mirror = result;
	} else if (result.fault == SABOT_PROGRESS_BEHIND && result.to_seq > noted->result.to_seq) {
		sabot_progress_result_clear(&noted->result);
		noted->result = result;
	} else {
		sabot_progress_result_clear(&result);
	}
}

void
sabot_progress_check_compare(struct sabot_floor *floor, struct sabot_db *db)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	struct sabot_progress_check *check = g_new0(struct sabot_progress_check, 1);
	bool is_kept;

	sabot_floor_get_parts(floor)->progress = check;
	look_at_note(&check->noted[NOTED_SPOOL], config->spool_dir, db);
	look_at_note(&check->noted[NOTED_STATE], config->state_dir, db);
	look_at_mirror(check, config, db);
	check->has_lost_wal = sabot_wal_copy_has_lost(db->path);
	is_kept = get_telling(check)->result.fault == SABOT_PROGRESS_KEPT &&
		  check->mirror.fault == SABOT_PROGRESS_KEPT && !check->has_lost_wal;
	check->has_signed = has_checkpoints(db);
	check->restored = sabot_restored_read(config->state_dir);
	if (check->restored && !sabot_restored_is_of(check->restored, db))
		g_clear_pointer(&check->restored, sabot_restored_free);
	if (check->restored || !is_kept)
		remove_index(db->path);
	sabot_wal_copy_end(db->path, !check->restored && !is_kept);
}

static bool
has_signed(const char *line, const char *note)
{
	struct sabot_key *key = line && line[0] ? sabot_key_from_public_line(line, NULL) : NULL;
	bool has_signed = key && sabot_note_is_signed_by(note, key);

	sabot_key_free(key);
	return has_signed;
}

/* True if one of the keys in the house log signed the note. */
static bool
has_former_signed(const GPtrArray *keys, const char *note)
{
	for (guint i = 0; i < keys->len; i++) {
		if (has_signed(g_ptr_array_index(keys, i), note))
			return true;
	}
	return false;
}

/* True if the last run had no key, or the runs that had one ended before they wrote a note. */
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
is_ours(const struct sabot_floor *floor, const struct noted *noted)
{
	const char *note = noted->note;
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	const struct sabot_house *house = sabot_floor_get_house(floor);
	const char *last = sabot_house_last_key(house);

	if (!strstr(note, "\n\n"))
		return may_be_unsigned(house, noted->result.to_seq);
	if (has_signed(key->line, note))
		return true;
	if (!key->line || key->has_signed_last)
		return has_former_signed(house->keys, note);
	/* If a key follows another and cannot prove it, the check of the chain reports that. */
	return last && last[0] && strcmp(last, key->line) != 0;
}

/* A restore's finding names the counter that is ahead of the backup's. Transferred. */
static json_t *
name_counter(int64_t counter)
{
	return json_pack("{s:I}", "counter", (json_int_t)counter);
}

/* Transferred. */
static json_t *
counter_detail(int64_t counter, int64_t last_counter)
{
	return json_pack("{s:s, s:I, s:I}", "why", "counter", "counter", (json_int_t)counter,
			 "checkpoint_counter", (json_int_t)last_counter);
}

/* The counter stays ahead until the next checkpoint, and runs may be killed before that. */
static bool
is_counter_reported(const struct sabot_house *house, const struct sabot_floor_key *key)
{
	return sabot_house_has_found(house, SABOT_INCIDENT_LOG_REPLACED,
				     counter_detail(key->counter, key->last_counter)) ||
	       sabot_house_has_found(house, SABOT_INCIDENT_LOG_RESTORED,
				     name_counter(key->counter));
}

/* A finding is of this restore if it is behind the last event that was restored. */
static bool
is_of_restore(const struct sabot_wire_incident *incident, const void *data)
{
	const struct sabot_restored *restored = data;

	return incident->seq > restored->seq;
}

void
sabot_progress_check_signer(struct sabot_floor *floor)
{
	struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;
	const struct sabot_floor_key *key = sabot_floor_get_key(floor);
	const struct sabot_house *house = sabot_floor_get_house(floor);

	for (int i = 0; check && i < NOTED_COPIES; i++) {
		struct noted *noted = &check->noted[i];

		/* A note of another database is skipped: this house log does not know its keys. */
		if (noted->note && !noted->damage && noted->result.fault != SABOT_PROGRESS_OTHER)
			noted->is_alien = !is_ours(floor, noted);
	}
	if (check && key->counter_fault)
		check->has_lost_counter =
			strcmp(key->counter_fault, SABOT_HOUSE_COUNTER_GONE) == 0 &&
			!house->has_lost_counter;
	if (check && check->restored)
		check->is_recorded =
			sabot_incident_book_find_matching(&house->incidents,
							  SABOT_INCIDENT_LOG_RESTORED,
							  is_of_restore, check->restored) != NULL;
	if (check && key->counter > key->last_counter) {
		g_autofree char *path = sabot_config_database_path(sabot_floor_get_config(floor));

		check->is_reported = is_counter_reported(house, key);
		check->counter = key->counter;
		check->last_counter = key->last_counter;
		remove_index(path);
	}
}

static bool
has_note(const struct sabot_progress_check *check)
{
	return check->noted[NOTED_SPOOL].note || check->noted[NOTED_SPOOL].damage;
}

bool
sabot_progress_check_is_first(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	return check && !check->has_signed && !has_note(check);
}

bool
sabot_progress_check_is_restored(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	return check && check->restored && (check->restored->file || !check->restored->database);
}

bool
sabot_progress_check_lacks_note(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	return check && !has_note(check) && sabot_floor_get_published_seq(floor) > 0;
}

static void
add_missing(json_t *detail, const struct sabot_progress_result *result)
{
	if (!result->lacking)
		return;
	if (result->fault == SABOT_PROGRESS_BEHIND && result->from_seq <= result->to_seq)
		json_object_update_new(detail,
				       json_pack("{s:I, s:I}", "from", (json_int_t)result->from_seq,
						 "to", (json_int_t)result->to_seq));
	json_object_set_new(detail, "logs", json_string(result->logs));
}

/* Names the note that was compared, so that the next start knows the finding again. Transferred. */
static json_t *
name_note(const struct noted *noted)
{
	g_autofree char *digest =
		noted->note ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, noted->note, -1)
			    : NULL;

	return json_pack("{s:s*}", "noted", digest);
}

/* What was restored or begun on purpose, and what is missing since. Transferred. */
static json_t *
restored_detail(const struct sabot_progress_check *check)
{
	const char *why = !check->restored->database ? "new"
			  : check->restored->file    ? "backup"
						     : "spool";
	json_t *detail = json_pack("{s:s, s:s, s:s*}", "why", why, "by", check->restored->by,
				   "file", check->restored->file);

	add_missing(detail, &get_telling(check)->result);
	json_object_update_new(detail, name_note(get_telling(check)));
	if (check->counter > 0)
		json_object_update_new(detail, name_counter(check->counter));
	return detail;
}

bool
sabot_progress_check_lacks(const struct sabot_floor *floor, const char *log)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	if (!check)
		return false;
	if (check->counter > 0 || (check->restored && check->restored->file && !has_note(check) &&
				   !check->noted[NOTED_STATE].note))
		return true;
	return sabot_progress_result_lacks(&get_telling(check)->result, log) ||
	       sabot_progress_result_lacks(&check->mirror, log);
}

bool
sabot_progress_check_has_lost(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	/* The note is up to a second old: tables that it does not name may lack events, too. */
	return check &&
	       (check->has_lost_wal ||
		(!check->restored && get_telling(check)->result.fault == SABOT_PROGRESS_BEHIND));
}

bool
sabot_progress_check_continues(const struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	return check && !sabot_progress_check_is_restored(floor) && check->counter == 0 &&
	       get_telling(check)->result.fault == SABOT_PROGRESS_KEPT &&
	       check->mirror.fault == SABOT_PROGRESS_KEPT && !check->has_lost_wal;
}

void
sabot_progress_check_add_mirror(const struct sabot_floor *floor, json_t *detail)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;

	if (check)
		add_missing(detail, &check->mirror);
}

/* Transferred. */
static json_t *
why_detail(const char *why)
{
	return json_pack("{s:s}", "why", why);
}

/* For cases in which the notes show nothing. Transferred; NULL: nothing is wrong. */
static json_t *
kept_detail(const struct sabot_progress_check *check)
{
	const char *why = NULL;

	if (check->has_lost_wal && check->mirror.fault == SABOT_PROGRESS_KEPT)
		why = "behind";
	else if (check->counter > 0)
		return check->is_reported ? NULL
					  : counter_detail(check->counter, check->last_counter);
	else if (check->has_lost_counter)
		why = "no_counter";
	else if (check->has_signed && !has_note(check) && !check->restored)
		why = "no_note";
	return why ? why_detail(why) : NULL;
}

/* What the comparison has found besides. */
static void
add_result(json_t *detail, const struct sabot_progress_result *result)
{
	if (result->fault == SABOT_PROGRESS_FORKED)
		json_object_update_new(detail, json_pack("{s:s, s:I}", "log", result->log, "n",
							 (json_int_t)result->n));
	else if (result->fault == SABOT_PROGRESS_BEHIND)
		add_missing(detail, result);
}

/* What nobody has declared; NULL: nothing is wrong. Transferred. */
static json_t *
replaced_detail(const struct sabot_progress_check *check)
{
	const struct noted *noted = get_telling(check);
	const char *why = find_fault(noted);
	json_t *detail;

	if (!why)
		return kept_detail(check);
	detail = why_detail(why);
	if (!noted->damage && !noted->is_alien)
		add_result(detail, &noted->result);
	json_object_update_new(detail, name_note(noted));
	return detail;
}

static void
allow_progress(struct sabot_floor *floor, bool at_once)
{
	if (sabot_floor_get_writer(floor))
		sabot_writer_allow_progress(sabot_floor_get_writer(floor), at_once);
}

static void
on_recorded(const struct sabot_logged_event *step, void *data)
{
	if (step)
		allow_progress(data, true); /* before a kill has it reported again */
}

/*
 * Unless the log has one from the same note (or NULL): a run that was killed before it replaced the
 * note has reported it. `detail` is stolen.
 */
static void
record(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail,
       const struct noted *noted)
{
	const struct sabot_origin origin = {.done = on_recorded, .data = floor};
	g_autoptr(GError) error = NULL;
	json_t *finding;
	char *said;

	if (noted && noted->note &&
	    sabot_house_has_found(sabot_floor_get_house(floor), code, name_note(noted))) {
		json_decref(detail);
		allow_progress(floor, true);
		return;
	}
	said = json_dumps(detail, JSON_COMPACT);
	finding = sabot_house_finding(code, detail);
	g_critical("%s: %s", sabot_incident_code_to_string(code), said);
	free(said);
	if (!sabot_floor_submit_house(floor, finding, &origin, &error))
		g_critical("a finding cannot be logged: %s", error->message);
	json_decref(finding);
}

/*
 * A new spool explains that it has no note, but nothing else. What was restored explains nothing
 * more once it is recorded and no note contradicts the database: a run was killed before it removed
 * the note about it.
 */
static bool
excuses(const struct sabot_progress_check *check)
{
	const struct noted *noted = get_telling(check);

	if (check->is_recorded && is_fine(noted))
		return false;
	return !check->restored->database || check->restored->file ||
	       (is_fine(noted) && check->counter == 0 && !check->has_lost_counter);
}

void
sabot_progress_check_report(struct sabot_floor *floor)
{
	const struct sabot_progress_check *check = sabot_floor_get_parts(floor)->progress;
	const struct noted *noted = check ? get_telling(check) : NULL;
	json_t *replaced;

	if (!check)
		return;
	if (check->restored && excuses(check)) {
		record(floor, SABOT_INCIDENT_LOG_RESTORED, restored_detail(check), noted);
		return;
	}
	replaced = replaced_detail(check);
	if (replaced)
		record(floor, SABOT_INCIDENT_LOG_REPLACED, replaced, is_fine(noted) ? NULL : noted);
	else
		allow_progress(floor, check->is_recorded);
}

void
sabot_progress_check_free(struct sabot_floor *floor)
{
	struct sabot_progress_check *check =
		g_steal_pointer(&sabot_floor_get_parts(floor)->progress);

	if (!check)
		return;
	for (int i = 0; i < NOTED_COPIES; i++) {
		sabot_progress_result_clear(&check->noted[i].result);
		g_free(check->noted[i].damage);
		g_free(check->noted[i].note);
	}
	sabot_progress_result_clear(&check->mirror);
	sabot_restored_free(check->restored);
	g_free(check);
}
