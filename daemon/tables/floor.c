/*
 * Publishes events in order once they are recorded. Recovery is in recovery.c.
 */
#include "floor.h"

#include "daemon/books/redress-book.h"
#include "floor-alarm.h"
#include "floor-push.h"
#include "floor-rules.h"
#include "evidence.h"
#include "progress-check.h"
#include "recovery.h"
#include "table-away.h"
#include "store/files/mirror-note.h"

struct ring_step {
	int64_t seq;
	char *place; /* see sabot_floor_push_fn */
	GBytes *line;
};

struct sabot_floor_ring {
	GQueue steps;                 /* of struct ring_step, oldest first */
	int64_t from_seq;             /* a client that has seen this one can resume */
	int64_t house_n;              /* of the house log, the last event replayed */
	struct sabot_latency commits; /* from an event's step until it was recorded */
	bool has_conflict;            /* another event has the number of one of ours */
	bool is_replaced;             /* the database's file is no longer in its place */
	/* why the mirror lagged behind in the run before; SABOT_STORE_REASONS: current since */
	enum sabot_store_reason behind;
};

static void
free_ring_step(gpointer data)
{
	struct ring_step *step = data;

	g_bytes_unref(step->line);
	g_free(step->place);
	g_free(step);
}

static struct sabot_floor_ring *
get_ring(const struct sabot_floor *floor)
{
	return sabot_floor_get_parts(floor)->ring;
}

/* The place to which a step belongs. A house event may be about a table. Borrowed from the step. */
static const char *
log_of_step(const struct sabot_logged_event *step)
{
	const struct sabot_wire_incident *incident =
		step->incidents->len > 0 ? g_ptr_array_index(step->incidents, 0) : NULL;

	if (step->table)
		return step->table->config->name;
	if (incident)
		return sabot_wire_incident_table(incident);
	return step->house_event->head->table ? step->house_event->head->table : SABOT_HOUSE_NAME;
}

/* `line` is transferred. */
static void
remember(struct sabot_floor *floor, const struct sabot_logged_event *step, GBytes *line)
{
	struct ring_step *missed = g_new0(struct ring_step, 1);

	missed->seq = step->record->seq;
	missed->place = g_strdup(log_of_step(step));
	missed->line = line;
	g_queue_push_tail(&get_ring(floor)->steps, missed);
}

static void
trim(struct sabot_floor_ring *ring)
{
	while (g_queue_get_length(&ring->steps) > SABOT_FLOOR_RING_STEPS) {
		struct ring_step *oldest = g_queue_pop_head(&ring->steps);

		ring->from_seq = MAX(ring->from_seq, oldest->seq);
		free_ring_step(oldest);
	}
}

static void
publish_table(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	step->view->is_saved = sabot_floor_is_saved(floor);
	sabot_floor_fill_place(floor, step->table, step->view);
	sabot_table_service_publish(step->table, step);
	sabot_floor_alarm_attach_step(floor, step);
}

/* If a recorded house event is about redress, its table's view changes. */
static void
publish_redress(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	struct sabot_table_service *table;

	if (step->house_event->kind != SABOT_HOUSE_REDRESS)
		return;
	sabot_redress_book_forget(sabot_floor_get_house(floor)->redress, step->record->seq);
	table = sabot_floor_find(floor, step->house_event->head->table);
	if (table)
		sabot_floor_republish(floor, table);
}

/* Publish a table's new place on the floor plan. */
static void
publish_place(struct sabot_floor *floor, const struct sabot_house_event *event)
{
	struct sabot_table_service *table = event->kind == SABOT_HOUSE_PLACE
						    ? sabot_floor_find(floor, event->head->table)
						    : NULL;

	if (table)
		sabot_floor_republish(floor, table);
}

/* Show the house's findings about tables on those tables' tiles. */
static void
publish_house(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	sabot_house_publish(sabot_floor_get_house(floor), step);
	sabot_floor_alarm_attach_step(floor, step);
	sabot_floor_alarm_publish(floor, step->house_event);
	sabot_floor_rules_publish(floor, step->house_event);
	publish_redress(floor, step);
	publish_place(floor, step->house_event);
	for (guint i = 0; i < step->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(step->incidents, i);
		struct sabot_table_service *table =
			incident->about ? sabot_floor_find(floor, incident->about) : NULL;

		if (table)
			sabot_floor_republish(floor, table);
	}
}

static void
publish(struct sabot_floor *floor, struct sabot_floor_pending *pending)
{
	struct sabot_logged_event *step = pending->step;
	g_autoptr(GPtrArray) lines = NULL;
	GBytes *missed;

	sabot_floor_set_published_seq(floor, step->record->seq);
	if (step->table)
		publish_table(floor, step);
	lines = sabot_floor_push_step(step, sabot_floor_get_config(floor)->hides_names, &missed);
	remember(floor, step, missed);
	trim(get_ring(floor));
	for (guint i = 0; i < lines->len; i++)
		sabot_floor_push_line(floor, log_of_step(step), g_ptr_array_index(lines, i));
	if (!step->table)
		publish_house(floor, step);
	if (pending->done)
		pending->done(step, pending->data);
}

static void
report_store_down(struct sabot_floor *floor, const GError *why)
{
	sabot_floor_report(floor, SABOT_INCIDENT_STORE_DOWN, sabot_evidence_of_error(why));
}

/*
 * Reported at once, although it can only go to the spool: the earlier events are gone with the
 * file.
 */
static void
report_replaced(struct sabot_floor *floor, bool is_replaced)
{
	if (is_replaced && !get_ring(floor)->is_replaced)
		sabot_floor_report(floor, SABOT_INCIDENT_LOG_REPLACED,
				   sabot_evidence_because("removed"));
	get_ring(floor)->is_replaced = is_replaced;
}

/* Reported at once, too: another program is writing to the file now. */
static void
report_conflict(struct sabot_floor *floor, bool has_conflict)
{
	if (has_conflict && !get_ring(floor)->has_conflict)
		sabot_floor_report(floor, SABOT_INCIDENT_LOG_REPLACED,
				   sabot_evidence_because("used"));
	get_ring(floor)->has_conflict = has_conflict;
}

/* Likewise: somebody removed the spool's file, or cut it short. */
static void
report_losses(struct sabot_floor *floor)
{
	struct sabot_waiting_loss *loss;

	while ((loss = sabot_writer_take_loss(sabot_floor_get_writer(floor)))) {
		sabot_floor_report(floor, SABOT_INCIDENT_LOG_REPLACED,
				   sabot_evidence_lost(loss->is_rescued ? "spool_rescued"
									: "spool_gone",
						       loss->from_seq, loss->to_seq));
		g_free(loss);
	}
}

/* A database may be sound and yet hold code that a write would run, or lack what guards it. */
static void
report_planted(struct sabot_floor *floor)
{
	g_autoptr(GError) why = sabot_writer_take_planted(sabot_floor_get_writer(floor));

	if (why)
		sabot_evidence_report_chain(floor, sabot_evidence_of_error(why), true);
}

/* The store failed, as `why` says; NULL: it works again. */
static void
record_store(struct sabot_floor *floor, const GError *why)
{
	if (why) {
		g_critical("%s", why->message);
		sabot_floor_set_down(floor, why);
	} else {
		g_message("the store works again");
	}
	report_replaced(floor, sabot_writer_is_replaced(sabot_floor_get_writer(floor)));
	report_conflict(floor, sabot_writer_has_conflict(sabot_floor_get_writer(floor)));
	report_losses(floor);
}

static void
on_mirror(const GError *why, void *data)
{
	struct sabot_floor *floor = data;
	const char *directory = sabot_floor_get_config(floor)->mirror_dir;

	sabot_floor_set_mirror(floor, why == NULL);
	if (!why) {
		g_message("the mirror has all that is saved");
		get_ring(floor)->behind = SABOT_STORE_REASONS;
		return;
	}
	g_critical("the mirror %s lags behind: %s", directory, why->message);
	sabot_evidence_report_mirror(floor, why, directory,
				     sabot_store_error_get_reason(why) == get_ring(floor)->behind);
}

static void
on_mirror_found(const char *file, bool is_explained, void *data)
{
	sabot_evidence_report_ahead(data, "mirror", file, is_explained);
}

/*
 * Start the mirror before the writer: what the writer commits first is in the copy, or comes as a
 * job.
 */
static void
add_mirror(struct sabot_floor *floor)
{
	const struct sabot_config *config = sabot_floor_get_config(floor);
	g_autofree char *path = sabot_config_database_path(config);
	struct sabot_db *reader = sabot_floor_get_reader(floor);
	struct sabot_mirror *mirror;

	if (!config->mirror_dir || sabot_floor_get_outage(floor))
		return;
	get_ring(floor)->behind = reader ? sabot_mirror_note_read_behind(reader, config->mirror_dir)
					 : SABOT_STORE_REASONS;
	mirror = sabot_mirror_new(path, config->mirror_dir);
	sabot_mirror_set_callback(mirror, on_mirror, on_mirror_found, floor);
	sabot_writer_set_mirror(sabot_floor_get_writer(floor), mirror);
	sabot_mirror_start(mirror, reader);
}

/* Open the reader of a database that was read-only until now. */
static void
open_reader(struct sabot_floor *floor)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_recovery_open_reader(floor, &error))
		g_warning("no log can be exported: %s", error->message);
}

static void
report_store_was_down(struct sabot_floor *floor)
{
	g_autoptr(GError) why = sabot_floor_take_down(floor);

	if (why)
		report_store_down(floor, why);
}

static void
on_recorded(int64_t seq, bool is_saved, const GError *why, void *data)
{
	struct sabot_floor *floor = data;
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	bool has_changed = is_saved != sabot_floor_is_saved(floor);
	struct sabot_floor_pending *pending;

	if (why || (has_changed && is_saved))
		record_store(floor, why);
	report_planted(floor);
	sabot_floor_set_saved(floor, is_saved);
	while ((pending = sabot_floor_take_pending(floor, seq))) {
		sabot_latency_record(&get_ring(floor)->commits,
				     g_get_monotonic_time() - pending->stepped_us);
		publish(floor, pending);
		sabot_floor_pending_free(pending);
	}
	if (has_changed && is_saved && !sabot_floor_get_reader(floor))
		open_reader(floor);
	for (guint i = 0; has_changed && i < tables->len; i++)
		sabot_floor_republish(floor, g_ptr_array_index(tables, i));
	if (has_changed && is_saved)
		report_store_was_down(floor);
}

/* Publish what was recovered of a table. */
static void
publish_table_state(struct sabot_floor *floor, struct sabot_table_service *table)
{
	sabot_floor_rules_update(floor, table);
	sabot_table_service_set_away(table,
				     sabot_move_book_find(sabot_floor_get_house(floor)->moves,
							  table->config->name));
	sabot_table_service_publish_state(table);
	sabot_floor_fill_redress(floor, table, sabot_floor_get_seq(floor), table->published);
	sabot_floor_fill_place(floor, table, table->published);
	table->published->is_saved = sabot_floor_is_saved(floor);
}

/* Complete what follows from the last events before the start. */
static void
resume(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (guint i = 0; i < tables->len; i++)
		sabot_floor_resume_redress(floor, g_ptr_array_index(tables, i),
					   sabot_floor_get_published_seq(floor));
	for (guint i = 0; i < tables->len; i++)
		sabot_floor_send_limits(floor, g_ptr_array_index(tables, i));
	if (sabot_floor_get_outage(floor))
		report_store_down(floor, sabot_floor_get_outage(floor));
	else if (sabot_floor_is_saved(floor))
		report_store_was_down(floor);
}

static int
compare_steps(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct ring_step *one = a, *two = b;

	(void)data;
	return (one->seq > two->seq) - (one->seq < two->seq);
}

/*
 * Remember steps that were recorded before this start and perhaps not published: each log by
 * itself. If a log is read only from a later part on, steps before that part are not remembered.
 */
static void
on_replayed(const struct sabot_logged_event *step, void *data)
{
	struct sabot_floor *floor = data;
	struct sabot_floor_ring *ring = get_ring(floor);
	int64_t seq = step->record->seq, n = step->record->n;
	int64_t from_n = step->table && step->table->part ? step->table->part->from_n : 1;

	if (n > 1 && (n == from_n || (!step->table && ring->house_n != n - 1)))
		ring->from_seq = MAX(ring->from_seq, seq - 1);
	if (!step->table)
		ring->house_n = n;
	if (seq > sabot_floor_get_seq(floor) - SABOT_FLOOR_RING_STEPS)
		remember(floor, step,
			 sabot_floor_push_missed(step, sabot_floor_get_config(floor)->hides_names));
	if (g_queue_get_length(&ring->steps) > 2 * SABOT_FLOOR_RING_STEPS) {
		g_queue_sort(&ring->steps, compare_steps, NULL);
		trim(ring);
	}
}

static void
watch_table(struct sabot_floor *floor, struct sabot_table_service *table, sabot_replayed_fn *fn)
{
	table->replayed = fn;
	table->replayed_data = floor;
}

static void
watch_replay(struct sabot_floor *floor, sabot_replayed_fn *fn)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (guint i = 0; i < tables->len; i++)
		watch_table(floor, g_ptr_array_index(tables, i), fn);
	sabot_floor_get_house(floor)->replayed = fn;
	sabot_floor_get_house(floor)->replayed_data = floor;
}

/* The ring continues where the run before was, if all of its steps could be read. */
static void
begin_ring(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	struct sabot_floor_ring *ring = get_ring(floor);
	int64_t seq = sabot_floor_get_published_seq(floor);

	g_queue_sort(&ring->steps, compare_steps, NULL);
	ring->from_seq = MAX(ring->from_seq, seq - SABOT_FLOOR_RING_STEPS);
	trim(ring);
	if (sabot_floor_get_outage(floor)) {
		g_queue_clear_full(&ring->steps, free_ring_step);
		ring->from_seq = seq;
	}
	for (guint i = 0; i < tables->len; i++)
		if (((struct sabot_table_service *)g_ptr_array_index(tables, i))->fault)
			ring->from_seq = seq;
}

struct sabot_floor *
sabot_floor_new(const struct sabot_config *config)
{
	struct sabot_floor *floor = sabot_floor_state_new(config);
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	sabot_floor_get_parts(floor)->ring = g_new0(struct sabot_floor_ring, 1);
	watch_replay(floor, on_replayed);
	sabot_recovery_run(floor);
	watch_replay(floor, NULL);
	begin_ring(floor);
	sabot_house_publish_state(sabot_floor_get_house(floor));
	for (guint i = 0; i < tables->len; i++)
		publish_table_state(floor, g_ptr_array_index(tables, i));
	sabot_floor_alarm_attach_all(floor);
	add_mirror(floor);
	sabot_writer_set_callback(sabot_floor_get_writer(floor), on_recorded, floor);
	resume(floor);
	return floor;
}

struct sabot_floor *
sabot_floor_new_shown(const struct sabot_config *config)
{
	struct sabot_floor *floor = sabot_floor_state_new(config);

	sabot_floor_get_parts(floor)->ring = g_new0(struct sabot_floor_ring, 1);
	sabot_floor_set_saved(floor, true);
	return floor;
}

void
sabot_floor_begin_replay(struct sabot_floor *floor, int64_t seq)
{
	sabot_floor_set_seq(floor, seq);
	watch_replay(floor, on_replayed);
}

struct sabot_table_service *
sabot_floor_add_replayed(struct sabot_floor *floor, const struct sabot_table_config *config)
{
	struct sabot_table_service *table = sabot_floor_add_table(floor, config);

	watch_table(floor, table, on_replayed);
	return table;
}

/* The steps after event `seq`, then the state to which they led. */
static void
push_replayed(struct sabot_floor *floor, int64_t seq)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (const GList *link = get_ring(floor)->steps.head; link; link = link->next) {
		const struct ring_step *step = link->data;

		if (step->seq > seq)
			sabot_floor_push_line(floor, step->place, step->line);
	}
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		sabot_floor_republish(floor, table);
		if (seq == 0)
			sabot_floor_alarm_publish_table(floor, table);
	}
}

void
sabot_floor_end_replay(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	int64_t seq = sabot_floor_get_published_seq(floor);

	watch_replay(floor, NULL);
	sabot_floor_set_published_seq(floor, sabot_floor_get_seq(floor));
	begin_ring(floor);
	sabot_house_publish_state(sabot_floor_get_house(floor));
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		publish_table_state(floor, table);
		g_clear_pointer(&table->follow, json_decref); /* it is in the house log */
	}
	sabot_floor_alarm_attach_all(floor);
	push_replayed(floor, seq);
}

bool
sabot_floor_stop(struct sabot_floor *floor)
{
	struct sabot_writer *writer = floor ? sabot_floor_get_writer(floor) : NULL;
	struct sabot_floor_pending *pending;
	bool is_safe, has_lost;

	if (!writer)
		return true;
	/*
	 * The reader first: the last connection to close, the writer's, then checkpoints the
	 * write-ahead log.
	 */
	sabot_floor_set_reader(floor, NULL);
	sabot_floor_set_writer(floor, NULL);
	sabot_writer_stop(writer);
	get_ring(floor)->is_replaced = sabot_writer_is_replaced(writer);
	is_safe = sabot_writer_free(writer, &has_lost);
	while ((pending = sabot_floor_take_pending(floor, INT64_MAX))) {
		if (is_safe)
			publish(floor, pending);
		else if (pending->done)
			pending->done(NULL, pending->data);
		sabot_floor_pending_free(pending);
	}
	return is_safe && !has_lost;
}

bool
sabot_floor_was_replaced(const struct sabot_floor *floor)
{
	return get_ring(floor)->is_replaced;
}

static void
free_ring(struct sabot_floor *floor)
{
	struct sabot_floor_ring *ring = g_steal_pointer(&sabot_floor_get_parts(floor)->ring);

	g_queue_clear_full(&ring->steps, free_ring_step);
	g_free(ring);
}

void
sabot_floor_free(struct sabot_floor *floor)
{
	if (!floor)
		return;
	sabot_floor_stop(floor);
	sabot_floor_free_queue(floor);
	free_ring(floor);
	sabot_progress_check_free(floor);
	sabot_evidence_free(floor);
	sabot_floor_free_listeners(floor);
	sabot_floor_state_free(floor);
}

const struct sabot_latency *
sabot_floor_get_commits(const struct sabot_floor *floor)
{
	return &get_ring(floor)->commits;
}

GPtrArray *
sabot_floor_missed(struct sabot_floor *floor, int64_t since, const struct sabot_machine *machine)
{
	GQueue *steps = &get_ring(floor)->steps;
	GPtrArray *lines;

	if (since > sabot_floor_get_published_seq(floor) || since < get_ring(floor)->from_seq)
		return NULL;
	lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	for (const GList *link = steps->head; link; link = link->next) {
		const struct ring_step *step = link->data;

		if (step->seq > since && sabot_machine_sees(machine, step->place))
			g_ptr_array_add(lines, g_bytes_ref(step->line));
	}
	return lines;
}
