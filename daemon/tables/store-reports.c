/* See store-reports.h. */
#include "store-reports.h"

struct sabot_store_reports {
	GMainContext *context;
	sabot_writer_fn *fn;
	void *data;
	gatomicrefcount refs; /* one of the writer, and one for each report under way */
	bool is_stopped;      /* used by the main thread */
};

struct report {
	struct sabot_store_reports *reports;
	int64_t seq;
	bool is_saved;
	GError *why;
};

struct sabot_store_reports *
sabot_store_reports_new(void)
{
	struct sabot_store_reports *reports = g_new0(struct sabot_store_reports, 1);

	g_atomic_ref_count_init(&reports->refs);
	reports->context = g_main_context_ref_thread_default();
	return reports;
}

void
sabot_store_reports_set_callback(struct sabot_store_reports *reports, sabot_writer_fn *fn,
				 void *data)
{
	reports->fn = fn;
	reports->data = data;
}

void
sabot_store_reports_stop(struct sabot_store_reports *reports)
{
	reports->is_stopped = true;
}

void
sabot_store_reports_unref(struct sabot_store_reports *reports)
{
	if (!g_atomic_ref_count_dec(&reports->refs))
		return;
	g_main_context_unref(reports->context);
	g_free(reports);
}

static void
free_report(gpointer data)
{
	struct report *report = data;

	sabot_store_reports_unref(report->reports);
	g_clear_error(&report->why);
	g_free(report);
}

static gboolean
on_reported(gpointer data)
{
	struct report *report = data;
	const struct sabot_store_reports *reports = report->reports;

	if (!reports->is_stopped && reports->fn)
		reports->fn(report->seq, report->is_saved, report->why, reports->data);
	return G_SOURCE_REMOVE;
}

void
sabot_store_reports_send(struct sabot_store_reports *reports, int64_t seq, bool is_saved,
			 const GError *why)
{
	struct report *report = g_new0(struct report, 1);
	g_autoptr(GSource) source = g_idle_source_new();

	g_atomic_ref_count_inc(&reports->refs);
	report->reports = reports;
	report->seq = seq;
	report->is_saved = is_saved;
	report->why = why ? g_error_copy(why) : NULL;
	g_source_set_priority(source, G_PRIORITY_DEFAULT);
	g_source_set_callback(source, on_reported, report, free_report);
	g_source_attach(source, reports->context);
}
