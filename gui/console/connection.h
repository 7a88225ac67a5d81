/*
 * The state of the connection to one daemon: live, or stale or offline in large plain letters. With
 * several daemons each one names its daemon.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CONNECTION (sabot_connection_get_type())
G_DECLARE_FINAL_TYPE(SabotConnection, sabot_connection, SABOT, CONNECTION, GtkLabel)

/* A widget that shows the state of `feed`. Floating. */
GtkWidget *
sabot_connection_new(SabotFeed *feed);

/* Show it only while the connection is not live. */
void
sabot_connection_set_short(SabotConnection *connection, gboolean is_short);

/* Refresh how long ago the daemon was last heard. */
void
sabot_connection_refresh(SabotConnection *connection);
