/*
 * Which tables the floor shows, in which order, in which groups: pure functions over items. No GTK.
 */
#pragma once

#include "table-item.h"

#include <gio/gio.h>

enum sabot_order {
	SABOT_ORDER_NAME,
	SABOT_ORDER_NEED, /* what stops the game first, of those the gravest, then the oldest */
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

/* Its game stands still until somebody rules, or comes. */
bool
sabot_table_is_stopped(const struct sabot_wire_view *view);

/* The incident to show of a table: the one that stops it, else the gravest. Borrowed, or NULL. */
struct sabot_wire_incident *
sabot_table_incident(const struct sabot_wire_view *view);

/*
 * How grave that incident is, for who looks from afar: where the pit is called play is blocked,
 * which is as grave as a high one. There must be one.
 */
enum sabot_wire_severity
sabot_table_gravity(const struct sabot_wire_view *view);

/* Since when that incident waits; SABOT_TIME_NONE: nothing does. */
int64_t
sabot_table_waits_since(const struct sabot_wire_view *view);

/* How much a table needs somebody: 0 not at all, else more with gravity (a severity's value). */
int
sabot_table_need(const struct sabot_wire_view *view);

/* The items to show, in order, each with a reference. Transferred. */
GPtrArray *
sabot_arrangement_apply(const struct sabot_arrangement *arrangement, GListModel *tables);

/* What a table's group is called: its site where there are several, its pit. Transferred. */
char *
sabot_arrangement_group(const struct sabot_arrangement *arrangement, SabotTableItem *item);

/* Grouping is offered where there is more than one group. */
bool
sabot_arrangement_has_groups(GListModel *tables);
