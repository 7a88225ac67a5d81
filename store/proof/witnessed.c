/* See witnessed.h. */
#include "witnessed.h"
#include "store/db/statements.h"
#include "tree.h"

#include <string.h>

json_t *
sabot_witnessed_build(const char *witness, const char *note, const GArray *path)
{
	json_t *hashes = json_array();

	for (guint i = 0; i < path->len; i++) {
		g_autofree char *hash =
			sabot_log_head_encode(g_array_index(path, struct sabot_chain_hash, i));

		json_array_append_new(hashes, json_string(hash));
	}
	return json_pack("{s:s, s:s, s:s, s:o}", "ev", "witnessed", "witness", witness, "note",
			 note, "path", hashes);
}

static bool
read_path(const json_t *hashes, GArray *path)
{
	json_t *one;
	size_t i;

	if (!json_is_array(hashes) || json_array_size(hashes) > SABOT_WITNESSED_PATH_MAX)
		return false;
	json_array_foreach(hashes, i, one) {
		struct sabot_chain_hash hash;

		if (!json_is_string(one) || !sabot_log_head_decode(json_string_value(one), &hash))
			return false;
		g_array_append_val(path, hash);
	}
	return true;
}

static bool
read_all(const json_t *event, struct sabot_witnessed *witnessed)
{
	const char *ev = json_string_value(json_object_get(event, "ev"));
	const char *note = json_string_value(json_object_get(event, "note"));
	const json_t *checkpoint = json_object_get(event, "checkpoint");

	if (g_strcmp0(ev, "witnessed") != 0 || !note ||
	    !read_path(json_object_get(event, "path"), witnessed->path))
		return false;
	witnessed->text = g_strdup(note);
	witnessed->note = sabot_signed_note_parse(note, strlen(note), NULL);
	if (!witnessed->note || !sabot_log_head_parse(witnessed->note->body, &witnessed->head))
		return false;
	witnessed->checkpoint =
		json_is_integer(checkpoint) ? json_integer_value(checkpoint) : witnessed->head.size;
	return true;
}

struct sabot_witnessed *
sabot_witnessed_parse(const char *line)
{
	struct sabot_witnessed *witnessed = g_new0(struct sabot_witnessed, 1);
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool is_read;

	witnessed->path = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	is_read = event && read_all(event, witnessed);
	json_decref(event);
	if (is_read)
		return witnessed;
	sabot_witnessed_free(witnessed);
	return NULL;
}

bool
sabot_witnessed_read_last(struct sabot_db *db, struct sabot_witnessed **ret_witnessed,
			  GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row =
		sabot_statement_find(db, SABOT_STATEMENT_EVENT_WITNESSED_LAST, &failure, "");

	*ret_witnessed = NULL;
	if (row) {
		*ret_witnessed = sabot_witnessed_parse((const char *)sqlite3_column_text(row, 0));
		sqlite3_reset(row);
	}
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

void
sabot_witnessed_free(struct sabot_witnessed *witnessed)
{
	if (!witnessed)
		return;
	sabot_signed_note_free(witnessed->note);
	g_free(witnessed->text);
	sabot_log_head_clear(&witnessed->head);
	g_array_unref(witnessed->path);
	g_free(witnessed);
}

const char *
sabot_witnessed_name(const struct sabot_witnessed *witnessed)
{
	const GPtrArray *signatures = witnessed->note->signatures;
	const struct sabot_note_signature *last =
		g_ptr_array_index(signatures, signatures->len - 1);

	return last->name;
}

bool
sabot_witnessed_has(const struct sabot_witnessed *witnessed, struct sabot_chain_hash leaf)
{
	const struct sabot_tree_place place = {witnessed->checkpoint - 1, witnessed->head.size};
	struct sabot_chain_hash root;

	return sabot_tree_follow(leaf, place, witnessed->path, &root) &&
	       sabot_chain_is_equal(root, witnessed->head.root);
}
