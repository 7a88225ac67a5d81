/* Which tables the floor shows, in which order and groups: pure functions over items. No GTK. */
#pragma once

#include "table-item.h"

#include <gio/gio.h>

enum sabot_order {
	SABOT_ORDER_NAME,
	/* tables whose game is stopped first, then by severity, then the longest waiting */
	SABOT_ORDER_NEED,
	SABOT_ORDER_PLAN, /* by name; the floor plan decides where they are drawn */
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
	char *search; /* words to find in a table's name, pit, game, dealer or site; "" for all */
};

/* The items to show, in order, each with a reference. Transferred. */
GPtrArray *
sabot_arrangement_apply(const struct sabot_arrangement *arrangement, GListModel *tables);

/* True if both list the same pointers in the same order. */
bool
sabot_arrangement_is_same(const GPtrArray *one, const GPtrArray *other);

/* The name of a table's group: its site if there are several, its pit. Transferred. */
char *
sabot_arrangement_group(const struct sabot_arrangement *arrangement, SabotTableItem *item);

/* True if there is more than one group, so that grouping is offered. */
bool
sabot_arrangement_has_groups(GListModel *tables);
