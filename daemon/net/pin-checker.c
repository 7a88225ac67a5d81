/*
 * A thread pool of one. A job goes to it, and comes back to the main loop as an idle source.
 */
#include "pin-checker.h"

enum { CHECKER_WAITING_MAX = 16 };

struct sabot_pin_checker {
	enum sabot_pin_cost cost;
	GThreadPool *pool;
	GMainContext *context;
	GPtrArray *jobs; /* of struct job; those that were not answered yet. The main thread's */
};

struct job {
	struct sabot_pin_checker *checker;
	struct sabot_pin_task task;
	struct sabot_pin_result result;
	sabot_pin_checker_fn *fn;
	void *data;
	GSource *source; /* brings it back; the main thread's once attached */
};

static void
free_job(gpointer data)
{
	struct job *job = data;

	g_source_unref(job->source);
	g_free(job->task.hash);
	sabot_secret_free(job->task.pin);
	sabot_secret_free(job->task.new_pin);
	g_free(job->result.new_hash);
	g_free(job);
}

static gboolean
on_checked(gpointer data)
{
	struct job *job = data;

	g_ptr_array_remove_fast(job->checker->jobs, job);
	job->fn(&job->result, job->data);
	free_job(job);
	return G_SOURCE_REMOVE;
}

/* On the pool's thread. */
static void
work(gpointer data, gpointer user)
{
	struct job *job = data;
	struct sabot_pin_checker *checker = user;
	const struct sabot_pin_task *task = &job->task;

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
	checker->pool = g_thread_pool_new(work, checker, 1, FALSE, NULL);
	return checker;
}

void
sabot_pin_checker_free(struct sabot_pin_checker *checker)
{
	if (!checker)
		return;
	g_thread_pool_free(checker->pool, TRUE, TRUE);
	for (guint i = 0; i < checker->jobs->len; i++) {
		struct job *job = g_ptr_array_index(checker->jobs, i);

		g_source_destroy(job->source);
		job->fn(NULL, job->data);
		free_job(job);
	}
	g_ptr_array_unref(checker->jobs);
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
	if (checker->jobs->len >= CHECKER_WAITING_MAX) {
		free_job(job);
		return false;
	}
	g_ptr_array_add(checker->jobs, job);
	g_thread_pool_push(checker->pool, job, NULL);
	return true;
}
