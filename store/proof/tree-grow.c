/* See tree-grow.h. */
#include "tree-grow.h"
#include "store/db/statements.h"

#include <string.h>

enum { COLUMN_FROM_N, COLUMN_SIZE, COLUMN_PEAKS };
enum { COLUMN_N, COLUMN_HASH };

struct growing {
	struct sabot_db *db;
	struct sabot_log_end *end; /* or NULL */
	int64_t log_id, from_n;    /* 0: there is no tree */
	struct sabot_tree tree;
};

/* What is stored of the tree; one whose peaks are not of its size is none. */
static void
add_row(sqlite3_stmt *row, struct growing *growing)
{
	size_t n_bytes = (size_t)sqlite3_column_bytes(row, COLUMN_PEAKS);
	struct sabot_tree tree = {.size = sqlite3_column_int64(row, COLUMN_SIZE)};

	if (n_bytes > sizeof(tree.peaks) || n_bytes % sizeof(tree.peaks[0]) != 0)
		return;
	memcpy(tree.peaks, sqlite3_column_blob(row, COLUMN_PEAKS), n_bytes);
	tree.n_peaks = (int)(n_bytes / sizeof(tree.peaks[0]));
	if (!sabot_tree_is_whole(&tree))
		return;
	growing->from_n = sqlite3_column_int64(row, COLUMN_FROM_N);
	growing->tree = tree;
}

/* As it is, or where it begins; `from_n` stays 0 where it cannot be. */
static bool
read_tree(struct growing *growing, int64_t from_n, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(growing->db, SABOT_STATEMENT_TREE_READ, &failure,
						 "i", growing->log_id);
	bool is_there = row != NULL;

	if (row) {
		add_row(row, growing);
		sqlite3_reset(row);
	}
	growing->from_n = is_there ? growing->from_n : from_n;
	row = failure || is_there || from_n
		      ? NULL
		      : sabot_statement_find(growing->db, SABOT_STATEMENT_TREE_BEGIN, &failure, "i",
					     growing->log_id);
	if (row) {
		growing->from_n = sqlite3_column_int64(row, 0);
		sqlite3_reset(row);
	}
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

/* False if the hashes of the events up to `to_n` are not in memory. */
static bool
add_known(struct growing *growing, int64_t to_n)
{
	int64_t next_n = growing->from_n + growing->tree.size;
	const struct sabot_chain_hash *hashes = sabot_log_end_find_hashes(growing->end, next_n);

	if (!hashes || growing->end->head.n != to_n)
		return false;
	for (int64_t i = 0; i <= to_n - next_n; i++)
		sabot_tree_add(&growing->tree, hashes[i]);
	sabot_log_end_drop_hashes(growing->end);
	return true;
}

/* A hash that is missing ends it: the tree is shorter then than it should be. */
static bool
read_leaves(struct growing *growing, int64_t to_n, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(growing->db, SABOT_STATEMENT_EVENT_HASHES, error);
	int64_t next_n = growing->from_n + growing->tree.size;
	g_autoptr(GError) failure = NULL;
	struct sabot_chain_hash leaf;

	if (!read || !sabot_statement_bind(growing->db, read, error, "iii", growing->log_id, next_n,
					   to_n + 1))
		return false;
	while (sabot_statement_next(growing->db, read, &failure) &&
	       sqlite3_column_int64(read, COLUMN_N) == next_n) {
		memcpy(leaf.bytes, sqlite3_column_blob(read, COLUMN_HASH), sizeof(leaf.bytes));
		sabot_tree_add(&growing->tree, leaf);
		next_n++;
	}
	return sabot_statement_end(read, &failure, error);
}

static bool
store(const struct growing *growing, GError **error)
{
	const struct sabot_tree *tree = &growing->tree;
	g_autoptr(GBytes) peaks =
		g_bytes_new(tree->peaks, (gsize)tree->n_peaks * sizeof(tree->peaks[0]));

	return sabot_statement_put(growing->db, SABOT_STATEMENT_TREE_PUT, error, "iiib",
				   growing->log_id, growing->from_n, tree->size, peaks);
}

/* Stored if there is more of it than before, which may be less than was wanted. */
static bool
grow(struct growing *growing, int64_t to_n, GError **error)
{
	int64_t size = growing->tree.size;

	if (growing->from_n + size > to_n)
		return true;
	return (add_known(growing, to_n) || read_leaves(growing, to_n, error)) &&
	       (growing->tree.size == size || store(growing, error));
}

bool
sabot_tree_grow(struct sabot_db *db, struct sabot_tree_wish wish,
		struct sabot_tree_state *ret_state, GError **error)
{
	struct growing growing = {.db = db, .end = wish.end, .log_id = wish.log_id};
	bool is_there;

	*ret_state = (struct sabot_tree_state){0};
	if (!read_tree(&growing, wish.from_n, error))
		return false;
	if (growing.from_n == 0 || growing.from_n > wish.to_n)
		return true;
	if (!grow(&growing, wish.to_n, error))
		return false;
	is_there = growing.from_n + growing.tree.size == wish.to_n + 1;
	ret_state->from_n = is_there ? growing.from_n : 0;
	ret_state->root = sabot_tree_root(&growing.tree);
	return true;
}
