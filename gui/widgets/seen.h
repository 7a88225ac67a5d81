/* Widgets that are brought up to date while they are seen; what comes meanwhile is made up for
 * when they are seen again. */
#pragma once

#include <gtk/gtk.h>

typedef void
sabot_seen_fn(gpointer widget);

/* `refresh` after each "changed" of `model`, which may end first: at once while `widget` is mapped,
 * else when it is mapped next. Once a widget. */
void
sabot_seen_follow(gpointer widget, gpointer model, sabot_seen_fn *refresh);
