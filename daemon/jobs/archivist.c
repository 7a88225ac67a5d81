/* One run at a time. The thread owns `struct run` until its idle source returns it. */
#include "archivist.h"
#include "daemon/config/config.h"
#include "disk/whole-file.h"
#include "proto/message.h"
#include "store/files/archive-file.h"
#include "store/db/db-open.h"
#include "store/log/archive.h"
#include "store/keys/key-find.h"
#include "text/refusal.h"

#include <errno.h>

enum { ARCHIVIST_DAY_S = 24 * 3600 };

struct run {
	struct sabot_archivist *archivist;
	char *path, *state_dir, *dir, *by;
	int64_t before_us, house_seq;
	sabot_archivist_fn *fn; /* or NULL */
	void *data;

	/* its result */
	struct sabot_archive *archive;
	GError *error;
};

struct sabot_archivist {
	struct sabot_floor *floor;
	struct run *run; /* under way, or NULL */
	GThread *thread;
	GSource *done; /* attached when the thread has ended */
	guint daily_id;
	int is_cancelled;
};

static void
free_run(struct run *run)
{
	g_free(run->path);
	g_free(run->state_dir);
	g_free(run->dir);
	g_free(run->by);
	sabot_archive_free(run->archive);
	g_clear_error(&run->error);
	g_free(run);
}

/* Report the result to the caller, or to the system's log. */
static void
finish(struct run *run)
{
	if (run->error && !run->fn)
		g_warning("nothing was archived: %s", run->error->message);
	else if (run->archive)
		g_message("archive %s was made", run->archive->file);
	if (run->fn)
		run->fn(run->error ? NULL : run->archive, run->error, run->data);
	free_run(run);
}

static void
fail(struct run *run, const char *why)
{
	g_clear_error(&run->error);
	g_set_error(&run->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL, "%s", why);
}

static void
on_recorded(const struct sabot_logged_event *step, void *data)
{
	if (!step)
		fail(data, "neither the database nor the spool took the event");
	finish(data);
}

static void
submit(struct sabot_floor *floor, json_t *event)
{
	static const struct sabot_origin nobody;
	g_autoptr(GError) error = NULL;

	if (!sabot_floor_submit_house(floor, event, &nobody, &error))
		g_critical("the house log's state cannot be written: %s", error->message);
}

/* Submit a list of events, transferred. */
static void
submit_all(struct sabot_floor *floor, json_t *events)
{
	json_t *event;
	size_t index;

	json_array_foreach(events, index, event)
		submit(floor, event);
	json_decref(events);
}

/*
 * Make it possible for the house log to begin here later: record the result of its events so far
 * once more. The log stays complete, and nothing is recorded, while machines are admitted by
 * certificate or a table is given away or has other rules, because who did so must remain readable;
 * where table money is recorded, because a table's money follows from the complete log; and while
 * redress or requested pictures are open.
 */
static void
carry(struct sabot_floor *floor)
{
	const struct sabot_house *house = sabot_floor_get_house(floor);
	json_t *event;

	if (house->machines->machines->len > 0 || house->ledger->shifts->len > 0 ||
	    g_hash_table_size(house->moves->away) > 0 ||
	    g_hash_table_size(house->rules->orders) > 0 ||
	    sabot_redress_book_count(house->redress, NULL) > 0 ||
	    sabot_reviews_has_open(house->reviews))
		return;
	event = json_pack("{s:s, s:I, s:s*, s:s*, s:s*}", "ev", "carried", "incidents",
			  (json_int_t)sabot_house_log_count(house->log), "config",
			  house->config_digest, "key", sabot_house_last_key(house), "counter",
			  house->has_lost_counter ? SABOT_HOUSE_COUNTER_GONE : NULL);
	sabot_rights_list(event, house->rights);
	submit(floor, event);
	json_decref(event);
	submit_all(floor, sabot_shoe_book_restate(house->shoes));
	submit_all(floor, sabot_place_book_restate(house->places));
}

/* Record the run's archive. Takes ownership of the run. */
static void
record(struct run *run)
{
	struct sabot_floor *floor = run->archivist->floor;
	struct sabot_origin origin = {.archive = run->archive, .done = on_recorded, .data = run};
	json_t *event = sabot_archive_to_event(run->archive, run->by);

	if (!sabot_floor_submit_house(floor, event, &origin, &run->error))
		finish(run);
	else
		carry(floor);
	json_decref(event);
}

static gboolean
on_thread_ended(gpointer data)
{
	struct sabot_archivist *archivist = data;
	struct run *run = g_steal_pointer(&archivist->run);

	g_thread_join(g_steal_pointer(&archivist->thread));
	g_clear_pointer(&archivist->done, g_source_unref);
	if (run->archive && !sabot_floor_is_saved(archivist->floor))
		fail(run, "the store is down: the archive is recorded another time");
	if (run->archive && !run->error)
		record(run);
	else
		finish(run);
	return G_SOURCE_REMOVE;
}

static void
make(struct run *run, struct sabot_db *db)
{
	struct sabot_key *key = sabot_key_find(run->state_dir, &run->error);
	const struct sabot_archive_wish wish = {
		.dir = run->dir,
		.before_us = run->before_us,
		.house_seq = run->house_seq,
		.key = key,
		.cancel = &run->archivist->is_cancelled,
	};

	if (key)
		run->archive = sabot_archive_make(db, &wish, &run->error);
	sabot_key_free(key);
}

static gpointer
work(gpointer data)
{
	struct sabot_archivist *archivist = data;
	struct run *run = archivist->run;
	struct sabot_db *db = sabot_db_open(run->path, SABOT_DB_READER, &run->error);

	if (db) {
		sabot_db_set_cancel(db, &archivist->is_cancelled);
		make(run, db);
	}
	sabot_db_close(db);
	g_source_attach(archivist->done, NULL);
	return NULL;
}

static bool
check(const struct sabot_archivist *archivist, GError **error)
{
	const struct sabot_floor *floor = archivist->floor;

	if (!sabot_floor_get_config(floor)->archive_dir)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("the configuration has no [archive]"),
					 error);
	if (archivist->run)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("an archive is being made already"), error);
	if (!sabot_floor_get_reader(floor) || !sabot_floor_is_saved(floor))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("the store is down"), error);
	if (!sabot_floor_get_key(floor)->line)
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("there is no key to sign an archive with"),
					 error);
	return sabot_disk_make_folder(sabot_floor_get_config(floor)->archive_dir, 0700) ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED, g_strerror(errno), error);
}

/*
 * Keep the house log from the oldest open incident of any log on: it has what people have done
 * about that incident.
 */
static int64_t
oldest_open(const struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	int64_t seq = sabot_incident_book_open_seq(&sabot_floor_get_house(floor)->incidents);

	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		seq = MIN(seq, sabot_incident_book_open_seq(&table->incidents));
	}
	return seq;
}

bool
sabot_archivist_start(struct sabot_archivist *archivist, const struct sabot_archivist_order *order,
		      GError **error)
{
	const struct sabot_floor *floor = archivist->floor;
	struct run *run;

	if (!check(archivist, error))
		return false;
	run = g_new0(struct run, 1);
	*run = (struct run){
		.archivist = archivist,
		.path = g_strdup(sabot_floor_get_reader(floor)->path),
		.state_dir = g_strdup(sabot_floor_get_config(floor)->state_dir),
		.dir = g_strdup(sabot_floor_get_config(floor)->archive_dir),
		.by = g_strdup(order->by),
		.before_us = order->before_us,
		.house_seq = oldest_open(floor),
		.fn = order->fn,
		.data = order->data,
	};
	archivist->run = run;
	archivist->done = g_idle_source_new();
	g_source_set_priority(archivist->done, G_PRIORITY_DEFAULT);
	g_source_set_callback(archivist->done, on_thread_ended, archivist, NULL);
	archivist->thread = g_thread_new("sabot-archive", work, archivist);
	return true;
}

static gboolean
on_day(gpointer data)
{
	struct sabot_archivist *archivist = data;
	int64_t days = sabot_floor_get_config(archivist->floor)->archive_after_days;
	const struct sabot_archivist_order order = {
		.before_us = g_get_real_time() - days * G_TIME_SPAN_DAY, .by = "daily"};
	g_autoptr(GError) error = NULL;

	if (!sabot_archivist_start(archivist, &order, &error))
		g_warning("nothing was archived: %s", error->message);
	return G_SOURCE_CONTINUE;
}

void
sabot_archivist_run_daily(struct sabot_archivist *archivist)
{
	if (sabot_floor_get_config(archivist->floor)->archive_after_days < 0)
		return;
	on_day(archivist);
	archivist->daily_id = g_timeout_add_seconds(ARCHIVIST_DAY_S, on_day, archivist);
}

struct sabot_archivist *
sabot_archivist_new(struct sabot_floor *floor)
{
	struct sabot_archivist *archivist = g_new0(struct sabot_archivist, 1);

	archivist->floor = floor;
	return archivist;
}

void
sabot_archivist_free(struct sabot_archivist *archivist)
{
	if (!archivist)
		return;
	if (archivist->daily_id)
		g_source_remove(archivist->daily_id);
	g_atomic_int_set(&archivist->is_cancelled, 1);
	if (archivist->thread)
		g_thread_join(archivist->thread);
	if (archivist->done) {
		g_source_destroy(archivist->done);
		g_source_unref(archivist->done);
	}
	if (archivist->run) {
		fail(archivist->run, "the daemon stops");
		finish(archivist->run);
	}
	g_free(archivist);
}
