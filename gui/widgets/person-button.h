/*
 * Who acts on one daemon: name and role, or that somebody must log in. Touched, its owner opens
 * the log-in. With several daemons each says whose it is.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PERSON_BUTTON (sabot_person_button_get_type())
G_DECLARE_FINAL_TYPE(SabotPersonButton, sabot_person_button, SABOT, PERSON_BUTTON, GtkButton)

/* A button with the name of the person logged in. Floating. */
GtkWidget *
sabot_person_button_new(SabotFeed *feed);

/* The name without the role, and of a long one the beginning: a screen reader has all. */
void
sabot_person_button_set_short(SabotPersonButton *button, gboolean is_short);

/* Borrowed. */
SabotFeed *
sabot_person_button_get_feed(SabotPersonButton *button);
