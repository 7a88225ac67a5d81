/*
 * Fuzzes what a stranger hands over as a database, a backup or an archive, or an index: each layer
 * of store/ reads all of it, or refuses it with an error. The file is in memory and is opened as
 * any other; mutate-database.c makes the inputs.
 */
#include "kept-database.h"
#include "store/db/db-open.h"
#include "store/db/schema.h"
#include "store/log/archive.h"
#include "store/files/case-write.h"
#include "store/files/table-file.h"
#include "store/index/index.h"
#include "store/index/index-find.h"
#include "store/log/log.h"
#include "store/log/persons.h"
#include "store/log/taking.h"
#include "store/proof/progress.h"
#include "store/proof/proof.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"
#include "store/proof/verify-structure.h"

#include <stdlib.h>
#include <string.h>

enum {
	FUZZ_TAIL_CHECKPOINTS = 2,
	FUZZ_VERSION_BYTE = 63, /* the last of SQLite's user_version: an index has none */
	/* What differs little is done in turn: by SQLite's count of changes, its last byte. */
	FUZZ_TURN_BYTE = 27,
	FUZZ_STRUCTURE_ONE_IN = 4, /* by SQLite alone */
};

static const char name[] = "input";

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

/* What fails says why; what does not fail says nothing. */
static void
check(bool is_done, GError **error)
{
	if (is_done == (*error != NULL))
		abort();
	g_clear_error(error);
}

static bool
on_event(int64_t seq, int64_t n, const char *line, void *data)
{
	int64_t *last_n = data;

	/* What was counted up from them would be no number any more. */
	if (seq < 0 || n <= *last_n || !line || !g_utf8_validate(line, -1, NULL))
		abort();
	*last_n = n;
	return true;
}

/* As `case create` does, with all of the log. */
static void
build_case(struct sabot_db *db, const char *table, int64_t last_n)
{
	const struct sabot_case_about about = {.table = (char *)table};
	const struct sabot_case_range range = {table, 1, last_n, true};
	g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(range));
	g_autoptr(GPtrArray) pieces = g_ptr_array_new();
	const struct sabot_case_content content = {&about, ranges, pieces, NULL, NULL, 0};
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) file = NULL;

	g_array_append_val(ranges, range);
	file = sabot_case_build(db, &content, &error);
	check(file != NULL, &error);
}

static void
prove(struct sabot_db *db, const char *table, bool is_whole)
{
	FILE *nowhere = fopen("/dev/null", "w");
	g_autoptr(GError) error = NULL;
	bool is_written = is_whole ? sabot_proof_write(db, table, nowhere, &error)
				   : sabot_proof_write_part(db, table, NULL, nowhere, &error);

	check(is_written, &error);
	fclose(nowhere);
}

/* Each of its events, and what the daemon must know to continue with it. */
static int64_t
read_log(struct sabot_db *db, const char *table)
{
	const struct sabot_log_range range = {.table = table, .from_n = 0, .to_n = INT64_MAX};
	struct sabot_log_state state = {0};
	g_autoptr(GError) error = NULL;
	int64_t last_n = -1, n_events;

	check(sabot_log_get_state(db, table, &state, &error), &error);
	if (state.last_n < 0 || (state.part && (!state.part->rules || !state.part->overrides)))
		abort();
	n_events = state.last_n;
	sabot_log_state_clear(&state);
	check(sabot_log_read(db, &range, on_event, &last_n, &error), &error);
	return n_events;
}

static void
read_table(struct sabot_db *db, const char *table, unsigned turn)
{
	struct sabot_chain_hash hash;
	g_autofree char *away = NULL;
	g_autoptr(GError) error = NULL;
	int64_t n_events = read_log(db, table);
	bool came;

	check(sabot_table_file_find_away(db, table, &away, &error), &error);
	check(sabot_taking_begin(db, table, &hash, &came, &error), &error);
	if (n_events > 0 && turn % 3 == 0)
		build_case(db, table, n_events);
	else if (n_events > 0)
		prove(db, table, turn % 3 == 1);
}

static void
read_tables(struct sabot_db *db, unsigned turn)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) tables = sabot_log_list(db, &error);

	check(tables != NULL, &error);
	for (guint i = 0; tables && i < tables->len; i++)
		read_table(db, g_ptr_array_index(tables, i), turn);
}

static void
read_progress(struct sabot_db *db)
{
	struct sabot_progress_result result = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_progress *progress = sabot_progress_read(db, &error);

	check(progress != NULL, &error);
	if (progress)
		check(sabot_progress_compare(progress, db, &result, &error), &error);
	sabot_progress_result_clear(&result);
	sabot_progress_free(progress);
}

static void
read_others(struct sabot_db *db)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) persons = sabot_persons_read(db, &error);
	g_autoptr(GPtrArray) archives = NULL;
	struct sabot_seal seal = {0};

	check(persons != NULL, &error);
	for (guint i = 0; persons && i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		if (!person->pin_hash || (unsigned)person->role >= SABOT_ROLES)
			abort();
	}
	archives = sabot_archive_list(db, &error);
	check(archives != NULL, &error);
	check(sabot_seal_read_last(db, &seal, &error), &error);
	sabot_seal_clear(&seal);
}

/* What is said of a file is a sentence. */
static void
check_sentence(const char *sentence)
{
	if (sentence && !*sentence)
		abort();
}

static void
examine(struct sabot_db *db, unsigned turn)
{
	struct sabot_event_product product;
	g_autofree char *damage = NULL;

	sabot_event_product_begin(&product, INT64_MAX);
	if (turn % FUZZ_STRUCTURE_ONE_IN == 0)
		damage = sabot_verify_structure_with(db, &product);
	check_sentence(damage);
}

static void
judge(struct sabot_db *db, bool is_whole)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
	g_autoptr(GError) error = NULL;
	bool is_read = is_whole ? sabot_verify_db(db, verify, &error)
				: sabot_verify_db_tail(db, verify, FUZZ_TAIL_CHECKPOINTS, &error);

	check(is_read, &error);
	if (is_read)
		sabot_verify_finish(verify);
	sabot_verify_free(verify);
}

static bool
on_found(const struct sabot_index_round *round, void *data)
{
	(void)data;
	if (strlen(round->outcome) >= sizeof(round->outcome))
		abort();
	return true;
}

static void
read_index(struct sabot_db *index)
{
	struct sabot_index_query query = {.db = index, .lay = SABOT_LAY_ANY};
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) persons = NULL;

	sabot_index_find(index, &query, on_found, NULL, NULL);
	query.code = "wrong_order";
	sabot_index_find(index, &query, on_found, NULL, NULL);
	persons = sabot_index_list_logins(index, 0, &error);
	sabot_schema_is_index(index);
}

static void
read_log_database(struct sabot_db *db, unsigned turn)
{
	examine(db, turn / 6);
	judge(db, turn % 2 == 0);
	read_tables(db, turn);
	read_others(db);
	read_progress(db);
}

/* A statement that is still at a row would keep its reader in the past. */
static void
check_is_idle(struct sabot_db *db)
{
	for (sqlite3_stmt *next = sqlite3_next_stmt(db->handle, NULL); next;
	     next = sqlite3_next_stmt(db->handle, next)) {
		if (sqlite3_stmt_busy(next))
			abort();
	}
}

static void
read_database(struct sabot_db *db, bool is_index, unsigned turn)
{
	if (is_index)
		read_index(db);
	else
		read_log_database(db, turn);
	check_is_idle(db);
}

static void
close_kept(sqlite3 *handle, void *data)
{
	(void)handle;
	sabot_db_close(data);
}

static struct sabot_db *
open_bytes(const uint8_t *bytes, size_t n_bytes, bool is_index, sqlite3 **ret_handle)
{
	g_autoptr(GError) error = NULL;
	struct sabot_db *db;

	*ret_handle = kept_database_open(bytes, n_bytes);
	db = sabot_db_open_handle(*ret_handle, name,
				  is_index ? SABOT_DB_INDEX_READER : SABOT_DB_FILE, &error);
	check(db != NULL, &error);
	return db;
}

/* An earlier program's is read through a copy, which is not kept. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	static struct kept_databases kept = {.close = close_kept};
	struct kept_database *found;
	struct sabot_db *db;
	sqlite3 *handle;
	bool is_index;

	if (n_bytes < KEPT_HEADER_BYTES)
		return 0;
	is_index = bytes[FUZZ_VERSION_BYTE] == 0;
	found = kept_database_find(&kept, bytes, n_bytes);
	db = found ? found->data : open_bytes(bytes, n_bytes, is_index, &handle);
	if (db)
		read_database(db, is_index, bytes[FUZZ_TURN_BYTE]);
	if (db && !found &&
	    (db->handle != handle || !kept_database_add(&kept, handle, db, bytes, n_bytes)))
		sabot_db_close(db);
	return 0;
}
