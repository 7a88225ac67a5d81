/* See tiles.h. */
#include "tiles.h"
#include "store/db/statements.h"
#include "store/proof/tree.h"
#include "store/proof/witnessed.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

enum {
	TILE_WIDTH = 256,
	TILE_LEVELS = 8, /* 256 to the eighth are more leaves than can be counted */
	TILE_DIGITS = 1000,
	TILE_FOLDER_MODE = 0755,
	TILE_ENTRY_BYTES_MAX = 65535,
};

struct writing {
	const char *folder;
	int64_t size;                /* leaves so far */
	GArray *levels[TILE_LEVELS]; /* of struct sabot_chain_hash: the tiles that are not full */
	GByteArray *entries;         /* of the bundle that is not full */
	struct sabot_tree tree;
};

char *
sabot_tile_path(int level, int64_t index, int width)
{
	g_autoptr(GString) number = g_string_new(NULL);
	g_autofree char *name =
		level == SABOT_TILE_ENTRIES ? g_strdup("entries") : g_strdup_printf("%d", level);

	g_string_printf(number, "%03d", (int)(index % TILE_DIGITS));
	for (index /= TILE_DIGITS; index > 0; index /= TILE_DIGITS) {
		g_autofree char *part = g_strdup_printf("x%03d/", (int)(index % TILE_DIGITS));

		g_string_prepend(number, part);
	}
	if (width < TILE_WIDTH)
		g_string_append_printf(number, ".p/%d", width);
	return g_strdup_printf("tile/%s/%s", name, number->str);
}

static bool
write_file(const struct writing *writing, const char *name, const void *bytes, size_t n_bytes,
	   GError **error)
{
	g_autofree char *path = g_build_filename(writing->folder, name, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	if (g_mkdir_with_parents(folder, TILE_FOLDER_MODE) != 0)
		return sabot_store_fail_errno(error, folder);
	return g_file_set_contents(path, bytes, (gssize)n_bytes, error);
}

/* The last tile of a level, as far as it is, when there are `n` of its hashes in the tree. */
static bool
write_tile(const struct writing *writing, int level, int64_t n, GError **error)
{
	const GArray *hashes = writing->levels[level];
	g_autofree char *name = sabot_tile_path(level, (n - 1) / TILE_WIDTH, (int)hashes->len);

	return write_file(writing, name, hashes->data,
			  hashes->len * sizeof(struct sabot_chain_hash), error);
}

static struct sabot_chain_hash
root_of(const GArray *hashes)
{
	struct sabot_tree tree = {0};

	for (guint i = 0; i < hashes->len; i++)
		sabot_tree_add(&tree, g_array_index(hashes, struct sabot_chain_hash, i));
	return sabot_tree_root(&tree);
}

/* A full tile's root is a hash of the level above. `n`: how many that level below has. */
static bool
add_hash(struct writing *writing, struct sabot_chain_hash hash, GError **error)
{
	int64_t n = writing->size;

	for (int level = 0; level < TILE_LEVELS; level++, n /= TILE_WIDTH) {
		GArray *hashes = writing->levels[level];

		g_array_append_val(hashes, hash);
		if (hashes->len < TILE_WIDTH)
			return true;
		if (!write_tile(writing, level, n, error))
			return false;
		hash = root_of(hashes);
		g_array_set_size(hashes, 0);
	}
	return true;
}

static bool
write_entries(struct writing *writing, GError **error)
{
	int64_t last = writing->size - 1;
	g_autofree char *name = sabot_tile_path(SABOT_TILE_ENTRIES, last / TILE_WIDTH,
						(int)(last % TILE_WIDTH) + 1);
	bool is_written =
		write_file(writing, name, writing->entries->data, writing->entries->len, error);

	g_byte_array_set_size(writing->entries, 0);
	return is_written;
}

static bool
add_note(struct writing *writing, const char *note, GError **error)
{
	size_t n_bytes = strlen(note);
	uint16_t length = GUINT16_TO_BE((uint16_t)n_bytes);
	struct sabot_chain_hash leaf = sabot_tree_leaf(note, n_bytes);

	if (n_bytes > TILE_ENTRY_BYTES_MAX)
		return sabot_store_fail(error, "a checkpoint", "is too large for a tile");
	writing->size++;
	sabot_tree_add(&writing->tree, leaf);
	g_byte_array_append(writing->entries, (const guint8 *)&length, sizeof(length));
	g_byte_array_append(writing->entries, (const guint8 *)note, (guint)n_bytes);
	return add_hash(writing, leaf, error) &&
	       (writing->size % TILE_WIDTH != 0 || write_entries(writing, error));
}

static bool
add_notes(struct writing *writing, struct sabot_db *db, int64_t size, GError **error)
{
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_CHECKPOINT_WALK, error);
	g_autoptr(GError) failure = NULL;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", (int64_t)1))
		return false;
	while (!failure && writing->size < size && sabot_statement_next(db, walk, &failure)) {
		if (sqlite3_column_int64(walk, 0) != writing->size + 1)
			sabot_store_fail(&failure, db->path, "an archive before it is not there");
		else
			add_note(writing, (const char *)sqlite3_column_text(walk, 3), &failure);
	}
	return sabot_statement_end(walk, &failure, error);
}

static bool
write_rest(struct writing *writing, GError **error)
{
	int64_t n = writing->size;
	bool is_written = writing->entries->len == 0 || write_entries(writing, error);

	for (int level = 0; level < TILE_LEVELS && is_written; level++, n /= TILE_WIDTH)
		is_written =
			writing->levels[level]->len == 0 || write_tile(writing, level, n, error);
	return is_written;
}

/* The head comes last: what it needs is there then. */
static bool
write_all(struct writing *writing, struct sabot_db *db, const struct sabot_witnessed *witnessed,
	  GError **error)
{
	if (!add_notes(writing, db, witnessed->head.size, error) || !write_rest(writing, error))
		return false;
	if (!sabot_chain_is_equal(sabot_tree_root(&writing->tree), witnessed->head.root))
		return sabot_store_fail(error, db->path, "a witness has signed another past");
	return write_file(writing, "checkpoint", witnessed->text, strlen(witnessed->text), error);
}

bool
sabot_tiles_write(struct sabot_db *db, const char *folder, GError **error)
{
	struct writing writing = {.folder = folder, .entries = g_byte_array_new()};
	struct sabot_witnessed *witnessed;
	bool is_written = sabot_witnessed_read_last(db, &witnessed, error);

	for (int level = 0; level < TILE_LEVELS; level++)
		writing.levels[level] = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	if (is_written && !witnessed)
		is_written = sabot_store_fail(error, db->path, "no witness has signed yet");
	else if (is_written)
		is_written = write_all(&writing, db, witnessed, error);
	for (int level = 0; level < TILE_LEVELS; level++)
		g_array_unref(writing.levels[level]);
	g_byte_array_unref(writing.entries);
	sabot_witnessed_free(witnessed);
	return is_written;
}
