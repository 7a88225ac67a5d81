/*
 * Recovery: the log is the truth, so a table's state is whatever its events come to. What is
 * still in the spool because the database does not take it counts like the rest.
 */
#include "recovery.h"
#include "outage.h"
#include "store/proof/key-change.h"
#include "store/log/note.h"
#include "store/proof/seal.h"
#include "store/db/db-open.h"
#include "store/log/log.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char database_name[] = "sabot.db";

/* A failure here is noticed at the next write. */
static void
make_directory(const char *path)
{
	if (g_mkdir_with_parents(path, 0700) != 0)
		g_critical("%s: %s", path, g_strerror(errno));
}

static bool
replay_event(int64_t seq, int64_t n, const char *line, void *data)
{
	sabot_table_service_replay(data, seq, n, line);
	return true;
}

static bool
replay_house_event(int64_t seq, int64_t n, const char *line, void *data)
{
	sabot_house_replay(data, seq, n, line);
	return true;
}

static bool
replay_house(struct sabot_floor *floor, struct sabot_db *db, GError **error)
{
	struct sabot_log_range range = {.table = SABOT_HOUSE_NAME, .from_n = 1, .to_n = INT64_MAX};

	return sabot_log_read(db, &range, replay_house_event, floor->house, error);
}

static bool
replay_log(struct sabot_floor *floor, struct sabot_db *db, struct sabot_table_service *table,
	   GError **error)
{
	const char *name = table->config->name;
	struct sabot_log_state state;
	struct sabot_log_range range = {.table = name};
	bool is_read = true;

	if (!sabot_log_get_state(db, name, &state, error))
		return false;
	if (state.part) {
		sabot_table_service_open_part(table, state.part, floor->config->profiles_dir);
		range.from_n = state.part->from_n;
		range.to_n = state.last_n + 1;
		is_read = sabot_log_read(db, &range, replay_event, table, error);
	}
	/* There will be no reader to ask for it. */
	if (state.frame && sabot_db_is_read_only(db))
		sabot_floor_keep_frame(table, state.frame, state.frame_at_us);
	sabot_log_state_clear(&state);
	return is_read;
}

static bool
replay_all(struct sabot_floor *floor, struct sabot_db *db, GPtrArray *spooled, GError **error)
{
	if (!sabot_person_book_load(floor->persons, db, error) || !replay_house(floor, db, error))
		return false;
	for (guint i = 0; i < floor->tables->len; i++) {
		if (!replay_log(floor, db, g_ptr_array_index(floor->tables, i), error))
			return false;
	}
	sabot_floor_replay(floor, spooled);
	sabot_person_book_check(floor->persons, floor->house->rights);
	return true;
}

static char *
database_path(const struct sabot_floor *floor)
{
	return g_build_filename(floor->config->state_dir, database_name, NULL);
}

bool
sabot_recovery_open_reader(struct sabot_floor *floor, GError **error)
{
	g_autofree char *path = database_path(floor);

	floor->reader = sabot_db_open(path, SABOT_DB_READER, error);
	return floor->reader != NULL;
}

/* Returns whether the database now has all that was spooled. */
static bool
import_spool(struct sabot_db *db, struct sabot_spool *spool, GPtrArray *records)
{
	g_autoptr(GError) error = NULL;

	if (records->len == 0)
		return true;
	if (!sabot_log_append(db, records, &error)) {
		g_critical("the store is down, events stay in the spool: %s", error->message);
		return false;
	}
	g_message("%u events were imported from %s", records->len, spool->path);
	if (!sabot_spool_remove(spool, &error))
		g_warning("%s", error->message);
	return true;
}

/* A file system that is read-only now may be mended; until then events go to the spool. */
static bool
can_write(struct sabot_db *db)
{
	if (!sabot_db_is_read_only(db))
		return true;
	g_critical("the store is down, events go to the spool: %s can only be read", db->path);
	return false;
}

static bool
recover(struct sabot_floor *floor, struct sabot_db *db, struct sabot_spool *spool, GError **error)
{
	g_autoptr(GPtrArray) spooled = sabot_spool_read(spool, error);

	if (!spooled)
		return false;
	floor->is_saved = import_spool(db, spool, spooled) && can_write(db);
	if (!floor->is_saved)
		floor->down = g_strdup("the store was down at the start");
	if (!sabot_log_last_seq(db, &floor->seq, error) || !replay_all(floor, db, spooled, error))
		return false;
	if (floor->is_saved && !sabot_outage_import(floor, db, error))
		return false;
	/* A reader, too, would keep a file that is read-only now from being written to later. */
	return sabot_db_is_read_only(db) || sabot_recovery_open_reader(floor, error);
}

/* The copy is made the same as the database; one beside a database that is new is left. */
static void
remember_persons(struct sabot_floor *floor)
{
	floor->has_persons = sabot_person_copy_exists(floor->person_copy);
	if (floor->persons->persons->len > 0) {
		floor->has_persons = true;
		sabot_person_copy_put(floor->person_copy, floor->persons);
	} else if (floor->has_persons) {
		g_warning("the database knows nobody, but there were persons here: acting needs "
			  "one (sabotctl user first)");
	}
}

/* Go on where database and spool end. */
static bool
run_with_database(struct sabot_floor *floor, GError **error)
{
	g_autofree char *path = database_path(floor);
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_WRITER, error);
	struct sabot_spool spool;

	if (!db)
		return false;
	sabot_spool_init(&spool, floor->config->spool_dir);
	if (recover(floor, db, &spool, error)) {
		remember_persons(floor);
		floor->writer = sabot_writer_new(db, spool, !floor->is_saved, floor->seq);
		return true;
	}
	sabot_spool_clear(&spool);
	sabot_db_close(db);
	return false;
}

/* The file is left as it is, for somebody to look at; the game goes on. */
static void
run_without_database(struct sabot_floor *floor, const char *why)
{
	struct sabot_spool spool;

	g_critical("the store cannot be used, events go to the spool until a restart: %s", why);
	sabot_floor_reset(floor);
	floor->is_saved = false;
	floor->outage = g_strdup(why);
	floor->has_persons = sabot_person_copy_exists(floor->person_copy);
	if (floor->has_persons)
		sabot_person_copy_read(floor->person_copy, floor->persons);
	sabot_outage_begin(floor, &spool);
	floor->writer = sabot_writer_new(NULL, spool, true, floor->seq);
}

/* The last checkpoint there is bears this key's signature. */
static bool
has_signed_last(const struct sabot_floor *floor, const struct sabot_key *key)
{
	struct sabot_seal last = {0};
	bool has_signed = floor->reader && sabot_seal_read_last(floor->reader, &last, NULL) &&
			  last.note && sabot_note_is_signed_by(last.note, key);

	sabot_seal_clear(&last);
	return has_signed;
}

/* Without one the chain goes on, but nothing vouches for it. */
static void
find_key(struct sabot_floor *floor)
{
	const struct sabot_config *config = floor->config;
	g_autoptr(GError) error = NULL;
	struct sabot_key *key = sabot_key_find(config->state_dir, &error);

	if (g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_NO_KEY) &&
	    config->creates_key) {
		g_clear_error(&error);
		key = sabot_key_change_create(config->state_dir, "sabot", &error);
	}
	if (key) {
		floor->key_line = sabot_key_to_public_line(key);
		floor->has_signed_last = has_signed_last(floor, key);
		if (floor->reader && !floor->has_signed_last)
			floor->key_note =
				sabot_key_change_find(floor->reader, config->state_dir, key);
		floor->has_signed_last |= floor->key_note != NULL;
		sabot_writer_set_key(floor->writer, key);
	} else {
		g_warning("the log is not signed: %s (sabotctl key create makes a key)",
			  error->message);
	}
}

void
sabot_recovery_run(struct sabot_floor *floor)
{
	g_autoptr(GError) error = NULL;

	make_directory(floor->config->state_dir);
	make_directory(floor->config->spool_dir);
	if (!run_with_database(floor, &error))
		run_without_database(floor, error->message);
	floor->published_seq = floor->seq;
	find_key(floor);
}
