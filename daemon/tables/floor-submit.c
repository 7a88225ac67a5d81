/*
 * See floor-submit.h. Redress: the events that follow from an event have the next sequence numbers,
 * without any other event in between, so after a kill the numbers show which are missing.
 */
#include "floor-submit.h"

#include "proto/rfc3339.h"
#include "proto/wire-error.h"
#include "text/refusal.h"
#include "table-rules.h"

struct sabot_floor_queue {
	GQueue pending; /* of struct sabot_floor_pending, oldest first */
};

void
sabot_floor_pending_free(gpointer data)
{
	struct sabot_floor_pending *pending = data;

	sabot_step_free(pending->step);
	g_free(pending);
}

static GQueue *
need_queue(const struct sabot_floor *floor)
{
	struct sabot_floor_parts *parts = sabot_floor_get_parts(floor);

	if (!parts->queue)
		parts->queue = g_new0(struct sabot_floor_queue, 1);
	return &parts->queue->pending;
}

struct sabot_floor_pending *
sabot_floor_take_pending(struct sabot_floor *floor, int64_t seq)
{
	GQueue *queue = need_queue(floor);
	const struct sabot_floor_pending *oldest = g_queue_peek_head(queue);

	return oldest && oldest->step->record->seq <= seq ? g_queue_pop_head(queue) : NULL;
}

guint
sabot_floor_count_pending(const struct sabot_floor *floor)
{
	return g_queue_get_length(need_queue(floor));
}

void
sabot_floor_free_queue(struct sabot_floor *floor)
{
	g_queue_clear_full(need_queue(floor), sabot_floor_pending_free);
	g_clear_pointer(&sabot_floor_get_parts(floor)->queue, g_free);
}

static void
set_time(json_t *object, int64_t at_us)
{
	g_autofree char *at = sabot_time_format(at_us);

	json_object_set_new(object, "at", json_string(at));
}

/* Add the daemon's own members to an event before it is logged. */
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
	struct sabot_floor_pending *pending = g_new0(struct sabot_floor_pending, 1);
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
		sabot_floor_put_person(floor, origin->person);
	}
	record->must_sign = origin->must_sign;
	if (origin->archive)
		record->archive = sabot_archive_copy(origin->archive);
	g_queue_push_tail(need_queue(floor), pending);
	sabot_writer_put(sabot_floor_get_writer(floor), sabot_log_record_ref(record));
}

bool
sabot_floor_submit_house(struct sabot_floor *floor, json_t *object,
			 const struct sabot_origin *origin, GError **error)
{
	struct sabot_logged_event *step;

	if (!sabot_floor_get_writer(floor))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this daemon only shows records: it writes nothing"), error);
	set_time(object, g_get_real_time());
	step = sabot_house_step(sabot_floor_get_house(floor), sabot_floor_get_seq(floor) + 1,
				object, error);
	if (!step)
		return false;
	sabot_floor_next_seq(floor);
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

/* Write the events that follow from a table's event, from the nth on, into the house log. */
static void
write_follow(struct sabot_floor *floor, struct sabot_table_service *table, size_t first)
{
	static const struct sabot_origin nobody;
	json_t *events = g_steal_pointer(&table->follow);

	for (size_t i = first; i < json_array_size(events); i++) {
		g_autoptr(GError) error = NULL;

		if (!sabot_floor_submit_house(floor, json_array_get(events, i), &nobody, &error))
			g_critical("what %s is to pay cannot be written: %s", table->config->name,
				   error->message);
	}
	json_decref(events);
}

void
sabot_floor_resume_redress(struct sabot_floor *floor, struct sabot_table_service *table,
			   int64_t seq)
{
	if (table->follow && !table->away)
		write_follow(floor, table, (size_t)(seq - table->follow_seq));
	g_clear_pointer(&table->follow, json_decref);
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
	if (table->stepping)
		table->stepping(event, table->stepped_data);
	stamp(table, object, event);
	step = sabot_table_service_step(table, sabot_floor_next_seq(floor), object, event);
	sabot_floor_fill_redress(floor, table, sabot_floor_get_seq(floor), step->view);
	submit_step(floor, step, origin);
	if (table->follow)
		write_follow(floor, table, 0);
	sabot_floor_send_limits(floor, table);
	if (table->stepped)
		table->stepped(table->stepped_data);
}

void
sabot_floor_send_limits(struct sabot_floor *floor, struct sabot_table_service *table)
{
	static const struct sabot_origin nobody;
	struct sabot_event event = {
		.type = SABOT_EVENT_LIMITS,
		.source = SABOT_SOURCE_INFERRED,
		.at_us = SABOT_TIME_NONE,
	};
	struct sabot_table_limits limits;
	json_t *object;

	if (table->away || !sabot_table_service_apply_limits(table, &limits))
		return;
	event.u.limits.min_minor = limits.min_minor;
	event.u.limits.max_minor = limits.max_minor;
	object = json_pack("{s:s, s:I, s:I, s:s, s:s*}", "ev", "limits", "min",
			   (json_int_t)limits.min_minor, "max", (json_int_t)limits.max_minor, "src",
			   "inferred", "by", limits.by);
	sabot_floor_submit(floor, table, object, &event, &nobody);
	json_decref(object);
}

bool
sabot_floor_has_unshown_card(const struct sabot_floor *floor,
			     const struct sabot_table_service *table)
{
	for (const GList *link = need_queue(floor)->head; link; link = link->next) {
		const struct sabot_floor_pending *pending = link->data;
		const struct sabot_logged_event *step = pending->step;

		if (step->table == table && step->record->frame && step->is_card)
			return true;
	}
	return false;
}
