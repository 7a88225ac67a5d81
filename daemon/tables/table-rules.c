/*
 * The rules with which a table continues: the configuration's, or those that people have ordered
 * instead (rules-book.h); and which limits are to be logged, again or for the first time.
 */
#include "table-rules.h"

#include <string.h>

struct sabot_table_wish
sabot_table_service_wish(const struct sabot_table_service *table)
{
	const struct sabot_rules_order *order = table->order;

	if (order)
		return (struct sabot_table_wish){order->profile, order->overrides, &order->rules};
	return (struct sabot_table_wish){table->config->profile, table->config->overrides,
					 &table->config->rules};
}

bool
sabot_table_service_has_new_rules(const struct sabot_table_service *table)
{
	const struct sabot_table_wish wish = sabot_table_service_wish(table);

	return table->part && (strcmp(table->part->rules, wish.profile) != 0 ||
			       strcmp(table->part->overrides, wish.overrides) != 0);
}

void
sabot_table_service_set_order(struct sabot_table_service *table, struct sabot_rules_order *order)
{
	sabot_rules_order_free(table->order);
	table->order = order;
	if (table->part)
		return;
	sabot_derive_free(table->derive);
	table->derive = sabot_derive_new(sabot_table_service_wish(table).rules, 0, 0, 0);
}

void
sabot_table_service_keep_limits(struct sabot_table_service *table)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const struct sabot_rules *rules = sabot_table_service_wish(table).rules;

	table->min_minor = state->min_minor;
	table->max_minor = state->max_minor;
	table->keeps_limits =
		state->min_minor != rules->min_minor || state->max_minor != rules->max_minor;
}

/* The event that ordered the wanted limits, or withdrew an order for them; or 0. */
static int64_t
limits_order_seq(const struct sabot_table_service *table)
{
	const struct sabot_rules_order *order = table->order;

	if (!order)
		return table->back_seq;
	return order->has_limits ? order->seq : 0;
}

/* True if limits were ordered after those in force were logged, and no round is open. */
static bool
has_ordered_limits(const struct sabot_table_service *table)
{
	const struct sabot_table *state = sabot_derive_table(table->derive);
	const struct sabot_rules *wanted = sabot_table_service_wish(table).rules;

	return limits_order_seq(table) > table->limits_seq && table->part && !table->fault &&
	       !state->round.open &&
	       (state->min_minor != wanted->min_minor || state->max_minor != wanted->max_minor);
}

bool
sabot_table_service_apply_limits(struct sabot_table_service *table,
				 struct sabot_table_limits *ret_limits)
{
	const struct sabot_rules *wanted = sabot_table_service_wish(table).rules;

	if (table->keeps_limits) {
		table->keeps_limits = false;
		*ret_limits = (struct sabot_table_limits){table->min_minor, table->max_minor, NULL};
		return true;
	}
	if (!has_ordered_limits(table))
		return false;
	*ret_limits = (struct sabot_table_limits){wanted->min_minor, wanted->max_minor,
						  table->order ? table->order->by : NULL};
	return true;
}
