/*
 * The person logged in to one daemon: name and role, or that somebody must log in. When it is
 * touched, its owner opens the log-in. With several daemons each button names its daemon.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PERSON_BUTTON (sabot_person_button_get_type())
G_DECLARE_FINAL_TYPE(SabotPersonButton, sabot_person_button, SABOT, PERSON_BUTTON, GtkButton)

/* A button with the name of the person logged in. Floating. */
GtkWidget *
sabot_person_button_new(SabotFeed *feed);

/* Show the name without the role, a long name shortened; a screen reader still gets all of it. */
void
sabot_person_button_set_short(SabotPersonButton *button, gboolean is_short);

/* Borrowed. */
SabotFeed *
sabot_person_button_get_feed(SabotPersonButton *button);
