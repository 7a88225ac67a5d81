/* Files from the daemon: see file-job.h. */
#include "file-job.h"

#include <glib/gi18n.h>

struct job {
	SabotSession *session;
	const char *verb;
	GCancellable *cancellable;
	sabot_file_done_fn *fn;
	gpointer data;
	GByteArray *bytes; /* that came so far */
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

/* False: it is not the requested page. */
static gboolean
add_page(GByteArray *bytes, const json_t *page)
{
	const char *base64 = json_string_value(json_object_get(page, "base64"));
	json_int_t from = json_integer_value(json_object_get(page, "from"));
	g_autofree guchar *data = NULL;
	gsize n_bytes = 0;

	if (!base64 || from != (json_int_t)bytes->len)
		return FALSE;
	data = g_base64_decode(base64, &n_bytes);
	g_byte_array_append(bytes, data, (guint)n_bytes);
	return TRUE;
}

static void
send_request(struct job *job, json_t *args);

static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct job *job = data;
	g_autofree char *refusal = error ? sabot_session_explain(error) : NULL;
	g_autoptr(GBytes) bytes = NULL;
	json_t *next = json_object_get(ok, "next");

	(void)client;
	if (error) {
		finish(job, NULL, refusal);
	} else if (!add_page(job->bytes, ok)) {
		finish(job, NULL, _("The daemon sent something else than the file."));
	} else if (next && !g_cancellable_is_cancelled(job->cancellable)) {
		send_request(job, json_pack("{s:O, s:O}", "file", json_object_get(ok, "file"),
					    "from", next));
	} else {
		bytes = g_byte_array_free_to_bytes(g_byte_array_ref(job->bytes));
		finish(job, bytes, NULL);
	}
}

/* After a cancellation the callback is not called; the job is over all the same. */
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
