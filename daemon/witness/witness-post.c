/* See witness-post.h. */
#include "witness-post.h"

#include <libsoup/soup.h>
#include <string.h>

enum { POST_TIMEOUT_S = 15, POST_ANSWER_BYTES_MAX = 64 * 1024 };

struct sabot_witness_post {
	GCancellable *cancellable;
};

struct sabot_witness_post *
sabot_witness_post_new(void)
{
	struct sabot_witness_post *post = g_new0(struct sabot_witness_post, 1);

	post->cancellable = g_cancellable_new();
	return post;
}

void
sabot_witness_post_free(struct sabot_witness_post *post)
{
	if (!post)
		return;
	g_object_unref(post->cancellable);
	g_free(post);
}

void
sabot_witness_post_cancel(struct sabot_witness_post *post)
{
	g_cancellable_cancel(post->cancellable);
}

/* NULL with an error, also if the answer is too long. */
static char *
read_answer(struct sabot_witness_post *post, GInputStream *stream, GError **error)
{
	g_autofree char *text = g_malloc0(POST_ANSWER_BYTES_MAX + 1);
	gsize n_bytes;

	if (!g_input_stream_read_all(stream, text, POST_ANSWER_BYTES_MAX + 1, &n_bytes,
				     post->cancellable, error))
		return NULL;
	if (n_bytes <= POST_ANSWER_BYTES_MAX && !memchr(text, '\0', n_bytes))
		return g_steal_pointer(&text);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the answer is none");
	return NULL;
}

/* The authorities are read each time, since they are renewed while the daemon runs. Transferred. */
static SoupSession *
open_session(const char *ca, GError **error)
{
	g_autoptr(GTlsDatabase) authorities = ca ? g_tls_file_database_new(ca, error) : NULL;
	g_autoptr(GProxyResolver) direct = NULL;
	SoupSession *session;

	if (ca && !authorities)
		return NULL;
	/* No proxy is looked up: that would load a desktop's settings, and their libraries. */
	direct = g_simple_proxy_resolver_new(NULL, NULL);
	session =
		soup_session_new_with_options("proxy-resolver", direct, "timeout",
					      (guint)POST_TIMEOUT_S, "user-agent", "sabotd", NULL);
	if (authorities)
		soup_session_set_tls_database(session, authorities);
	return session;
}

/* NULL with an error. Transferred. */
static SoupMessage *
build_message(const char *url, const char *body, GError **error)
{
	g_autofree char *target = g_strconcat(url, "/add-checkpoint", NULL);
	SoupMessage *message = soup_message_new("POST", target);
	g_autoptr(GBytes) bytes = g_bytes_new(body, strlen(body));

	if (!message) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "no such address");
		return NULL;
	}
	/* No redirects: a witness is only at its configured address. */
	soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT);
	soup_message_set_request_body_from_bytes(message, "text/plain", bytes);
	return message;
}

unsigned
sabot_witness_post_send(struct sabot_witness_post *post, const struct sabot_witness_place *place,
			const char *body, char **ret_answer, GError **error)
{
	g_autoptr(SoupMessage) message = build_message(place->url, body, error);
	g_autoptr(SoupSession) session = message ? open_session(place->ca, error) : NULL;
	g_autoptr(GInputStream) stream = NULL;

	*ret_answer = NULL;
	if (!session)
		return 0;
	stream = soup_session_send(session, message, post->cancellable, error);
	*ret_answer = stream ? read_answer(post, stream, error) : NULL;
	return *ret_answer ? soup_message_get_status(message) : 0;
}
