/*
 * The tree of heads: RFC 6962's Merkle tree over all checkpoints of a database, of which each is a
 * leaf, the first one leaf 0. So a witness keeps one hash a house, and no log can have two pasts
 * unless this tree has. Its leaves' hashes are a file beside the database, 32 bytes each: a cache
 * derived from the checkpoints, made again where it is missing. One thread's at a time.
 */
#pragma once

#include "tree.h"

struct sabot_head_tree;

/* Open the file, which is made where there is none. NULL with an error. Transferred. */
struct sabot_head_tree *
sabot_head_tree_open(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_head_tree_free(struct sabot_head_tree *tree);

/* How many checkpoints it has: the number of the last. */
int64_t
sabot_head_tree_get_size(const struct sabot_head_tree *tree);

/* Add the next checkpoint's note. False with an error where the file cannot be written. */
bool
sabot_head_tree_add(struct sabot_head_tree *tree, const char *note, GError **error);

/* Whether checkpoint `number`, from 1 to its size, has this note. */
bool
sabot_head_tree_has(struct sabot_head_tree *tree, int64_t number, const char *note);

/* Begin again with nothing, as of another past. */
bool
sabot_head_tree_empty(struct sabot_head_tree *tree, GError **error);

/* The first `size` checkpoints, for roots and proofs (tree.h). Borrowed from the tree. */
struct sabot_tree_source
sabot_head_tree_get_source(const struct sabot_head_tree *tree, int64_t size);

/* True once the file could not be read: what was computed since is worth nothing. */
bool
sabot_head_tree_has_failed(const struct sabot_head_tree *tree);
