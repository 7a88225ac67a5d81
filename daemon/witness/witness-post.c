/* See witness-post.h. */
#include "witness-post.h"

#include <libsoup/soup.h>
#include <string.h>

enum { POST_TIMEOUT_S = 15, POST_ANSWER_BYTES_MAX = 64 * 1024 };

struct sabot_witness_post {
	SoupSession *session;
	GCancellable *cancellable;
};

struct sabot_witness_post *
sabot_witness_post_new(void)
{
	struct sabot_witness_post *post = g_new0(struct sabot_witness_post, 1);
	g_autoptr(GProxyResolver) direct = g_simple_proxy_resolver_new(NULL, NULL);

	/* No proxy is looked for: that would bring a desktop's settings, and their libraries. */
	post->session =
		soup_session_new_with_options("proxy-resolver", direct, "timeout",
					      (guint)POST_TIMEOUT_S, "idle-timeout",
					      2u * POST_TIMEOUT_S, "user-agent", "sabotd", NULL);
	post->cancellable = g_cancellable_new();
	return post;
}

void
sabot_witness_post_free(struct sabot_witness_post *post)
{
	if (!post)
		return;
	g_object_unref(post->session);
	g_object_unref(post->cancellable);
	g_free(post);
}

void
sabot_witness_post_cancel(struct sabot_witness_post *post)
{
	g_cancellable_cancel(post->cancellable);
}

/* NULL with an error, also where there is more than is taken. */
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

unsigned
sabot_witness_post_send(struct sabot_witness_post *post, const char *url, const char *body,
			char **ret_answer, GError **error)
{
	g_autofree char *target = g_strconcat(url, "/add-checkpoint", NULL);
	g_autoptr(SoupMessage) message = soup_message_new("POST", target);
	g_autoptr(GBytes) bytes = g_bytes_new(body, strlen(body));
	g_autoptr(GInputStream) stream = NULL;

	if (!message) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "no such address");
		return 0;
	}
	/* A witness is where it is said to be. */
	soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT);
	soup_message_set_request_body_from_bytes(message, "text/plain", bytes);
	stream = soup_session_send(post->session, message, post->cancellable, error);
	*ret_answer = stream ? read_answer(post, stream, error) : NULL;
	return *ret_answer ? soup_message_get_status(message) : 0;
}
