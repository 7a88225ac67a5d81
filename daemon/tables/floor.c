/*
 * Publishes events in order once they are recorded. Recovery is in recovery.c.
 */
#include "floor.h"

#include "daemon/books/redress-book.h"
#include "floor-alarm.h"
#include "floor-push.h"
#include "floor-rules.h"
#include "recovery.h"

struct ring_step {
	int64_t seq;
	char *place; /* as of sabot_floor_push_fn */
	GBytes *line;
};

static void
free_ring_step(gpointer data)
{
	struct ring_step *step = data;

	g_bytes_unref(step->line);
	g_free(step->place);
	g_free(step);
}

/* Where a step belongs. An event of the house may be about a table. Borrowed from the step. */
static const char *
place_of(const struct sabot_logged_event *step)
{
	const struct sabot_wire_incident *incident =
		step->incidents->len > 0 ? g_ptr_array_index(step->incidents, 0) : NULL;

	if (step->table)
		return step->table->config->name;
	if (incident)
		return sabot_wire_incident_table(incident);
	return step->house_event->head->table ? step->house_event->head->table : SABOT_HOUSE_NAME;
}

static void
remember(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	struct ring_step *missed = g_new0(struct ring_step, 1);

	missed->seq = step->record->seq;
	missed->place = g_strdup(place_of(step));
	missed->line = sabot_floor_push_missed(step);
	g_queue_push_tail(&floor->ring, missed);
	if (g_queue_get_length(&floor->ring) > SABOT_FLOOR_RING_STEPS)
		free_ring_step(g_queue_pop_head(&floor->ring));
}

static void
publish_table(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	step->view->is_saved = floor->is_saved;
	sabot_table_service_publish(step->table, step);
	sabot_floor_alarm_attach_step(floor, step);
}

/* An event of the house log is recorded: if it is about redress, its table's view changes. */
static void
publish_redress(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	struct sabot_table_service *table;

	if (step->house_event->kind != SABOT_HOUSE_REDRESS)
		return;
	sabot_redress_book_forget(floor->house->redress, step->record->seq);
	table = sabot_floor_find(floor, step->house_event->head->table);
	if (table)
		sabot_floor_republish(floor, table);
}

/* The house's findings about tables are shown on those tables' tiles. */
static void
publish_house(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	sabot_house_publish(floor->house, step);
	sabot_floor_alarm_attach_step(floor, step);
	sabot_floor_alarm_publish(floor, step->house_event);
	sabot_floor_rules_publish(floor, step->house_event);
	publish_redress(floor, step);
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

	floor->published_seq = step->record->seq;
	if (step->table)
		publish_table(floor, step);
	remember(floor, step);
	lines = sabot_floor_push_step(step);
	for (guint i = 0; i < lines->len; i++)
		sabot_floor_push_line(floor, place_of(step), g_ptr_array_index(lines, i));
	if (!step->table)
		publish_house(floor, step);
	if (pending->done)
		pending->done(step, pending->data);
}

/* The finding that the events of now may be lost, or were for a while. */
static void
report_store_down(struct sabot_floor *floor, const char *why)
{
	sabot_floor_report(floor, SABOT_INCIDENT_STORE_DOWN, json_pack("{s:s}", "why", why));
}

/* The store went down, or works again: `why` says so. */
static void
record_store(struct sabot_floor *floor, bool is_saved, const char *why)
{
	if (is_saved) {
		g_message("%s", why);
		return;
	}
	g_critical("%s", why);
	g_free(floor->down);
	floor->down = g_strdup(why);
}

/* Of a database that could only be read until now. */
static void
open_reader(struct sabot_floor *floor)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_recovery_open_reader(floor, &error))
		g_warning("no log can be exported: %s", error->message);
}

static void
on_recorded(int64_t seq, bool is_saved, const char *why, void *data)
{
	struct sabot_floor *floor = data;
	bool has_changed = is_saved != floor->is_saved;
	struct sabot_floor_pending *pending;

	if (why)
		record_store(floor, is_saved, why);
	floor->is_saved = is_saved;
	while ((pending = g_queue_peek_head(&floor->pending)) &&
	       pending->step->record->seq <= seq) {
		g_queue_pop_head(&floor->pending);
		sabot_latency_record(&floor->commits, g_get_monotonic_time() - pending->stepped_us);
		publish(floor, pending);
		sabot_floor_pending_free(pending);
	}
	if (has_changed && is_saved && !floor->reader)
		open_reader(floor);
	for (guint i = 0; has_changed && i < floor->tables->len; i++)
		sabot_floor_republish(floor, g_ptr_array_index(floor->tables, i));
	if (has_changed && is_saved && floor->down) {
		report_store_down(floor, floor->down);
		g_clear_pointer(&floor->down, g_free);
	}
}

struct sabot_floor *
sabot_floor_new(const struct sabot_config *config)
{
	struct sabot_floor *floor = g_new0(struct sabot_floor, 1);

	floor->config = config;
	floor->tables = g_ptr_array_new_with_free_func(sabot_table_service_free);
	g_queue_init(&floor->pending);
	g_queue_init(&floor->ring);
	floor->person_copy = sabot_person_copy_new(config->spool_dir);
	sabot_floor_reset(floor);
	sabot_recovery_run(floor);
	sabot_house_publish_state(floor->house);
	for (guint i = 0; i < floor->tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(floor->tables, i);

		sabot_floor_rules_update(floor, table);
		sabot_table_service_set_away(table, sabot_move_book_find(floor->house->moves,
									 table->config->name));
		sabot_table_service_publish_state(table);
		sabot_floor_fill_redress(floor, table, floor->seq, table->published);
		table->published->is_saved = floor->is_saved;
	}
	sabot_floor_alarm_attach_all(floor);
	sabot_writer_set_callback(floor->writer, on_recorded, floor);
	for (guint i = 0; i < floor->tables->len; i++)
		sabot_floor_resume_redress(floor, g_ptr_array_index(floor->tables, i),
					   floor->published_seq);
	for (guint i = 0; i < floor->tables->len; i++)
		sabot_floor_send_limits(floor, g_ptr_array_index(floor->tables, i));
	if (floor->outage)
		report_store_down(floor, floor->outage);
	return floor;
}

bool
sabot_floor_stop(struct sabot_floor *floor)
{
	struct sabot_floor_pending *pending;
	bool is_safe;

	if (!floor || !floor->writer)
		return true;
	/* The reader first: the last to close, the writer, then folds the write-ahead log in. */
	g_clear_pointer(&floor->reader, sabot_db_close);
	is_safe = sabot_writer_free(g_steal_pointer(&floor->writer));
	while ((pending = g_queue_pop_head(&floor->pending))) {
		if (is_safe)
			publish(floor, pending);
		else if (pending->done)
			pending->done(NULL, pending->data);
		sabot_floor_pending_free(pending);
	}
	return is_safe;
}

void
sabot_floor_free(struct sabot_floor *floor)
{
	if (!floor)
		return;
	sabot_floor_stop(floor);
	sabot_db_close(floor->reader);
	g_queue_clear_full(&floor->pending, sabot_floor_pending_free);
	g_queue_clear_full(&floor->ring, free_ring_step);
	g_ptr_array_unref(floor->tables);
	sabot_house_free(floor->house);
	sabot_person_book_free(floor->persons);
	sabot_person_copy_free(floor->person_copy);
	if (floor->settings_keeper)
		g_thread_join(floor->settings_keeper);
	g_free(floor->outage);
	g_free(floor->down);
	g_free(floor->key_line);
	g_free(floor->key_note);
	g_free(floor);
}

GPtrArray *
sabot_floor_missed(struct sabot_floor *floor, int64_t since, const struct sabot_machine *machine)
{
	const struct ring_step *oldest = g_queue_peek_head(&floor->ring);
	GPtrArray *lines;

	if (since > floor->published_seq ||
	    (since < floor->published_seq && (!oldest || oldest->seq > since + 1)))
		return NULL;
	lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	for (const GList *link = floor->ring.head; link; link = link->next) {
		const struct ring_step *step = link->data;

		if (step->seq > since && sabot_machine_sees(machine, step->place))
			g_ptr_array_add(lines, g_bytes_ref(step->line));
	}
	return lines;
}
