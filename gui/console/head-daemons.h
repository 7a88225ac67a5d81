/*
 * Each daemon in the head of the window: the state of its connection, and who acts there. A single
 * daemon is shown in the head's line; several have a line of their own, which wraps.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

struct sabot_head_daemons;

/* Where to show one daemon, and where to show several. Both are borrowed and must outlive it. */
struct sabot_head_daemons *
sabot_head_daemons_new(GtkContainer *one, GtkContainer *several);
/* NULL is ignored; the widgets belong to the window. */
void
sabot_head_daemons_free(struct sabot_head_daemons *head);

/* Returns the button of the person who acts there (SabotPersonButton): borrowed. */
GtkWidget *
sabot_head_daemons_add(struct sabot_head_daemons *head, SabotFeed *feed, gboolean is_only);

/* Refresh how long ago each daemon was last heard. */
void
sabot_head_daemons_refresh(struct sabot_head_daemons *head);

/* Show names without roles, and nothing for a live connection. */
void
sabot_head_daemons_set_short(struct sabot_head_daemons *head, gboolean is_short);
