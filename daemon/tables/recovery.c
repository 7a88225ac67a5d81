/*
 * Recovery: the log is the truth, so a table's state is derived from its events. Events still in
 * the spool because the database does not accept them count like the rest.
 */
#include "recovery.h"
#include "evidence.h"
#include "outage.h"
#include "progress-check.h"
#include "log-gap.h"
#include "log-replay.h"
#include "spool-check.h"
#include "wal-copy.h"
#include "disk/whole-file.h"
#include "store/files/key-change.h"
#include "store/keys/hex.h"
#include "store/keys/key-find.h"
#include "store/keys/note.h"
#include "store/proof/seal.h"
#include "store/keys/tpm.h"
#include "store/db/db-open.h"
#include "store/log/archive.h"
#include "store/log/chain.h"
#include "store/log/log.h"
#include "store/log/log-recorded.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A failure here is noticed at the next write. */
static void
make_directory(const char *path)
{
	if (!sabot_disk_make_folder(path, 0700))
		g_critical("%s: %s", path, g_strerror(errno));
}

static bool
replay_log(struct sabot_floor *floor, struct sabot_db *db, struct sabot_table_service *table,
	   GError **error)
{
	struct sabot_log_state state;
	bool is_read = true;

	if (!sabot_log_get_state(db, table->config->name, &state, error))
		return false;
	if (state.part) {
		sabot_table_service_open_part(table, state.part,
					      sabot_floor_get_config(floor)->profiles_dir);
		is_read = sabot_replay_table(db, table, state.last_n + 1, error);
	}
	/* Then there will be no reader from which to read it. */
	if (state.frame && sabot_db_is_read_only(db))
		sabot_floor_keep_frame(table, state.frame, state.frame_at_us);
	sabot_log_state_clear(&state);
	return is_read;
}

static bool
replay_all(struct sabot_floor *floor, struct sabot_db *db, GPtrArray *spooled, GError **error)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	if (!sabot_person_book_load(sabot_floor_get_persons(floor), db, error) ||
	    !sabot_replay_house(db, sabot_floor_get_house(floor), error))
		return false;
	for (guint i = 0; i < tables->len; i++) {
		if (!replay_log(floor, db, g_ptr_array_index(tables, i), error))
			return false;
	}
	sabot_floor_replay(floor, spooled);
	sabot_floor_check_persons(floor);
	return true;
}

bool
sabot_recovery_open_reader(struct sabot_floor *floor, GError **error)
{
	g_autofree char *path = sabot_config_database_path(sabot_floor_get_config(floor));

	sabot_floor_set_reader(floor, sabot_db_open(path, SABOT_DB_READER, error));
	return sabot_floor_get_reader(floor) != NULL;
}

/* A file system that is read-only now may be repaired; until then events go to the spool. */
static bool
can_write(struct sabot_db *db)
{
	if (!sabot_db_is_read_only(db))
		return true;
	g_critical("the store is down, events go to the spool: %s can only be read", db->path);
	return false;
}

/* Replay to the end of the database, and of the spool. */
static bool
replay_up_to_end(struct sabot_floor *floor, struct sabot_db *db, GPtrArray *spooled, GError **error)
{
	int64_t seq = 0;

	if (!sabot_log_last_seq(db, &seq, error))
		return false;
	sabot_floor_set_seq(floor, seq);
	return replay_all(floor, db, spooled, error);
}

/* The spool, and the content of its file. */
struct spooled {
	struct sabot_spool *spool;
	struct sabot_spool_content *content;
	bool is_torn;     /* it cannot be imported under its own numbers */
	guint n_recorded; /* except these first ones, which the database already has */
	struct sabot_unsaved *unsaved;
	struct sabot_unsaved_note note; /* of the last run */
	bool is_gone;                   /* events that the note names are not here */
};

/*
 * True if the spool continues after events that the database lacks, as one restored from a backup
 * does. It can then only be imported like an outage, with new numbers.
 */
static bool
is_behind_a_gap(struct sabot_db *db, GPtrArray *spooled)
{
	const struct sabot_log_record *first =
		spooled->len > 0 ? g_ptr_array_index(spooled, 0) : NULL;
	int64_t seq;

	return first && sabot_log_last_seq(db, &seq, NULL) && first->seq > seq + 1;
}

/*
 * True if another event has the number of one of the records, or the database's own rules refuse
 * it: then no repair of the disk helps.
 */
static bool
cannot_have_numbers(const GError *error)
{
	return g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_CONFLICT) ||
	       g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED);
}

/* How many of the first records the database already has, unchanged. */
static guint
count_recorded(struct sabot_db *db, GPtrArray *records)
{
	int64_t last_seq = 0;
	guint n = 0;

	if (!sabot_log_last_seq(db, &last_seq, NULL))
		return 0;
	for (; n < records->len; n++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, n);

		if (record->seq > last_seq || !sabot_log_check_recorded(db, record, NULL))
			break;
	}
	return n;
}

/* True if the database has all spooled events, or will have them with new numbers. */
static bool
import_spool(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled)
{
	GPtrArray *records = spooled->content->records;
	g_autoptr(GError) error = NULL;

	if (records->len == 0)
		return true;
	if (sabot_log_append(db, records, &error)) {
		g_message("%u events were imported from %s", records->len, spooled->spool->path);
		return true;
	}
	g_critical("events stay in the spool: %s", error->message);
	spooled->is_torn = cannot_have_numbers(error);
	spooled->n_recorded = count_recorded(db, records);
	if (g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_CONFLICT))
		sabot_spool_check_conflict(floor, spooled->content);
	return spooled->is_torn;
}

/*
 * A file that cannot be imported, such as one of a table that is no longer here, is kept under
 * another name.
 */
static bool
take_in_behind_gap(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled,
		   GError **error)
{
	guint from = spooled->is_torn ? spooled->n_recorded : spooled->content->records->len;
	g_autoptr(GError) failure = NULL;

	sabot_floor_get_parts(floor)->begins_series = true;
	if (!sabot_outage_has_stranger(floor, spooled->spool, spooled->content))
		return sabot_outage_take_in(floor, db, spooled->content, from, error);
	if (!sabot_spool_set_aside(spooled->spool, NULL, &failure))
		g_critical("%s", failure->message);
	spooled->content->is_there = false;
	return true;
}

/* Read the note of what the last run could not save. */
static void
read_unsaved(const struct sabot_floor *floor, const struct sabot_key *key, struct sabot_db *db,
	     struct spooled *spooled)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	g_autofree char *run_dir = g_path_get_dirname(config->socket);
	const char *folders[] = {run_dir, config->spool_dir, config->state_dir, NULL};
	g_auto(GStrv) formers = NULL;

	spooled->unsaved = sabot_unsaved_new(folders);
	if (sabot_unsaved_read(spooled->unsaved, key, &spooled->note))
		return;
	formers = sabot_spool_check_list_formers(floor, db, key);
	for (char **former = formers; former && *former; former++)
		sabot_unsaved_read_former(spooled->unsaved, *former, &spooled->note);
}

/* The last number that the database and the spool have. */
static int64_t
find_last_seq(struct sabot_db *db, const struct sabot_spool_content *content)
{
	const GPtrArray *parts[] = {content->records, content->behind};
	int64_t last = 0;

	sabot_log_last_seq(db, &last, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
		const struct sabot_log_record *record =
			parts[i]->len > 0 ? g_ptr_array_index(parts[i], parts[i]->len - 1) : NULL;

		if (record)
			last = MAX(last, record->seq);
	}
	return last;
}

/*
 * Events that an earlier run acknowledged are lost if only memory had them, or a spool's file that
 * is no longer there, and nothing here has their numbers. The note is kept until the finding is
 * saved. A file that is not as it was written is a finding by itself.
 */
static void
look_for_lost(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled)
{
	int64_t last = find_last_seq(db, spooled->content);

	if (spooled->note.memory_seq > last)
		sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED,
				   sabot_evidence_lost("memory", spooled->note.memory_seq, 0));
	spooled->is_gone = !spooled->content->why && spooled->note.spool_seq > last;
	if (MAX(spooled->note.spool_seq, spooled->note.memory_seq) > last)
		sabot_log_gap_add(floor);
	if (spooled->is_gone)
		sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED,
				   sabot_evidence_lost("spool_gone", last + 1,
						       spooled->note.spool_seq));
}

/* Before the file is removed: a database that is put back to an earlier time lacks its events. */
static void
record_spool_is_in(struct spooled *spooled)
{
	if (spooled->is_gone || spooled->note.spool_seq == 0)
		return;
	spooled->note.spool_seq = 0;
	sabot_unsaved_write(spooled->unsaved, &spooled->note, spooled->spool->trust.key);
}

static bool
import_outage(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled,
	      GError **error)
{
	int64_t batch = spooled->note.outage_batch;

	if (!sabot_outage_import(floor, db, spooled->spool->trust.key, &spooled->note, error))
		return false;
	if (spooled->note.outage_batch != batch)
		sabot_unsaved_write(spooled->unsaved, &spooled->note, spooled->spool->trust.key);
	return true;
}

/*
 * Import the spooled events that the database lacks, or leave them in the file. False if neither is
 * possible.
 */
static bool
settle_spool(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled,
	     GError **error)
{
	struct sabot_spool_content *content = spooled->content;

	if (!sabot_floor_is_saved(floor)) {
		sabot_spool_check_go_on(floor, spooled->spool, content);
		return true;
	}
	if ((spooled->is_torn || content->behind->len > 0) &&
	    !take_in_behind_gap(floor, db, spooled, error))
		return false;
	record_spool_is_in(spooled);
	sabot_spool_check_settle(floor, spooled->spool, content);
	return import_outage(floor, db, spooled, error);
}

static void
set_store_state(struct sabot_floor *floor, bool is_saved, const GPtrArray *records)
{
	g_autoptr(GError) why = NULL;

	sabot_floor_set_saved(floor, is_saved);
	if (!is_saved)
		why = sabot_store_error_new(SABOT_STORE_REASON_AT_START,
					    "the store was down at the start");
	else if (records->len > 0)
		why = sabot_store_error_new(SABOT_STORE_REASON_BEFORE_START,
					    "the store was down before the start: events were only"
					    " in the spool");
	if (why)
		sabot_floor_set_down(floor, why);
}

static bool
recover(struct sabot_floor *floor, struct sabot_db *db, struct spooled *spooled, GError **error)
{
	GPtrArray *records = spooled->content->records;
	g_autoptr(GPtrArray) none = g_ptr_array_new();
	bool is_saved;

	spooled->is_torn = is_behind_a_gap(db, records);
	is_saved = can_write(db) && (spooled->is_torn || import_spool(floor, db, spooled));
	set_store_state(floor, is_saved, records);
	if (!replay_up_to_end(floor, db, spooled->is_torn && is_saved ? none : records, error) ||
	    !settle_spool(floor, db, spooled, error))
		return false;
	/* Even a reader would prevent a file that is read-only now from being written to later. */
	return sabot_db_is_read_only(db) || sabot_recovery_open_reader(floor, error);
}

static void
keep_progress(struct sabot_floor *floor)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);

	sabot_writer_set_keeper(sabot_floor_get_writer(floor),
				sabot_progress_keeper_new(config->spool_dir, config->state_dir,
							  sabot_progress_check_is_first(floor)));
}

/*
 * A disk that is full or read-only may have no room for the files that SQLite writes beside the
 * database: then it is read as it is, and opened again once the disk can be written.
 */
static struct sabot_db *
open_database(const char *path, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_WRITER, &failure);

	if (!db && g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED))
		db = sabot_db_open(path, SABOT_DB_STILL, NULL);
	if (db && failure)
		g_critical("%s", failure->message);
	if (!db)
		g_propagate_error(error, g_steal_pointer(&failure));
	return db;
}

/* Continue where the database and the spool end. */
static bool
run_with_database(struct sabot_floor *floor, const struct sabot_key *key, GError **error)
{
	g_autofree char *path = sabot_config_database_path(sabot_floor_get_config(floor));
	struct sabot_db *db = NULL;
	struct sabot_spool spool;
	struct spooled spooled = {.spool = &spool};
	bool is_recovered;

	sabot_wal_copy_make(path);
	db = open_database(path, error);
	if (!db)
		return false;
	sabot_progress_check_compare(floor, db);
	sabot_spool_init(&spool, sabot_floor_get_config(floor)->spool_dir);
	spooled.content = sabot_spool_check_load(floor, &spool, db, key);
	read_unsaved(floor, key, db, &spooled);
	look_for_lost(floor, db, &spooled);
	is_recovered = recover(floor, db, &spooled, error);
	sabot_spool_content_free(spooled.content);
	if (is_recovered) {
		sabot_floor_note_persons(floor);
		sabot_floor_set_writer(floor,
				       sabot_writer_new(db, spool, !sabot_floor_is_saved(floor),
							sabot_floor_get_seq(floor)));
		keep_progress(floor);
		sabot_writer_set_unsaved(sabot_floor_get_writer(floor), spooled.unsaved,
					 &spooled.note);
		return true;
	}
	sabot_unsaved_free(spooled.unsaved);
	sabot_progress_check_free(floor);
	sabot_spool_clear(&spool);
	sabot_db_close(db);
	return false;
}

/* The file is left as it is, for people to examine; the game continues. */
static void
run_without_database(struct sabot_floor *floor, const struct sabot_key *key, const GError *error)
{
	g_autofree char *altered = NULL;
	struct sabot_spool spool;
	struct spooled spooled = {.spool = &spool};

	g_critical("the store cannot be used, events go to the spool until a restart: %s",
		   error->message);
	sabot_floor_reset(floor);
	sabot_floor_set_saved(floor, false);
	sabot_floor_set_outage(floor, error);
	if (g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SCHEMA))
		sabot_evidence_add(floor, SABOT_INCIDENT_CHAIN_BROKEN,
				   sabot_evidence_of_error(error));
	altered = sabot_floor_recall_persons(floor);
	if (altered)
		sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED,
				   json_pack("{s:s, s:s}", "why", "persons", "file", altered));
	read_unsaved(floor, key, NULL, &spooled);
	sabot_outage_begin(floor, key, &spooled.note, &spool);
	sabot_floor_set_writer(floor,
			       sabot_writer_new(NULL, spool, true, sabot_floor_get_seq(floor)));
	sabot_writer_set_unsaved(sabot_floor_get_writer(floor), spooled.unsaved, &spooled.note);
}

/* True if the last checkpoint is signed by this key. */
static bool
has_signed_last(struct sabot_db *reader, const struct sabot_key *key)
{
	struct sabot_seal last = {0};
	bool has_signed = reader && sabot_seal_read_last(reader, &last, NULL) && last.note &&
			  sabot_note_is_signed_by(last.note, key);

	sabot_seal_clear(&last);
	return has_signed;
}

/* True if the last checkpoint is in an archive, and the events after it are not signed yet. */
static bool
is_archived(struct sabot_db *reader, GError **error)
{
	struct sabot_seal last = {0};
	int64_t archived = 0;
	bool is_read = sabot_seal_read_last(reader, &last, error) &&
		       sabot_archive_read_last_checkpoint(reader, &archived, error);

	sabot_seal_clear(&last);
	return is_read && last.number == 0 && archived > 0;
}

/* Read the TPM's counter, and its value at the last checkpoint. */
static void
record_counter(struct sabot_db *reader, const struct sabot_key *key, struct sabot_floor_key *used)
{
	g_autoptr(GError) error = NULL;

	used->counter = sabot_tpm_get_count(key->tpm);
	if (used->counter == 0)
		used->counter_fault = sabot_tpm_has_lost_counter(key->tpm)
					      ? SABOT_HOUSE_COUNTER_GONE
					      : SABOT_HOUSE_COUNTER_NONE;
	if (!is_archived(reader, &error) && !error &&
	    sabot_seal_read_counter(reader, key, &used->last_counter, &error))
		return;
	if (error)
		g_warning("the TPM's counter cannot be compared: %s", error->message);
	used->counter = 0;
}

/* Sign with `key` from now on; ownership is taken. */
static void
use_key(struct sabot_floor *floor, struct sabot_key *key)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	struct sabot_db *reader = sabot_floor_get_reader(floor);
	struct sabot_floor_key used = {
		.line = sabot_key_to_public_line(key),
		.has_signed_last = has_signed_last(reader, key),
	};

	if (key->tpm && reader)
		record_counter(reader, key, &used);

	if (reader && !used.has_signed_last)
		used.note = sabot_key_change_find(reader, config->state_dir, key);
	used.has_signed_last |= used.note != NULL;
	sabot_floor_set_key(floor, used);
	sabot_floor_set_signer(floor, key);
	sabot_writer_set_key(sabot_floor_get_writer(floor), key);
}

/*
 * Without a key the chain continues, but nothing vouches for it. `key` was found before the spool
 * was read, or `why` is the reason why not; a new one is created beside the database.
 */
static void
set_key(struct sabot_floor *floor, struct sabot_key *key, GError *why)
{
	static const struct sabot_key_wish wish = {.name = "sabot"};
	const struct sabot_config *config = sabot_floor_get_config(floor);
	g_autoptr(GError) error = why;

	if (g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_NO_KEY) &&
	    config->creates_key) {
		g_clear_error(&error);
		key = sabot_key_change_create(config->state_dir, &wish, &error);
	}
	if (key) {
		use_key(floor, key);
		return;
	}
	g_warning("the log is not signed: %s%s", error->message,
		  g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_NO_KEY)
			  ? " (sabotctl key create makes a key)"
			  : "");
	sabot_floor_set_key(floor, (struct sabot_floor_key){.why_none = g_steal_pointer(&error)});
}

/*
 * Numbers come again after a restore, and without a database they are the outage's own: then the
 * series is named by the time, too.
 */
static void
name_series(struct sabot_floor *floor)
{
	struct sabot_db *reader = sabot_floor_get_reader(floor);
	struct sabot_chain_origin origin = {0};
	bool goes_on = reader && sabot_chain_read_origin(reader, &origin, NULL) &&
		       !sabot_floor_get_parts(floor)->begins_series &&
		       sabot_progress_check_continues(floor);
	g_autofree char *database = sabot_hex_encode(origin.database, sizeof(origin.database));
	g_autofree char *other =
		g_strdup_printf("%s-%" G_GINT64_FORMAT, database, g_get_real_time());

	sabot_floor_set_series(floor, goes_on ? database : other);
}

void
sabot_recovery_run(struct sabot_floor *floor)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	g_autoptr(GError) error = NULL;
	GError *no_key = NULL;
	struct sabot_key *key;

	make_directory(config->state_dir);
	make_directory(config->spool_dir);
	key = sabot_key_find(config->state_dir, &no_key);
	sabot_floor_set_signer(floor, key);
	if (!run_with_database(floor, key, &error))
		run_without_database(floor, key, error);
	sabot_floor_set_published_seq(floor, sabot_floor_get_seq(floor));
	set_key(floor, key, no_key);
	sabot_progress_check_signer(floor);
	name_series(floor);
}
