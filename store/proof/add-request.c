/* See add-request.h. */
#include "add-request.h"

#include <string.h>

static const char old_start[] = "old ";

/* The next line, without its end; `*text` is then behind it. NULL where there is none. */
static char *
read_line(const char **text)
{
	const char *end = strchr(*text, '\n');
	char *line = end ? g_strndup(*text, (gsize)(end - *text)) : NULL;

	if (end)
		*text = end + 1;
	return line;
}

static bool
read_old(const char **text, struct sabot_add_request *request)
{
	g_autofree char *line = read_line(text);

	return line && g_str_has_prefix(line, old_start) &&
	       sabot_log_head_read_size(line + strlen(old_start), &request->old_size);
}

/* Up to the empty line. */
static bool
read_proof(const char **text, struct sabot_add_request *request)
{
	for (int i = 0; i <= SABOT_ADD_REQUEST_PROOF_MAX; i++) {
		g_autofree char *line = read_line(text);
		struct sabot_chain_hash hash;

		if (!line || line[0] == '\0')
			return line != NULL;
		if (!sabot_log_head_decode(line, &hash))
			return false;
		g_array_append_val(request->proof, hash);
	}
	return false;
}

static bool
read_all(const char *text, struct sabot_add_request *request)
{
	if (!read_old(&text, request) || !read_proof(&text, request))
		return false;
	request->text = g_strdup(text);
	request->note = sabot_signed_note_parse(text, strlen(text), NULL);
	return request->note && sabot_log_head_parse(request->note->body, &request->head);
}

struct sabot_add_request *
sabot_add_request_parse(const char *body, size_t n_bytes)
{
	struct sabot_add_request *request;
	g_autofree char *text = NULL;

	if (n_bytes > SABOT_ADD_REQUEST_BYTES_MAX || memchr(body, '\0', n_bytes))
		return NULL;
	text = g_strndup(body, n_bytes);
	request = g_new0(struct sabot_add_request, 1);
	request->proof = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	if (read_all(text, request))
		return request;
	sabot_add_request_free(request);
	return NULL;
}

void
sabot_add_request_free(struct sabot_add_request *request)
{
	if (!request)
		return;
	g_array_unref(request->proof);
	g_free(request->text);
	sabot_signed_note_free(request->note);
	sabot_log_head_clear(&request->head);
	g_free(request);
}

char *
sabot_add_request_format(int64_t old_size, const GArray *proof, const char *note)
{
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "%s%" G_GINT64_FORMAT "\n", old_start, old_size);
	for (guint i = 0; i < proof->len; i++) {
		g_autofree char *line =
			sabot_log_head_encode(g_array_index(proof, struct sabot_chain_hash, i));

		g_string_append_printf(text, "%s\n", line);
	}
	g_string_append_printf(text, "\n%s", note);
	return g_string_free(text, FALSE);
}
