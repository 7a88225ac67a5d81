/*
 * Alerts the pit boss who looks elsewhere: a sound and a desktop notification for a new incident
 * that is high or critical, according to the settings. The notification is withdrawn when its
 * incident needs nobody any more.
 */
#pragma once

#include "gui/model/tables/floor-model.h"
#include "gui/model/settings.h"

#include <gtk/gtk.h>

struct sabot_alerts;

/* References to `floor` and `settings` are kept; `application` outlives the result. */
struct sabot_alerts *
sabot_alerts_new(GtkApplication *application, SabotFloorModel *floor, SabotSettings *settings);

void
sabot_alerts_free(struct sabot_alerts *alerts);
