/*
 * How the connection to one daemon is: live; stale or offline, big and plain. With several daemons
 * each says whose it is.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CONNECTION (sabot_connection_get_type())
G_DECLARE_FINAL_TYPE(SabotConnection, sabot_connection, SABOT, CONNECTION, GtkLabel)

/* A widget that shows the state of `feed`. Floating. */
GtkWidget *
sabot_connection_new(SabotFeed *feed);

/* Shown only while it is not live. */
void
sabot_connection_set_short(SabotConnection *connection, gboolean is_short);

/* Say for how long nothing was heard as of now. */
void
sabot_connection_refresh(SabotConnection *connection);
