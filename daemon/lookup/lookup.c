/*
 * One thread takes jobs from a queue. Between jobs it continues the index until that is up to date:
 * at once while a client waits for it, else with pauses, so that it takes no more than a quarter of
 * a core. An answer returns to the main loop as a source. The budget is the thread's processor time
 * since the request, so that a busy machine refuses nothing that a quiet one answers. A client that
 * has waited for the whole budget gets that answer from the main loop, and its job is cut short:
 * its flag interrupts SQLite.
 */
#include "lookup.h"

#include "proto/record.h"
#include "proto/wire-error.h"
#include "text/refusal.h"

#include <pthread.h>
#include <time.h>

enum {
	/* a job waits while at most so many are missing; if more, a quarter of a second */
	INDEX_WAIT_EVENTS = 20000,
	INDEX_PAUSE_SHARE = 3,    /* if nobody waits, it rests three times as long as it worked */
	INDEX_KEEP_S = 5,         /* the earliest time after a commit */
	INDEX_REST_EVENTS = 1000, /* after fewer, and less work, it waits for that */
	INDEX_REST_US = 50000,
	BUDGET_TICK_S = 1,
};

struct sabot_lookups {
	char *profiles_dir, *archive_dir; /* or NULL */
	GThread *thread;                  /* NULL: no request yet */
	clockid_t clock;                  /* of its processor time; set atomically, 0 before */
	GAsyncQueue *queue;               /* of struct job */
	/* of struct job, not returned yet; used by the main thread */
	GPtrArray *jobs;
	GMainContext *context;
	int is_stopping;    /* read atomically; interrupts SQLite */
	char *kept_path;    /* of the database; set before it is queued */
	int64_t kept_seq;   /* the last event that the index was to have, */
	int64_t kept_at_us; /* and when, monotonic */

	/* used by the thread */
	struct sabot_book *book; /* NULL: not open */
	bool is_behind;          /* the index */
	bool is_far;             /* the index is behind by more than what is committed meanwhile */
	bool is_awaited;         /* a client was refused because of that */
	bool has_renewed;        /* the index, because of a bad row: once in a run */
	bool has_failed;         /* the thread leaves the index alone until a client needs it */
	int64_t worked_us;       /* for the last part of the index */
};

/* Used by the main thread, except between the queue and `back`. */
struct job {
	struct sabot_lookups *lookups;
	char *path;
	struct sabot_lookup *lookup;
	sabot_lookup_work_fn *work;
	sabot_lookup_done_fn *done;
	void *data;
	json_t *ok;
	GError *error;
	int is_over;                       /* answered; read atomically, and interrupts SQLite */
	GSource *back;                     /* attached by the thread when it is done with the job */
	GSource *budget;                   /* NULL: answered */
	int64_t begun_us, begun_worked_us; /* by the clock, and by the thread's processor time */
};

static char wake; /* in the queue: only wakes the thread */
static char keep; /* in the queue: something was committed */

static const char is_ending[] = "the daemon ends";

static void
free_place(gpointer data)
{
	struct sabot_lookup_source *place = data;

	g_free(place->table);
	g_free(place);
}

struct sabot_lookup *
sabot_lookup_new(gpointer args)
{
	struct sabot_lookup *lookup = g_new0(struct sabot_lookup, 1);

	lookup->places = g_ptr_array_new_with_free_func(free_place);
	lookup->args = args;
	return lookup;
}

static void
free_house(struct sabot_lookup_house *house)
{
	g_free(house->site);
	g_free(house->zone);
	g_free(house->camera);
	g_free(house->letterhead);
	g_free(house->licence);
	g_free(house->by);
	g_free(house->key_dir);
	g_free(house->journal);
	g_free(house);
}

void
sabot_lookup_free(struct sabot_lookup *lookup)
{
	if (!lookup)
		return;
	g_ptr_array_unref(lookup->places);
	sabot_record_unref(lookup->args);
	g_clear_pointer(&lookup->house, free_house);
	g_free(lookup);
}

void
sabot_lookup_add_source(struct sabot_lookup *lookup, const char *table, int64_t last_n,
			int64_t veiled_load)
{
	struct sabot_lookup_source *place = g_new0(struct sabot_lookup_source, 1);

	place->table = g_strdup(table);
	place->last_n = last_n;
	place->veiled_load = veiled_load;
	g_ptr_array_add(lookup->places, place);
}

static void
free_job(struct job *job)
{
	g_source_destroy(job->back);
	g_source_unref(job->back);
	sabot_lookup_free(job->lookup);
	json_decref(job->ok);
	g_clear_error(&job->error);
	g_free(job->path);
	g_free(job);
}

/* Answer, once. */
static void
answer(struct job *job, json_t *ok, const GError *error)
{
	if (!job->budget)
		return;
	g_atomic_int_set(&job->is_over, 1);
	g_source_destroy(job->budget);
	g_clear_pointer(&job->budget, g_source_unref);
	job->done(ok, error, job->data);
}

static void
answer_failed(struct job *job, enum sabot_wire_error code, const char *why)
{
	g_autoptr(GError) error = g_error_new_literal(SABOT_WIRE_ERROR, (int)code, why);

	answer(job, NULL, error);
}

static gboolean
on_back(gpointer data)
{
	struct job *job = data;

	g_ptr_array_remove_fast(job->lookups->jobs, job);
	answer(job, job->ok, job->error);
	free_job(job);
	return G_SOURCE_REMOVE;
}

/* The processor time used by the thread. */
static int64_t
get_worked_us(struct sabot_lookups *lookups)
{
	clockid_t clock = g_atomic_int_get(&lookups->clock);
	struct timespec time;

	if (clock == 0 || clock_gettime(clock, &time) != 0)
		return 0;
	return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static gboolean
on_budget(gpointer data)
{
	struct job *job = data;
	int64_t worked_us = get_worked_us(job->lookups) - job->begun_worked_us;
	int64_t waited_us = g_get_monotonic_time() - job->begun_us;

	if (worked_us < SABOT_LOOKUP_BUDGET_S * G_USEC_PER_SEC &&
	    waited_us < SABOT_LOOKUP_WAIT_S * G_USEC_PER_SEC)
		return G_SOURCE_CONTINUE;
	answer_failed(job, SABOT_WIRE_ERROR_TOO_LARGE, "this takes too long: ask for less");
	return G_SOURCE_REMOVE;
}

static void
close_book(struct sabot_lookups *lookups)
{
	g_clear_pointer(&lookups->book, sabot_book_free);
	lookups->is_behind = false;
}

/* Set the flag that interrupts SQLite from now on. */
static void
set_cancel(struct sabot_lookups *lookups, int *flag)
{
	sabot_db_set_cancel(lookups->book->db, flag);
	sabot_db_set_cancel(lookups->book->index, flag);
}

static bool
open_book(struct sabot_lookups *lookups, const char *path, GError **error)
{
	const char *const paths[] = {path, NULL};
	const struct sabot_book_options options = {
		.paths = paths,
		.archive_dir = lookups->archive_dir,
		.profiles_dir = lookups->profiles_dir,
	};

	/* Events that were moved into an archive since are read there. */
	if (lookups->book && sabot_book_is_outdated(lookups->book))
		close_book(lookups);
	if (!lookups->book)
		lookups->book = sabot_book_open_behind(&options, error);
	return lookups->book != NULL;
}

/* Index some more of the log. False if the index cannot be used: it is then opened again. */
static bool
go_on(struct sabot_lookups *lookups, GError **error)
{
	int64_t n_events, began_us = g_get_monotonic_time();

	set_cancel(lookups, &lookups->is_stopping);
	if (!sabot_book_go_on(lookups->book, &n_events, error)) {
		close_book(lookups);
		return false;
	}
	lookups->is_behind = n_events > 0;
	lookups->is_awaited &= lookups->is_behind;
	lookups->worked_us = g_get_monotonic_time() - began_us;
	lookups->is_far = n_events >= INDEX_REST_EVENTS || lookups->worked_us >= INDEX_REST_US;
	return true;
}

/* If the index is far behind, the answer says how much of it exists, and the client tries again. */
static bool
is_near(struct sabot_lookups *lookups, GError **error)
{
	int64_t n_done, n_all;

	if (!lookups->is_behind)
		return true;
	if (!sabot_book_measure(lookups->book, &n_done, &n_all, error))
		return false;
	if (n_all - n_done <= INDEX_WAIT_EVENTS)
		return true;
	lookups->is_awaited = true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_READY,
		    SABOT_REFUSAL("%d %% of the log's index is made: ask again"),
		    (int)(n_done * 100 / n_all));
	return false;
}

static bool
catch_up(struct job *job, GError **error)
{
	struct sabot_lookups *lookups = job->lookups;

	if (!open_book(lookups, job->path, error))
		return false;
	do {
		if (!go_on(lookups, error) || !is_near(lookups, error))
			return false;
	} while (lookups->is_behind && !g_atomic_int_get(&job->is_over) &&
		 !g_atomic_int_get(&lookups->is_stopping));
	return !lookups->is_behind;
}

static void
try_work(struct job *job)
{
	struct sabot_lookups *lookups = job->lookups;

	if (!catch_up(job, &job->error))
		return;
	set_cancel(lookups, &job->is_over);
	job->ok = job->work(lookups->book, job->lookup, &job->error);
	set_cancel(lookups, &lookups->is_stopping);
}

/* The index is derived: a bad row in it is no reason to look nothing up any more. */
static void
renew(struct sabot_lookups *lookups, const GError *why)
{
	g_autoptr(GError) error = NULL;

	if (lookups->has_renewed || !lookups->book ||
	    sabot_store_error_get_reason(why) != SABOT_STORE_REASON_DAMAGED)
		return;
	lookups->has_renewed = true;
	g_warning("the index is built again: %s", why->message);
	if (!sabot_book_renew(lookups->book, &error))
		g_warning("the index cannot be built again: %s", error->message);
}

/* Another program may have rebuilt the index meanwhile: then it is opened again, once. */
static void
work(struct job *job)
{
	for (int tries = 0; tries < 2 && !job->ok && !g_atomic_int_get(&job->is_over); tries++) {
		g_clear_error(&job->error);
		try_work(job);
		if (!job->error || job->error->domain != SABOT_STORE_ERROR)
			break;
		renew(job->lookups, job->error);
		close_book(job->lookups);
	}
}

/* The next job; NULL: there is none, and the index lacks the rest of the log. */
static void *
next_job(struct sabot_lookups *lookups)
{
	if (!lookups->is_behind || (!lookups->is_far && !lookups->is_awaited))
		return g_async_queue_pop(lookups->queue);
	if (lookups->is_awaited)
		return g_async_queue_try_pop(lookups->queue);
	return g_async_queue_timeout_pop(lookups->queue,
					 (guint64)(lookups->worked_us * INDEX_PAUSE_SHARE));
}

/* Index some more although nobody waits. A failure is left for the next request. */
static void
keep_up(struct sabot_lookups *lookups)
{
	lookups->has_failed = lookups->has_failed ||
			      !open_book(lookups, lookups->kept_path, NULL) ||
			      !go_on(lookups, NULL);
}

static gpointer
run(gpointer data)
{
	struct sabot_lookups *lookups = data;
	clockid_t clock;

	if (pthread_getcpuclockid(pthread_self(), &clock) == 0)
		g_atomic_int_set(&lookups->clock, clock);
	while (!g_atomic_int_get(&lookups->is_stopping)) {
		void *next = next_job(lookups);
		struct job *job = next == &wake || next == &keep ? NULL : next;

		if (!next) {
			lookups->has_failed = !go_on(lookups, NULL);
		} else if (next == &keep) {
			keep_up(lookups);
		} else if (job) {
			work(job);
			lookups->has_failed = false;
			g_source_attach(job->back, lookups->context);
		}
	}
	close_book(lookups);
	return NULL;
}

struct sabot_lookups *
sabot_lookups_new(const char *profiles_dir, const char *archive_dir)
{
	struct sabot_lookups *lookups = g_new0(struct sabot_lookups, 1);

	lookups->profiles_dir = g_strdup(profiles_dir);
	lookups->archive_dir = g_strdup(archive_dir);
	lookups->queue = g_async_queue_new();
	lookups->jobs = g_ptr_array_new();
	lookups->context = g_main_context_ref_thread_default();
	lookups->kept_at_us = g_get_monotonic_time();
	return lookups;
}

void
sabot_lookups_stop(struct sabot_lookups *lookups)
{
	g_atomic_int_set(&lookups->is_stopping, 1);
	for (guint i = 0; i < lookups->jobs->len; i++) {
		struct job *job = g_ptr_array_index(lookups->jobs, i);

		g_atomic_int_set(&job->is_over, 1);
	}
	if (!lookups->thread)
		return;
	g_async_queue_push(lookups->queue, &wake);
	g_thread_join(g_steal_pointer(&lookups->thread));
}

void
sabot_lookups_free(struct sabot_lookups *lookups)
{
	if (!lookups)
		return;
	sabot_lookups_stop(lookups);
	for (guint i = 0; i < lookups->jobs->len; i++) {
		struct job *job = g_ptr_array_index(lookups->jobs, i);

		answer_failed(job, SABOT_WIRE_ERROR_INTERNAL, is_ending);
		free_job(job);
	}
	g_async_queue_unref(lookups->queue);
	g_ptr_array_unref(lookups->jobs);
	g_main_context_unref(lookups->context);
	g_free(lookups->profiles_dir);
	g_free(lookups->archive_dir);
	g_free(lookups->kept_path);
	g_free(lookups);
}

static struct job *
new_job(struct sabot_lookups *lookups, const struct sabot_lookup_order *order)
{
	struct job *job = g_new0(struct job, 1);

	job->lookups = lookups;
	job->path = g_strdup(order->path);
	job->lookup = order->lookup;
	job->work = order->work;
	job->done = order->done;
	job->data = order->data;
	job->back = g_idle_source_new();
	g_source_set_priority(job->back, G_PRIORITY_DEFAULT);
	g_source_set_callback(job->back, on_back, job, NULL);
	job->begun_us = g_get_monotonic_time();
	job->begun_worked_us = get_worked_us(lookups);
	job->budget = g_timeout_source_new_seconds(BUDGET_TICK_S);
	g_source_set_callback(job->budget, on_budget, job, NULL);
	g_source_attach(job->budget, lookups->context);
	return job;
}

static void
start_thread(struct sabot_lookups *lookups)
{
	if (!lookups->thread)
		lookups->thread = g_thread_new("sabot-lookup", run, lookups);
}

void
sabot_lookups_keep_up(struct sabot_lookups *lookups, const char *path, int64_t seq)
{
	int64_t now_us = g_get_monotonic_time();

	if (seq == lookups->kept_seq || g_atomic_int_get(&lookups->is_stopping) ||
	    now_us - lookups->kept_at_us < INDEX_KEEP_S * G_USEC_PER_SEC)
		return;
	lookups->kept_seq = seq;
	lookups->kept_at_us = now_us;
	if (!lookups->kept_path)
		lookups->kept_path = g_strdup(path);
	start_thread(lookups);
	g_async_queue_push(lookups->queue, &keep);
}

bool
sabot_lookups_request(struct sabot_lookups *lookups, const struct sabot_lookup_order *order,
		      GError **error)
{
	struct job *job;

	if (g_atomic_int_get(&lookups->is_stopping)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL, "%s", is_ending);
		return false;
	}
	if (lookups->jobs->len >= SABOT_LOOKUPS_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    SABOT_REFUSAL("too much is being looked up already: ask again"));
		return false;
	}
	job = new_job(lookups, order);
	g_ptr_array_add(lookups->jobs, job);
	start_thread(lookups);
	g_async_queue_push(lookups->queue, job);
	return true;
}
