/*
 * The Merkle tree of RFC 6962 over the hashes of a log's events: its root, and the proofs that a
 * leaf's hash or an earlier root belongs to a root. A leaf is an event's hash from the chain. Pure;
 * no I/O.
 */
#pragma once

#include "store/log/chain.h"

enum { SABOT_TREE_LEVELS = 63 };

/* A tree that grows at its end: the roots of its complete subtrees, the largest first. */
struct sabot_tree {
	int64_t size; /* leaves */
	int n_peaks;
	struct sabot_chain_hash peaks[SABOT_TREE_LEVELS];
};

G_STATIC_ASSERT(sizeof(struct sabot_tree) <= 2048);

/* The hash of a leaf given as bytes, as in RFC 6962. */
struct sabot_chain_hash
sabot_tree_leaf(const void *bytes, size_t n_bytes);

/* The hash of the node above two others. */
struct sabot_chain_hash
sabot_tree_join(struct sabot_chain_hash left, struct sabot_chain_hash right);

/* Add a leaf to a tree. An empty tree is all zeros. */
void
sabot_tree_add(struct sabot_tree *tree, struct sabot_chain_hash leaf);

/* The tree's root; for an empty tree the hash of no bytes. */
struct sabot_chain_hash
sabot_tree_root(const struct sabot_tree *tree);

/* True if the number of peaks matches the tree's size. */
bool
sabot_tree_is_whole(const struct sabot_tree *tree);

/*
 * The proof of leaf `index` among these leaves (of struct sabot_chain_hash, not empty): the sibling
 * hashes on the path to the root, from the bottom. Transferred.
 */
GArray *
sabot_tree_find_path(const GArray *leaves, int64_t index);

/* The position of a leaf to be proven. */
struct sabot_tree_place {
	int64_t index, size;
};

/*
 * Compute the root to which `path` leads from a leaf. False if its length does not match the
 * position.
 */
bool
sabot_tree_follow(struct sabot_chain_hash leaf, struct sabot_tree_place place, const GArray *path,
		  struct sabot_chain_hash *ret_root);

/* The proof that these leaves begin with the first `size` of them, at least one. */
GArray *
sabot_tree_find_consistency(const GArray *leaves, int64_t size);

/*
 * Leaves that are not all in memory. `root` yields the root over `n` leaves (1 or more) from number
 * `from` on, as a tree of their own.
 */
struct sabot_tree_source {
	int64_t size; /* leaves */
	struct sabot_chain_hash (*root)(const void *data, int64_t from, int64_t n);
	const void *data;
};

/* As sabot_tree_find_path(). */
GArray *
sabot_tree_find_path_in(const struct sabot_tree_source *source, int64_t index);

/* As sabot_tree_find_consistency(). */
GArray *
sabot_tree_find_consistency_in(const struct sabot_tree_source *source, int64_t size);

/* How many of `n` leaves, 2 or more, are in the left subtree. */
int64_t
sabot_tree_split(int64_t n);

/* Two roots, with the number of leaves under each. */
struct sabot_tree_roots {
	int64_t old_size, new_size;
	struct sabot_chain_hash old_root, new_root;
};

/* True if the proof shows that the new tree begins with all of the old one. */
bool
sabot_tree_is_consistent(const struct sabot_tree_roots *roots, const GArray *proof);
