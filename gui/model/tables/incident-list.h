/*
 * The incidents of a daemon: a GListModel of SabotIncidentItem, open ones first, the gravest of
 * them first, the newest of those first; behind them those that are shelved, or follow from a fault
 * that is still open, likewise; closed ones after, newest first. Only the first
 * SABOT_INCIDENTS_SHOWN_MAX are items of the model, so that a flood cannot drown the screen; the
 * rest are counted. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <gio/gio.h>

typedef struct _SabotFeed SabotFeed; /* gui/model/tables/feed.h */

enum { SABOT_INCIDENTS_SHOWN_MAX = 200, SABOT_INCIDENTS_CLOSED_MAX = 200 };

#define SABOT_TYPE_INCIDENT_ITEM (sabot_incident_item_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentItem, sabot_incident_item, SABOT, INCIDENT_ITEM, GObject)

#define SABOT_TYPE_INCIDENT_LIST (sabot_incident_list_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentList, sabot_incident_list, SABOT, INCIDENT_LIST, GObject)

/* An item of an incident that no list has yet: the view of its table came first. */
SabotIncidentItem *
sabot_incident_item_new(struct sabot_wire_incident *incident, SabotFeed *feed);

/* Open, but when it was put into its list it wanted nobody: shelved, or it follows from another. */
gboolean
sabot_incident_item_is_aside(SabotIncidentItem *item);

/* An item is replaced when its incident changes: it never changes itself. */
const struct sabot_wire_incident *
sabot_incident_item_get_incident(SabotIncidentItem *item);

/* The feed it came from: borrowed, or NULL. */
SabotFeed *
sabot_incident_item_get_feed(SabotIncidentItem *item);

/* The order of the list, above. */
int
sabot_incident_item_compare(SabotIncidentItem *a, SabotIncidentItem *b);

/* `feed` is the source of the incidents: borrowed, handed on to the items; may be NULL. */
SabotIncidentList *
sabot_incident_list_new(SabotFeed *feed);

/* A new incident, or a known one (by table and id) as it is now. */
void
sabot_incident_list_put(SabotIncidentList *list, struct sabot_wire_incident *incident);

/* True if the list has this incident of the table. */
gboolean
sabot_incident_list_has(SabotIncidentList *list, const char *table, int64_t id);

/* The first open one of that code in a load of a table; NULL: none. Borrowed until it changes. */
const struct sabot_wire_incident *
sabot_incident_list_find_open(SabotIncidentList *list, const char *table, int64_t load,
			      const char *code);

/* Borrowed, until the list changes; NULL: it is not known. */
const struct sabot_wire_incident *
sabot_incident_list_find(SabotIncidentList *list, const char *table, int64_t id);

/* The same as an item. */
SabotIncidentItem *
sabot_incident_list_find_item(SabotIncidentList *list, const char *table, int64_t id);

/* An incident's state changed; one not known is left alone. */
void
sabot_incident_list_set_state(SabotIncidentList *list, const char *table, int64_t id,
			      enum sabot_wire_incident_state state,
			      const struct sabot_wire_mark *ruled);

/* Shelving ends with the time: put those whose has ended in their place. */
void
sabot_incident_list_refresh(SabotIncidentList *list);

/* Remove all incidents. */
void
sabot_incident_list_clear(SabotIncidentList *list);

/* Of all, also those not shown. */
guint
sabot_incident_list_count_open(SabotIncidentList *list);
/* How many are not items of the model. */
guint
sabot_incident_list_count_hidden(SabotIncidentList *list);
