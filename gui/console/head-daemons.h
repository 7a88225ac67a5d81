/*
 * In the head of the window, each daemon: how it is heard, and who acts there. One stands in the
 * head's line; several have a line of their own, and what does not fit into it begins another.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

struct sabot_head_daemons;

/* Both are borrowed, and must outlive it: where one stands, and where several do. */
struct sabot_head_daemons *
sabot_head_daemons_new(GtkContainer *one, GtkContainer *several);
/* NULL is ignored; the widgets are the window's. */
void
sabot_head_daemons_free(struct sabot_head_daemons *head);

/* The button of who acts there (SabotPersonButton): borrowed. */
GtkWidget *
sabot_head_daemons_add(struct sabot_head_daemons *head, SabotFeed *feed, gboolean is_only);

/* Say for how long nothing was heard as of now. */
void
sabot_head_daemons_refresh(struct sabot_head_daemons *head);

/* Names without roles; what is live says nothing. */
void
sabot_head_daemons_set_short(struct sabot_head_daemons *head, gboolean is_short);
