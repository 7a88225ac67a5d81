/*
 * The tree of heads: RFC 6962's Merkle tree over all checkpoints of a database; each checkpoint is
 * a leaf, the first one leaf 0. So a witness keeps one hash per house, and no log can have two
 * pasts unless this tree has. The hashes of the leaves are cached in a file beside the database, 32
 * bytes each; the file is derived from the checkpoints and made again if it is missing. Used by one
 * thread at a time.
 */
#pragma once

#include "tree.h"

struct sabot_head_tree;

/* Open the file, creating it if there is none. NULL with an error. Transferred. */
struct sabot_head_tree *
sabot_head_tree_open(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_head_tree_free(struct sabot_head_tree *tree);

/* The number of checkpoints in the tree, which is the number of the last. */
int64_t
sabot_head_tree_get_size(const struct sabot_head_tree *tree);

/* Add the next checkpoint's note. False with an error if the file cannot be written. */
bool
sabot_head_tree_add(struct sabot_head_tree *tree, const char *note, GError **error);

/* True if checkpoint `number`, from 1 to the tree's size, has this note. */
bool
sabot_head_tree_has(struct sabot_head_tree *tree, int64_t number, const char *note);

/* Empty the tree, for a database with another past. */
bool
sabot_head_tree_empty(struct sabot_head_tree *tree, GError **error);

/* The first `size` checkpoints, for roots and proofs (tree.h). Borrowed from the tree. */
struct sabot_tree_source
sabot_head_tree_get_source(const struct sabot_head_tree *tree, int64_t size);

/* True if the file could not be read; anything computed since is invalid. */
bool
sabot_head_tree_has_failed(const struct sabot_head_tree *tree);
