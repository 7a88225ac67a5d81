/*
 * Two thread pools of one thread, each with one job at a time. The job returns to the main loop as
 * an idle source, and the next one is chosen: of the machine whose last turn is longest ago, and
 * among its connections the one with the fewest wrong PINs, then the one whose last turn is longest
 * ago.
 */
#include "pin-checker.h"

#include <string.h>
#include <sys/resource.h>

enum {
	CHECKER_WAITING_MAX = 128,
	CHECKER_MACHINE_MAX = 16,
	CHECKER_CONNECTION_MAX = 4,
	CHECKER_SUSPECTS_NICE = 10,
};

enum queue_kind { QUEUE_TRUSTED, QUEUE_SUSPECTS, QUEUES };

struct queue {
	GThreadPool *pool;
	struct job *working; /* the job on its thread; or NULL */
};

struct sabot_pin_checker {
	enum sabot_pin_cost cost;
	GMainContext *context;
	/* Used by the main thread: */
	struct queue queues[QUEUES];
	GPtrArray *jobs;      /* of struct job; unanswered ones, oldest first */
	GHashTable *machines; /* origin to the number of its last turn, while it has jobs */
	GHashTable *connections;
	uint64_t n_turns;
};

struct job {
	struct sabot_pin_checker *checker;
	struct sabot_pin_task task;
	struct sabot_pin_result result;
	sabot_pin_checker_fn *fn;
	void *data;
	GSource *source; /* returns the job; belongs to the main thread once attached */
};

static void
free_job(gpointer data)
{
	struct job *job = data;

	g_source_unref(job->source);
	g_free(job->task.hash);
	g_free(job->task.origin);
	sabot_secret_free(job->task.pin);
	sabot_secret_free(job->task.new_pin);
	g_free(job->result.new_hash);
	g_free(job);
}

static guint
count(const struct sabot_pin_checker *checker, const struct job *like, bool is_of_connection)
{
	guint n = 0;

	for (guint i = 0; i < checker->jobs->len; i++) {
		const struct job *job = g_ptr_array_index(checker->jobs, i);

		n += is_of_connection ? job->task.connection == like->task.connection
				      : strcmp(job->task.origin, like->task.origin) == 0;
	}
	return n;
}

static uint64_t
last_turn(GHashTable *turns, gconstpointer key)
{
	const uint64_t *turn = g_hash_table_lookup(turns, key);

	return turn ? *turn : 0;
}

/* True if `a` comes before `b`, which arrived earlier. */
static bool
comes_before(const struct sabot_pin_checker *checker, const struct job *a, const struct job *b)
{
	uint64_t of_a = last_turn(checker->machines, a->task.origin);
	uint64_t of_b = last_turn(checker->machines, b->task.origin);

	if (of_a != of_b)
		return of_a < of_b;
	if (a->task.n_failures != b->task.n_failures)
		return a->task.n_failures < b->task.n_failures;
	return last_turn(checker->connections, a->task.connection) <
	       last_turn(checker->connections, b->task.connection);
}

static enum queue_kind
queue_of(const struct job *job)
{
	return job->task.is_suspect ? QUEUE_SUSPECTS : QUEUE_TRUSTED;
}

/* NULL if none is waiting. */
static struct job *
find_next(const struct sabot_pin_checker *checker, enum queue_kind kind)
{
	struct job *next = NULL;

	for (guint i = 0; i < checker->jobs->len; i++) {
		struct job *job = g_ptr_array_index(checker->jobs, i);

		if (queue_of(job) == kind && (!next || comes_before(checker, job, next)))
			next = job;
	}
	return next;
}

/* Give the thread the next job, if it has none. */
static void
work_on(struct sabot_pin_checker *checker, enum queue_kind kind)
{
	struct queue *queue = &checker->queues[kind];
	struct job *next = queue->working ? NULL : find_next(checker, kind);

	if (!next)
		return;
	checker->n_turns++;
	g_hash_table_insert(checker->machines, g_strdup(next->task.origin),
			    g_memdup2(&checker->n_turns, sizeof(checker->n_turns)));
	g_hash_table_insert(checker->connections, (gpointer)next->task.connection,
			    g_memdup2(&checker->n_turns, sizeof(checker->n_turns)));
	queue->working = next;
	g_thread_pool_push(queue->pool, next, NULL);
}

/* A machine or connection without jobs is new again. */
static void
forget_turns(struct sabot_pin_checker *checker, const struct job *job)
{
	if (count(checker, job, true) == 0)
		g_hash_table_remove(checker->connections, job->task.connection);
	if (count(checker, job, false) == 0)
		g_hash_table_remove(checker->machines, job->task.origin);
}

static gboolean
on_checked(gpointer data)
{
	struct job *job = data;
	struct sabot_pin_checker *checker = job->checker;

	g_ptr_array_remove(checker->jobs, job);
	checker->queues[queue_of(job)].working = NULL;
	forget_turns(checker, job);
	work_on(checker, queue_of(job));
	job->fn(&job->result, job->data);
	free_job(job);
	return G_SOURCE_REMOVE;
}

/* On a pool's thread, which serves only that lane; for a thread, 0 is the calling one. */
static void
work(gpointer data, gpointer user)
{
	struct job *job = data;
	struct sabot_pin_checker *checker = user;
	const struct sabot_pin_task *task = &job->task;

	if (task->is_suspect)
		setpriority(PRIO_PROCESS, 0, CHECKER_SUSPECTS_NICE);
	if (task->pin && task->hash)
		job->result.is_right = sabot_pin_verify(task->hash, task->pin);
	else if (task->pin)
		g_free(sabot_pin_hash(task->pin, checker->cost));
	if (task->new_pin)
		job->result.new_hash = sabot_pin_hash(task->new_pin, checker->cost);
	g_source_attach(job->source, checker->context);
}

struct sabot_pin_checker *
sabot_pin_checker_new(enum sabot_pin_cost cost)
{
	struct sabot_pin_checker *checker = g_new0(struct sabot_pin_checker, 1);

	sabot_secret_init();
	checker->cost = cost;
	checker->context = g_main_context_ref_thread_default();
	checker->jobs = g_ptr_array_new();
	checker->machines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	checker->connections = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	for (int i = 0; i < QUEUES; i++)
		checker->queues[i].pool = g_thread_pool_new(work, checker, 1, TRUE, NULL);
	return checker;
}

void
sabot_pin_checker_free(struct sabot_pin_checker *checker)
{
	if (!checker)
		return;
	for (int i = 0; i < QUEUES; i++)
		g_thread_pool_free(checker->queues[i].pool, TRUE, TRUE);
	for (guint i = 0; i < checker->jobs->len; i++) {
		struct job *job = g_ptr_array_index(checker->jobs, i);

		g_source_destroy(job->source);
		job->fn(NULL, job->data);
		free_job(job);
	}
	g_ptr_array_unref(checker->jobs);
	g_hash_table_unref(checker->machines);
	g_hash_table_unref(checker->connections);
	g_main_context_unref(checker->context);
	g_free(checker);
}

bool
sabot_pin_checker_check(struct sabot_pin_checker *checker, struct sabot_pin_task *task,
			sabot_pin_checker_fn *fn, void *data)
{
	struct job *job = g_new0(struct job, 1);

	*job = (struct job){.checker = checker, .task = *task, .fn = fn, .data = data};
	*task = (struct sabot_pin_task){0};
	job->source = g_idle_source_new();
	g_source_set_priority(job->source, G_PRIORITY_DEFAULT);
	g_source_set_callback(job->source, on_checked, job, NULL);
	if (checker->jobs->len >= CHECKER_WAITING_MAX ||
	    count(checker, job, false) >= CHECKER_MACHINE_MAX ||
	    count(checker, job, true) >= CHECKER_CONNECTION_MAX) {
		free_job(job);
		return false;
	}
	g_ptr_array_add(checker->jobs, job);
	work_on(checker, queue_of(job));
	return true;
}
