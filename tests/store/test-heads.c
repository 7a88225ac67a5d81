/*
 * Signed notes, heads and cosignatures as C2SP has them: the published examples (signed-note,
 * the Go checksum database, transparency-dev's and litewitness' tests), what is none of them, and
 * the tree over checkpoints, whose proofs are those of a tree in memory.
 */
#include "store-fixture.h"
#include "store/proof/cosign.h"
#include "store/proof/head-tree.h"
#include "store/keys/key-find.h"
#include "store/proof/log-head.h"
#include "store/proof/seal.h"
#include "store/proof/signed-note.h"
#include "store/files/tiles.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-witness.h"
#include "store/proof/witnessed.h"
#include "store/log/log.h"

#include <string.h>

enum { N_HEADS = 700, HEADS_STEP = 37 };

static const char example_key[] =
	"example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
static const char example[] =
	"This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2"
	"ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

static const char sumdb_key[] =
	"sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
static const char sumdb[] = "go.sum database tree\n35225469\n"
			    "vt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n\n"
			    "— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+"
			    "gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=\n";

static const char two_signatures[] =
	"example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
	"— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/"
	"Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
	"— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX"
	"3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

static struct sabot_signed_note *
parse(const char *text)
{
	g_autoptr(GError) error = NULL;
	struct sabot_signed_note *note = sabot_signed_note_parse(text, strlen(text), &error);

	if (!note)
		fail_msg("%s", error->message);
	return note;
}

static void
assert_trust(const char *text, const char *key_line, enum sabot_note_trust trust)
{
	struct sabot_key *key = sabot_key_from_public_line(key_line, NULL);
	struct sabot_signed_note *note = parse(text);

	assert_non_null(key);
	assert_int_equal(sabot_signed_note_check(note, key, NULL), trust);
	sabot_signed_note_free(note);
	sabot_key_free(key);
}

static void
test_published_notes(void **state)
{
	g_autofree char *changed = g_strdup(example);

	(void)state;
	assert_trust(example, example_key, SABOT_NOTE_SIGNED);
	assert_trust(sumdb, sumdb_key, SABOT_NOTE_SIGNED);
	assert_trust(sumdb, example_key, SABOT_NOTE_UNSIGNED);
	changed[0] = 'X';
	assert_trust(changed, example_key, SABOT_NOTE_FORGED);
}

static void
test_published_heads(void **state)
{
	struct sabot_signed_note *note = parse(two_signatures);
	const struct sabot_note_signature *second;
	struct sabot_log_head head;
	g_autofree char *again = NULL;

	(void)state;
	assert_true(sabot_log_head_parse(note->body, &head));
	assert_string_equal(head.origin, "example.com/behind-the-sofa");
	assert_int_equal(head.size, 20852163);
	again = sabot_log_head_format(&head);
	assert_string_equal(again, note->body);
	assert_int_equal(note->signatures->len, 2);
	second = g_ptr_array_index(note->signatures, 1);
	assert_string_equal(second->name, "witness.example.com/w1");
	assert_int_equal(second->n_bytes, 72);
	sabot_log_head_clear(&head);
	sabot_signed_note_free(note);
}

static void
test_no_notes(void **state)
{
	static const char *const bad[] = {
		"",
		"\n\n",
		"text\n",
		"text\n\n",
		"text\n\nno signature\n",
		"text\n\n— name\n",
		"text\n\n— name YWJj\n",       /* three bytes are no id and no signature */
		"text\n\n— name YWJjZGVm\n\n", /* an empty line behind */
		"text\n\n— na+me YWJjZGVm\n",
		"text\n\n— name YWJjZGVm", /* no end of line */
		"text\n\n— name YWJj*GVm\n",
		"text\n\n— name YWJjZGVmA\n",
		"text\n\n— name YWJjZG===\n",
		"te\x01xt\n\n— name YWJjZGVm\n",
		"te\xffxt\n\n— name YWJjZGVm\n",
	};
	static const char line[] = "— name YWJjZGVm\n";
	g_autoptr(GString) many = g_string_new("text\n\n");

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		assert_null(sabot_signed_note_parse(bad[i], strlen(bad[i]), NULL));
	for (int i = 0; i < SABOT_SIGNED_NOTE_SIGNATURES_MAX; i++)
		g_string_append(many, line);
	sabot_signed_note_free(parse(many->str));
	g_string_append(many, line);
	assert_null(sabot_signed_note_parse(many->str, many->len, NULL));
	g_string_set_size(many, 0);
	while (many->len <= SABOT_SIGNED_NOTE_BYTES_MAX)
		g_string_append(many, "text\n");
	g_string_append_printf(many, "\n%s", line);
	assert_null(sabot_signed_note_parse(many->str, many->len, NULL));
}

static void
test_no_heads(void **state)
{
	static const char root[] = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
	static const char *const sizes[] = {
		"", "-1", "+1", "01", " 1", "1 ", "9223372036854775808", "99999999999999999999"};
	struct sabot_log_head head;
	g_autofree char *text = NULL;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *bad = g_strdup_printf("a log\n%s\n%s\n", sizes[i], root);

		assert_false(sabot_log_head_parse(bad, &head));
	}
	assert_false(sabot_log_head_parse("a log\n1\nAAAA\n", &head));
	assert_false(sabot_log_head_parse("a log\n1\n", &head));
	text = g_strdup_printf("a log\n1\n%s\n\nmore\n", root);
	assert_false(sabot_log_head_parse(text, &head));
	g_free(text);
	text = g_strdup_printf("a log\n1\n%s\nmore\n", root);
	assert_true(sabot_log_head_parse(text, &head));
	sabot_log_head_clear(&head);
}

/* A witness's key has an id of its own kind, and neither kind passes for the other. */
static void
test_witness_keys(void **state)
{
	static const char remora[] =
		"remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";
	const char *directory = ((struct fixture *)*state)->directory;
	g_autofree char *path = g_build_filename(directory, "witness.key", NULL);
	struct sabot_key *key = sabot_key_from_cosigner_line(remora, NULL), *loaded;
	g_autofree char *line = sabot_key_to_public_line(key);

	assert_string_equal(line, remora);
	sabot_key_free(key);
	assert_null(sabot_key_from_public_line(remora, NULL));
	assert_null(sabot_key_from_cosigner_line(example_key, NULL));
	key = sabot_key_create_cosigner(path, "witness.example/w1", NULL);
	assert_null(sabot_key_load(path, NULL));
	loaded = sabot_key_load_cosigner(path, false, NULL);
	assert_memory_equal(loaded->public, key->public, sizeof(key->public));
	assert_memory_equal(loaded->id, key->id, sizeof(key->id));
	sabot_key_free(loaded);
	sabot_key_free(key);
}

/* The time in a published cosignature; what it signs is not published with it. */
static void
test_cosignature_time(void **state)
{
	struct sabot_note_signature signature;
	uint64_t time_bytes;

	(void)state;
	assert_true(sabot_note_signature_parse(
		"— remora.n621.de ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlqJyocWODBt97"
		"w9uL+8qT7S5gxEHWWOworDcFiEBYJXORmnFBOBA==",
		&signature));
	assert_int_equal(signature.n_bytes, sizeof(time_bytes) + SABOT_KEY_SIGNATURE_BYTES);
	memcpy(&time_bytes, signature.bytes, sizeof(time_bytes));
	assert_int_equal(GUINT64_FROM_BE(time_bytes), 1727964367);
	sabot_note_signature_clear(&signature);
}

static void
test_cosignatures(void **state)
{
	const char *directory = ((struct fixture *)*state)->directory;
	g_autofree char *path = g_build_filename(directory, "witness.key", NULL);
	struct sabot_key *key = sabot_key_create_cosigner(path, "witness.example/w1", NULL);
	g_autofree char *body = g_strndup(sumdb, (gsize)(strstr(sumdb, "\n\n") + 1 - sumdb));
	g_autofree char *line = sabot_cosign(body, key, 1679315147);
	g_autofree char *whole = g_strconcat(sumdb, line, NULL);
	struct sabot_signed_note *note = parse(whole);
	int64_t time_s = 0;

	assert_int_equal(sabot_signed_note_check(note, key, &time_s), SABOT_NOTE_SIGNED);
	assert_int_equal(time_s, 1679315147);
	assert_trust(whole, sumdb_key, SABOT_NOTE_SIGNED);
	/* Another time, or another head, is not what it signed. */
	((struct sabot_note_signature *)g_ptr_array_index(note->signatures, 1))->bytes[7] ^= 1;
	assert_int_equal(sabot_signed_note_check(note, key, NULL), SABOT_NOTE_FORGED);
	((struct sabot_note_signature *)g_ptr_array_index(note->signatures, 1))->bytes[7] ^= 1;
	note->body[0] ^= 1;
	assert_int_equal(sabot_signed_note_check(note, key, NULL), SABOT_NOTE_FORGED);
	sabot_signed_note_free(note);
	sabot_key_free(key);
}

/* The published names: the number in threes, and a partial tile's width; the tree of 70,000. */
static void
test_tile_names(void **state)
{
	static const struct {
		int level;
		int64_t index;
		int width;
		const char *path;
	} tiles[] = {
		{0, 1234067, 256, "tile/0/x001/x234/067"},
		{0, 0, 256, "tile/0/000"},
		{0, 272, 256, "tile/0/272"},
		{0, 273, 112, "tile/0/273.p/112"},
		{1, 0, 256, "tile/1/000"},
		{1, 1, 17, "tile/1/001.p/17"},
		{2, 0, 1, "tile/2/000.p/1"},
		{SABOT_TILE_ENTRIES, 1000, 256, "tile/entries/x001/000"},
		{SABOT_TILE_ENTRIES, 1234067, 8, "tile/entries/x001/x234/067.p/8"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(tiles); i++) {
		g_autofree char *path =
			sabot_tile_path(tiles[i].level, tiles[i].index, tiles[i].width);

		assert_string_equal(path, tiles[i].path);
	}
}

static void
assert_same(GArray *one, GArray *other)
{
	assert_int_equal(one->len, other->len);
	assert_memory_equal(one->data, other->data, one->len * sizeof(struct sabot_chain_hash));
	g_array_unref(one);
	g_array_unref(other);
}

/* Each proof from the file is that of all leaves in memory. */
static void
check_proofs(const struct sabot_head_tree *tree, const GArray *leaves, int64_t size)
{
	struct sabot_tree_source source = sabot_head_tree_get_source(tree, size);
	g_autoptr(GArray) some = g_array_copy((GArray *)leaves);
	struct sabot_tree whole = {0};

	g_array_set_size(some, (guint)size);
	for (int64_t i = 0; i < size; i++)
		sabot_tree_add(&whole, g_array_index(some, struct sabot_chain_hash, i));
	assert_true(
		sabot_chain_is_equal(source.root(source.data, 0, size), sabot_tree_root(&whole)));
	for (int64_t i = 0; i < size; i += HEADS_STEP) {
		assert_same(sabot_tree_find_path_in(&source, i), sabot_tree_find_path(some, i));
		assert_same(sabot_tree_find_consistency_in(&source, i + 1),
			    sabot_tree_find_consistency(some, i + 1));
	}
}

static void
test_tree_of_heads(void **state)
{
	g_autofree char *path =
		g_build_filename(((struct fixture *)*state)->directory, "heads", NULL);
	struct sabot_head_tree *tree = sabot_head_tree_open(path, NULL);
	g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));

	for (int i = 1; i <= N_HEADS; i++) {
		g_autofree char *note = g_strdup_printf("note %d\n", i);
		struct sabot_chain_hash leaf = sabot_tree_leaf(note, strlen(note));

		g_array_append_val(leaves, leaf);
		assert_true(sabot_head_tree_add(tree, note, NULL));
		if (i % 256 <= 1 || i % HEADS_STEP == 0)
			check_proofs(tree, leaves, i);
		/* What was written is there for the next start. */
		if (i == 255 || i == 256 || i == 300) {
			sabot_head_tree_free(tree);
			tree = sabot_head_tree_open(path, NULL);
			assert_int_equal(sabot_head_tree_get_size(tree), i);
		}
	}
	check_proofs(tree, leaves, 300);
	assert_true(sabot_head_tree_has(tree, 1, "note 1\n"));
	assert_false(sabot_head_tree_has(tree, 2, "note 1\n"));
	assert_false(sabot_head_tree_has(tree, N_HEADS + 1, "note 701\n"));
	assert_false(sabot_head_tree_has_failed(tree));
	assert_true(sabot_head_tree_empty(tree, NULL));
	assert_int_equal(sabot_head_tree_get_size(tree), 0);
	sabot_head_tree_free(tree);
}

static void
append_event(struct sabot_db *db, int64_t seq, const char *ev, const char *line)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	struct sabot_log_record *record = make_record("house", seq, seq);
	g_autoptr(GError) error = NULL;

	g_free(record->ev);
	g_free(record->line);
	record->ev = g_strdup(ev);
	record->line = g_strdup(line);
	g_ptr_array_add(records, record);
	if (!sabot_log_append(db, records, &error))
		fail_msg("%s", error->message);
}

/* A cosignature over these leaves, as the house log's event. Transferred. */
static char *
cosign_leaves(struct sabot_db *db, const GArray *leaves, const struct sabot_key *witness)
{
	struct sabot_chain_origin origin;
	struct sabot_tree tree = {0};
	g_autoptr(GArray) path = sabot_tree_find_path(leaves, leaves->len - 1);
	struct sabot_log_head head = {.size = leaves->len};
	g_autofree char *body = NULL, *line = NULL, *note = NULL;
	json_t *event;
	char *text;

	assert_true(sabot_chain_read_origin(db, &origin, NULL));
	for (guint i = 0; i < leaves->len; i++)
		sabot_tree_add(&tree, g_array_index(leaves, struct sabot_chain_hash, i));
	head.root = sabot_tree_root(&tree);
	head.origin = sabot_log_head_name(&origin);
	body = sabot_log_head_format(&head);
	line = sabot_cosign(body, witness, g_get_real_time() / G_USEC_PER_SEC + 1);
	note = g_strdup_printf("%s\n%s", body, line);
	event = sabot_witnessed_build("w1", note, path);
	text = json_dumps(event, JSON_COMPACT);
	json_decref(event);
	sabot_log_head_clear(&head);
	return text;
}

/* The verdict where the witness's signature is demanded, and up to where it is witnessed. */
static enum sabot_verify_fault
judge(struct sabot_db *db, struct sabot_key *house, struct sabot_key *witness,
      int64_t *ret_witnessed)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new(), witnesses = g_ptr_array_new();
	const struct sabot_verify_demand demand = {witnesses, NULL, G_USEC_PER_SEC * (int64_t)3600};
	const struct sabot_verify_result *verdict;
	struct sabot_verify *verify;
	enum sabot_verify_fault fault;

	g_ptr_array_add(keys, house);
	g_ptr_array_add(witnesses, witness);
	verify = sabot_verify_new(keys, NULL, NULL);
	assert_true(sabot_verify_demand_witness(verify, &demand, NULL));
	assert_true(sabot_verify_db(db, verify, NULL));
	verdict = sabot_verify_finish(verify);
	fault = verdict->fault;
	*ret_witnessed = verdict->witnessed;
	sabot_verify_free(verify);
	return fault;
}

/* Who rewrites a log and keeps the witness's signature in it is found by just that. */
static void
test_cosigned_log(void **state)
{
	const char *directory = ((struct fixture *)*state)->directory;
	g_autofree char *one = g_build_filename(directory, "a.key", NULL);
	g_autofree char *other = g_build_filename(directory, "w.key", NULL);
	struct sabot_key *house = sabot_key_create(one, "casino", NULL);
	struct sabot_key *witness = sabot_key_create_cosigner(other, "w", NULL);
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	g_autofree char *good = NULL, *bad = NULL;
	int64_t witnessed;

	for (int64_t i = 1; i <= 5; i++) {
		struct sabot_chain_hash leaf;
		struct sabot_seal seal;

		append_event(db, i, "remark", "{\"ev\":\"remark\",\"shift\":\"1\",\"by\":\"p1\"}");
		assert_true(sabot_seal_make(db, house, NULL));
		assert_true(sabot_seal_read_last(db, &seal, NULL));
		leaf = sabot_tree_leaf(seal.note, strlen(seal.note));
		g_array_append_val(leaves, leaf);
		sabot_seal_clear(&seal);
	}
	assert_int_equal(judge(db, house, witness, &witnessed), SABOT_VERIFY_UNWITNESSED);
	good = cosign_leaves(db, leaves, witness);
	append_event(db, 6, "witnessed", good);
	assert_true(sabot_seal_make(db, house, NULL));
	assert_int_equal(judge(db, house, witness, &witnessed), SABOT_VERIFY_INTACT);
	assert_int_equal(witnessed, 5);
	g_array_index(leaves, struct sabot_chain_hash, 4).bytes[0] ^= 1;
	bad = cosign_leaves(db, leaves, witness);
	append_event(db, 7, "witnessed", bad);
	assert_true(sabot_seal_make(db, house, NULL));
	assert_int_equal(judge(db, house, witness, &witnessed), SABOT_VERIFY_WITNESS);
	sabot_key_free(house);
	sabot_key_free(witness);
	sabot_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_published_notes), TEST(test_published_heads), TEST(test_no_notes),
		TEST(test_no_heads),        TEST(test_witness_keys),    TEST(test_cosignature_time),
		TEST(test_cosignatures),    TEST(test_tree_of_heads),   TEST(test_cosigned_log),
		TEST(test_tile_names),
	};

	return cmocka_run_group_tests_name("store-heads", tests, NULL, NULL);
}
