/*
 * The Merkle tree of RFC 6962 over the hashes of a log's events: its root, and what proves from a
 * leaf's hash, or from an earlier root, that it belongs to a root. A leaf is an event's hash as it
 * stands in the chain. Pure; no I/O.
 */
#pragma once

#include "chain.h"

enum { SABOT_TREE_LEVELS = 63 };

/* A tree that grows at its end: the roots of its full subtrees, the largest first. */
struct sabot_tree {
	int64_t size; /* leaves */
	int n_peaks;
	struct sabot_chain_hash peaks[SABOT_TREE_LEVELS];
};

G_STATIC_ASSERT(sizeof(struct sabot_tree) <= 2048);

/* The hash of a leaf that is bytes, as RFC 6962 has it. */
struct sabot_chain_hash
sabot_tree_leaf(const void *bytes, size_t n_bytes);

/* The hash of a node above two others. */
struct sabot_chain_hash
sabot_tree_join(struct sabot_chain_hash left, struct sabot_chain_hash right);

/* Add a leaf to a tree, which is zeroed when it is empty. */
void
sabot_tree_add(struct sabot_tree *tree, struct sabot_chain_hash leaf);

/* Of an empty tree it is the hash of nothing. */
struct sabot_chain_hash
sabot_tree_root(const struct sabot_tree *tree);

/* True if as many peaks as this belong to a tree of this size. */
bool
sabot_tree_is_whole(const struct sabot_tree *tree);

/*
 * What proves leaf `index` of these leaves (of struct sabot_chain_hash, not empty): the hashes
 * beside the way to the root, from the bottom. Transferred.
 */
GArray *
sabot_tree_find_path(const GArray *leaves, int64_t index);

/* Where a leaf stands that is to be proven. */
struct sabot_tree_place {
	int64_t index, size;
};

/* The root to which `path` leads from a leaf. False where it has not the length for the place. */
bool
sabot_tree_follow(struct sabot_chain_hash leaf, struct sabot_tree_place place, const GArray *path,
		  struct sabot_chain_hash *ret_root);

/* What proves that these leaves begin with the first `size` of them, of which there is one. */
GArray *
sabot_tree_find_consistency(const GArray *leaves, int64_t size);

/*
 * Leaves that are not all in memory. `root` yields the root over `n` of them (1 or more) from
 * number `from` on, as a tree of their own.
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

/* How many of `n` leaves, 2 or more, the left side of their tree has. */
int64_t
sabot_tree_split(int64_t n);

/* Two roots, and how many leaves each is over. */
struct sabot_tree_roots {
	int64_t old_size, new_size;
	struct sabot_chain_hash old_root, new_root;
};

/* True if the proof shows that the new tree begins with all of the old one. */
bool
sabot_tree_is_consistent(const struct sabot_tree_roots *roots, const GArray *proof);
