/* See case-witness.h. */
#include "case-witness.h"
#include "store/db/statements.h"
#include "store/proof/tree.h"
#include "store/proof/verify-witness.h"
#include "store/proof/witnessed.h"

#include <string.h>

static const char piece_start[] = "witness-";

/* The leaves of the first `size` checkpoints; fewer where some are in no file here. */
static GArray *
read_leaves(struct sabot_db *db, int64_t size, GError **error)
{
	g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_WALK, error);
	g_autoptr(GError) failure = NULL;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", (int64_t)1))
		return NULL;
	while (leaves->len < size && sabot_statement_next(db, walk, &failure) &&
	       sqlite3_column_int64(walk, 0) == leaves->len + 1) {
		const char *note = (const char *)sqlite3_column_text(walk, 3);
		struct sabot_chain_hash leaf = sabot_tree_leaf(note, strlen(note));

		g_array_append_val(leaves, leaf);
	}
	return sabot_statement_end(walk, &failure, error) ? g_steal_pointer(&leaves) : NULL;
}

static struct sabot_case_piece *
build_piece(const struct sabot_witnessed *witnessed, const GArray *leaves, int64_t checkpoint)
{
	g_autoptr(GArray) path = sabot_tree_find_path(leaves, checkpoint - 1);
	g_autofree char *name =
		g_strdup_printf("%s%" G_GINT64_FORMAT ".json", piece_start, checkpoint);
	json_t *event = sabot_witnessed_build("", witnessed->text, path);
	char *text;

	json_object_set_new(event, "checkpoint", json_integer(checkpoint));
	text = json_dumps(event, JSON_COMPACT);
	json_decref(event);
	return sabot_case_piece_new(name,
				    g_bytes_new_with_free_func(text, strlen(text), free, text));
}

static int
compare_numbers(gconstpointer a, gconstpointer b)
{
	const int64_t *one = a, *other = b;

	return *one < *other ? -1 : *one > *other;
}

static bool
build_all(struct sabot_db *db, GHashTable *checkpoints, const struct sabot_witnessed *witnessed,
	  GPtrArray *pieces, GError **error)
{
	g_autoptr(GArray) leaves = read_leaves(db, witnessed->head.size, error);
	g_autoptr(GList) numbers = g_list_sort(g_hash_table_get_keys(checkpoints), compare_numbers);

	for (GList *at = numbers; leaves && leaves->len == witnessed->head.size && at;
	     at = at->next) {
		int64_t number = *(const int64_t *)at->data;

		if (number <= witnessed->head.size)
			g_ptr_array_add(pieces, build_piece(witnessed, leaves, number));
	}
	return leaves != NULL;
}

bool
sabot_case_witness_build(struct sabot_db *db, GHashTable *checkpoints, GPtrArray *pieces,
			 GError **error)
{
	struct sabot_witnessed *witnessed;
	bool is_read = sabot_witnessed_read_last(db, &witnessed, error);

	if (is_read && witnessed)
		is_read = build_all(db, checkpoints, witnessed, pieces, error);
	sabot_witnessed_free(witnessed);
	return is_read;
}

bool
sabot_case_witness_check(const struct sabot_case_file *file, struct sabot_verify *verify)
{
	bool is_good = true;

	for (guint i = 0; is_good && i < file->pieces->len; i++) {
		const struct sabot_case_piece *piece = g_ptr_array_index(file->pieces, i);
		gsize n_bytes;
		const char *bytes = g_bytes_get_data(piece->bytes, &n_bytes);
		g_autofree char *text = g_str_has_prefix(piece->name, piece_start)
						? g_strndup(bytes, n_bytes)
						: NULL;

		is_good = !text || sabot_verify_witness_leaf(verify, text);
	}
	return is_good;
}
