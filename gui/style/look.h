/*
 * How everything looks: the style sheets, at the user's size and in his colours. Sizes of text are
 * in the style sheet only; what is drawn takes them from there.
 */
#pragma once

#include "gui/model/settings.h"

#include <gtk/gtk.h>

struct sabot_look;

/* Follows `settings`, a reference to which is kept, for the default screen. */
struct sabot_look *
sabot_look_new(SabotSettings *settings);

void
sabot_look_free(struct sabot_look *look);
