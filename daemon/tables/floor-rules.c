/*
 * See floor-rules.h. An order holds from where it can: limits from the next round, all else from
 * the next load on, with which a new part of the table's log begins (table-service.c).
 */
#include "floor-rules.h"

void
sabot_floor_rules_send_limits(struct sabot_floor *floor, struct sabot_table_service *table)
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

void
sabot_floor_rules_update(struct sabot_floor *floor, struct sabot_table_service *table)
{
	g_autoptr(GError) error = NULL;
	struct sabot_rules_order *order = sabot_rules_book_find(
		floor->house->rules, table->config, floor->config->profiles_dir, &error);

	if (error)
		g_warning("%s goes by the configuration's rules, not by those ordered: %s",
			  table->config->name, error->message);
	sabot_table_service_set_order(table, order);
	table->back_seq = sabot_rules_book_back_seq(floor->house->rules, table->config->name);
}

void
sabot_floor_rules_publish(struct sabot_floor *floor, const json_t *event)
{
	const char *name = json_string_value(json_object_get(event, "table"));
	struct sabot_table_service *table = name ? sabot_floor_find(floor, name) : NULL;

	if (!table || g_strcmp0(json_string_value(json_object_get(event, "ev")), "rules") != 0)
		return;
	sabot_floor_rules_update(floor, table);
	sabot_floor_rules_send_limits(floor, table);
}
