/*
 * See the header. The thread attaches the source that ends the job; that source joins it.
 */
#include "transport-job.h"

#include <glib.h>

struct sabot_job {
	void (*work)(void *user);
	void (*done)(void *user);
	void *user;
	GMainContext *context;
	GSource *end;
	GThread *thread;
};

static gpointer
run(gpointer user)
{
	struct sabot_job *job = user;

	job->work(job->user);
	g_source_attach(job->end, job->context);
	return NULL;
}

void
sabot_job_finish(struct sabot_job *job)
{
	g_thread_join(job->thread);
	g_source_destroy(job->end);
	g_source_unref(job->end);
	g_main_context_unref(job->context);
	job->done(job->user);
	g_free(job);
}

static gboolean
on_ended(void *user)
{
	sabot_job_finish(user);
	return G_SOURCE_REMOVE;
}

struct sabot_job *
sabot_job_start(void (*work)(void *user), void (*done)(void *user), void *user)
{
	struct sabot_job *job = g_new0(struct sabot_job, 1);

	job->work = work;
	job->done = done;
	job->user = user;
	job->context = g_main_context_ref_thread_default();
	job->end = g_idle_source_new();
	g_source_set_priority(job->end, G_PRIORITY_DEFAULT);
	g_source_set_callback(job->end, on_ended, job, NULL);
	job->thread = g_thread_new("sabot-device", run, job);
	return job;
}
