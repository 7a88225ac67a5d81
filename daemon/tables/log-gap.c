/* See log-gap.h. */
#include "log-gap.h"
#include "progress-check.h"
#include "eventlog/event-write.h"

/* How much is missing is not known, so there is no number. */
static struct sabot_event
gap_at(int64_t at_us)
{
	return (struct sabot_event){
		.type = SABOT_EVENT_DEVICE,
		.at_us = at_us,
		.hand = SABOT_HAND_IN_TURN,
		.u.device = {.state = SABOT_DEVICE_LOST, .code = SABOT_LOG_GAP},
	};
}

static void
submit(struct sabot_floor *floor, struct sabot_table_service *table)
{
	static const struct sabot_origin nobody;
	struct sabot_event event = gap_at(g_get_real_time());
	json_t *object = sabot_event_to_json(&event);

	sabot_floor_submit(floor, table, object, &event, &nobody);
	json_decref(object);
}

struct sabot_logged_event *
sabot_log_gap_step(struct sabot_floor *floor, struct sabot_table_service *table, int64_t at_us)
{
	struct sabot_event event = gap_at(at_us);
	struct sabot_logged_event *step;
	json_t *object;

	if (!sabot_derive_table(table->derive)->load.in_shoe)
		return NULL;
	object = sabot_event_to_json(&event);
	step = sabot_table_service_step(table, sabot_floor_next_seq(floor), object, &event);
	table->has_log_gap = true;
	json_decref(object);
	return step;
}

/* Of lost events nobody knows whose they were; a table without a load has nothing to be doubted. */
static bool
may_lack(const struct sabot_floor *floor, const struct sabot_table_service *table)
{
	bool lacks_end = sabot_floor_get_parts(floor)->lacks_events;

	if (table->has_log_gap && !lacks_end)
		return false;
	if ((lacks_end || sabot_progress_check_has_lost(floor)) &&
	    sabot_derive_table(table->derive)->load.in_shoe)
		return true;
	return sabot_progress_check_lacks(floor, table->config->name);
}

void
sabot_log_gap_add(struct sabot_floor *floor)
{
	sabot_floor_get_parts(floor)->lacks_events = true;
}

void
sabot_log_gap_report(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		if (!table->away && may_lack(floor, table))
			submit(floor, table);
	}
}
