/*
 * Jobs are queued from before a copy of the database is taken; those that it has are skipped.
 *
 *     behind ──copied, or as it was; queue empty──→ current ──a job takes too long──→ behind
 *       ↑                                              │ fails, or the queue is too long
 *       └─────────── some seconds later ───────────────┘
 */
#include "mirror.h"
#include "mirror-file.h"
#include "mirror-place.h"
#include "mirror-state.h"
#include "store/db/db-open.h"
#include "store/db/db-files.h"
#include "store/log/archive.h"
#include "store/log/log.h"

#include <glib/gstdio.h>
#include <string.h>

enum {
	MIRROR_WAIT_US = 1000000,    /* the longest that an acknowledgement waits */
	MIRROR_STOP_US = 5000000,    /* the longest that a stop waits */
	MIRROR_RETRY_US = 5000000,   /* after a failure */
	MIRROR_CALM_US = 30000000,   /* after a job that took too long, though it has caught up */
	MIRROR_LOOK_US = 1000000,    /* between looks at its files while nothing is written */
	MIRROR_RECORDS_MAX = 200000, /* waiting records, before it is copied again */
	MIRROR_SWEEP_ROWS = 256,
};

struct job {
	GPtrArray *records;     /* or NULL */
	struct sabot_seal seal; /* without records */
};

struct sabot_mirror {
	char *path, *directory, *own_path;
	struct sabot_mirror_state
		*begin; /* the database's state before all jobs; NULL: not known */
	GMainContext *context;
	sabot_mirror_fn *fn;
	sabot_mirror_found_fn *found;
	void *data;
	/* one each of the main thread and the thread, and one for each report under way */
	gatomicrefcount refs;
	int is_stopped;   /* atomic: no callback is called any more */
	int is_cancelled; /* atomic: cancel a copy */
	int is_damaged;   /* atomic: its file must not be continued */
	int is_touched;   /* atomic: somebody else may have written into its file */
	GThread *thread;

	GMutex lock; /* protects the members below */
	GCond changed;
	GQueue jobs; /* of struct job */
	guint n_records;
	uint64_t n_put, n_done; /* jobs */
	bool is_taking;         /* jobs are queued: a copy exists or is being made */
	bool is_current, is_renewed, is_ending, has_ended;
	int64_t calm_us; /* the mirror may not be current before this time */

	/* used by the thread */
	struct sabot_db *db;
	struct sabot_db_files files; /* the files that are written to */
	struct sabot_mirror_place place;
	bool is_sweeping;
};

struct report {
	struct sabot_mirror *mirror;
	GError *why; /* or NULL */
	char *found; /* a file that was set aside; or NULL */
	bool is_explained;
};

static void
free_job(gpointer data)
{
	struct job *job = data;

	if (job->records)
		g_ptr_array_unref(job->records);
	sabot_seal_clear(&job->seal);
	g_free(job);
}

static void
unref(struct sabot_mirror *mirror)
{
	if (!g_atomic_ref_count_dec(&mirror->refs))
		return;
	g_queue_clear_full(&mirror->jobs, free_job);
	g_clear_pointer(&mirror->begin, sabot_mirror_state_free);
	g_mutex_clear(&mirror->lock);
	g_cond_clear(&mirror->changed);
	g_main_context_unref(mirror->context);
	g_free(mirror->path);
	g_free(mirror->directory);
	g_free(mirror->own_path);
	g_free(mirror);
}

static void
free_report(gpointer data)
{
	struct report *report = data;

	unref(report->mirror);
	g_clear_error(&report->why);
	g_free(report->found);
	g_free(report);
}

static gboolean
on_reported(gpointer data)
{
	const struct report *report = data;
	struct sabot_mirror *mirror = report->mirror;

	if (g_atomic_int_get(&mirror->is_stopped))
		return G_SOURCE_REMOVE;
	if (report->found && mirror->found)
		mirror->found(report->found, report->is_explained, mirror->data);
	else if (!report->found && mirror->fn)
		mirror->fn(report->why, mirror->data);
	return G_SOURCE_REMOVE;
}

static void
send(struct sabot_mirror *mirror, struct report *report)
{
	g_autoptr(GSource) source = g_idle_source_new();

	g_atomic_ref_count_inc(&mirror->refs);
	report->mirror = mirror;
	g_source_set_priority(source, G_PRIORITY_DEFAULT);
	g_source_set_callback(source, on_reported, report, free_report);
	g_source_attach(source, mirror->context);
}

static void
report_state(struct sabot_mirror *mirror, const GError *why)
{
	struct report *report = g_new0(struct report, 1);

	report->why = why ? g_error_copy(why) : NULL;
	send(mirror, report);
}

/* With the lock held. */
static void
set_behind(struct sabot_mirror *mirror, const GError *why)
{
	if (mirror->is_current)
		report_state(mirror, why);
	mirror->is_current = false;
	g_cond_broadcast(&mirror->changed);
}

/* With the lock held: discard all waiting jobs. */
static void
drop_jobs(struct sabot_mirror *mirror)
{
	g_queue_clear_full(&mirror->jobs, free_job);
	mirror->n_records = 0;
	mirror->n_done = mirror->n_put;
}

/*
 * The thread.
 */

static void
close_db(struct sabot_mirror *mirror)
{
	sabot_db_files_end(&mirror->files, g_steal_pointer(&mirror->db));
	mirror->is_sweeping = false;
}

static void
report_found(struct sabot_mirror *mirror, const char *path, bool is_explained)
{
	struct report *report = g_new0(struct report, 1);

	report->found = g_path_get_basename(path);
	report->is_explained = is_explained;
	send(mirror, report);
}

static bool
make_copy(struct sabot_mirror *mirror, struct sabot_db *db, GError **error)
{
	close_db(mirror);
	g_message("the database is copied to %s", mirror->own_path);
	if (!sabot_mirror_file_copy(mirror->own_path, db, error))
		return false;
	g_atomic_int_set(&mirror->is_damaged, 0);
	mirror->db = sabot_db_open(mirror->own_path, SABOT_DB_WRITER, error);
	return mirror->db != NULL;
}

/* Somebody may need a file that has more events than the database, or another's. */
static bool
set_aside(struct sabot_mirror *mirror, const struct sabot_mirror_found *found, GError **error)
{
	g_autofree char *aside = sabot_mirror_file_set_aside(mirror->db, error);

	close_db(mirror);
	if (aside && !found->fault && found->has_signed)
		report_found(mirror, aside, found->is_explained);
	return aside != NULL;
}

/* Nothing that somebody may need is lost when a copy takes this file's place. */
static bool
clear_place(struct sabot_mirror *mirror, const struct sabot_mirror_found *found, GError **error)
{
	if (found->fault)
		report_state(mirror, found->fault);
	if (found->fitness == SABOT_MIRROR_AHEAD || found->fitness == SABOT_MIRROR_ALIEN)
		return set_aside(mirror, found, error);
	if (!found->fault)
		return sabot_mirror_file_keep_older(mirror->db, error);
	/* Until a copy is there, it is not reported again. */
	g_atomic_int_set(&mirror->is_damaged, 1);
	sabot_mirror_file_keep_damaged(mirror->own_path);
	return true;
}

/* Make sure that the mirror equals the database, or replace it by a copy. */
static bool
fit(struct sabot_mirror *mirror, struct sabot_db *db, GError **error)
{
	struct sabot_mirror_found found;
	bool is_fit;

	if (sabot_db_files_are_one(mirror->own_path, mirror->path))
		return sabot_store_fail_for(error, SABOT_STORE_REASON_ITSELF, mirror->own_path,
					    "is the database itself");
	if (!sabot_mirror_place_enter(&mirror->place, mirror->own_path, db, error))
		return false;
	if (!g_file_test(mirror->own_path, G_FILE_TEST_EXISTS))
		return make_copy(mirror, db, error);
	if (g_atomic_int_get(&mirror->is_damaged)) {
		sabot_mirror_file_keep_damaged(mirror->own_path);
		return make_copy(mirror, db, error);
	}
	found = sabot_mirror_state_find(db, mirror->own_path, mirror->begin, &mirror->db);
	is_fit = found.fitness == SABOT_MIRROR_SAME ||
		 (clear_place(mirror, &found, error) && make_copy(mirror, db, error));
	g_clear_error(&found.fault);
	return is_fit;
}

static bool
prepare(struct sabot_mirror *mirror, GError **error)
{
	struct sabot_db *db;
	bool is_ready;

	/* Everything committed from now on comes as a job, even if the copy has it already. */
	g_mutex_lock(&mirror->lock);
	mirror->is_taking = true;
	mirror->is_renewed = false;
	g_mutex_unlock(&mirror->lock);
	db = sabot_mirror_file_open_database(mirror->path, &mirror->is_cancelled, error);
	is_ready = db && fit(mirror, db, error);
	g_clear_pointer(&mirror->begin, sabot_mirror_state_free);
	if (is_ready)
		sabot_db_files_record(mirror->db, &mirror->files);
	if (db)
		sabot_mirror_place_settle(&mirror->place, mirror->own_path, db, *error);
	sabot_db_close(db);
	return is_ready;
}

static bool
do_job(struct sabot_mirror *mirror, const struct job *job, GError **error)
{
	bool is_done;

	mirror->is_sweeping |= job->records && sabot_log_records_have_archive(job->records);
	is_done = job->records ? sabot_log_append(mirror->db, job->records, error)
			       : sabot_mirror_file_put_seal(mirror->db, &job->seal, error);
	return sabot_mirror_file_is_kept(&mirror->files, mirror->db, is_done, error);
}

/* With the lock held. */
static bool
has_to_wait(struct sabot_mirror *mirror)
{
	return g_queue_is_empty(&mirror->jobs) && !mirror->is_ending && !mirror->is_renewed &&
	       !mirror->is_sweeping;
}

/*
 * On the thread, with the lock held: the mirror becomes current if it has caught up and its disk
 * has been calm for a while.
 */
static void
try_to_be_current(struct sabot_mirror *mirror)
{
	if (mirror->is_current || mirror->is_renewed || mirror->n_done < mirror->n_put ||
	    g_get_monotonic_time() < mirror->calm_us)
		return;
	mirror->is_current = true;
	report_state(mirror, NULL);
}

/* The next job; NULL if there is something else to do, at the end, or if none comes for a while. */
static struct job *
next_job(struct sabot_mirror *mirror)
{
	int64_t look_us = g_get_monotonic_time() + MIRROR_LOOK_US;
	bool is_awaited = true;
	struct job *job;

	g_mutex_lock(&mirror->lock);
	try_to_be_current(mirror);
	while (is_awaited && has_to_wait(mirror))
		is_awaited = g_cond_wait_until(&mirror->changed, &mirror->lock, look_us);
	job = mirror->is_renewed ? NULL : g_queue_pop_head(&mirror->jobs);
	if (job && job->records)
		mirror->n_records -= job->records->len;
	g_mutex_unlock(&mirror->lock);
	return job;
}

/* A caller that waits for a job that failed waits until the mirror lags behind. */
static void
end_job(struct sabot_mirror *mirror, struct job *job, bool is_done)
{
	g_mutex_lock(&mirror->lock);
	if (is_done)
		mirror->n_done = MIN(mirror->n_done + 1, mirror->n_put);
	g_cond_broadcast(&mirror->changed);
	g_mutex_unlock(&mirror->lock);
	free_job(job);
}

static bool
must_go_on(struct sabot_mirror *mirror)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&mirror->lock);

	return locker && !mirror->is_renewed &&
	       (!mirror->is_ending || !g_queue_is_empty(&mirror->jobs));
}

/* Process jobs until the end, a failure, or the need for a new copy. */
static bool
follow(struct sabot_mirror *mirror, GError **error)
{
	while (must_go_on(mirror)) {
		struct job *job = next_job(mirror);
		bool is_done = true;

		if (sabot_db_files_look_before(&mirror->files))
			g_atomic_int_set(&mirror->is_touched, 1);
		if (job) {
			is_done = do_job(mirror, job, error);
			end_job(mirror, job, is_done);
		} else if (mirror->is_sweeping) {
			is_done = sabot_archive_sweep(mirror->db, MIRROR_SWEEP_ROWS,
						      &mirror->is_sweeping, error);
		} else {
			is_done =
				sabot_mirror_file_is_kept(&mirror->files, mirror->db, true, error);
		}
		if (!is_done)
			return false;
		sabot_db_files_fold(&mirror->files, mirror->db);
	}
	return true;
}

static void
give_up(struct sabot_mirror *mirror, const GError *why)
{
	if (sabot_store_error_get_reason(why) == SABOT_STORE_REASON_DAMAGED)
		g_atomic_int_set(&mirror->is_damaged, 1); /* kept aside, and copied again */
	g_mutex_lock(&mirror->lock);
	mirror->is_taking = false;
	drop_jobs(mirror);
	set_behind(mirror, why);
	g_mutex_unlock(&mirror->lock);
}

static bool
is_ending(struct sabot_mirror *mirror)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&mirror->lock);

	return locker && mirror->is_ending;
}

static void
wait_to_retry(struct sabot_mirror *mirror)
{
	int64_t until_us = g_get_monotonic_time() + MIRROR_RETRY_US;

	g_mutex_lock(&mirror->lock);
	while (!mirror->is_ending && g_cond_wait_until(&mirror->changed, &mirror->lock, until_us))
		;
	g_mutex_unlock(&mirror->lock);
}

static gpointer
run(gpointer data)
{
	struct sabot_mirror *mirror = data;
	bool is_first = true;

	while (!is_ending(mirror)) {
		g_autoptr(GError) error = NULL;

		if (prepare(mirror, &error) && follow(mirror, &error)) {
			close_db(mirror);
			continue;
		}
		/* The failure is reported on the first attempt, and if the mirror was current. */
		g_mutex_lock(&mirror->lock);
		mirror->is_current = mirror->is_current || is_first;
		g_mutex_unlock(&mirror->lock);
		is_first = false;
		give_up(mirror, error);
		close_db(mirror);
		sabot_mirror_place_leave(&mirror->place);
		wait_to_retry(mirror);
	}
	sabot_mirror_place_leave(&mirror->place);
	g_mutex_lock(&mirror->lock);
	mirror->has_ended = true;
	g_cond_broadcast(&mirror->changed);
	g_mutex_unlock(&mirror->lock);
	unref(mirror);
	return NULL;
}

/*
 * The writer's thread.
 */

/* With the lock held. */
static void
set_behind_for(struct sabot_mirror *mirror, enum sabot_store_reason reason, const char *sentence)
{
	g_autoptr(GError) why = sabot_store_error_new(reason, sentence);

	set_behind(mirror, why);
}

/* With the lock held: what waits is in the copy. */
static void
begin_again(struct sabot_mirror *mirror, enum sabot_store_reason reason, const char *sentence)
{
	set_behind_for(mirror, reason, sentence);
	drop_jobs(mirror);
	mirror->is_renewed = true;
}

/* With the lock held. */
static void
push(struct sabot_mirror *mirror, struct job *job)
{
	if (!mirror->is_taking || mirror->is_renewed) {
		free_job(job);
		return;
	}
	if (job->records)
		mirror->n_records += job->records->len;
	g_queue_push_tail(&mirror->jobs, job);
	mirror->n_put++;
	g_cond_broadcast(&mirror->changed);
	if (mirror->n_records > MIRROR_RECORDS_MAX)
		begin_again(mirror, SABOT_STORE_REASON_MANY, "too many events wait for it");
}

void
sabot_mirror_put(struct sabot_mirror *mirror, GPtrArray *records)
{
	int64_t until_us = g_get_monotonic_time() + MIRROR_WAIT_US;
	struct job *job = g_new0(struct job, 1);
	uint64_t number;

	job->records = g_ptr_array_ref(records);
	g_mutex_lock(&mirror->lock);
	push(mirror, job);
	number = mirror->n_put;
	while (mirror->is_current && mirror->n_done < number) {
		if (g_cond_wait_until(&mirror->changed, &mirror->lock, until_us))
			continue;
		mirror->calm_us = g_get_monotonic_time() + MIRROR_CALM_US;
		set_behind_for(mirror, SABOT_STORE_REASON_SLOW,
			       "its disk takes more than a second");
	}
	g_mutex_unlock(&mirror->lock);
}

void
sabot_mirror_put_seal(struct sabot_mirror *mirror, const struct sabot_seal *seal)
{
	struct job *job = g_new0(struct job, 1);

	job->seal = *seal;
	job->seal.note = g_strdup(seal->note);
	g_mutex_lock(&mirror->lock);
	push(mirror, job);
	g_mutex_unlock(&mirror->lock);
}

void
sabot_mirror_copy_again(struct sabot_mirror *mirror)
{
	g_mutex_lock(&mirror->lock);
	begin_again(mirror, SABOT_STORE_REASON_AGAIN, "the database was down: it is copied again");
	g_mutex_unlock(&mirror->lock);
}

void
sabot_mirror_distrust(struct sabot_mirror *mirror, const GError *why)
{
	g_atomic_int_set(&mirror->is_damaged, 1);
	g_mutex_lock(&mirror->lock);
	begin_again(mirror, sabot_store_error_get_reason(why), why->message);
	g_mutex_unlock(&mirror->lock);
}

/*
 * The main thread.
 */

bool
sabot_mirror_take_touch(struct sabot_mirror *mirror)
{
	return g_atomic_int_compare_and_exchange(&mirror->is_touched, 1, 0);
}

struct sabot_mirror *
sabot_mirror_new(const char *path, const char *directory)
{
	struct sabot_mirror *mirror = g_new0(struct sabot_mirror, 1);
	g_autofree char *name = g_path_get_basename(path);

	g_atomic_ref_count_init(&mirror->refs);
	mirror->path = g_strdup(path);
	mirror->directory = g_strdup(directory);
	mirror->place.lock_fd = -1;
	mirror->own_path = g_build_filename(directory, name, NULL);
	mirror->context = g_main_context_ref_thread_default();
	g_mutex_init(&mirror->lock);
	g_cond_init(&mirror->changed);
	g_queue_init(&mirror->jobs);
	return mirror;
}

void
sabot_mirror_set_callback(struct sabot_mirror *mirror, sabot_mirror_fn *fn,
			  sabot_mirror_found_fn *found, void *data)
{
	mirror->fn = fn;
	mirror->found = found;
	mirror->data = data;
}

void
sabot_mirror_start(struct sabot_mirror *mirror, struct sabot_db *db)
{
	mirror->begin = db ? sabot_mirror_state_read(db, NULL) : NULL;
	mirror->is_taking = mirror->begin != NULL;
	g_atomic_ref_count_inc(&mirror->refs);
	mirror->thread = g_thread_new("sabot-mirror", run, mirror);
}

void
sabot_mirror_stop(struct sabot_mirror *mirror)
{
	int64_t until_us = g_get_monotonic_time() + MIRROR_STOP_US;

	if (!mirror || !mirror->thread)
		return;
	g_mutex_lock(&mirror->lock);
	mirror->is_ending = true;
	g_atomic_int_set(&mirror->is_cancelled, 1);
	g_cond_broadcast(&mirror->changed);
	while (!mirror->has_ended && g_cond_wait_until(&mirror->changed, &mirror->lock, until_us))
		;
	if (!mirror->has_ended)
		g_warning("%s: its disk hangs, what was last said is not in it", mirror->own_path);
	g_atomic_int_set(&mirror->is_stopped, 1);
	g_mutex_unlock(&mirror->lock);
	g_thread_unref(g_steal_pointer(&mirror->thread));
}

void
sabot_mirror_free(struct sabot_mirror *mirror)
{
	if (!mirror)
		return;
	sabot_mirror_stop(mirror);
	unref(mirror);
}
