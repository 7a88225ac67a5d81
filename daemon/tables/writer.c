/*
 * Writer thread: pops queued records, commits them as one transaction, reports to the main loop,
 * and signs a checkpoint and notes the progress each second in which events came.
 *      up ──commit fails──→ down: spool, else memory ──import of all works──→ up
 * The members of `struct sabot_writer` belong to the thread while it runs, but for those marked.
 */
#include "writer.h"
#include "store/db/db-open.h"
#include "store/db/schema.h"
#include "store/db/db-files.h"
#include "store/log/log.h"
#include "store/log/archive.h"

#include <string.h>

enum {
	WRITER_BATCH_RECORDS = 256,
	WRITER_IMPORT_RECORDS = 4096, /* of one transaction */
	WRITER_RETRY_US = 500000,
	WRITER_CHECKPOINT_EVENTS = 10000, /* or, if fewer come, */
	WRITER_CHECKPOINT_US = 1000000,
	WRITER_SWEEP_ROWS = 256,  /* of one transaction */
	WRITER_TICK_US = 1000000, /* how often its file is checked, and its progress noted */
	NOTE_LATER = 1,           /* the existing note may be replaced, with the next tick */
	NOTE_NOW,                 /* at once */
};

struct sabot_writer {
	/* used by the main thread, or safe by themselves */
	GThread *thread;
	GAsyncQueue *queue;   /* of struct item */
	GAsyncQueue *losses;  /* of struct sabot_waiting_loss */
	GAsyncQueue *planted; /* of GError *: what somebody changed in the schema */
	struct sabot_store_reports *reports;
	unsigned n_turns; /* atomic: how often the thread ran its loop, or continued an import */
	int is_replaced;  /* atomic: the file is no longer in its place */
	int has_conflict; /* atomic: another event has the number of one of ours */
	int may_progress; /* atomic: NOTE_…; 0: not yet */

	/* used by the writer thread */
	char *path; /* the database's; NULL: no database until a restart */
	struct sabot_db *db;
	struct sabot_db_files files;    /* the files that are written to */
	struct sabot_waiting waiting;   /* while down */
	struct sabot_log_record *first; /* while down, the first not saved; NULL: not known */
	bool is_down;
	bool is_planted; /* somebody changed the schema, which was reported */
	int64_t last_seq;
	int64_t retry_at_us;
	struct sabot_key *key;                /* signs checkpoints; NULL: none are made */
	int64_t n_unsigned;                   /* events since the last checkpoint */
	int64_t sign_at_us;                   /* when the next checkpoint is due, with n_unsigned */
	bool is_sign_failed;                  /* the last one failed */
	bool is_sweeping;                     /* there may be archived rows to remove */
	struct sabot_progress_keeper *keeper; /* NULL: progress is not noted */
	bool has_progressed;                  /* since the last note */
	struct sabot_mirror *mirror;          /* NULL: there is none */
	int64_t tick_at_us;
};

/* A record, or the order to stop, or nothing: then the thread only runs its loop. */
struct item {
	struct sabot_log_record *record;
	bool is_stop;
};

static void
report_result(struct sabot_writer *writer, const GError *why)
{
	sabot_store_reports_send(writer->reports, writer->last_seq, !writer->is_down, why);
}

/* Once, for somebody has done it: what could be read of the file continues in another. */
static void
check_spool(struct sabot_writer *writer)
{
	struct sabot_waiting_loss loss = sabot_waiting_check(&writer->waiting);
	g_autoptr(GError) why = NULL;

	if (!loss.is_gone)
		return;
	g_async_queue_push(writer->losses, g_memdup2(&loss, sizeof(loss)));
	why = sabot_store_error_new(SABOT_STORE_REASON_REMOVED,
				    "the spool's file was removed, replaced, changed or cut short");
	report_result(writer, why);
}

/* Move events from memory to the spool, if it accepts them. */
static void
spool_memory(struct sabot_writer *writer)
{
	g_autoptr(GError) error = NULL;

	check_spool(writer);
	if (sabot_waiting_spool(&writer->waiting, writer->key, &error))
		return;
	g_prefix_error(&error,
		       "the store is down and so is the spool, events are in memory only: ");
	report_result(writer, error);
}

static void
set_first(struct sabot_writer *writer, struct sabot_log_record *record)
{
	if (record)
		sabot_log_record_ref(record);
	sabot_log_record_unref(writer->first);
	writer->first = record;
}

/* Commit `n` of `records`; if that fails, the first one is tried alone the next time. */
static bool
import_some(struct sabot_writer *writer, GPtrArray *records, guint from, guint n, GError **error)
{
	g_autoptr(GPtrArray) some = g_ptr_array_new();

	for (guint i = from; i < from + n; i++)
		g_ptr_array_add(some, g_ptr_array_index(records, i));
	if (sabot_log_append(writer->db, some, error))
		return true;
	set_first(writer, g_ptr_array_index(some, 0));
	return false;
}

/* Checked before a long spool is read for nothing. */
static bool
takes_first(struct sabot_writer *writer, GError **error)
{
	g_autoptr(GPtrArray) one = g_ptr_array_new();

	if (!writer->first)
		return true;
	g_ptr_array_add(one, writer->first);
	return sabot_log_append(writer->db, one, error);
}

static bool
import_all(struct sabot_writer *writer, GError **error)
{
	g_autoptr(GPtrArray) records = NULL;

	if (!takes_first(writer, error))
		return false;
	records = sabot_waiting_collect(&writer->waiting, error);
	if (!records)
		return false;
	for (guint from = 0; from < records->len; from += WRITER_IMPORT_RECORDS) {
		guint n = MIN(records->len - from, (guint)WRITER_IMPORT_RECORDS);

		if (!import_some(writer, records, from, n, error))
			return false;
		sabot_db_files_fold(&writer->files, writer->db);
		g_atomic_int_inc(&writer->n_turns);
	}
	return true;
}

/*
 * A database opened while its file system was read-only stays read-only until it is opened again.
 * It is closed first, because connections share what SQLite could open.
 */
static bool
reopen_read_only(struct sabot_writer *writer, GError **error)
{
	if (writer->db && !sabot_db_is_read_only(writer->db))
		return true;
	sabot_db_close(writer->db);
	sabot_db_files_close(&writer->files);
	writer->db = sabot_db_open(writer->path, SABOT_DB_WRITER, error);
	if (writer->db)
		sabot_db_files_record(writer->db, &writer->files);
	if (!writer->db || !sabot_db_is_read_only(writer->db))
		return writer->db != NULL;
	return sabot_store_fail_for(error, SABOT_STORE_REASON_READ_ONLY, writer->path,
				    "it can only be read");
}

/* Looked at before and after each write: one behind a cut makes the log as long as it was. */
static bool
is_in_place(struct sabot_writer *writer, GError **error)
{
	bool is_kept = sabot_db_files_are_whole(&writer->files, writer->db);

	g_atomic_int_set(&writer->is_replaced, !is_kept);
	return is_kept || sabot_store_fail_for(error, SABOT_STORE_REASON_REMOVED, writer->path,
					       "it or a file beside it was removed or overwritten");
}

static bool
is_of(const GError *error, enum sabot_store_error code)
{
	return g_error_matches(error, SABOT_STORE_ERROR, code);
}

static void
report_down(struct sabot_writer *writer, const GError *why)
{
	g_autoptr(GError) down = g_error_copy(why);

	if (is_of(why, SABOT_STORE_ERROR_CONFLICT))
		g_atomic_int_set(&writer->has_conflict, 1);
	if (is_of(why, SABOT_STORE_ERROR_SCHEMA) && !writer->is_planted)
		g_async_queue_push(writer->planted, g_error_copy(why));
	writer->is_planted |= is_of(why, SABOT_STORE_ERROR_SCHEMA);
	g_prefix_error(&down, "the store is down, events go to the spool: ");
	report_result(writer, down);
}

static void
try_import(struct sabot_writer *writer)
{
	bool was_bad = sabot_writer_is_replaced(writer) || sabot_writer_has_conflict(writer);
	g_autoptr(GError) error = NULL;
	bool is_done;

	if (writer->waiting.is_in_memory)
		spool_memory(writer);
	is_done = writer->path && is_in_place(writer, &error) && reopen_read_only(writer, &error) &&
		  import_all(writer, &error) && is_in_place(writer, &error);
	writer->retry_at_us = g_get_monotonic_time() + WRITER_RETRY_US;
	if (!writer->path)
		return;
	if (!is_done) {
		g_debug("the store is still down: %s", error->message);
		if ((!was_bad && (sabot_writer_is_replaced(writer) ||
				  is_of(error, SABOT_STORE_ERROR_CONFLICT))) ||
		    (is_of(error, SABOT_STORE_ERROR_SCHEMA) && !writer->is_planted))
			report_down(writer, error);
		return;
	}
	writer->is_planted = false;
	set_first(writer, NULL);
	sabot_waiting_end(&writer->waiting, writer->key);
	writer->is_down = false;
	if (writer->mirror)
		sabot_mirror_copy_again(writer->mirror);
	report_result(writer, NULL);
}

static void
go_down(struct sabot_writer *writer, const GError *why)
{
	writer->is_down = true;
	writer->retry_at_us = g_get_monotonic_time() + WRITER_RETRY_US;
	report_down(writer, why);
}

/* Checkpoints wait until the store works. */
static bool
must_sign(const struct sabot_writer *writer)
{
	return writer->key && !writer->is_down && writer->n_unsigned > 0 &&
	       (!writer->keeper || sabot_progress_keeper_may_sign(writer->keeper));
}

static void
mirror_seal(struct sabot_writer *writer)
{
	struct sabot_seal seal = {0};

	if (writer->mirror && sabot_seal_read_last(writer->db, &seal, NULL) && seal.note)
		sabot_mirror_put_seal(writer->mirror, &seal);
	sabot_seal_clear(&seal);
}

static void
sign(struct sabot_writer *writer)
{
	g_autoptr(GError) error = NULL;

	writer->sign_at_us = g_get_monotonic_time() + WRITER_CHECKPOINT_US;
	if (sabot_seal_make(writer->db, writer->key, &error)) {
		writer->n_unsigned = 0;
		mirror_seal(writer);
	} else if (!writer->is_sign_failed) /* logged once, tried again each second */
		g_warning("no checkpoint could be made: %s", error->message);
	writer->is_sign_failed = error != NULL;
}

static void
count_unsigned(struct sabot_writer *writer, int64_t n_events)
{
	if (writer->n_unsigned == 0)
		writer->sign_at_us = g_get_monotonic_time() + WRITER_CHECKPOINT_US;
	writer->n_unsigned += n_events;
}

/* A few rows at a time, and only while no event waits. */
static void
sweep(struct sabot_writer *writer)
{
	g_autoptr(GError) error = NULL;
	bool is_more = false;

	if (!sabot_archive_sweep(writer->db, WRITER_SWEEP_ROWS, &is_more, &error))
		g_warning("what is archived cannot be removed yet: %s", error->message);
	writer->is_sweeping = is_more;
}

/* Each second, and at the end. If the note's disk is slow, in the next second. */
static void
look_after(struct sabot_writer *writer, bool goes_on)
{
	g_autoptr(GError) error = NULL;
	GError *change = NULL;

	writer->tick_at_us = g_get_monotonic_time() + WRITER_TICK_US;
	if (!writer->is_down && !sabot_schema_is_kept(writer->db, &error))
		go_down(writer, error);
	if (!writer->is_down && (change = sabot_schema_take_change(writer->db))) {
		g_async_queue_push(writer->planted, change);
		report_result(writer, NULL);
	}
	if (!writer->is_down && g_atomic_int_get(&writer->may_progress))
		sabot_waiting_forget(&writer->waiting, writer->key);
	if (!writer->keeper || !writer->has_progressed || writer->is_down ||
	    !g_atomic_int_get(&writer->may_progress) ||
	    (goes_on && sabot_progress_keeper_is_busy(writer->keeper)))
		return;
	sabot_progress_keeper_record(writer->keeper, writer->db, writer->key);
	writer->has_progressed = false;
}

/* A house that signs has a note first; when stopping, at once. */
static void
record_first(struct sabot_writer *writer)
{
	if (!writer->keeper || sabot_progress_keeper_may_sign(writer->keeper))
		return;
	look_after(writer, false);
	sabot_progress_keeper_wait(writer->keeper);
	writer->has_progressed = true; /* the checkpoint follows */
}

static void
store_batch(struct sabot_writer *writer, GPtrArray *batch)
{
	const struct sabot_log_record *last = g_ptr_array_index(batch, batch->len - 1);
	g_autoptr(GError) error = NULL;

	if (!writer->is_down &&
	    (!sabot_log_append(writer->db, batch, &error) || !is_in_place(writer, &error))) {
		set_first(writer, g_ptr_array_index(batch, 0));
		go_down(writer, error);
	}
	if (!writer->is_down && writer->mirror)
		sabot_mirror_put(writer->mirror, batch);
	if (writer->is_down) {
		sabot_waiting_add(&writer->waiting, batch);
		/* A spool that failed is tried again with the database, not with every event. */
		if (!writer->waiting.is_in_memory)
			spool_memory(writer);
	}
	writer->is_sweeping = writer->is_sweeping || sabot_log_records_have_archive(batch);
	writer->last_seq = last->seq;
	writer->has_progressed = true;
	count_unsigned(writer, batch->len);
	if (sabot_log_records_must_sign(batch))
		record_first(writer);
	if (sabot_log_records_must_sign(batch) && must_sign(writer))
		sign(writer);
	report_result(writer, NULL);
}

/* Wait for an item, or until something is due. */
static struct item *
pop_first(struct sabot_writer *writer)
{
	int64_t until_us = writer->is_down ? writer->retry_at_us : writer->tick_at_us, wait_us;

	if (!writer->is_down && writer->is_sweeping)
		return g_async_queue_try_pop(writer->queue);
	if (must_sign(writer))
		until_us = MIN(until_us, writer->sign_at_us);
	wait_us = until_us - g_get_monotonic_time();
	return wait_us > 0 ? g_async_queue_timeout_pop(writer->queue, (guint64)wait_us)
			   : g_async_queue_try_pop(writer->queue);
}

/* Take up to a batch from the queue. False if it included the order to stop. */
static bool
collect_batch(struct sabot_writer *writer, GPtrArray *batch)
{
	struct item *item = pop_first(writer);
	bool goes_on = true;

	while (item) {
		if (item->record)
			g_ptr_array_add(batch, item->record);
		goes_on = !item->is_stop;
		g_free(item);
		item = goes_on && batch->len < WRITER_BATCH_RECORDS
			       ? g_async_queue_try_pop(writer->queue)
			       : NULL;
	}
	return goes_on;
}

static gpointer
run(gpointer data)
{
	struct sabot_writer *writer = data;
	bool goes_on = true;

	while (goes_on) {
		g_autoptr(GPtrArray) batch = g_ptr_array_new_with_free_func(sabot_log_record_unref);
		g_autoptr(GError) error = NULL;

		goes_on = collect_batch(writer, batch);
		if (!writer->is_down && !is_in_place(writer, &error))
			go_down(writer, error);
		if (batch->len > 0)
			store_batch(writer, batch);
		if (writer->is_down &&
		    (!goes_on || g_get_monotonic_time() >= writer->retry_at_us)) {
			spool_memory(writer);
			try_import(writer);
		}
		if (writer->is_sweeping && !writer->is_down && goes_on && batch->len == 0)
			sweep(writer);
		if (!goes_on)
			record_first(writer);
		if (must_sign(writer) &&
		    (!goes_on || writer->n_unsigned >= WRITER_CHECKPOINT_EVENTS ||
		     g_get_monotonic_time() >= writer->sign_at_us))
			sign(writer);
		if (!goes_on || g_get_monotonic_time() >= writer->tick_at_us ||
		    g_atomic_int_compare_and_exchange(&writer->may_progress, NOTE_NOW, NOTE_LATER))
			look_after(writer, goes_on);
		sabot_db_files_fold(&writer->files, writer->db);
		g_atomic_int_inc(&writer->n_turns);
	}
	/* Else its log stays as it is for the next start, and the program says so. */
	if (!writer->is_down)
		is_in_place(writer, NULL);
	return NULL;
}

struct sabot_writer *
sabot_writer_new(struct sabot_db *db, struct sabot_spool spool, bool is_behind, int64_t last_seq)
{
	struct sabot_writer *writer = g_new0(struct sabot_writer, 1);

	writer->queue = g_async_queue_new();
	writer->losses = g_async_queue_new_full(g_free);
	writer->planted = g_async_queue_new_full((GDestroyNotify)g_error_free);
	writer->reports = sabot_store_reports_new();
	writer->path = db ? g_strdup(db->path) : NULL;
	writer->db = db;
	sabot_waiting_init(&writer->waiting, spool, is_behind);
	writer->is_down = is_behind;
	writer->is_sweeping = db != NULL; /* an earlier run may have been interrupted */
	writer->has_progressed = db != NULL;
	sabot_db_files_record(db, &writer->files);
	writer->last_seq = last_seq;
	return writer;
}

void
sabot_writer_set_key(struct sabot_writer *writer, struct sabot_key *key)
{
	writer->key = key;
	writer->waiting.spool.trust.key = key;
	/* Events left unsigned, or signed with another key; if there are none nothing is signed. */
	count_unsigned(writer, 1);
}

void
sabot_writer_set_callback(struct sabot_writer *writer, sabot_writer_fn *fn, void *data)
{
	sabot_store_reports_set_callback(writer->reports, fn, data);
	writer->thread = g_thread_new("sabot-store", run, writer);
}

static void
put_item(struct sabot_writer *writer, struct sabot_log_record *record, bool is_stop)
{
	struct item *item = g_new0(struct item, 1);

	item->record = record;
	item->is_stop = is_stop;
	g_async_queue_push(writer->queue, item);
}

void
sabot_writer_set_keeper(struct sabot_writer *writer, struct sabot_progress_keeper *keeper)
{
	writer->keeper = keeper;
}

void
sabot_writer_set_mirror(struct sabot_writer *writer, struct sabot_mirror *mirror)
{
	writer->mirror = mirror;
}

void
sabot_writer_distrust_mirror(struct sabot_writer *writer, const GError *why)
{
	if (writer->mirror)
		sabot_mirror_distrust(writer->mirror, why);
}

bool
sabot_writer_take_mirror_touch(struct sabot_writer *writer)
{
	return writer->mirror && sabot_mirror_take_touch(writer->mirror);
}

void
sabot_writer_set_unsaved(struct sabot_writer *writer, struct sabot_unsaved *unsaved,
			 const struct sabot_unsaved_note *note)
{
	writer->waiting.unsaved = unsaved;
	writer->waiting.note = *note;
}

void
sabot_writer_allow_progress(struct sabot_writer *writer, bool at_once)
{
	g_atomic_int_set(&writer->may_progress, at_once ? NOTE_NOW : NOTE_LATER);
	sabot_writer_wake(writer);
}

bool
sabot_writer_is_replaced(struct sabot_writer *writer)
{
	return g_atomic_int_get(&writer->is_replaced) != 0;
}

bool
sabot_writer_has_conflict(struct sabot_writer *writer)
{
	return g_atomic_int_get(&writer->has_conflict) != 0;
}

struct sabot_waiting_loss *
sabot_writer_take_loss(struct sabot_writer *writer)
{
	return g_async_queue_try_pop(writer->losses);
}

GError *
sabot_writer_take_planted(struct sabot_writer *writer)
{
	return g_async_queue_try_pop(writer->planted);
}

void
sabot_writer_put(struct sabot_writer *writer, struct sabot_log_record *record)
{
	put_item(writer, record, false);
}

void
sabot_writer_wake(struct sabot_writer *writer)
{
	put_item(writer, NULL, false);
}

unsigned
sabot_writer_count_turns(struct sabot_writer *writer)
{
	return (unsigned)g_atomic_int_get(&writer->n_turns);
}

void
sabot_writer_stop(struct sabot_writer *writer)
{
	sabot_store_reports_stop(writer->reports);
	if (!writer->thread)
		return;
	put_item(writer, NULL, true);
	g_thread_join(g_steal_pointer(&writer->thread));
	sabot_mirror_stop(writer->mirror);
}

bool
sabot_writer_free(struct sabot_writer *writer, bool *ret_has_lost)
{
	bool is_safe;

	sabot_writer_stop(writer);
	sabot_progress_keeper_free(writer->keeper);
	sabot_mirror_free(writer->mirror);
	is_safe = writer->waiting.memory->len == 0;
	*ret_has_lost = writer->waiting.has_lost;
	sabot_log_record_unref(writer->first);
	sabot_key_free(writer->key);
	sabot_db_files_end(&writer->files, writer->db);
	g_free(writer->path);
	sabot_waiting_clear(&writer->waiting);
	g_async_queue_unref(writer->queue);
	g_async_queue_unref(writer->losses);
	g_async_queue_unref(writer->planted);
	sabot_store_reports_unref(writer->reports);
	g_free(writer);
	return is_safe;
}
