/*
 * Which tables the floor shows, in which order, in which groups: pure functions over items. No GTK.
 */
#pragma once

#include "table-item.h"

#include <gio/gio.h>

enum sabot_order {
	SABOT_ORDER_NAME,
	SABOT_ORDER_NEED, /* what stops the game first, of those the gravest, then the oldest */
	SABOT_ORDER_PLAN, /* by name; where they are drawn is the floor plan's matter */
};

enum sabot_filter {
	SABOT_FILTER_ALL,
	SABOT_FILTER_NEED, /* with an open incident, a fault, or a shoe that is down */
	SABOT_FILTER_PUNTO_BANCO,
	SABOT_FILTER_BLACKJACK,
};

struct sabot_arrangement {
	enum sabot_order order;
	enum sabot_filter filter;
	bool is_by_pit;
	char *search; /* words that a table's name, pit, game, dealer or site has; "" for all */
};

/* The items to show, in order, each with a reference. Transferred. */
GPtrArray *
sabot_arrangement_apply(const struct sabot_arrangement *arrangement, GListModel *tables);

/* Whether both list the same pointers in the same order. */
bool
sabot_arrangement_is_same(const GPtrArray *one, const GPtrArray *other);

/* What a table's group is called: its site where there are several, its pit. Transferred. */
char *
sabot_arrangement_group(const struct sabot_arrangement *arrangement, SabotTableItem *item);

/* Grouping is offered where there is more than one group. */
bool
sabot_arrangement_has_groups(GListModel *tables);
