/* See hub-file.h. */
#include "hub-file.h"

#include "hub-merge.h"
#include "proto/messages/log-messages.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"
#include "text/refusal.h"

#include <string.h>

enum {
	HUB_FILES_MAX = 8,
	HUB_FILE_BYTES_MAX = 32 * 1024 * 1024, /* of all reports together */
};

struct hub_file {
	const struct sabot_peer *peer; /* borrowed: it is forgotten before */
	char *digest;
	GBytes *bytes;
};

struct sabot_hub_files {
	GPtrArray *kept; /* of struct hub_file, oldest first */
};

static void
free_file(gpointer data)
{
	struct hub_file *file = data;

	g_free(file->digest);
	g_bytes_unref(file->bytes);
	g_free(file);
}

struct sabot_hub_files *
sabot_hub_files_new(void)
{
	struct sabot_hub_files *files = g_new0(struct sabot_hub_files, 1);

	files->kept = g_ptr_array_new_with_free_func(free_file);
	return files;
}

void
sabot_hub_files_free(struct sabot_hub_files *files)
{
	if (!files)
		return;
	g_ptr_array_unref(files->kept);
	g_free(files);
}

/* --- Joining ---------------------------------------------------------------------------------- */

bool
sabot_hub_file_can_join(const char *format)
{
	static const char *const formats[] = {"text", "csv", "json", NULL};

	return !format || g_strv_contains(formats, format);
}

static const char *
name_of(const struct sabot_hub_answer *answer)
{
	return sabot_upstream_get_name(answer->upstream);
}

static void
append_file(GString *all, const struct sabot_hub_answer *answer)
{
	gsize n_bytes;
	const char *text = g_bytes_get_data(answer->file, &n_bytes);

	g_string_append_len(all, text, (gssize)n_bytes);
}

static void
join_text(GString *all, const GPtrArray *answers)
{
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (!answer->file)
			g_string_append_printf(all, "NOT IN THIS REPORT: %s (%s)\n",
					       name_of(answer), answer->error->message);
	}
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (!answer->file)
			continue;
		g_string_append_printf(
			all, "%s=== %s: %s ===\n\n", all->len > 0 ? "\n" : "", name_of(answer),
			sabot_client_get_site(sabot_upstream_get_client(answer->upstream)));
		append_file(all, answer);
	}
}

/* The length of the first record, its line's end included: a field in quotes may have others. */
static gsize
record_length(const char *text, gsize n_bytes)
{
	bool is_quoted = false;

	for (gsize i = 0; i < n_bytes; i++) {
		if (text[i] == '"')
			is_quoted = !is_quoted;
		else if (text[i] == '\n' && !is_quoted)
			return i + 1;
	}
	return n_bytes;
}

static bool
is_blank(const char *record, gsize n_bytes)
{
	for (gsize i = 0; i < n_bytes; i++)
		if (record[i] != '\r' && record[i] != '\n')
			return false;
	return true;
}

/* A head that was there already is not said again. */
static void
join_csv_of(GString *all, const struct sabot_hub_answer *answer, GBytes **head)
{
	gsize left, n_record;
	const char *at = g_bytes_get_data(answer->file, &left);
	bool is_head = true;

	for (; left > 0; at += n_record, left -= n_record) {
		n_record = record_length(at, left);
		if (is_blank(at, n_record)) {
			is_head = true; /* of the next section */
			g_clear_pointer(head, g_bytes_unref);
			g_string_append(all, "\r\n");
			continue;
		}
		if (is_head) {
			g_autoptr(GBytes) own = g_bytes_new(at, n_record);

			is_head = false;
			if (*head && g_bytes_equal(*head, own))
				continue;
			g_clear_pointer(head, g_bytes_unref);
			*head = g_bytes_ref(own);
			g_string_append(all, "upstream,");
		} else {
			g_string_append_printf(all, "%s,", name_of(answer));
		}
		g_string_append_len(all, at, (gssize)n_record);
	}
}

static void
append_csv_text(GString *all, const char *text)
{
	g_string_append_c(all, '"');
	for (const char *at = text; *at; at++)
		g_string_append(all, *at == '"' ? "\"\"" : (const char[]){*at, '\0'});
	g_string_append_c(all, '"');
}

/* Who is not in it has a row that says so where another value is expected. */
static void
join_csv(GString *all, const GPtrArray *answers)
{
	g_autoptr(GBytes) head = NULL;

	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (answer->file)
			join_csv_of(all, answer, &head);
	}
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		g_autofree char *why = NULL;

		if (answer->file)
			continue;
		why = g_strdup_printf("NOT IN THIS REPORT: %s", answer->error->message);
		g_string_append_printf(all, "%s,", name_of(answer));
		append_csv_text(all, why);
		g_string_append(all, "\r\n");
	}
}

/* NULL: it is none, and is an error of the answer from now on. */
static json_t *
read_json(struct sabot_hub_answer *answer)
{
	gsize n_bytes;
	const char *text = g_bytes_get_data(answer->file, &n_bytes);
	json_t *json = json_loadb(text, n_bytes, JSON_REJECT_DUPLICATES, NULL);

	if (json)
		return json;
	g_clear_pointer(&answer->file, g_bytes_unref);
	g_clear_pointer(&answer->ok, json_decref);
	g_set_error(&answer->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
		    "%s sent something else than JSON", name_of(answer));
	return NULL;
}

static void
join_json(GString *all, const GPtrArray *answers)
{
	json_t *parts = json_array(), *whole = json_object();
	g_autofree char *text = NULL;

	for (guint i = 0; i < answers->len; i++) {
		struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		json_t *report = answer->file ? read_json(answer) : NULL;

		if (report)
			json_array_append_new(parts, json_pack("{s:s, s:o}", "upstream",
							       name_of(answer), "report", report));
	}
	json_object_set_new(whole, "reports", parts);
	json_object_set_new(whole, "missing", sabot_hub_merge_missing(answers));
	text = json_dumps(whole, JSON_INDENT(1));
	json_decref(whole);
	g_string_append_printf(all, "%s\n", text);
}

GBytes *
sabot_hub_file_join(const GPtrArray *answers, const char *format, GError **error)
{
	GString *all = g_string_new(NULL);

	if (g_strcmp0(format, "json") == 0)
		join_json(all, answers);
	else if (g_strcmp0(format, "csv") == 0)
		join_csv(all, answers);
	else
		join_text(all, answers);
	if (all->len <= HUB_FILE_BYTES_MAX)
		return g_string_free_to_bytes(all);
	g_string_free(all, TRUE);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
		    SABOT_REFUSAL("the reports of all daemons together are too long: name one with "
				  "\"upstream\""));
	return NULL;
}

/* --- Sending ---------------------------------------------------------------------------------- */

json_t *
sabot_hub_file_keep(struct sabot_hub_files *files, const struct sabot_peer *peer, GBytes *bytes)
{
	struct hub_file *file = g_new0(struct hub_file, 1);
	struct sabot_chain_hash hash =
		sabot_chain_digest(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));

	file->peer = peer;
	file->digest = sabot_hex_encode(hash.bytes, sizeof(hash.bytes));
	file->bytes = g_bytes_ref(bytes);
	if (files->kept->len == HUB_FILES_MAX)
		g_ptr_array_remove_index(files->kept, 0);
	g_ptr_array_add(files->kept, file);
	return sabot_wire_file_page_build(file->digest, bytes, 0);
}

static struct hub_file *
find_file(const struct sabot_hub_files *files, const struct sabot_peer *peer, const char *digest)
{
	for (guint i = files->kept->len; i-- > 0;) {
		struct hub_file *file = g_ptr_array_index(files->kept, i);

		if (strcmp(file->digest, digest) == 0 && (!peer || file->peer == peer))
			return file;
	}
	return NULL;
}

bool
sabot_hub_file_is_kept(const struct sabot_hub_files *files, const char *digest)
{
	return find_file(files, NULL, digest) != NULL;
}

json_t *
sabot_hub_file_page(const struct sabot_hub_files *files, const struct sabot_peer *peer,
		    const char *digest, int64_t from, GError **error)
{
	const struct hub_file *file = find_file(files, peer, digest);

	if (!file)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("file: it is for the person who had it made"));
	else if (from < 0 || (gsize)from >= g_bytes_get_size(file->bytes))
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "from: the file ends before");
	else
		return sabot_wire_file_page_build(file->digest, file->bytes, from);
	return NULL;
}

void
sabot_hub_files_forget(struct sabot_hub_files *files, const struct sabot_peer *peer)
{
	for (guint i = files->kept->len; i-- > 0;)
		if (((struct hub_file *)g_ptr_array_index(files->kept, i))->peer == peer)
			g_ptr_array_remove_index(files->kept, i);
}
