/*
 * The roots over each 256 leaves are kept in memory; the leaves themselves are read when a proof
 * needs them: 1.2 MB for ten million checkpoints.
 */
#include "head-tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TILE_LEAVES = 256 };

struct sabot_head_tree {
	char *path;
	int fd;
	int64_t size;
	GArray *tiles; /* of struct sabot_chain_hash: roots over 256 leaves each */
	bool has_failed;
};

static bool
fail(const struct sabot_head_tree *tree, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s: %s", tree->path,
		    what, g_strerror(errno));
	return false;
}

/* At most a tile's leaves. */
static bool
read_leaves(const struct sabot_head_tree *tree, int64_t from, int64_t n,
	    struct sabot_chain_hash ret_leaves[TILE_LEAVES])
{
	size_t n_bytes = (size_t)n * sizeof(ret_leaves[0]);
	ssize_t n_read;

	errno = EIO; /* where the file is shorter than it was */
	n_read = pread(tree->fd, ret_leaves, n_bytes, from * (off_t)sizeof(ret_leaves[0]));
	return n_read == (ssize_t)n_bytes;
}

static struct sabot_chain_hash
join_leaves(const struct sabot_chain_hash *leaves, int64_t n)
{
	struct sabot_tree tree = {0};

	for (int64_t i = 0; i < n; i++)
		sabot_tree_add(&tree, leaves[i]);
	return sabot_tree_root(&tree);
}

/* A range of RFC 6962's own division: one of more than a tile begins with one. */
static struct sabot_chain_hash
root_of(const void *data, int64_t from, int64_t n)
{
	const struct sabot_head_tree *tree = data;
	struct sabot_chain_hash leaves[TILE_LEAVES] = {0};
	int64_t left;

	if (n == TILE_LEAVES && from % TILE_LEAVES == 0)
		return g_array_index(tree->tiles, struct sabot_chain_hash, from / TILE_LEAVES);
	if (n > TILE_LEAVES) {
		left = sabot_tree_split(n);
		return sabot_tree_join(root_of(data, from, left),
				       root_of(data, from + left, n - left));
	}
	if (!read_leaves(tree, from, n, leaves))
		((struct sabot_head_tree *)data)->has_failed = true;
	return join_leaves(leaves, n);
}

static bool
read_tiles(struct sabot_head_tree *tree, GError **error)
{
	struct sabot_chain_hash leaves[TILE_LEAVES], root;

	for (int64_t i = 0; i < tree->size / TILE_LEAVES; i++) {
		if (!read_leaves(tree, i * TILE_LEAVES, TILE_LEAVES, leaves))
			return fail(tree, "cannot read", error);
		root = join_leaves(leaves, TILE_LEAVES);
		g_array_append_val(tree->tiles, root);
	}
	return true;
}

struct sabot_head_tree *
sabot_head_tree_open(const char *path, GError **error)
{
	struct sabot_head_tree *tree = g_new0(struct sabot_head_tree, 1);
	struct stat status;

	tree->path = g_strdup(path);
	tree->tiles = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	tree->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (tree->fd < 0 || fstat(tree->fd, &status) != 0) {
		fail(tree, "cannot open", error);
		sabot_head_tree_free(tree);
		return NULL;
	}
	/* What a crash has left of a hash is written over. */
	tree->size = status.st_size / (off_t)sizeof(struct sabot_chain_hash);
	if (read_tiles(tree, error))
		return tree;
	sabot_head_tree_free(tree);
	return NULL;
}

void
sabot_head_tree_free(struct sabot_head_tree *tree)
{
	if (!tree)
		return;
	if (tree->fd >= 0)
		close(tree->fd);
	g_array_unref(tree->tiles);
	g_free(tree->path);
	g_free(tree);
}

int64_t
sabot_head_tree_get_size(const struct sabot_head_tree *tree)
{
	return tree->size;
}

bool
sabot_head_tree_add(struct sabot_head_tree *tree, const char *note, GError **error)
{
	struct sabot_chain_hash leaves[TILE_LEAVES], root;
	struct sabot_chain_hash leaf = sabot_tree_leaf(note, strlen(note));

	errno = ENOSPC; /* where less is written than was wanted */
	if (pwrite(tree->fd, &leaf, sizeof(leaf), tree->size * (off_t)sizeof(leaf)) !=
	    (ssize_t)sizeof(leaf))
		return fail(tree, "cannot write", error);
	if ((tree->size + 1) % TILE_LEAVES == 0) {
		if (!read_leaves(tree, tree->size + 1 - TILE_LEAVES, TILE_LEAVES, leaves))
			return fail(tree, "cannot read", error);
		root = join_leaves(leaves, TILE_LEAVES);
		g_array_append_val(tree->tiles, root);
	}
	tree->size++;
	return true;
}

bool
sabot_head_tree_has(struct sabot_head_tree *tree, int64_t number, const char *note)
{
	struct sabot_chain_hash leaves[TILE_LEAVES];

	return number >= 1 && number <= tree->size && read_leaves(tree, number - 1, 1, leaves) &&
	       sabot_chain_is_equal(leaves[0], sabot_tree_leaf(note, strlen(note)));
}

bool
sabot_head_tree_empty(struct sabot_head_tree *tree, GError **error)
{
	if (ftruncate(tree->fd, 0) != 0)
		return fail(tree, "cannot write", error);
	tree->size = 0;
	g_array_set_size(tree->tiles, 0);
	tree->has_failed = false;
	return true;
}

struct sabot_tree_source
sabot_head_tree_get_source(const struct sabot_head_tree *tree, int64_t size)
{
	return (struct sabot_tree_source){size, root_of, tree};
}

bool
sabot_head_tree_has_failed(const struct sabot_head_tree *tree)
{
	return tree->has_failed;
}
