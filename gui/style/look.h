/*
 * The look of the whole program: the style sheets, at the user's size and in the user's colours.
 * Text sizes are defined only in the style sheet; code that draws takes them from there.
 */
#pragma once

#include "gui/model/settings.h"

#include <gtk/gtk.h>

struct sabot_look;

/* Follows `settings` (a reference is kept) for the default screen. */
struct sabot_look *
sabot_look_new(SabotSettings *settings);

void
sabot_look_free(struct sabot_look *look);
