/*
 * See floor-rules.h. An order takes effect as soon as possible: limits from the next round, all
 * else from the next load on, with which a new part of the table's log begins (table-service.c).
 */
#include "floor-rules.h"

#include "floor-submit.h"
#include "table-rules.h"

void
sabot_floor_rules_update(struct sabot_floor *floor, struct sabot_table_service *table)
{
	g_autoptr(GError) error = NULL;
	struct sabot_rules_order *order =
		sabot_rules_book_find(sabot_floor_get_house(floor)->rules, table->config,
				      sabot_floor_get_config(floor)->profiles_dir, &error);

	if (error)
		g_warning("%s goes by the configuration's rules, not by those ordered: %s",
			  table->config->name, error->message);
	sabot_table_service_set_order(table, order);
	table->back_seq =
		sabot_rules_book_back_seq(sabot_floor_get_house(floor)->rules, table->config->name);
}

void
sabot_floor_rules_publish(struct sabot_floor *floor, const struct sabot_house_event *event)
{
	struct sabot_table_service *table = event->kind == SABOT_HOUSE_RULES
						    ? sabot_floor_find(floor, event->head->table)
						    : NULL;

	if (!table)
		return;
	sabot_floor_rules_update(floor, table);
	sabot_floor_send_limits(floor, table);
}
