/* Reports by sabotctl: see report-job.h. */
#include "gui/model/report-job.h"

#include <glib/gi18n.h>
#include <string.h>

GStrv
sabot_report_wish_args(const struct sabot_report_wish *wish, const char *format, const char *paper)
{
	const struct {
		const char *option, *value;
	} options[] = {
		{"--config", wish->config}, {"--shift", wish->shift}, {"--numbers", wish->numbers},
		{"--chips", wish->chips},   {"--format", format},     {"--paper", paper},
	};
	g_autoptr(GStrvBuilder) args = g_strv_builder_new();

	g_strv_builder_add_many(args, "sabotctl", "report", wish->name, NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(options); i++)
		if (options[i].value)
			g_strv_builder_add_many(args, options[i].option, options[i].value, NULL);
	if (wish->database)
		g_strv_builder_add_many(args, "--", wish->database, NULL);
	return g_strv_builder_end(args);
}

static void
name_free(gpointer data)
{
	struct sabot_report_name *name = data;

	g_free(name->name);
	g_free(name->title);
	g_free(name->about);
	g_free(name);
}

GPtrArray *
sabot_report_names_parse(const char *text)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(name_free);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line; line++) {
		/* Columns with two blanks or more between them. */
		g_auto(GStrv) columns = g_regex_split_simple("  +", *line, 0, 0);
		struct sabot_report_name *name;

		if (g_strv_length(columns) < 3)
			continue;
		name = g_new0(struct sabot_report_name, 1);
		name->name = g_strdup(columns[0]);
		name->title = g_strdup(columns[1]);
		name->about = g_strdup(columns[2]);
		g_ptr_array_add(names, name);
	}
	return names;
}

struct job {
	sabot_report_done_fn *fn;
	gpointer data;
};

/* The last line that it complained with. */
static char *
find_why(GBytes *complaint)
{
	gsize size;
	const char *text = g_bytes_get_data(complaint, &size);
	g_autofree char *said = g_strndup(size > 0 ? text : "", size);
	const char *last;

	g_strchomp(said);
	last = strrchr(said, '\n');
	if (*said == '\0')
		return g_strdup(_("The report could not be made."));
	return g_utf8_make_valid(last ? last + 1 : said, -1);
}

static void
on_done(GObject *object, GAsyncResult *result, gpointer data)
{
	GSubprocess *process = G_SUBPROCESS(object);
	g_autofree struct job *job = data;
	g_autoptr(GBytes) printed = NULL, complaint = NULL;
	g_autoptr(GError) error = NULL;
	g_autofree char *why = NULL;

	if (!g_subprocess_communicate_finish(process, result, &printed, &complaint, &error)) {
		if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
			job->fn(NULL, error->message, job->data);
		return;
	}
	if (g_subprocess_get_if_exited(process) && g_subprocess_get_exit_status(process) == 0) {
		job->fn(printed, NULL, job->data);
		return;
	}
	why = find_why(complaint);
	job->fn(NULL, why, job->data);
}

void
sabot_report_run(const char *const *args, GCancellable *cancellable, sabot_report_done_fn *fn,
		 gpointer data)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GSubprocess) process = g_subprocess_newv(
		args, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
	struct job *job;

	if (!process) {
		fn(NULL, error->message, data);
		return;
	}
	job = g_new0(struct job, 1);
	job->fn = fn;
	job->data = data;
	g_subprocess_communicate_async(process, NULL, cancellable, on_done, job);
}
