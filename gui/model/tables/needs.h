/*
 * What needs attention: one entry for each table (or other place) with something open. Entries that
 * stop the game come first, then by severity, then the longest waiting; settled incidents follow,
 * the latest first. Made from the models each time. No GTK.
 */
#pragma once

#include "incident-list.h"
#include "table-item.h"

enum sabot_need_kind {
	SABOT_NEED_STOPS,   /* the game waits */
	SABOT_NEED_GOES_ON, /* an incident, or money to be put right */
	SABOT_NEED_ASIDE,   /* everything open is shelved, or follows from a fault */
	SABOT_NEED_SINGLE,  /* an entry for one incident: settled, or in the list of all */
};

/* Reference counted (g_rc_box). */
struct sabot_need {
	enum sabot_need_kind kind;
	SabotFeed *feed;             /* borrowed, or NULL */
	char *place;                 /* the table, or the house log */
	SabotTableItem *table;       /* or NULL */
	SabotIncidentItem *incident; /* the incident to rule on; NULL: money, or not known */
	int n_more;                  /* number of other open incidents */
	int gravity;                 /* a severity's value; 0: money */
	int64_t since_us;            /* or SABOT_TIME_NONE */
};

/* All entries in order, each with a reference, from the tables and incidents of a floor. */
GPtrArray *
sabot_needs_collect(GListModel *tables, GListModel *incidents);

/* An entry for each incident, in the order of the list. Transferred. */
GPtrArray *
sabot_needs_list_all(GListModel *incidents);

/* The entry of one table; NULL if it needs nobody. Transferred. */
struct sabot_need *
sabot_needs_find(GListModel *tables, GListModel *incidents, SabotTableItem *table);

/* One reference less. */
void
sabot_need_unref(struct sabot_need *need);

/* True if both are the same entry at two times: of the same place, or the same settled incident. */
gboolean
sabot_need_is_same(const struct sabot_need *one, const struct sabot_need *other);
