/*
 * Files made on request and sent page by page: cases and reports. The last few are kept in memory
 * for that. Pages are requested by the file's digest, in order, with the same verb and by the same
 * person as the file was.
 */
#include "api-private.h"

#include "proto/messages/log-messages.h"
#include "store/files/archive-file.h"
#include "store/keys/hex.h"

#include <string.h>

enum { FILES_KEPT = 8 };

struct file {
	char *digest, *verb;
	char *person; /* who requested the file; NULL: nobody had logged in */
	GBytes *bytes;
	gsize n_given;   /* bytes sent so far, from the first on */
	json_t *receipt; /* the house event to record with the last page; NULL: none, or done */
};

static void
free_file(gpointer data)
{
	struct file *file = data;

	g_free(file->digest);
	g_free(file->verb);
	g_free(file->person);
	g_bytes_unref(file->bytes);
	json_decref(file->receipt);
	g_free(file);
}

GPtrArray *
sabot_api_files_new(void)
{
	return g_ptr_array_new_with_free_func(free_file);
}

/*
 * A page. When the last one is sent, after all others, the file is handed out; this is recorded
 * once.
 */
static json_t *
give_page(struct sabot_api *api, struct file *file, int64_t from)
{
	gsize n_bytes = g_bytes_get_size(file->bytes);
	gsize end = MIN((gsize)from + SABOT_WIRE_FILE_PAGE_BYTES, n_bytes);

	file->n_given = MAX(file->n_given, end);
	if (end == n_bytes && file->receipt)
		sabot_api_record(api, g_steal_pointer(&file->receipt), NULL);
	return sabot_wire_file_page_build(file->digest, file->bytes, from);
}

json_t *
sabot_api_file_keep(struct sabot_api_waiting *waiting, GBytes *bytes, json_t *receipt)
{
	struct sabot_api *api = waiting->api;
	struct file *file;
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);
	struct sabot_chain_hash hash = sabot_chain_digest(data, n_bytes);

	if (!g_ptr_array_find(api->peers, waiting->peer, NULL)) {
		json_decref(receipt);
		return NULL;
	}
	file = g_new0(struct file, 1);
	file->digest = sabot_hex_encode(hash.bytes, sizeof(hash.bytes));
	file->verb = g_strdup(waiting->request.verb);
	file->person = g_strdup(waiting->person);
	file->bytes = g_bytes_ref(bytes);
	if (receipt)
		json_object_set_new(receipt, "digest", json_string(file->digest));
	file->receipt = receipt;
	if (api->files->len == FILES_KEPT)
		g_ptr_array_remove_index(api->files, 0);
	g_ptr_array_add(api->files, file);
	return give_page(api, file, 0);
}

/*
 * The file that this verb made for this person, who may be NULL; two persons may have requested the
 * same one. NULL with an error. Borrowed.
 */
static struct file *
find_file(const struct sabot_api *api, const char *verb, const char *digest, const char *person,
	  GError **error)
{
	bool is_of_another = false;

	for (guint i = api->files->len; i-- > 0;) {
		struct file *file = g_ptr_array_index(api->files, i);

		if (strcmp(file->digest, digest) != 0 || strcmp(file->verb, verb) != 0)
			continue;
		if (g_strcmp0(file->person, person) == 0)
			return file;
		is_of_another = true;
	}
	if (is_of_another)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("file: it is for the person who had it made"));
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("file: it is not kept any more: ask for it anew"));
	return NULL;
}

/* True if this page may be sent now. */
static bool
may_have_page(const struct file *file, int64_t from, GError **error)
{
	if (from < 0 || (gsize)from >= g_bytes_get_size(file->bytes))
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "from: the file ends before");
	else if ((gsize)from > file->n_given)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "from: the page before it comes first");
	else
		return true;
	return false;
}

json_t *
sabot_api_file_page(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_api_wanted_page *wanted, GError **error)
{
	const struct sabot_person *asking = sabot_api_get_person(api, peer);
	g_autofree char *person = asking ? sabot_person_id(asking) : NULL;
	struct file *file;

	if (wanted->from == SABOT_WIRE_NO_NUMBER) {
		sabot_record_refuse_missing("from", error);
		return NULL;
	}
	file = find_file(api, wanted->verb, wanted->digest, person, error);
	if (!file || !may_have_page(file, wanted->from, error))
		return NULL;
	return give_page(api, file, wanted->from);
}
