/* Files from the daemon: see file-job.h. */
#include "file-job.h"

#include "proto/messages/log-messages.h"

#include <glib/gi18n.h>

struct job {
	SabotSession *session;
	const char *verb;
	GCancellable *cancellable;
	sabot_file_done_fn *fn;
	gpointer data;
	GByteArray *bytes; /* received so far */
};

static void
finish(struct job *job, GBytes *bytes, const char *why)
{
	if (!g_cancellable_is_cancelled(job->cancellable))
		job->fn(bytes, why, job->data);
	g_object_unref(job->cancellable);
	g_object_unref(job->session);
	g_byte_array_unref(job->bytes);
	g_free(job);
}

static void
send_request(struct job *job, json_t *args);

static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct job *job = data;
	g_autofree char *refusal = error ? sabot_session_explain(error) : NULL;
	g_autoptr(GBytes) bytes = NULL;
	struct sabot_wire_file_page *page =
		error ? NULL : sabot_record_parse(&sabot_wire_file_page_type, ok, NULL);

	(void)client;
	if (error) {
		finish(job, NULL, refusal);
	} else if (!page || !sabot_wire_file_page_append(page, job->bytes)) {
		finish(job, NULL, _("The daemon sent something else than the file."));
	} else if (page->next && !g_cancellable_is_cancelled(job->cancellable)) {
		send_request(job, json_pack("{s:s, s:I}", "file", page->file, "from",
					    (json_int_t)page->next));
	} else {
		bytes = g_byte_array_free_to_bytes(g_byte_array_ref(job->bytes));
		finish(job, bytes, NULL);
	}
	sabot_record_unref(page);
}

/* After a cancellation the callback is not called, but the job ends all the same. */
static void
send_request(struct job *job, json_t *args)
{
	sabot_session_request(job->session, job->verb, args, NULL, on_page_came, job);
}

void
sabot_file_request(SabotSession *session, const char *verb, json_t *args, GCancellable *cancellable,
		   sabot_file_done_fn *fn, gpointer data)
{
	struct job *job = g_new0(struct job, 1);

	*job = (struct job){.session = g_object_ref(session),
			    .verb = verb,
			    .cancellable = g_object_ref(cancellable),
			    .fn = fn,
			    .data = data,
			    .bytes = g_byte_array_new()};
	send_request(job, args);
}
