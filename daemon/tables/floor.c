/*
 * The floor: numbers events, hands them to the writer, and publishes them in order once they are
 * recorded. Recovery is in recovery.c.
 */
#include "floor.h"
#include "floor-alarm.h"
#include "floor-push.h"
#include "floor-redress.h"
#include "floor-rules.h"
#include "proto/rfc3339.h"
#include "recovery.h"

struct pending {
	struct sabot_logged_event *step;
	sabot_floor_done_fn *done;
	void *data;
	int64_t stepped_us; /* monotonic */
};

struct ring_step {
	int64_t seq;
	char *place; /* as of sabot_floor_push_fn */
	GBytes *line;
};

static void
free_pending(gpointer data)
{
	struct pending *pending = data;

	sabot_step_free(pending->step);
	g_free(pending);
}

static void
free_ring_step(gpointer data)
{
	struct ring_step *step = data;

	g_bytes_unref(step->line);
	g_free(step->place);
	g_free(step);
}

void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line)
{
	if (floor->push)
		floor->push(place, line, floor->push_data);
}

/* Where a step belongs. An event of the house may be about a table. Borrowed from the step. */
static const char *
place_of(const struct sabot_logged_event *step)
{
	const struct sabot_wire_incident *incident =
		step->incidents->len > 0 ? g_ptr_array_index(step->incidents, 0) : NULL;
	const char *about;

	if (step->table)
		return step->table->config->name;
	if (incident)
		return sabot_wire_incident_table(incident);
	about = json_string_value(json_object_get(step->event, "table"));
	return about ? about : SABOT_HOUSE_NAME;
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

/* A published view is never written to. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table)
{
	json_t *json = sabot_record_build(&sabot_wire_view_type, table->published);
	struct sabot_wire_view *view = sabot_record_parse(&sabot_wire_view_type, json, NULL);
	g_autoptr(GBytes) line = NULL;

	json_decref(json);
	g_return_if_fail(view != NULL);
	view->is_saved = floor->is_saved;
	sabot_table_service_report_trouble(table, view);
	sabot_record_unref(view->device);
	view->device = table->device ? sabot_record_ref(table->device) : NULL;
	sabot_record_unref(view->incidents);
	view->incidents =
		sabot_incident_book_summarize(&table->published_incidents, g_get_real_time());
	sabot_house_add_open(floor->house, table->config->name, view->incidents);
	sabot_floor_redress_fill(floor, table, floor->published_seq, view);
	sabot_record_unref(table->published);
	table->published = view;
	line = sabot_floor_push_view(view);
	sabot_floor_push_line(floor, table->config->name, line);
}

static void
publish_table(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	step->view->is_saved = floor->is_saved;
	sabot_table_service_publish(step->table, step);
	sabot_floor_alarm_attach_step(floor, step);
}

/* The house's findings about tables are shown on those tables' tiles. */
static void
publish_house(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	sabot_house_publish(floor->house, step);
	sabot_floor_alarm_attach_step(floor, step);
	sabot_floor_alarm_publish(floor, step->event);
	sabot_floor_rules_publish(floor, step->event);
	sabot_floor_redress_publish(floor, step);
	for (guint i = 0; i < step->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(step->incidents, i);
		struct sabot_table_service *table =
			incident->about ? sabot_floor_find(floor, incident->about) : NULL;

		if (table)
			sabot_floor_republish(floor, table);
	}
}

static void
publish(struct sabot_floor *floor, struct pending *pending)
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
	struct pending *pending;

	if (why)
		record_store(floor, is_saved, why);
	floor->is_saved = is_saved;
	while ((pending = g_queue_peek_head(&floor->pending)) &&
	       pending->step->record->seq <= seq) {
		g_queue_pop_head(&floor->pending);
		sabot_latency_record(&floor->commits, g_get_monotonic_time() - pending->stepped_us);
		publish(floor, pending);
		free_pending(pending);
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

void
sabot_floor_reset(struct sabot_floor *floor)
{
	const GPtrArray *configs = floor->config->tables;

	g_ptr_array_set_size(floor->tables, 0);
	for (guint i = 0; i < configs->len; i++)
		g_ptr_array_add(floor->tables,
				sabot_table_service_new(g_ptr_array_index(configs, i)));
	sabot_house_free(floor->house);
	floor->house = sabot_house_new();
	sabot_person_book_free(floor->persons);
	floor->persons = sabot_person_book_new();
	floor->seq = 0;
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
		sabot_floor_redress_fill(floor, table, floor->seq, table->published);
		table->published->is_saved = floor->is_saved;
	}
	sabot_floor_alarm_attach_all(floor);
	sabot_writer_set_callback(floor->writer, on_recorded, floor);
	for (guint i = 0; i < floor->tables->len; i++)
		sabot_floor_redress_resume(floor, g_ptr_array_index(floor->tables, i),
					   floor->published_seq);
	for (guint i = 0; i < floor->tables->len; i++)
		sabot_floor_rules_send_limits(floor, g_ptr_array_index(floor->tables, i));
	if (floor->outage)
		report_store_down(floor, floor->outage);
	return floor;
}

bool
sabot_floor_stop(struct sabot_floor *floor)
{
	struct pending *pending;
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
		free_pending(pending);
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
	g_queue_clear_full(&floor->pending, free_pending);
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

struct sabot_table_service *
sabot_floor_find(struct sabot_floor *floor, const char *name)
{
	for (guint i = 0; i < floor->tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(floor->tables, i);

		if (g_strcmp0(table->config->name, name) == 0)
			return table;
	}
	return NULL;
}

bool
sabot_floor_counts(const struct sabot_floor *floor, const struct sabot_table_service *table)
{
	bool is_counted = !table->config->is_simulated;

	for (guint i = 0; !is_counted && i < floor->tables->len; i++) {
		const struct sabot_table_service *other = g_ptr_array_index(floor->tables, i);

		if (!other->config->is_simulated)
			return false;
	}
	return true;
}

GBytes *
sabot_floor_last_frame(struct sabot_floor *floor, const struct sabot_table_service *table,
		       int64_t *ret_at_us)
{
	struct sabot_log_state state;
	GBytes *frame;

	if (table->spooled_frame) {
		*ret_at_us = table->spooled_frame_at_us;
		return g_bytes_ref(table->spooled_frame);
	}
	if (!floor->reader ||
	    !sabot_log_get_state(floor->reader, table->config->name, &state, NULL))
		return NULL;
	frame = state.frame ? g_bytes_ref(state.frame) : NULL;
	*ret_at_us = state.frame_at_us;
	sabot_log_state_clear(&state);
	return frame;
}

/* Also one that is run out. */
static bool
is_card(const json_t *event)
{
	const char *ev = json_string_value(json_object_get(event, "ev"));
	const char *code = json_string_value(json_object_get(event, "code"));

	return g_strcmp0(ev, "card") == 0 || g_strcmp0(code, SABOT_RUN_OUT) == 0;
}

bool
sabot_floor_has_unshown_card(const struct sabot_floor *floor,
			     const struct sabot_table_service *table)
{
	for (const GList *link = floor->pending.head; link; link = link->next) {
		const struct pending *pending = link->data;
		const struct sabot_logged_event *step = pending->step;

		if (step->table == table && step->record->frame && is_card(step->event))
			return true;
	}
	return false;
}

static void
set_time(json_t *object, int64_t at_us)
{
	g_autofree char *at = sabot_time_format(at_us);

	json_object_set_new(object, "at", json_string(at));
}

/* What the daemon adds to an event before it is logged. */
static void
stamp(struct sabot_table_service *table, json_t *object, struct sabot_event *event)
{
	if (event->at_us == SABOT_TIME_NONE) {
		event->at_us = g_get_real_time();
		set_time(object, event->at_us);
	}
	if (table->config->is_simulated)
		json_object_set_new(object, "sim", json_true());
}

static void
submit_step(struct sabot_floor *floor, struct sabot_logged_event *step,
	    const struct sabot_origin *origin)
{
	struct pending *pending = g_new0(struct pending, 1);
	struct sabot_log_record *record = step->record;

	pending->step = step;
	pending->done = origin->done;
	pending->data = origin->data;
	pending->stepped_us = g_get_monotonic_time();
	if (origin->frame) {
		record->frame = g_bytes_ref(origin->frame);
		record->frame_at_us = origin->frame_at_us;
	}
	if (origin->person) {
		record->person = sabot_person_copy(origin->person);
		sabot_person_book_put(floor->persons, origin->person);
		floor->has_persons = true;
		sabot_person_copy_put(floor->person_copy, floor->persons);
	}
	if (origin->archive)
		record->archive = sabot_archive_copy(origin->archive);
	g_queue_push_tail(&floor->pending, pending);
	sabot_writer_put(floor->writer, sabot_log_record_ref(record));
}

void
sabot_floor_submit(struct sabot_floor *floor, struct sabot_table_service *table, json_t *object,
		   struct sabot_event *event, const struct sabot_origin *origin)
{
	struct sabot_logged_event *step;

	if (table->away) {
		if (origin->done)
			origin->done(NULL, origin->data);
		return;
	}
	stamp(table, object, event);
	step = sabot_table_service_step(table, ++floor->seq, object, event);
	sabot_floor_redress_fill(floor, table, floor->seq, step->view);
	submit_step(floor, step, origin);
	sabot_floor_redress_record(floor, table);
	sabot_floor_rules_send_limits(floor, table);
	if (table->stepped)
		table->stepped(table->stepped_data);
}

bool
sabot_floor_submit_house(struct sabot_floor *floor, json_t *object,
			 const struct sabot_origin *origin, GError **error)
{
	struct sabot_logged_event *step;

	set_time(object, g_get_real_time());
	step = sabot_house_step(floor->house, floor->seq + 1, object, error);
	if (!step)
		return false;
	floor->seq++;
	submit_step(floor, step, origin);
	return true;
}

void
sabot_floor_report(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail)
{
	static const struct sabot_origin nobody;
	json_t *finding = sabot_house_finding(code, detail);
	g_autoptr(GError) error = NULL;

	if (!sabot_floor_submit_house(floor, finding, &nobody, &error))
		g_critical("a finding cannot be logged: %s", error->message);
	json_decref(finding);
}

void
sabot_floor_set_device(struct sabot_floor *floor, struct sabot_table_service *table,
		       struct sabot_wire_device *device)
{
	sabot_record_unref(table->device);
	table->device = sabot_record_ref(device);
	sabot_floor_republish(floor, table);
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
