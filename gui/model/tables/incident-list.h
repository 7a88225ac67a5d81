/*
 * The incidents of a daemon: a GListModel of SabotIncidentItem. Open ones come first, by severity,
 * the newest first; then those shelved or following from a fault that is still open, in the same
 * order; then closed ones, newest first. Only the first SABOT_INCIDENTS_SHOWN_MAX are items of the
 * model, so that a flood cannot drown the screen; the rest are counted. No GTK.
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

/* An item for an incident that is in no list yet, because the view of its table arrived first. */
SabotIncidentItem *
sabot_incident_item_new(struct sabot_wire_incident *incident, SabotFeed *feed);

/*
 * True if it was open but needed nobody when it was put into its list: shelved, or it follows from
 * another incident.
 */
gboolean
sabot_incident_item_is_aside(SabotIncidentItem *item);

/* The incident; an item is replaced, never changed, when its incident changes. */
const struct sabot_wire_incident *
sabot_incident_item_get_incident(SabotIncidentItem *item);

/* The feed it came from: borrowed, or NULL. */
SabotFeed *
sabot_incident_item_get_feed(SabotIncidentItem *item);

/* Compare by the order of the list. */
int
sabot_incident_item_compare(SabotIncidentItem *a, SabotIncidentItem *b);

/* `feed` is the source of the incidents: borrowed, handed on to the items; may be NULL. */
SabotIncidentList *
sabot_incident_list_new(SabotFeed *feed);

/* Add an incident, or update a known one (by table and id). */
void
sabot_incident_list_put(SabotIncidentList *list, struct sabot_wire_incident *incident);

/* True if the list has this incident of the table. */
gboolean
sabot_incident_list_has(SabotIncidentList *list, const char *table, int64_t id);

/*
 * The first open incident with that code in a load of a table; NULL if none. Borrowed until the
 * list changes.
 */
const struct sabot_wire_incident *
sabot_incident_list_find_open(SabotIncidentList *list, const char *table, int64_t load,
			      const char *code);

/* Borrowed until the list changes; NULL if it is not known. */
const struct sabot_wire_incident *
sabot_incident_list_find(SabotIncidentList *list, const char *table, int64_t id);

/* The same as an item. */
SabotIncidentItem *
sabot_incident_list_find_item(SabotIncidentList *list, const char *table, int64_t id);

/* An incident's state has changed; one that is not known is ignored. */
void
sabot_incident_list_set_state(SabotIncidentList *list, const char *table, int64_t id,
			      enum sabot_wire_incident_state state,
			      const struct sabot_wire_mark *ruled);

/* Move the incidents whose shelving has expired to their place. */
void
sabot_incident_list_refresh(SabotIncidentList *list);

/* Remove all incidents. */
void
sabot_incident_list_clear(SabotIncidentList *list);

/* The number of open incidents, including those not shown. */
guint
sabot_incident_list_count_open(SabotIncidentList *list);
/* The number of incidents that are not items of the model. */
guint
sabot_incident_list_count_hidden(SabotIncidentList *list);
