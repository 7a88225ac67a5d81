/*
 * The files of one log, read while a daemon makes an archive: what was opened stays as it was, and
 * what was found before is found again.
 */
#include "archive-house.h"
#include "store/files/joined-files.h"
#include "store/files/joined.h"

/* Where an archive is made while a log's files are being opened, or NULL (--wrap), and its part. */
static struct house *hurried;
static int64_t hurried_part;

bool
__real_sabot_joined_files_hold(const struct sabot_joined_files *files, const char *archive_dir,
			       bool *ret_is_current, GError **error);
bool
__wrap_sabot_joined_files_hold(const struct sabot_joined_files *files, const char *archive_dir,
			       bool *ret_is_current, GError **error);

static void
deal_and_archive(struct house *house, int64_t part)
{
	house_deal(house, "PB-01", 4, part);
	house_seal(house);
	g_free(house_archive(house));
}

bool
__wrap_sabot_joined_files_hold(const struct sabot_joined_files *files, const char *archive_dir,
			       bool *ret_is_current, GError **error)
{
	if (hurried)
		deal_and_archive(g_steal_pointer(&hurried), hurried_part);
	return __real_sabot_joined_files_hold(files, archive_dir, ret_is_current, error);
}

static int64_t
count(struct sabot_db *db)
{
	sqlite3_stmt *statement;
	int64_t n;

	assert_int_equal(sqlite3_prepare_v2(db->handle, "SELECT count(*) FROM event", -1,
					    &statement, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	n = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return n;
}

/* Before the first archive, and behind one. */
static void
test_made_after_they_were_found(void **state)
{
	struct house *house = *state;
	const char *const paths[] = {house->fixture->path, NULL};
	const char *dir = house->fixture->directory;
	g_autoptr(GError) error = NULL;

	house_deal(house, "PB-01", 2, 1);
	house_seal(house);
	for (guint n_archives = 0; n_archives < 3; n_archives++) {
		struct sabot_joined_files files;
		bool is_current = true;

		assert_true(sabot_joined_files_find(paths, dir, &files, &error));
		assert_int_equal(files.parts->len, n_archives + 1);
		deal_and_archive(house, n_archives + 2);
		assert_true(sabot_joined_files_hold(&files, dir, &is_current, &error));
		assert_false(is_current);
		sabot_joined_files_clear(&files);
		assert_true(sabot_joined_files_find_held(paths, dir, &files, &error));
		assert_int_equal(files.parts->len, n_archives + 2);
		sabot_joined_files_clear(&files);
	}
}

/* After the archives before it were joined, of which there are none, one, and more. */
static void
test_made_after_they_were_joined(void **state)
{
	struct house *house = *state;
	const char *const paths[] = {house->fixture->path, NULL};
	g_autoptr(GError) error = NULL;

	for (int n_archives = 0; n_archives < 4; n_archives++) {
		struct sabot_db *db;

		hurried = house;
		hurried_part = n_archives + 1;
		db = sabot_joined_open(paths, house->fixture->directory, &error);
		assert_null(error);
		assert_null(hurried);
		assert_int_equal(count(db), house->seq);
		sabot_db_close(db);
	}
}

static void
test_made_while_it_is_read(void **state)
{
	struct house *house = *state;
	const char *const paths[] = {house->fixture->path, NULL};
	g_autoptr(GError) error = NULL;
	struct sabot_db *held, *live;
	int64_t n_events;

	deal_and_archive(house, 1);
	house_deal(house, "PB-01", 5, 2);
	held = sabot_joined_open(paths, house->fixture->directory, &error);
	live = sabot_joined_open(paths, house->fixture->directory, &error);
	assert_non_null(held);
	assert_non_null(live);
	assert_true(sabot_joined_follow(live, &error));
	n_events = count(held);
	assert_int_equal(n_events, house->seq);
	assert_int_equal(count(live), n_events);
	deal_and_archive(house, 3);
	assert_int_equal(count(held), n_events);
	assert_true(count(live) < n_events);
	sabot_db_close(held);
	sabot_db_close(live);
	held = sabot_joined_open(paths, house->fixture->directory, &error);
	assert_int_equal(count(held), house->seq);
	sabot_db_close(held);
}

/* More than SQLite attaches: the oldest are copied together. */
static void
test_many(void **state)
{
	enum { MANY = 12 };
	struct house *house = *state;
	const char *const paths[] = {house->fixture->path, NULL};
	g_autoptr(GError) error = NULL;
	struct sabot_db *db;

	for (int i = 0; i < MANY; i++)
		deal_and_archive(house, i + 1);
	db = sabot_joined_open(paths, house->fixture->directory, &error);
	assert_non_null(db);
	assert_int_equal(count(db), house->seq);
	deal_and_archive(house, MANY + 1);
	assert_true(count(db) < house->seq);
	sabot_db_close(db);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_made_after_they_were_found, house_setup,
						house_teardown),
		cmocka_unit_test_setup_teardown(test_made_after_they_were_joined, house_setup,
						house_teardown),
		cmocka_unit_test_setup_teardown(test_made_while_it_is_read, house_setup,
						house_teardown),
		cmocka_unit_test_setup_teardown(test_many, house_setup, house_teardown),
	};

	return cmocka_run_group_tests_name("store-joined", tests, NULL, NULL);
}
