/*
 * See floor-rules.h. An order holds from where it can: limits from the next round, all else from
 * the next load on, with which a new part of the table's log begins (table-service.c).
 */
#include "floor-rules.h"

#include "floor-submit.h"

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
	sabot_floor_send_limits(floor, table);
}
