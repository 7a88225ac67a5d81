/*
 * The Merkle tree: the roots and proofs that are published for the eight leaves of certificate
 * transparency's first implementation, each proof of each small tree, and what is no proof.
 */
#include "store-fixture.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/proof/tree-grow.h"
#include "store/log/log.h"
#include "store/log/walk.h"

#include <nettle/sha2.h>
#include <string.h>

enum { N_LEAVES = 8, N_SMALL = 40 };

static struct sabot_chain_hash
hash_of(const char *hex)
{
	struct sabot_chain_hash hash;

	assert_true(sabot_hex_decode(hex, hash.bytes, sizeof(hash.bytes)));
	return hash;
}

static void
assert_hash(struct sabot_chain_hash hash, const char *hex)
{
	assert_true(sabot_chain_is_equal(hash, hash_of(hex)));
}

static struct sabot_chain_hash
leaf_of(const void *bytes, size_t n_bytes)
{
	static const uint8_t leaf = 0;
	struct sabot_chain_hash hash;
	struct sha256_ctx state;

	sha256_init(&state);
	sha256_update(&state, 1, &leaf);
	sha256_update(&state, n_bytes, bytes);
	sha256_digest(&state, sizeof(hash.bytes), hash.bytes);
	return hash;
}

static GArray *
published_leaves(void)
{
	static const char *const contents[N_LEAVES] = {
		"",
		"00",
		"10",
		"2021",
		"3031",
		"40414243",
		"5051525354555657",
		"606162636465666768696a6b6c6d6e6f",
	};
	GArray *leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));

	for (size_t i = 0; i < N_LEAVES; i++) {
		uint8_t bytes[16];
		size_t n_bytes = strlen(contents[i]) / 2;
		struct sabot_chain_hash leaf;

		assert_true(sabot_hex_decode(contents[i], bytes, n_bytes));
		leaf = leaf_of(bytes, n_bytes);
		g_array_append_val(leaves, leaf);
	}
	return leaves;
}

static struct sabot_chain_hash
root_of(const GArray *leaves, int64_t size)
{
	struct sabot_tree tree = {0};

	for (int64_t i = 0; i < size; i++)
		sabot_tree_add(&tree, g_array_index(leaves, struct sabot_chain_hash, i));
	assert_true(sabot_tree_is_whole(&tree));
	return sabot_tree_root(&tree);
}

static void
test_published_roots(void **state)
{
	static const char *const roots[N_LEAVES + 1] = {
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
		"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
		"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
		"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
		"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
		"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	};
	g_autoptr(GArray) leaves = published_leaves();

	(void)state;
	for (int64_t size = 0; size <= N_LEAVES; size++)
		assert_hash(root_of(leaves, size), roots[size]);
}

static void
assert_proof(const GArray *proof, const char *const *hexes, guint n_hashes)
{
	assert_int_equal(proof->len, n_hashes);
	for (guint i = 0; i < n_hashes; i++)
		assert_hash(g_array_index(proof, struct sabot_chain_hash, i), hexes[i]);
}

static void
test_published_proofs(void **state)
{
	static const char *const first[] = {
		"96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
		"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
		"6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
	};
	static const char *const sixth[] = {
		"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
		"ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	};
	static const char *const from_6[] = {
		"0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
		"ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	};
	static const char *const from_2_to_5[] = {
		"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
		"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
	};
	g_autoptr(GArray) leaves = published_leaves();
	g_autoptr(GArray) one = sabot_tree_find_path(leaves, 0);
	g_autoptr(GArray) six = sabot_tree_find_path(leaves, 5);
	g_autoptr(GArray) from_1 = sabot_tree_find_consistency(leaves, 1);
	g_autoptr(GArray) from_six = sabot_tree_find_consistency(leaves, 6);
	g_autoptr(GArray) from_two = NULL;

	(void)state;
	assert_proof(one, first, G_N_ELEMENTS(first));
	assert_proof(six, sixth, G_N_ELEMENTS(sixth));
	assert_proof(from_1, first, G_N_ELEMENTS(first));
	assert_proof(from_six, from_6, G_N_ELEMENTS(from_6));
	g_array_set_size(leaves, 5);
	from_two = sabot_tree_find_consistency(leaves, 2);
	assert_proof(from_two, from_2_to_5, G_N_ELEMENTS(from_2_to_5));
}

static GArray *
some_leaves(int64_t n)
{
	GArray *leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));

	for (int64_t i = 0; i < n; i++) {
		struct sabot_chain_hash leaf = leaf_of(&i, sizeof(i));

		g_array_append_val(leaves, leaf);
	}
	return leaves;
}

/* Whether the path proves the leaf there, under this root. */
static bool
proves(struct sabot_chain_hash leaf, struct sabot_tree_place place, const GArray *path,
       struct sabot_chain_hash root)
{
	struct sabot_chain_hash found;

	return sabot_tree_follow(leaf, place, path, &found) && sabot_chain_is_equal(found, root);
}

static void
check_path(const GArray *leaves, int64_t index)
{
	const struct sabot_chain_hash leaf = g_array_index(leaves, struct sabot_chain_hash, index);
	const struct sabot_chain_hash root = root_of(leaves, leaves->len);
	struct sabot_tree_place place = {index, leaves->len};
	g_autoptr(GArray) path = sabot_tree_find_path(leaves, index);

	assert_true(proves(leaf, place, path, root));
	for (int64_t other = -1; other <= (int64_t)leaves->len; other++) {
		place.index = other;
		assert_int_equal(proves(leaf, place, path, root), other == index);
	}
	place.index = index;
	assert_false(proves(root, place, path, root) && path->len > 0);
	g_array_append_val(path, leaf);
	assert_false(proves(leaf, place, path, root));
	g_array_set_size(path, path->len - 1);
	if (path->len == 0)
		return;
	g_array_index(path, struct sabot_chain_hash, path->len - 1).bytes[31] ^= 1;
	assert_false(proves(leaf, place, path, root));
	g_array_set_size(path, path->len - 1);
	assert_false(proves(leaf, place, path, root));
}

static void
check_consistency(const GArray *leaves, int64_t size)
{
	struct sabot_tree_roots roots = {size, leaves->len, root_of(leaves, size),
					 root_of(leaves, leaves->len)};
	g_autoptr(GArray) proof = sabot_tree_find_consistency(leaves, size);

	assert_true(sabot_tree_is_consistent(&roots, proof));
	for (int i = 0; i < 2; i++) {
		uint8_t *byte = i ? roots.old_root.bytes : roots.new_root.bytes;

		*byte ^= 1;
		assert_false(sabot_tree_is_consistent(&roots, proof));
		*byte ^= 1;
	}
	g_array_append_val(proof, roots.old_root);
	assert_false(sabot_tree_is_consistent(&roots, proof));
	g_array_set_size(proof, proof->len - 1);
	if (proof->len == 0)
		return;
	g_array_set_size(proof, proof->len - 1);
	assert_false(sabot_tree_is_consistent(&roots, proof));
}

static void
test_every_small_tree(void **state)
{
	(void)state;
	for (int64_t n = 1; n <= N_SMALL; n++) {
		g_autoptr(GArray) leaves = some_leaves(n);

		for (int64_t i = 0; i < n; i++) {
			check_path(leaves, i);
			check_consistency(leaves, i + 1);
		}
	}
}

static void
append(struct sabot_db *db, const char *table, int64_t from_seq, int64_t from_n, int64_t count)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GError) error = NULL;

	for (int64_t i = 0; i < count; i++)
		g_ptr_array_add(records, make_record(table, from_seq + i, from_n + i));
	if (!sabot_log_append(db, records, &error))
		fail_msg("%s", error->message);
}

static bool
collect(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	(void)record;
	g_array_append_vals(data, hash, 1);
	return true;
}

/* The last checkpoint's root of log A is that of its hashes up to there. */
static void
assert_root(struct sabot_db *db, int64_t from_n, int64_t to_n)
{
	g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	struct sabot_walk_range range = {1, from_n, to_n + 1};
	const struct sabot_note_head *tree;
	struct sabot_checkpoint *checkpoint;
	struct sabot_seal last;

	assert_true(sabot_walk_log(db, &range, collect, leaves, NULL));
	assert_true(sabot_seal_read_last(db, &last, NULL));
	checkpoint = sabot_checkpoint_parse(last.note, NULL);
	tree = sabot_checkpoint_find_tree(checkpoint, "A");
	assert_non_null(tree);
	assert_int_equal(tree->n, from_n);
	assert_true(sabot_chain_is_equal(tree->hash, root_of(leaves, to_n - from_n + 1)));
	sabot_checkpoint_free(checkpoint);
	sabot_seal_clear(&last);
}

/* It grows from where it was, also on a connection that has not seen its beginning. */
static void
test_grows_with_checkpoints(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autofree char *path =
		g_build_filename(((struct fixture *)*state)->directory, "a.key", NULL);
	struct sabot_key *key = sabot_key_create(path, "Casino.Norte", NULL);
	int64_t n = 0;

	for (int64_t more = 1; more < 12; more++) {
		append(db, "A", n + 1, n + 1, more);
		n += more;
		assert_true(sabot_seal_make(db, key, NULL));
		assert_root(db, 1, n);
		sabot_db_close(db);
		db = open_db(*state, SABOT_DB_WRITER);
	}
	/* What is stored of it is no tree: then there is none, and the checkpoint is made. */
	sqlite3_exec(db->handle, "DROP TRIGGER tree_grows; UPDATE tree SET peaks = x'00'", NULL,
		     NULL, NULL);
	append(db, "A", n + 1, n + 1, 1);
	assert_true(sabot_seal_make(db, key, NULL));
	sabot_key_free(key);
	sabot_db_close(db);
}

/* Records that cannot be appended: all ends are forgotten. */
static void
append_in_vain(struct sabot_db *db, int64_t seq, int64_t n)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);

	g_ptr_array_add(records, make_record("A", seq, n));
	g_ptr_array_add(records, make_record("A", seq + 1, n + 5));
	assert_false(sabot_log_append(db, records, NULL));
}

/* From hashes in memory; from stored ones after a failure, or where there were too many. */
static void
test_grows_on_one_connection(void **state)
{
	static const int64_t counts[] = {1, 3, 511, 512, 513, 2, 1100, 5};
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autofree char *path =
		g_build_filename(((struct fixture *)*state)->directory, "a.key", NULL);
	struct sabot_key *key = sabot_key_create(path, "Casino.Norte", NULL);
	int64_t n = 0;

	for (size_t i = 0; i < 2 * G_N_ELEMENTS(counts); i++) {
		int64_t count = counts[i / 2];

		append(db, "A", n + 1, n + 1, count);
		n += count;
		if (i % 2 == 0)
			continue;
		append_in_vain(db, n + 1, n + 1);
		append(db, "A", n + 1, n + 1, 1);
		n++;
		assert_true(sabot_seal_make(db, key, NULL));
		assert_root(db, 1, n);
		append(db, "A", n + 1, n + 1, count);
		n += count;
		assert_true(sabot_seal_make(db, key, NULL));
		assert_root(db, 1, n);
	}
	sabot_key_free(key);
	sabot_db_close(db);
}

/* If a row is changed before it is under a checkpoint, the change is not signed. */
static void
test_changed_row_is_not_signed(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autofree char *path =
		g_build_filename(((struct fixture *)*state)->directory, "a.key", NULL);
	struct sabot_key *key = sabot_key_create(path, "Casino.Norte", NULL);
	struct sabot_chain_hash changed = {0};
	const struct sabot_note_head *head;
	struct sabot_checkpoint *checkpoint;
	struct sabot_seal last;

	append(db, "A", 1, 1, 3);
	assert_int_equal(sqlite3_exec(db->handle,
				      "DROP TRIGGER event_no_update;"
				      "UPDATE event SET hash = zeroblob(32) WHERE n = 3",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_true(sabot_seal_read_last(db, &last, NULL));
	checkpoint = sabot_checkpoint_parse(last.note, NULL);
	head = sabot_checkpoint_find(checkpoint, "A");
	assert_int_equal(head->n, 3);
	assert_false(sabot_chain_is_equal(head->hash, changed));
	sabot_checkpoint_free(checkpoint);
	sabot_seal_clear(&last);
	sabot_key_free(key);
	sabot_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_published_roots),         TEST(test_published_proofs),
		TEST(test_every_small_tree),        TEST(test_grows_with_checkpoints),
		TEST(test_grows_on_one_connection), TEST(test_changed_row_is_not_signed),
	};

	return cmocka_run_group_tests_name("store-tree", tests, NULL, NULL);
}
