/*
 * A job is one process. Its output is read as it arrives, so that a process that prints without end
 * is killed. The job is over when the output has ended and the process has exited.
 */
#include "reporter.h"
#include "proto/program.h"
#include "proto/wire-error.h"
#include "text/refusal.h"

#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	REPORTER_CHUNK_BYTES = 64 * 1024,
	REPORTER_COMPLAINT_BYTES = 1024,
	REPORTER_FIRST_S = 60, /* after the start, if there is nothing else to do */
	REPORTER_NICE = 5,
	REPORTER_REFRESH_NICE = 19,
	REPORTER_REFRESH_BUDGET_S = 3600,
};

struct job {
	struct sabot_reporter *reporter;
	GStrv args;
	char *language;
	int niceness;
	sabot_reporter_done_fn *done; /* NULL: no client waits */
	void *data;

	GSubprocess *process; /* NULL: not started */
	GByteArray *printed;
	GSource *budget;
	GError *error;
};

struct sabot_reporter {
	const struct sabot_config *config;
	const struct sabot_floor *floor;
	char *program;
	GCancellable *cancellable;
	GPtrArray *jobs; /* of struct job, in their order */
	GSource *refresh;
};

static void
start_jobs(struct sabot_reporter *reporter);

static void
free_job(struct job *job)
{
	if (job->budget) {
		g_source_destroy(job->budget);
		g_source_unref(job->budget);
	}
	g_strfreev(job->args);
	g_free(job->language);
	g_clear_object(&job->process);
	g_byte_array_unref(job->printed);
	g_clear_error(&job->error);
	g_free(job);
}

/* Answer the waiting requests. */
static void
answer(struct job *job)
{
	g_autoptr(GBytes) printed = NULL;

	if (!job->error)
		printed = g_byte_array_free_to_bytes(g_byte_array_ref(job->printed));
	if (job->done)
		job->done(printed, job->error, job->data);
	else if (job->error)
		g_warning("reports are not brought up to date: %s", job->error->message);
}

static void
finish(struct job *job)
{
	struct sabot_reporter *reporter = job->reporter;

	g_ptr_array_remove(reporter->jobs, job);
	answer(job);
	free_job(job);
	start_jobs(reporter);
}

/* The first reason is the one reported. */
static void
fail(struct job *job, enum sabot_wire_error class, const char *why)
{
	if (!job->error)
		g_set_error(&job->error, SABOT_WIRE_ERROR, class, "%s", why);
	if (job->process)
		g_subprocess_force_exit(job->process);
}

/*
 * True if the error is about an option that the client itself gave, in its own words; the daemon
 * adds only --config.
 */
static bool
is_about_request(const char *why)
{
	return g_str_has_prefix(why, "--") && !g_str_has_prefix(why, "--config");
}

/*
 * Report the error that the process printed; it has exited. Errors that name a file go to the
 * journal only.
 */
static void
fail_with_reason(struct job *job)
{
	static const char who[] = "sabotctl report: ";
	char text[REPORTER_COMPLAINT_BYTES] = "";
	gsize n_bytes = 0;
	const char *why;

	g_input_stream_read_all(g_subprocess_get_stderr_pipe(job->process), text, sizeof(text) - 1,
				&n_bytes, NULL, NULL);
	g_strchomp(text);
	why = g_str_has_prefix(text, who) ? text + strlen(who) : text;
	if (why[0] && g_utf8_validate(why, -1, NULL) &&
	    (is_about_request(why) || !strchr(why, '/'))) {
		fail(job, SABOT_WIRE_ERROR_BAD_REQUEST, why);
		return;
	}
	g_warning("a report was not made: %s", why);
	fail(job, SABOT_WIRE_ERROR_INTERNAL, SABOT_REFUSAL("the report cannot be made now"));
}

static void
on_ended(GObject *object, GAsyncResult *result, gpointer data)
{
	struct job *job = data;
	g_autoptr(GError) error = NULL;

	if (!g_subprocess_wait_finish(G_SUBPROCESS(object), result, &error))
		return; /* cancelled: the job has been freed */
	if (!job->error && !g_subprocess_get_successful(job->process))
		fail_with_reason(job);
	finish(job);
}

static void
read_on(struct job *job);

static void
on_read(GObject *object, GAsyncResult *result, gpointer data)
{
	struct job *job = data;
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) bytes =
		g_input_stream_read_bytes_finish(G_INPUT_STREAM(object), result, &error);

	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
		return;
	if (!bytes || g_bytes_get_size(bytes) == 0) {
		g_subprocess_wait_async(job->process, job->reporter->cancellable, on_ended, job);
		return;
	}
	if (job->printed->len + g_bytes_get_size(bytes) > SABOT_REPORTER_BYTES_MAX)
		fail(job, SABOT_WIRE_ERROR_TOO_LARGE,
		     SABOT_REFUSAL(
			     "the report is too large: ask for a shorter time, or make it from a "
			     "backup"));
	else
		g_byte_array_append(job->printed, g_bytes_get_data(bytes, NULL),
				    (guint)g_bytes_get_size(bytes));
	read_on(job);
}

static void
read_on(struct job *job)
{
	g_input_stream_read_bytes_async(g_subprocess_get_stdout_pipe(job->process),
					REPORTER_CHUNK_BYTES, G_PRIORITY_DEFAULT,
					job->reporter->cancellable, on_read, job);
}

static gboolean
on_budget(gpointer data)
{
	fail(data, SABOT_WIRE_ERROR_TOO_LARGE,
	     SABOT_REFUSAL("the report takes too long: ask for a shorter time"));
	return G_SOURCE_REMOVE;
}

/*
 * In the new process: run after everything else, be the first to be killed if memory is short, and
 * end with the daemon.
 */
static void
step_back(gpointer data)
{
	int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpriority(PRIO_PROCESS, 0, GPOINTER_TO_INT(data));
	if (file >= 0 && write(file, "1000", 4) == 4)
		close(file);
}

static bool
spawn(struct job *job, GError **error)
{
	g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
		G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);

	g_subprocess_launcher_setenv(launcher, "LC_ALL", "C.UTF-8", TRUE);
	g_subprocess_launcher_setenv(launcher, "LANGUAGE", job->language, TRUE);
	g_subprocess_launcher_set_child_setup(launcher, step_back, GINT_TO_POINTER(job->niceness),
					      NULL);
	job->process =
		g_subprocess_launcher_spawnv(launcher, (const char *const *)job->args, error);
	return job->process != NULL;
}

static void
start(struct job *job)
{
	g_autoptr(GError) error = NULL;

	if (!spawn(job, &error)) {
		g_warning("no report can be made: %s", error->message);
		fail(job, SABOT_WIRE_ERROR_INTERNAL, SABOT_REFUSAL("no report can be made here"));
		finish(job);
		return;
	}
	job->budget = g_timeout_source_new_seconds(job->done ? SABOT_REPORTER_BUDGET_S
							     : REPORTER_REFRESH_BUDGET_S);
	g_source_set_callback(job->budget, on_budget, job, NULL);
	g_source_attach(job->budget, g_main_context_get_thread_default());
	read_on(job);
}

/* Start as many jobs as may run at once, the oldest first. */
static void
start_jobs(struct sabot_reporter *reporter)
{
	for (guint i = 0; i < MIN(reporter->jobs->len, SABOT_REPORTER_AT_ONCE); i++) {
		struct job *job = g_ptr_array_index(reporter->jobs, i);

		if (!job->process) {
			start(job);
			return; /* one that failed at once has already started the others */
		}
	}
}

/* Add a job, with the database after all options. False if there is no database. */
static bool
add_job(struct sabot_reporter *reporter, const struct sabot_reporter_order *order, int niceness)
{
	g_autoptr(GStrvBuilder) args = g_strv_builder_new();
	struct job *job;

	if (!sabot_floor_get_reader(reporter->floor))
		return false;
	g_strv_builder_add(args, reporter->program);
	g_strv_builder_addv(args, (const char **)order->args);
	if (reporter->config->profiles_dir)
		g_strv_builder_add_many(args, "--profiles", reporter->config->profiles_dir, NULL);
	g_strv_builder_add_many(args, "--", sabot_floor_get_reader(reporter->floor)->path, NULL);
	job = g_new0(struct job, 1);
	job->reporter = reporter;
	job->args = g_strv_builder_end(args);
	job->language = g_strdup(order->language);
	job->niceness = niceness;
	job->done = order->done;
	job->data = order->data;
	job->printed = g_byte_array_new();
	g_ptr_array_add(reporter->jobs, job);
	start_jobs(reporter);
	return true;
}

bool
sabot_reporter_make(struct sabot_reporter *reporter, const struct sabot_reporter_order *order,
		    GError **error)
{
	if (reporter->jobs->len >= SABOT_REPORTER_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    SABOT_REFUSAL("too many reports are being made already: ask again"));
		return false;
	}
	if (add_job(reporter, order, REPORTER_NICE))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
		    reporter->config->records
			    ? SABOT_REFUSAL("there are no records yet")
			    : SABOT_REFUSAL("the store is down: there are no reports now"));
	return false;
}

static void
plan_refresh(struct sabot_reporter *reporter, int in_s);

static gboolean
on_refresh(gpointer data)
{
	static const char *const args[] = {"report", "refresh", NULL};
	const struct sabot_reporter_order order = {.args = args, .language = "en"};
	struct sabot_reporter *reporter = data;

	if (reporter->jobs->len == 0)
		add_job(reporter, &order, REPORTER_REFRESH_NICE);
	plan_refresh(reporter, reporter->config->refresh_reports_s);
	return G_SOURCE_REMOVE;
}

static void
plan_refresh(struct sabot_reporter *reporter, int in_s)
{
	g_clear_pointer(&reporter->refresh, g_source_unref);
	if (reporter->config->refresh_reports_s == 0)
		return;
	reporter->refresh = g_timeout_source_new_seconds((guint)in_s);
	g_source_set_callback(reporter->refresh, on_refresh, reporter, NULL);
	g_source_attach(reporter->refresh, g_main_context_get_thread_default());
}

struct sabot_reporter *
sabot_reporter_new(const struct sabot_config *config, const struct sabot_floor *floor)
{
	struct sabot_reporter *reporter = g_new0(struct sabot_reporter, 1);

	reporter->config = config;
	reporter->floor = floor;
	reporter->program = sabot_program_find("sabotctl");
	reporter->cancellable = g_cancellable_new();
	reporter->jobs = g_ptr_array_new();
	plan_refresh(reporter, MIN(config->refresh_reports_s, REPORTER_FIRST_S));
	return reporter;
}

void
sabot_reporter_free(struct sabot_reporter *reporter)
{
	if (!reporter)
		return;
	if (reporter->refresh)
		g_source_destroy(reporter->refresh);
	g_clear_pointer(&reporter->refresh, g_source_unref);
	g_cancellable_cancel(reporter->cancellable);
	for (guint i = 0; i < reporter->jobs->len; i++) {
		struct job *job = g_ptr_array_index(reporter->jobs, i);

		fail(job, SABOT_WIRE_ERROR_INTERNAL, SABOT_REFUSAL("the daemon ends"));
		if (job->done)
			answer(job);
		free_job(job);
	}
	g_ptr_array_unref(reporter->jobs);
	g_object_unref(reporter->cancellable);
	g_free(reporter->program);
	g_free(reporter);
}
