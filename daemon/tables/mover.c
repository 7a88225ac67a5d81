/*
 * One move at a time. The thread owns `struct move` until its idle source returns it.
 *
 *     give: freeze → all recorded → thread: under a checkpoint, file, proven → `given` →
 *           thread: its name, synced
 *     take: all recorded → thread: proven, compared with what is known, joined → freeze →
 *           `taking` → events, some at a time → `taken`
 */
#include "mover.h"
#include "daemon/config/config.h"
#include "floor-alarm.h"
#include "proto/message.h"
#include "proto/messages/event-line.h"
#include "table-away.h"
#include "store/proof/seal.h"
#include "store/db/db-open.h"
#include "store/files/backup.h"
#include "store/files/handover.h"
#include "store/keys/key-find.h"
#include "text/refusal.h"

#include <glib/gstdio.h>
#include <string.h>

enum {
	MOVER_POLL_MS = 20,
	MOVER_SEAL_US = 15 * G_USEC_PER_SEC, /* a checkpoint comes within a second */
	MOVER_CHUNK_EVENTS = 128,            /* processed in one turn of the main loop */
};

struct move {
	struct sabot_mover *mover; /* NULL: freed, while an event of the house log is under way */
	struct sabot_floor *floor;
	struct sabot_table_service *table; /* the table to give, or NULL */
	char *path, *part, *database, *state_dir, *by;
	GPtrArray *keys;
	GPtrArray *own_keys; /* keys that sign here, or did */
	int64_t seq;         /* the file must have the table's events up to this one */
	sabot_mover_fn *fn;
	void *data;

	/* the thread's results */
	struct sabot_table_file *file;
	struct sabot_table_join *join;
	struct sabot_handover_verdict verdict;
	char *away; /* the digest with which the table was given before, or NULL */
	GError *error;

	bool is_recording; /* an event of the house log is under way */
	bool is_given;     /* given, except for the file's name */
	guint next;        /* index into the join's records */
};

struct sabot_mover {
	struct sabot_floor *floor;
	struct move *move; /* under way, or NULL */
	GThread *thread;
	GSource *done; /* attached when the thread has ended */
	guint source_id;
	int is_cancelled;
};

static bool
refuse(const char *why, GError **error)
{
	return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, why, error);
}

static gboolean
on_thread_ended(gpointer data);

static void
free_move(struct move *move)
{
	g_free(move->path);
	g_free(move->part);
	g_free(move->database);
	g_free(move->state_dir);
	g_free(move->by);
	g_ptr_array_unref(move->keys);
	g_ptr_array_unref(move->own_keys);
	sabot_handover_verdict_clear(&move->verdict);
	sabot_table_file_free(move->file);
	sabot_table_join_free(move->join);
	g_free(move->away);
	g_clear_error(&move->error);
	g_free(move);
}

static void
fail(struct move *move, const char *why)
{
	g_clear_error(&move->error);
	refuse(why, &move->error);
}

static void
settle(struct sabot_floor *floor, struct sabot_table_service *table)
{
	sabot_floor_set_away(floor, table,
			     sabot_move_book_find(sabot_floor_get_house(floor)->moves,
						  table->config->name));
}

/* Answer the request; the move is over. */
static void
finish(struct move *move)
{
	if (move->mover)
		move->mover->move = NULL;
	if (move->table)
		settle(move->floor, move->table);
	if (move->error && move->part)
		g_unlink(move->part);
	move->fn(move->error ? NULL : move->file, move->error, move->data);
	free_move(move);
}

static bool
submit(struct move *move, json_t *event, sabot_floor_done_fn *done)
{
	const struct sabot_origin origin = {.done = done, .data = move};

	move->is_recording = sabot_floor_submit_house(move->floor, event, &origin, &move->error);
	json_decref(event);
	return move->is_recording;
}

/*
 * Giving.
 */

static void
name_file(struct move *move)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *why = NULL;

	if (sabot_backup_publish(move->part, move->path, &error))
		return;
	why = g_strdup_printf("%s: the table is given away, export it again", error->message);
	fail(move, why);
}

static gpointer
work_at_name(gpointer data)
{
	struct sabot_mover *mover = data;

	name_file(mover->move);
	g_source_attach(mover->done, NULL);
	return NULL;
}

static void
start_thread(struct sabot_mover *mover, GThreadFunc work)
{
	mover->done = g_idle_source_new();
	g_source_set_priority(mover->done, G_PRIORITY_DEFAULT);
	g_source_set_callback(mover->done, on_thread_ended, mover, NULL);
	mover->thread = g_thread_new("sabot-mover", work, mover);
}

/* On the thread, since the disk may be slow. */
static void
start_naming(struct move *move)
{
	move->is_given = true;
	if (move->mover) {
		start_thread(move->mover, work_at_name);
		return;
	}
	name_file(move); /* the daemon stops */
	finish(move);
}

static void
on_given(const struct sabot_logged_event *step, void *data)
{
	struct move *move = data;

	move->is_recording = false;
	if (step) {
		start_naming(move);
		return;
	}
	fail(move, "neither the database nor the spool took the event");
	finish(move);
}

/* If the table was given before, it must be the same file. */
static void
give_again(struct move *move)
{
	g_autofree char *digest = sabot_table_file_digest(move->file);

	if (strcmp(digest, move->away) == 0) {
		start_naming(move);
		return;
	}
	fail(move, "what is here is not what was given away");
	finish(move);
}

static void
record_given(struct move *move)
{
	if (!sabot_floor_is_saved(move->floor))
		fail(move, "the store is down");
	if (move->error)
		finish(move);
	else if (move->away)
		give_again(move);
	else if (!submit(move, sabot_table_file_given(move->file, move->by), on_given))
		finish(move);
}

/* On the thread: wait until everything is covered by a checkpoint. */
static bool
wait_for_seal(const struct move *move, struct sabot_db *db, GError **error)
{
	int64_t until_us = g_get_monotonic_time() + MOVER_SEAL_US;
	struct sabot_seal seal;

	while (!g_atomic_int_get(&move->mover->is_cancelled)) {
		if (!sabot_seal_read_last(db, &seal, error))
			return false;
		sabot_seal_clear(&seal);
		if (seal.seq >= move->seq)
			return true;
		if (g_get_monotonic_time() > until_us)
			break;
		g_usleep(MOVER_POLL_MS * 1000);
	}
	return refuse(SABOT_REFUSAL("no checkpoint is made: is there a signing key?"), error);
}

static void
write_file(struct move *move, struct sabot_db *db)
{
	const char *table = move->table->config->name;
	struct sabot_key *key = sabot_key_find(move->state_dir, &move->error);
	json_t *more = NULL;

	if (key && wait_for_seal(move, db, &move->error) &&
	    sabot_table_file_find_away(db, table, &move->away, &move->error))
		more = sabot_handover_build(db, table, key, &move->error);
	if (more && sabot_table_file_write(move->part, db, table, more, &move->error))
		move->file = sabot_table_file_read(move->part, move->keys, &move->error);
	json_decref(more);
	sabot_key_free(key);
}

/*
 * Taking.
 */

static void
on_taking_recorded(const struct sabot_logged_event *step, void *data)
{
	struct move *move = data;
	struct sabot_floor *floor = move->floor;

	if (step) {
		sabot_table_service_publish_state(move->table);
		sabot_floor_alarm_publish_table(floor, move->table);
	} else {
		fail(move, "neither the database nor the spool took the event");
	}
	finish(move);
}

/* Apply one event of the file with the rules again, and log it if the log lacks it. */
static void
import_event(struct move *move, guint i)
{
	struct sabot_floor *floor = move->floor;
	struct sabot_log_record *record = g_ptr_array_index(move->join->records, i);

	if (i >= move->join->n_same) {
		record->seq = sabot_floor_next_seq(floor);
		sabot_writer_put(sabot_floor_get_writer(floor), sabot_log_record_ref(record));
	}
	sabot_table_service_replay(move->table, record->seq, record->n, record->line);
}

static gboolean
on_chunk(gpointer data)
{
	struct sabot_mover *mover = data;
	struct move *move = mover->move;
	guint end = MIN(move->next + MOVER_CHUNK_EVENTS, move->join->records->len);

	for (; move->next < end; move->next++)
		import_event(move, move->next);
	if (move->next < move->join->records->len)
		return G_SOURCE_CONTINUE;
	mover->source_id = 0;
	if (!submit(move, sabot_table_file_build_taking(move->file, move->by), on_taking_recorded))
		finish(move);
	return G_SOURCE_REMOVE;
}

static void
on_taking(const struct sabot_logged_event *step, void *data)
{
	struct move *move = data;
	const struct sabot_log_record *first = g_ptr_array_index(move->join->records, 0);

	move->is_recording = false;
	if (!step || !move->mover) {
		fail(move, step ? "the daemon stops"
				: "neither the database nor the spool took the event");
		finish(move);
		return;
	}
	sabot_table_service_restart(move->table);
	sabot_table_service_open_part(move->table, first->part,
				      sabot_floor_get_config(move->floor)->profiles_dir);
	move->mover->source_id = g_idle_add_full(G_PRIORITY_DEFAULT, on_chunk, move->mover, NULL);
}

static bool
is_simulated(const struct sabot_table_file *file)
{
	const struct sabot_log_record *first = g_ptr_array_index(file->records, 0);

	return sabot_event_text_is_simulated(first->line);
}

static bool
has_rules(const struct move *move, GError **error)
{
	const struct sabot_log_record *first = g_ptr_array_index(move->file->records, 0);
	g_autofree struct sabot_rules *rules = g_new(struct sabot_rules, 1);
	g_autoptr(GError) failure = NULL;

	return sabot_config_build_rules(first->part->rules,
					sabot_floor_get_config(move->floor)->profiles_dir,
					first->part->overrides, rules, &failure) ||
	       refuse(failure->message, error);
}

/* Checks that the thread cannot make. */
static bool
check_table(const struct move *move, const struct sabot_table_service *table, GError **error)
{
	g_autofree char *name = g_strdup_printf("there is no [table %s] here", move->file->table);

	if (!table)
		return refuse(name, error);
	if (!sabot_floor_is_saved(move->floor))
		return refuse(SABOT_REFUSAL("the store is down"), error);
	if (table->n != move->join->last_n)
		return refuse(SABOT_REFUSAL("the table is at work here: it was not given away"),
			      error);
	if (table->config->is_simulated != is_simulated(move->file))
		return refuse(
			SABOT_REFUSAL(
				"what is simulated belongs to no real table, nor the reverse"),
			error);
	return has_rules(move, error);
}

/* Report what the thread found about the giver's history, and our own. */
static void
report_pasts(struct move *move)
{
	const struct sabot_handover_verdict *verdict = &move->verdict;

	if (verdict->is_giver_new)
		sabot_floor_report(move->floor, SABOT_INCIDENT_LOG_REPLACED,
				   json_incref(verdict->giver));
	if (verdict->is_own_new)
		sabot_floor_report(move->floor, SABOT_INCIDENT_LOG_REPLACED,
				   json_incref(verdict->own));
	if (verdict->refusal)
		fail(move, verdict->refusal);
}

static void
record_taking(struct move *move)
{
	struct sabot_floor *floor = move->floor;
	struct sabot_table_service *table =
		move->error ? NULL : sabot_floor_find(floor, move->file->table);

	if (move->error || !check_table(move, table, &move->error)) {
		finish(move);
		return;
	}
	move->table = table;
	sabot_floor_set_away(floor, table, SABOT_REFUSAL("the table is being taken over"));
	if (!submit(move, sabot_table_file_taking(move->file, move->join, move->by), on_taking))
		finish(move);
}

static void
read_file(struct move *move, struct sabot_db *db)
{
	move->file = sabot_table_file_read(move->path, move->keys, &move->error);
	if (move->file &&
	    sabot_handover_judge(move->file, db, move->own_keys, &move->verdict, &move->error) &&
	    !move->verdict.refusal)
		move->join = sabot_table_file_join(move->file, db, &move->error);
}

/*
 * The thread.
 */

static gboolean
on_thread_ended(gpointer data)
{
	struct sabot_mover *mover = data;
	struct move *move = mover->move;

	g_thread_join(g_steal_pointer(&mover->thread));
	g_clear_pointer(&mover->done, g_source_unref);
	if (move->is_given)
		finish(move);
	else if (move->table)
		record_given(move);
	else {
		report_pasts(move);
		record_taking(move);
	}
	return G_SOURCE_REMOVE;
}

static gpointer
work(gpointer data)
{
	struct sabot_mover *mover = data;
	struct move *move = mover->move;
	struct sabot_db *db = sabot_db_open(move->database, SABOT_DB_READER, &move->error);

	if (db) {
		sabot_db_set_cancel(db, &mover->is_cancelled);
		if (move->table)
			write_file(move, db);
		else
			read_file(move, db);
	}
	sabot_db_close(db);
	g_source_attach(mover->done, NULL);
	return NULL;
}

/* Earlier events of the table must be recorded first. */
static gboolean
on_poll(gpointer data)
{
	struct sabot_mover *mover = data;
	struct move *move = mover->move;

	if (sabot_floor_get_published_seq(mover->floor) < move->seq)
		return G_SOURCE_CONTINUE;
	mover->source_id = 0;
	start_thread(mover, work);
	return G_SOURCE_REMOVE;
}

static bool
check(const struct sabot_mover *mover, const struct sabot_mover_order *order, GError **error)
{
	const struct sabot_floor *floor = mover->floor;

	if (!g_path_is_absolute(order->path))
		return refuse(SABOT_REFUSAL("file: an absolute path is wanted"), error);
	if (mover->move)
		return refuse(SABOT_REFUSAL("another table is being moved"), error);
	if (!sabot_floor_get_reader(floor) || !sabot_floor_is_saved(floor))
		return refuse(SABOT_REFUSAL("the store is down"), error);
	return true;
}

static void
begin(struct sabot_mover *mover, const struct sabot_mover_order *order)
{
	struct move *move = g_new0(struct move, 1);

	*move = (struct move){
		.mover = mover,
		.floor = mover->floor,
		.path = g_strdup(order->path),
		.database = g_strdup(sabot_floor_get_reader(mover->floor)->path),
		.state_dir = g_strdup(sabot_floor_get_config(mover->floor)->state_dir),
		.by = g_strdup(order->by),
		.own_keys = g_ptr_array_new_with_free_func(sabot_key_free),
		.seq = sabot_floor_get_seq(mover->floor),
		.keys = order->keys ? g_ptr_array_ref(order->keys)
				    : g_ptr_array_new_with_free_func(sabot_key_free),
		.fn = order->fn,
		.data = order->data,
	};
	mover->move = move;
}

static void
add_own_key(struct move *move, const char *line)
{
	struct sabot_key *key = line ? sabot_key_from_public_line(line, NULL) : NULL;

	if (key)
		g_ptr_array_add(move->own_keys, key);
}

static void
add_own_keys(struct move *move)
{
	const GPtrArray *former = sabot_floor_get_house(move->floor)->keys;

	add_own_key(move, sabot_floor_get_key(move->floor)->line);
	for (guint i = 0; i < former->len; i++)
		add_own_key(move, g_ptr_array_index(former, i));
}

bool
sabot_mover_give(struct sabot_mover *mover, struct sabot_table_service *table,
		 const struct sabot_mover_order *order, GError **error)
{
	const struct sabot_floor *floor = mover->floor;
	const struct sabot_house *house = sabot_floor_get_house(floor);
	bool is_given = sabot_move_book_find(house->moves, table->config->name) != NULL;
	struct sabot_key *key;

	if (!check(mover, order, error))
		return false;
	if (!sabot_floor_get_key(floor)->line)
		return refuse(SABOT_REFUSAL("there is no key to sign the log with"), error);
	if (table->n == 0)
		return refuse(SABOT_REFUSAL("nothing was recorded of the table"), error);
	if (sabot_redress_book_count(house->redress, table->config->name) > 0)
		return refuse(SABOT_REFUSAL("money is still to be paid or collected there"), error);
	if (g_file_test(order->path, G_FILE_TEST_EXISTS))
		return refuse(SABOT_REFUSAL("file: it is there already"), error);
	begin(mover, order);
	key = sabot_key_from_public_line(sabot_floor_get_key(floor)->line, NULL);
	g_ptr_array_add(mover->move->keys, key);
	mover->move->part = g_strconcat(order->path, ".part", NULL);
	mover->move->table = table;
	if (is_given)
		mover->move->seq = 0;
	else
		sabot_floor_set_away(mover->floor, table,
				     SABOT_REFUSAL("the table is being given away"));
	mover->source_id = g_timeout_add(MOVER_POLL_MS, on_poll, mover);
	return true;
}

bool
sabot_mover_import(struct sabot_mover *mover, const struct sabot_mover_order *order, GError **error)
{
	if (!check(mover, order, error))
		return false;
	if (!order->keys || order->keys->len == 0)
		return refuse(SABOT_REFUSAL("keys: at least one is wanted"), error);
	begin(mover, order);
	add_own_keys(mover->move);
	mover->source_id = g_timeout_add(MOVER_POLL_MS, on_poll, mover);
	return true;
}

struct sabot_mover *
sabot_mover_new(struct sabot_floor *floor)
{
	struct sabot_mover *mover = g_new0(struct sabot_mover, 1);

	mover->floor = floor;
	return mover;
}

void
sabot_mover_free(struct sabot_mover *mover)
{
	if (!mover)
		return;
	g_atomic_int_set(&mover->is_cancelled, 1);
	if (mover->source_id)
		g_source_remove(mover->source_id);
	if (mover->thread)
		g_thread_join(mover->thread);
	if (mover->done) {
		g_source_destroy(mover->done);
		g_source_unref(mover->done);
	}
	if (mover->move && mover->move->is_recording) {
		mover->move->mover = NULL; /* the move ends with its event */
	} else if (mover->move) {
		if (!mover->move->is_given)
			fail(mover->move, "the daemon stops");
		finish(mover->move);
	}
	g_free(mover);
}
