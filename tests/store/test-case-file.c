/*
 * Case files: proven without the database; whatever byte of one is another, and whatever line is
 * missing, doubled or moved, is found; and nobody without the key puts events into a proof.
 */
#include "store-fixture.h"
#include "store/files/case-file.h"
#include "store/files/case-write.h"
#include "store/keys/hex.h"
#include "store/proof/proof.h"
#include "store/log/record-json.h"
#include "store/proof/seal.h"
#include "store/db/db-open.h"
#include "store/log/chain-head.h"
#include "store/log/log.h"
#include "store/log/salts.h"
#include "store/keys/key-find.h"

#include <string.h>

struct house {
	const struct fixture *fixture;
	struct sabot_db *db;
	struct sabot_key *key;
	int64_t seq, n[2]; /* of PB-01 and of the house log */
};

static const char *const logs[] = {"PB-01", "house"};

static void
deal(struct house *house, int log, int n_events)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GError) error = NULL;

	for (int i = 0; i < n_events; i++)
		g_ptr_array_add(records, make_record(logs[log], ++house->seq, ++house->n[log]));
	if (!sabot_log_append(house->db, records, &error))
		fail_msg("%s", error->message);
}

static void
seal(struct house *house)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_seal_make(house->db, house->key, &error))
		fail_msg("%s", error->message);
}

static int
setup(void **state)
{
	struct house *house = g_new0(struct house, 1);
	g_autofree char *path = NULL;
	void *fixture;

	assert_int_equal(fixture_setup(&fixture), 0);
	house->fixture = fixture;
	path = sabot_key_path(house->fixture->directory);
	house->key = sabot_key_create(path, "house", NULL);
	house->db = open_db(house->fixture, SABOT_DB_WRITER);
	deal(house, 0, 3);
	deal(house, 1, 2);
	seal(house);
	deal(house, 0, 2);
	seal(house);
	deal(house, 1, 2);
	deal(house, 0, 3);
	seal(house);
	deal(house, 1, 1);
	seal(house);
	*state = house;
	return 0;
}

static int
teardown(void **state)
{
	struct house *house = *state;
	void *fixture = (void *)(uintptr_t)house->fixture;

	sabot_db_close(house->db);
	sabot_key_free(house->key);
	g_free(house);
	return fixture_teardown(&fixture);
}

/* What is wanted of the two logs, as a file. */
static GBytes *
build_ranges(const struct house *house, const struct sabot_key *key,
	     const struct sabot_case_range wanted[3])
{
	const struct sabot_case_about about = {(char *)"PB-01", 1, 3, 2, 11, 12, (char *)"p2"};
	g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(wanted[0]));
	g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func(sabot_case_piece_free);
	const struct sabot_case_content content = {
		.about = &about, .ranges = ranges, .pieces = pieces, .key = key};
	g_autoptr(GError) error = NULL;
	GBytes *bytes;

	g_array_append_vals(ranges, wanted, 3);
	g_ptr_array_add(pieces, sabot_case_piece_new("story.txt", g_bytes_new("told\n", 5)));
	bytes = sabot_case_build(house->db, &content, &error);
	if (!bytes)
		fail_msg("%s", error->message);
	return bytes;
}

/* PB-01 2 … 4 and 7, of the house 2: with a hole in PB-01 that no checkpoint ends at. */
static GBytes *
build_up_to(const struct house *house, const struct sabot_key *key, int64_t last_n, bool may_be_cut)
{
	const struct sabot_case_range wanted[] = {
		{"PB-01", 2, 4, false}, {"house", 2, 2, false}, {"PB-01", 7, last_n, may_be_cut}};

	return build_ranges(house, key, wanted);
}

static GBytes *
build(const struct house *house, const struct sabot_key *key)
{
	return build_up_to(house, key, 7, false);
}

/* The verdict on these bytes; an error is SABOT_VERIFY_CUT. With `ret_file`, what was read. */
static enum sabot_verify_fault
judge_by(struct sabot_key *key, const char *bytes, size_t n_bytes,
	 struct sabot_case_file **ret_file)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify;
	struct sabot_case_file *file;
	enum sabot_verify_fault fault;

	if (key)
		g_ptr_array_add(keys, key);
	verify = sabot_verify_new(keys, NULL, NULL);
	file = sabot_case_read(bytes, n_bytes, verify, &error);
	fault = error ? SABOT_VERIFY_CUT : sabot_verify_finish(verify)->fault;
	assert_true((file != NULL) == (fault == SABOT_VERIFY_INTACT));
	sabot_verify_free(verify);
	if (ret_file)
		*ret_file = file;
	else
		sabot_case_file_free(file);
	return fault;
}

static enum sabot_verify_fault
judge(const struct house *house, const char *bytes, size_t n_bytes,
      struct sabot_case_file **ret_file)
{
	return judge_by(house->key, bytes, n_bytes, ret_file);
}

static void
test_is_read_again(void **state)
{
	const struct house *house = *state;
	g_autoptr(GBytes) bytes = build(house, house->key);
	struct sabot_case_file *file;
	const char *data;
	gsize n_bytes;

	data = g_bytes_get_data(bytes, &n_bytes);
	assert_true(sabot_case_is_one(data, n_bytes));
	assert_int_equal(judge(house, data, n_bytes, &file), SABOT_VERIFY_INTACT);
	assert_string_equal(file->about.table, "PB-01");
	assert_string_equal(file->about.by, "p2");
	assert_int_equal(file->about.round, 3);
	assert_string_equal(file->signer, "house");
	/* Nothing but what was wanted: the tree proves each range's end. */
	assert_int_equal(file->records->len, 3 + 1 + 1);
	assert_non_null(sabot_case_find_piece(file, "story.txt"));
	assert_null(sabot_case_find_piece(file, "report.pdf"));
	sabot_case_file_free(file);
}

static void
test_every_byte_counts(void **state)
{
	const struct house *house = *state;
	g_autoptr(GBytes) bytes = build(house, house->key);
	g_autofree char *copy = NULL;
	gsize n_bytes;

	copy = g_memdup2(g_bytes_get_data(bytes, &n_bytes), g_bytes_get_size(bytes));
	for (gsize i = 0; i < n_bytes; i++) {
		const char was = copy[i];

		copy[i] = (char)(was ^ (1 << i % 8));
		if (judge(house, copy, n_bytes, NULL) == SABOT_VERIFY_INTACT)
			fail_msg("byte %zu of %zu may be another", i, n_bytes);
		copy[i] = was;
	}
	for (gsize cut = 0; cut < n_bytes; cut += 7)
		assert_int_not_equal(judge(house, copy, cut, NULL), SABOT_VERIFY_INTACT);
	assert_int_equal(judge(house, copy, n_bytes, NULL), SABOT_VERIFY_INTACT);
}

/* Takes the lines. */
static enum sabot_verify_fault
judge_lines(const struct house *house, GPtrArray *lines)
{
	enum sabot_verify_fault fault;
	g_autofree char *text = NULL;

	g_ptr_array_add(lines, NULL);
	text = g_strjoinv("\n", (char **)lines->pdata);
	fault = judge(house, text, strlen(text), NULL);
	g_ptr_array_unref(lines);
	return fault;
}

static GPtrArray *
copy_lines(char **lines)
{
	GPtrArray *copy = g_ptr_array_new();

	for (guint i = 0; lines[i]; i++)
		g_ptr_array_add(copy, lines[i]);
	return copy;
}

static void
test_every_line_counts(void **state)
{
	const struct house *house = *state;
	g_autoptr(GBytes) bytes = build(house, house->key);
	g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint n_lines = g_strv_length(lines) - 1; /* behind the last feed is nothing */

	for (guint i = 0; i < n_lines; i++) {
		GPtrArray *without = copy_lines(lines), *twice = copy_lines(lines);
		GPtrArray *moved = copy_lines(lines);
		gpointer line = g_ptr_array_steal_index(without, i);

		assert_int_not_equal(judge_lines(house, without), SABOT_VERIFY_INTACT);
		g_ptr_array_insert(twice, (int)i, line);
		assert_int_not_equal(judge_lines(house, twice), SABOT_VERIFY_INTACT);
		g_ptr_array_steal_index(moved, i);
		g_ptr_array_insert(moved, (int)((i + 1) % n_lines), line);
		assert_int_not_equal(judge_lines(house, moved), SABOT_VERIFY_INTACT);
	}
}

static bool
accept(const json_t *object, void *data)
{
	(void)object;
	(void)data;
	return true;
}

static void
ignore_header(json_t *header, void *data)
{
	(void)header;
	(void)data;
}

static void
ignore_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	(void)record;
	(void)hash;
	(void)data;
}

static void
ignore_note(const char *note, void *data)
{
	(void)note;
	(void)data;
}

/* What happens to the way to the root before a verifier gets it. */
enum change { CHANGE_NONE, CHANGE_HASH, CHANGE_SHORTER, CHANGE_LONGER, CHANGE_GONE };

static bool
change_path(json_t *object, enum change change)
{
	json_t *hashes = json_object_get(json_object_get(object, "path"), "hashes");
	g_autofree char *hex = g_strdup(json_string_value(json_array_get(hashes, 0)));

	if (!hashes)
		return true;
	if (change == CHANGE_HASH) {
		hex[0] = hex[0] == '0' ? '1' : '0';
		json_array_set_new(hashes, 0, json_string(hex));
	} else if (change == CHANGE_SHORTER) {
		json_array_remove(hashes, 0);
	} else if (change == CHANGE_LONGER) {
		json_array_append_new(hashes, json_string(hex));
	}
	return change != CHANGE_GONE;
}

/* The events alone: what a seal would say of the changed line is not looked at. */
static enum sabot_verify_fault
judge_events(const struct house *house, GBytes *bytes, enum change change, int64_t *ret_unprotected)
{
	const struct sabot_proof_reader reader = {ignore_header, ignore_event, ignore_note, accept,
						  NULL};
	g_autofree char *text =
		g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes) - 1);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_verify *verify;
	enum sabot_verify_fault fault;

	g_ptr_array_add(keys, house->key);
	verify = sabot_verify_new(keys, NULL, NULL);
	for (guint i = 0; lines[i]; i++) {
		json_t *object = json_loads(lines[i], 0, NULL);

		if (change_path(object, change))
			assert_true(sabot_proof_add_line(object, i == 0, verify, &reader));
		json_decref(object);
	}
	*ret_unprotected = sabot_verify_count_unprotected(verify);
	fault = sabot_verify_finish(verify)->fault;
	sabot_verify_free(verify);
	return fault;
}

/* Single events of what one checkpoint covers, and nothing between them. */
static void
test_single_events(void **state)
{
	static const struct sabot_case_range wanted[3] = {
		{"PB-01", 6, 6, false}, {"house", 3, 3, false}, {"PB-01", 8, 8, false}};
	const struct house *house = *state;
	g_autoptr(GBytes) bytes = build_ranges(house, house->key, wanted);
	struct sabot_case_file *file;
	int64_t n_unprotected;
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);

	assert_int_equal(judge(house, data, n_bytes, &file), SABOT_VERIFY_INTACT);
	assert_int_equal(file->records->len, 3);
	sabot_case_file_free(file);
	assert_int_equal(judge_events(house, bytes, CHANGE_NONE, &n_unprotected),
			 SABOT_VERIFY_INTACT);
	assert_int_equal(n_unprotected, 0);
	for (enum change change = CHANGE_HASH; change < CHANGE_GONE; change++)
		assert_int_equal(judge_events(house, bytes, change, &n_unprotected),
				 SABOT_VERIFY_REWRITTEN);
	judge_events(house, bytes, CHANGE_GONE, &n_unprotected);
	assert_int_equal(n_unprotected, 2); /* the third is a checkpoint's head */
}

/* A tree that was changed in the database: the ranges go on to the checkpoints' ends instead. */
static void
test_tree_of_no_use(void **state)
{
	struct house *house = *state;
	g_autoptr(GBytes) bytes = NULL;
	struct sabot_case_file *file;
	gsize n_bytes;
	const char *data;

	assert_int_equal(sqlite3_exec(house->db->handle,
				      "DROP TRIGGER tree_grows; UPDATE tree SET peaks ="
				      " zeroblob(length(peaks))",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	deal(house, 0, 5); /* 9 … 13 */
	seal(house);
	bytes = build_up_to(house, house->key, 10, false);
	data = g_bytes_get_data(bytes, &n_bytes);
	assert_int_equal(judge(house, data, n_bytes, &file), SABOT_VERIFY_INTACT);
	assert_int_equal(file->records->len, 3 + 1 + 7);
	sabot_case_file_free(file);
}

static void
test_another_key(void **state)
{
	const struct house *house = *state;
	g_autofree char *path = g_build_filename(house->fixture->directory, "other", NULL);
	struct sabot_key *other = sabot_key_create(path, "other", NULL);
	g_autoptr(GBytes) bytes = build(house, other);
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);

	assert_int_equal(judge(house, data, n_bytes, NULL), SABOT_VERIFY_UNSEALED);
	sabot_key_free(other);
}

/* Only the events are proven then, and the file says so; not to who asks for the house's seal. */
static void
test_sealed_by_nobody(void **state)
{
	const struct house *house = *state;
	g_autoptr(GBytes) bytes = build(house, NULL);
	struct sabot_case_file *file;
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);

	assert_int_equal(judge(house, data, n_bytes, NULL), SABOT_VERIFY_UNSEALED);
	assert_int_equal(judge_by(NULL, data, n_bytes, &file), SABOT_VERIFY_INTACT);
	assert_false(file->is_signed);
	assert_null(file->signer);
	sabot_case_file_free(file);
}

/* The last event is under no checkpoint yet. */
static void
test_not_signed_yet(void **state)
{
	struct house *house = *state;
	g_autoptr(GBytes) bytes = NULL;
	gsize n_bytes;
	const char *data;

	deal(house, 0, 1);
	bytes = build_up_to(house, house->key, house->n[0], false);
	data = g_bytes_get_data(bytes, &n_bytes);
	assert_int_equal(judge(house, data, n_bytes, NULL), SABOT_VERIFY_UNSIGNED);
}

/* Where that may be left out, the file is proven all the same. */
static void
test_what_is_not_signed_is_left_out(void **state)
{
	struct house *house = *state;
	struct sabot_case_file *file;
	g_autoptr(GBytes) bytes = NULL;
	gsize n_bytes;
	const char *data;

	deal(house, 0, 1);
	bytes = build_up_to(house, house->key, house->n[0], true);
	data = g_bytes_get_data(bytes, &n_bytes);
	assert_int_equal(judge(house, data, n_bytes, &file), SABOT_VERIFY_INTACT);
	assert_int_equal(file->records->len, 3 + 1 + 2);
	sabot_case_file_free(file);
}

/* An event of PB-01 behind `head`, as nobody but the daemon may make one. */
static char *
forge(int64_t seq, int64_t n, struct sabot_chain_hash head)
{
	static const uint8_t salt[SABOT_SALT_BYTES];
	struct sabot_log_record *record = make_record("PB-01", seq, n);
	struct sabot_chain_hash hash;
	json_t *json;
	char *dump, *line;

	record->salts = sabot_salts_new_single(salt, 0, NULL);
	hash = sabot_chain_next(head, record);
	json = sabot_log_record_to_proof(record, &hash);
	dump = json_dumps(json, JSON_COMPACT);
	line = g_strconcat(dump, "\n", NULL);
	free(dump);
	json_decref(json);
	sabot_log_record_unref(record);
	return line;
}

/* How many events of the proof are unprotected; -1 when it is not intact. */
static int64_t
count_unprotected(const struct house *house, const char *proof)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_verify *verify;
	const struct sabot_verify_result *verdict;
	FILE *file = fmemopen((void *)(uintptr_t)proof, strlen(proof), "r");
	int64_t n_unprotected;

	g_ptr_array_add(keys, house->key);
	verify = sabot_verify_new(keys, NULL, NULL);
	assert_true(sabot_proof_verify(file, verify, NULL));
	verdict = sabot_verify_finish(verify);
	n_unprotected = verdict->fault == SABOT_VERIFY_INTACT ? verdict->n_unprotected : -1;
	sabot_verify_free(verify);
	fclose(file);
	return n_unprotected;
}

/* A genuine checkpoint that is about another log vouches for nothing of this one. */
static void
test_forged_end(void **state)
{
	const struct house *house = *state;
	g_autofree char *proof = NULL, *line = NULL, *early = NULL, *late = NULL, *note = NULL;
	struct sabot_chain_head head;
	struct sabot_seal last;
	int64_t log_id;
	char *dump;
	json_t *json;
	size_t size;
	FILE *file = open_memstream(&proof, &size);

	assert_true(sabot_proof_write(house->db, "PB-01", file, NULL));
	fclose(file);
	assert_int_equal(count_unprotected(house, proof), 0);
	assert_true(sabot_log_get_id(house->db, "PB-01", &log_id, NULL));
	assert_true(sabot_chain_read_head(house->db, log_id, "PB-01", &head, NULL));
	assert_true(sabot_seal_read_last(house->db, &last, NULL));
	json = json_pack("{s:s}", "note", last.note);
	dump = json_dumps(json, JSON_COMPACT);
	note = g_strconcat(dump, "\n", NULL);
	free(dump);
	json_decref(json);
	/* Where the house's event was, and behind everything. */
	line = forge(last.seq, head.n + 1, head.hash);
	early = g_strconcat(proof, line, note, NULL);
	assert_int_equal(count_unprotected(house, early), 1);
	g_free(line);
	line = forge(last.seq + 1, head.n + 1, head.hash);
	late = g_strconcat(proof, line, note, NULL);
	assert_int_equal(count_unprotected(house, late), -1);
	sabot_seal_clear(&last);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_is_read_again, setup, teardown),
		cmocka_unit_test_setup_teardown(test_every_byte_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_single_events, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tree_of_no_use, setup, teardown),
		cmocka_unit_test_setup_teardown(test_every_line_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_another_key, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sealed_by_nobody, setup, teardown),
		cmocka_unit_test_setup_teardown(test_not_signed_yet, setup, teardown),
		cmocka_unit_test_setup_teardown(test_what_is_not_signed_is_left_out, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_forged_end, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
