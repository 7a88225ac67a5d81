/* See log-head.h. */
#include "log-head.h"
#include "store/keys/hex.h"

#include <string.h>

enum { HEAD_LINES = 3, HEAD_SIZE_DIGITS_MAX = 19 };

void
sabot_log_head_clear(struct sabot_log_head *head)
{
	g_clear_pointer(&head->origin, g_free);
}

char *
sabot_log_head_encode(struct sabot_chain_hash hash)
{
	return g_base64_encode(hash.bytes, sizeof(hash.bytes));
}

char *
sabot_log_head_format(const struct sabot_log_head *head)
{
	g_autofree char *root = sabot_log_head_encode(head->root);

	return g_strdup_printf("%s\n%" G_GINT64_FORMAT "\n%s\n", head->origin, head->size, root);
}

bool
sabot_log_head_decode(const char *text, struct sabot_chain_hash *ret_hash)
{
	g_autofree guchar *bytes = NULL;
	g_autofree char *again = NULL;
	struct sabot_chain_hash hash;
	gsize n_bytes;

	bytes = g_base64_decode(text, &n_bytes);
	if (n_bytes != sizeof(hash.bytes))
		return false;
	memcpy(hash.bytes, bytes, sizeof(hash.bytes));
	again = sabot_log_head_encode(hash);
	if (strcmp(again, text) != 0)
		return false;
	*ret_hash = hash;
	return true;
}

bool
sabot_log_head_read_size(const char *text, int64_t *ret_size)
{
	size_t length = strlen(text);

	if (length == 0 || length > HEAD_SIZE_DIGITS_MAX || (text[0] == '0' && length > 1) ||
	    strspn(text, "0123456789") != length)
		return false;
	return g_ascii_string_to_signed(text, 10, 0, INT64_MAX, ret_size, NULL);
}

/* The lines above the first three are not empty either. */
static bool
has_whole_lines(char **lines)
{
	guint n_lines = g_strv_length(lines);

	for (guint i = 0; i + 1 < n_lines; i++) {
		if (lines[i][0] == '\0')
			return false;
	}
	return n_lines > HEAD_LINES && lines[n_lines - 1][0] == '\0';
}

bool
sabot_log_head_parse(const char *body, struct sabot_log_head *ret_head)
{
	g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
	struct sabot_log_head head = {0};

	if (!has_whole_lines(lines) || strlen(lines[0]) > SABOT_LOG_HEAD_ORIGIN_BYTES_MAX ||
	    !sabot_log_head_read_size(lines[1], &head.size) ||
	    !sabot_log_head_decode(lines[2], &head.root))
		return false;
	head.origin = g_strdup(lines[0]);
	*ret_head = head;
	return true;
}

char *
sabot_log_head_name(const struct sabot_chain_origin *origin)
{
	g_autofree char *database = sabot_hex_encode(origin->database, sizeof(origin->database));

	return g_strconcat("sabot/", database, NULL);
}
