/*
 * The power is cut at many moments, from the first one on, when the file itself is new: what was
 * reported as committed is there, the chain is whole, the file is sound, and it has all that the
 * progress note names. Two weaker settings and a disk that forgets names are beside as controls:
 * the model must catch them, or it proves nothing; and the note must name what the settings lose.
 */
#include "power-cut.h"
#include "store-fixture.h"
#include "store/proof/progress.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-structure.h"
#include "store/db/db-open.h"
#include "store/log/log.h"

#include <glib/gstdio.h>
#include <string.h>

enum { COMMITS = 120, RECORDS = 3, CUTS = 300, SEAL_COMMITS = 7, NOTE_COMMITS = 5, WAL_PAGES = 24 };

/* A moment, and what had been promised by then. */
struct promise {
	guint moment;
	int64_t seq;
};

/* A progress note, and from when on a cut may leave it. */
struct noted {
	guint moment;
	struct sabot_progress *progress;
};

struct run {
	bool is_nameless; /* the disk does not keep names that were synced */
	struct sabot_key *key;
	GArray *promises; /* of struct promise */
	GArray *notes;    /* of struct noted */
	guint n_lost, n_bad;
	guint n_acknowledged;      /* the note names what was lost */
	guint n_accused, n_unseen; /* it names what is there; it does not name what was lost */
};

static void
promise(struct run *run, int64_t seq)
{
	const struct promise made = {power_cut_now(), seq};

	g_array_append_val(run->promises, made);
}

static int64_t
promised_at(const struct run *run, guint moment)
{
	int64_t seq = 0;

	for (guint i = 0; i < run->promises->len; i++) {
		const struct promise *made = &g_array_index(run->promises, struct promise, i);

		if (made->moment <= moment)
			seq = made->seq;
	}
	return seq;
}

/*
 * Its file is replaced as a whole: a cut leaves the last one, or one before it when the new name
 * was not synced yet.
 */
static void
note_progress(struct run *run, struct sabot_db *db)
{
	const struct noted noted = {power_cut_now(), sabot_progress_read(db, NULL)};

	assert_non_null(noted.progress);
	g_array_append_val(run->notes, noted);
}

/* Of those that may be there at the moment. */
static const struct sabot_progress *
choose_note(const struct run *run, GRand *random, guint moment)
{
	guint n = 0;

	while (n < run->notes->len && g_array_index(run->notes, struct noted, n).moment <= moment)
		n++;
	if (n == 0)
		return NULL;
	return g_array_index(run->notes, struct noted,
			     n > 1 && g_rand_boolean(random) ? n - 2 : n - 1)
		.progress;
}

/* Record as the daemon's writer does, with `pragma` on top. */
static void
record(struct run *run, const struct fixture *fixture, const char *pragma)
{
	struct sabot_db *db;

	power_cut_start(!run->is_nameless);
	db = open_db(fixture, SABOT_DB_WRITER);
	sqlite3_wal_autocheckpoint(db->handle, WAL_PAGES); /* so that the file is written to, too */
	assert_int_equal(sqlite3_exec(db->handle, pragma, NULL, NULL, NULL), SQLITE_OK);
	promise(run, 0);
	for (int64_t i = 0; i < COMMITS; i++) {
		g_autoptr(GPtrArray) records =
			make_records("T", i * RECORDS + 1, (i + 1) * RECORDS);

		assert_true(sabot_log_append(db, records, NULL));
		promise(run, (i + 1) * RECORDS);
		if (i % SEAL_COMMITS == 0)
			assert_true(sabot_seal_make(db, run->key, NULL));
		if (i % NOTE_COMMITS == 0)
			note_progress(run, db);
	}
	sabot_db_close(db);
	power_cut_stop();
}

static bool
is_proven(struct sabot_db *db, struct sabot_key *key)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autofree char *damage = sabot_verify_db_structure(db, false);
	struct sabot_verify *verify;
	enum sabot_verify_fault fault = SABOT_VERIFY_CHANGED;

	g_ptr_array_add(keys, key);
	verify = sabot_verify_new(keys, NULL, NULL);
	if (!damage && sabot_verify_db(db, verify, NULL))
		fault = sabot_verify_finish(verify)->fault;
	sabot_verify_free(verify);
	return fault == SABOT_VERIFY_INTACT || fault == SABOT_VERIFY_UNSIGNED;
}

/* The database that a cut left, with the note that it left. */
static void
compare(struct run *run, struct sabot_db *db, const struct sabot_progress *note, int64_t last_seq)
{
	struct sabot_progress_result result;

	if (!note)
		return;
	if (!sabot_progress_compare(note, db, &result, NULL)) {
		run->n_bad++;
		return;
	}
	if (last_seq < note->seq && result.fault != SABOT_PROGRESS_BEHIND)
		run->n_unseen++;
	if (last_seq >= note->seq && result.fault != SABOT_PROGRESS_KEPT)
		run->n_accused++;
	run->n_acknowledged += result.fault == SABOT_PROGRESS_BEHIND;
	if (result.fault == SABOT_PROGRESS_BEHIND)
		assert_int_equal(result.from_seq, last_seq + 1);
	sabot_progress_result_clear(&result);
}

/* What is left is opened as after a start. */
static void
look_at(struct run *run, const char *path, guint moment, const struct sabot_progress *note)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_WRITER, NULL);
	int64_t last_seq = 0;

	if (!db || !sabot_log_last_seq(db, &last_seq, NULL) || !is_proven(db, run->key))
		run->n_bad++;
	else if (last_seq < promised_at(run, moment))
		run->n_lost++;
	if (db)
		compare(run, db, note, last_seq);
	sabot_db_close(db);
}

static void
cut(struct run *run, GRand *random, guint moment)
{
	struct fixture *left;

	assert_int_equal(fixture_setup((void **)&left), 0);
	power_cut_leave(random, moment, left->directory);
	look_at(run, left->path, moment, choose_note(run, random, moment));
	fixture_teardown((void **)&left);
}

static void
cut_often(struct run *run, void **state, const char *pragma)
{
	const struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->directory, "a.key", NULL);
	g_autoptr(GRand) random = g_rand_new_with_seed(20261121);
	guint end;

	run->key = sabot_key_create(path, "test", NULL);
	run->promises = g_array_new(FALSE, FALSE, sizeof(struct promise));
	run->notes = g_array_new(FALSE, FALSE, sizeof(struct noted));
	record(run, fixture, pragma);
	end = power_cut_now();
	assert_true(end > g_array_index(run->promises, struct promise, 0).moment + CUTS);
	for (guint i = 0; i < CUTS; i++)
		cut(run, random, (guint)g_rand_int_range(random, 0, (gint32)end + 1));
	print_message("%s: %u cuts, %u lost, %u bad\n", pragma, (unsigned)CUTS, run->n_lost,
		      run->n_bad);
	for (guint i = 0; i < run->notes->len; i++)
		sabot_progress_free(g_array_index(run->notes, struct noted, i).progress);
	g_array_unref(run->notes);
	g_array_unref(run->promises);
	sabot_key_free(run->key);
}

static void
test_nothing_is_lost(void **state)
{
	struct run run = {0};

	cut_often(&run, state, "PRAGMA synchronous");
	assert_int_equal(run.n_lost, 0);
	assert_int_equal(run.n_bad, 0);
	assert_int_equal(run.n_accused + run.n_unseen, 0);
}

static void
test_normal_must_lose(void **state)
{
	struct run run = {0};

	cut_often(&run, state, "PRAGMA synchronous = NORMAL");
	assert_true(run.n_lost > 0 && run.n_acknowledged > 0);
	assert_int_equal(run.n_accused + run.n_unseen, 0);
}

static void
test_off_must_lose(void **state)
{
	struct run run = {0};

	cut_often(&run, state, "PRAGMA synchronous = OFF");
	assert_true(run.n_lost + run.n_bad > 0);
}

static void
test_names_not_synced_must_lose(void **state)
{
	struct run run = {.is_nameless = true};

	cut_often(&run, state, "PRAGMA synchronous");
	assert_true(run.n_lost > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_nothing_is_lost),
		TEST(test_normal_must_lose),
		TEST(test_off_must_lose),
		TEST(test_names_not_synced_must_lose),
	};

	return cmocka_run_group_tests_name("store-power-cut", tests, NULL, NULL);
}
