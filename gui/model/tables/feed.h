/*
 * What one daemon reports, as models: keeps a client, fills the lists of tables and incidents from
 * it, greys them when its word is too old. Emits "state-changed" when the connection's state does,
 * and "incidents-changed" once after a step, or whatever else, brought or changed some. No GTK.
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

/* One of several daemons on the screen: its label is not "". */
void
sabot_feed_set_one_of_many(SabotFeed *feed, gboolean is_one_of_many);

/*
 * Which of several daemons: its site's name, before it is known its path; "" when there is but one.
 * Valid until the next greeting.
 */
const char *
sabot_feed_get_label(SabotFeed *feed);

/* The same of the daemon that a table is of. */
const char *
sabot_feed_get_item_label(SabotTableItem *item);

/* Who deals at a table; "" when nobody is known to. Transferred. */
char *
sabot_feed_name_dealer(SabotTableItem *item);

/* "Dan, 40 min": who deals at a table and for how long; "" when nobody is known to. Transferred. */
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
