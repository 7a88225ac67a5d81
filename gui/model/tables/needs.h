/*
 * Who needs somebody: one entry for each table (or other place) with something open, what stops the
 * game first, then the gravest, then what waits longest; behind them incidents that are settled,
 * the latest first. Made from the models each time. No GTK.
 */
#pragma once

#include "incident-list.h"
#include "table-item.h"

enum sabot_need_kind {
	SABOT_NEED_STOPS,   /* the game waits */
	SABOT_NEED_GOES_ON, /* an incident, or money to be put right */
	SABOT_NEED_ASIDE,   /* all that is open is shelved, or follows from a fault */
	SABOT_NEED_SINGLE,  /* an incident of its own: settled, or one of all */
};

/* Reference counted (g_rc_box). */
struct sabot_need {
	enum sabot_need_kind kind;
	SabotFeed *feed;             /* borrowed, or NULL */
	char *place;                 /* the table, or the house log */
	SabotTableItem *table;       /* or NULL */
	SabotIncidentItem *incident; /* what is to be ruled on; NULL: money, or it is not known */
	int n_more;                  /* open incidents beside it */
	int gravity;                 /* a severity's value; 0: money */
	int64_t since_us;            /* or SABOT_TIME_NONE */
};

/* All entries in their order, each with a reference: tables and incidents of a floor. */
GPtrArray *
sabot_needs_collect(GListModel *tables, GListModel *incidents);

/* Each incident as an entry of its own, in the order of the list. Transferred. */
GPtrArray *
sabot_needs_list_all(GListModel *incidents);

/* The entry of one table; NULL: it needs nobody. Transferred. */
struct sabot_need *
sabot_needs_find(GListModel *tables, GListModel *incidents, SabotTableItem *table);

void
sabot_need_unref(struct sabot_need *need);

/* The same entry at two times: of the same place, or the same settled incident. */
gboolean
sabot_need_is_same(const struct sabot_need *one, const struct sabot_need *other);
