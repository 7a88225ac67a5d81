/*
 * The data of one daemon, as models: owns a client, fills the lists of tables and incidents from
 * it, and marks them stale when its last message is too old. Emits "state-changed" when the
 * connection's state changes, and "incidents-changed" once after a step, or anything else, has
 * added or changed incidents. No GTK.
 */
#pragma once

#include "incident-list.h"
#include "table-list.h"
#include "gui/model/login.h"

#define SABOT_TYPE_FEED (sabot_feed_get_type())
G_DECLARE_FINAL_TYPE(SabotFeed, sabot_feed, SABOT, FEED, GObject)

/* `path` as in sabot_client_new(). Not started. */
SabotFeed *
sabot_feed_new(const char *path);

/* Connect; from then on it reconnects by itself. */
void
sabot_feed_start(SabotFeed *feed);

/* True if this is one of several daemons on the screen: its label is then not "". */
void
sabot_feed_set_one_of_many(SabotFeed *feed, gboolean is_one_of_many);

/*
 * Names this daemon among several: its site's name, or its path until that is known; "" if there is
 * only one. Valid until the next greeting.
 */
const char *
sabot_feed_get_label(SabotFeed *feed);

/* The label of the daemon to which a table belongs. */
const char *
sabot_feed_get_item_label(SabotTableItem *item);

/* The name of the dealer at a table; "" if none is known. Transferred. */
char *
sabot_feed_name_dealer(SabotTableItem *item);

/* "Dan, 40 min": who deals at a table and for how long; "" if nobody is known to. Transferred. */
char *
sabot_feed_describe_dealer(SabotTableItem *item);

/* Borrowed. */
struct sabot_client *
sabot_feed_get_client(SabotFeed *feed);
SabotTableList *
sabot_feed_get_tables(SabotFeed *feed);
SabotIncidentList *
sabot_feed_get_incidents(SabotFeed *feed);
SabotSession *
sabot_feed_get_session(SabotFeed *feed);
