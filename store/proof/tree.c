/* See tree.h. RFC 6962, section 2.1; how proofs are followed: RFC 9162, sections 2.1.3, 2.1.4. */
#include "tree.h"

#include <nettle/sha2.h>

enum { TREE_LEAF = 0x00, TREE_NODE = 0x01 };

struct sabot_chain_hash
sabot_tree_leaf(const void *bytes, size_t n_bytes)
{
	static const uint8_t leaf = TREE_LEAF;
	struct sabot_chain_hash hash;
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, sizeof(leaf), &leaf);
	sha256_update(&state, n_bytes, bytes);
	sha256_digest(&state, sizeof(hash.bytes), hash.bytes);
	return hash;
}

struct sabot_chain_hash
sabot_tree_join(struct sabot_chain_hash left, struct sabot_chain_hash right)
{
	static const uint8_t node = TREE_NODE;
	struct sabot_chain_hash hash;
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, sizeof(node), &node);
	sha256_update(&state, sizeof(left.bytes), left.bytes);
	sha256_update(&state, sizeof(right.bytes), right.bytes);
	sha256_digest(&state, sizeof(hash.bytes), hash.bytes);
	return hash;
}

void
sabot_tree_add(struct sabot_tree *tree, struct sabot_chain_hash leaf)
{
	/* Each full subtree at the end of the same height becomes one with what was added. */
	for (int64_t rest = tree->size; rest & 1; rest >>= 1)
		leaf = sabot_tree_join(tree->peaks[--tree->n_peaks], leaf);
	tree->peaks[tree->n_peaks++] = leaf;
	tree->size++;
}

struct sabot_chain_hash
sabot_tree_root(const struct sabot_tree *tree)
{
	struct sabot_chain_hash root;

	if (tree->n_peaks == 0)
		return sabot_chain_digest("", 0);
	root = tree->peaks[tree->n_peaks - 1];
	for (int i = tree->n_peaks - 2; i >= 0; i--)
		root = sabot_tree_join(tree->peaks[i], root);
	return root;
}

bool
sabot_tree_is_whole(const struct sabot_tree *tree)
{
	int n_peaks = 0;

	for (int64_t rest = tree->size; rest > 0; rest >>= 1)
		n_peaks += rest & 1;
	return tree->size >= 0 && tree->n_peaks == n_peaks;
}

/* Some of the leaves. */
struct range {
	const struct sabot_tree_source *source;
	int64_t from, n;
};

static struct sabot_chain_hash
root_in_memory(const void *data, int64_t from, int64_t n)
{
	const GArray *leaves = data;
	struct sabot_tree tree = {0};

	for (int64_t i = 0; i < n; i++)
		sabot_tree_add(&tree, g_array_index(leaves, struct sabot_chain_hash, from + i));
	return sabot_tree_root(&tree);
}

static void
append_root(GArray *hashes, struct range range)
{
	struct sabot_chain_hash root = range.source->root(range.source->data, range.from, range.n);

	g_array_append_val(hashes, root);
}

int64_t
sabot_tree_split(int64_t n)
{
	int64_t left = 1;

	while (left * 2 < n)
		left *= 2;
	return left;
}

static struct range
left_of(struct range range)
{
	return (struct range){range.source, range.from, sabot_tree_split(range.n)};
}

static struct range
right_of(struct range range)
{
	int64_t left = sabot_tree_split(range.n);

	return (struct range){range.source, range.from + left, range.n - left};
}

static void
reverse(GArray *hashes)
{
	for (guint i = 0; i < hashes->len / 2; i++) {
		struct sabot_chain_hash *one = &g_array_index(hashes, struct sabot_chain_hash, i);
		struct sabot_chain_hash *other =
			&g_array_index(hashes, struct sabot_chain_hash, hashes->len - 1 - i);
		struct sabot_chain_hash kept = *one;

		*one = *other;
		*other = kept;
	}
}

GArray *
sabot_tree_find_path_in(const struct sabot_tree_source *source, int64_t index)
{
	GArray *path = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	struct range range = {source, 0, source->size};

	while (range.n > 1) {
		bool is_left = index < range.from + sabot_tree_split(range.n);

		append_root(path, is_left ? right_of(range) : left_of(range));
		range = is_left ? left_of(range) : right_of(range);
	}
	reverse(path);
	return path;
}

GArray *
sabot_tree_find_path(const GArray *leaves, int64_t index)
{
	const struct sabot_tree_source source = {leaves->len, root_in_memory, leaves};

	return sabot_tree_find_path_in(&source, index);
}

bool
sabot_tree_follow(struct sabot_chain_hash leaf, struct sabot_tree_place place, const GArray *path,
		  struct sabot_chain_hash *ret_root)
{
	int64_t at = place.index, last = place.size - 1;

	if (at < 0 || at > last)
		return false;
	for (guint i = 0; i < path->len; i++) {
		const struct sabot_chain_hash beside =
			g_array_index(path, struct sabot_chain_hash, i);

		if (last == 0)
			return false;
		if ((at & 1) || at == last) {
			leaf = sabot_tree_join(beside, leaf);
			while (!(at & 1) && at != 0) {
				at >>= 1;
				last >>= 1;
			}
		} else {
			leaf = sabot_tree_join(leaf, beside);
		}
		at >>= 1;
		last >>= 1;
	}
	*ret_root = leaf;
	return last == 0;
}

GArray *
sabot_tree_find_consistency_in(const struct sabot_tree_source *source, int64_t size)
{
	GArray *proof = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	struct range range = {source, 0, source->size};
	bool is_known = true; /* the old root is of the whole range */

	while (size < range.from + range.n) {
		bool is_left = size <= range.from + sabot_tree_split(range.n);

		append_root(proof, is_left ? right_of(range) : left_of(range));
		is_known = is_known && is_left;
		range = is_left ? left_of(range) : right_of(range);
	}
	if (!is_known)
		append_root(proof, range);
	reverse(proof);
	return proof;
}

GArray *
sabot_tree_find_consistency(const GArray *leaves, int64_t size)
{
	const struct sabot_tree_source source = {leaves->len, root_in_memory, leaves};

	return sabot_tree_find_consistency_in(&source, size);
}

/* The hash that is next in a proof, which must have one. */
struct reading {
	const GArray *proof;
	guint next;
	bool is_short;
};

static struct sabot_chain_hash
read_next(struct reading *reading)
{
	static const struct sabot_chain_hash none;

	reading->is_short = reading->is_short || reading->next >= reading->proof->len;
	return reading->is_short
		       ? none
		       : g_array_index(reading->proof, struct sabot_chain_hash, reading->next++);
}

static bool
follow_both(const struct sabot_tree_roots *roots, struct reading *reading)
{
	int64_t at = roots->old_size - 1, last = roots->new_size - 1;
	struct sabot_chain_hash old_root, new_root;

	for (; at & 1; at >>= 1)
		last >>= 1;
	old_root = new_root = at ? read_next(reading) : roots->old_root;
	for (; last > 0; at >>= 1, last >>= 1) {
		const struct sabot_chain_hash beside = read_next(reading);

		if (!(at & 1) && at != last) {
			new_root = sabot_tree_join(new_root, beside);
			continue;
		}
		old_root = sabot_tree_join(beside, old_root);
		new_root = sabot_tree_join(beside, new_root);
		for (; !(at & 1) && at != 0; at >>= 1)
			last >>= 1;
	}
	return !reading->is_short && reading->next == reading->proof->len &&
	       sabot_chain_is_equal(old_root, roots->old_root) &&
	       sabot_chain_is_equal(new_root, roots->new_root);
}

bool
sabot_tree_is_consistent(const struct sabot_tree_roots *roots, const GArray *proof)
{
	struct reading reading = {.proof = proof};

	if (roots->old_size < 1 || roots->old_size > roots->new_size)
		return false;
	if (roots->old_size == roots->new_size)
		return proof->len == 0 && sabot_chain_is_equal(roots->old_root, roots->new_root);
	return follow_both(roots, &reading);
}
