/*
 * The list beside the tables: who needs somebody, one entry a table (needs.h), or each incident.
 * What stands below a hand does not move: while the pointer is on the list new entries wait some
 * seconds, and a touch that comes right after entries moved is meant for what stood there before.
 * Emits "need-activated" with the table's SabotTableItem and the SabotIncidentItem to rule on,
 * either of them NULL where there is none.
 */
#pragma once

#include "gui/model/tables/floor-model.h"
#include "gui/model/tables/needs.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_NEED_LIST (sabot_need_list_get_type())
G_DECLARE_FINAL_TYPE(SabotNeedList, sabot_need_list, SABOT, NEED_LIST, GtkListBox)

/* Follow `floor`, once. */
void
sabot_need_list_set_floor(SabotNeedList *list, SabotFloorModel *floor);

/* Each incident, or one entry a table. */
void
sabot_need_list_set_all(SabotNeedList *list, gboolean is_all);

/* Clocks and ages. */
void
sabot_need_list_refresh(SabotNeedList *list);
