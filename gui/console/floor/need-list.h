/*
 * The list beside the tables of what needs attention: one entry a table (needs.h), or each
 * incident. Entries do not move below a hand: while the pointer is on the list new entries wait
 * some seconds, and a touch right after entries have moved counts for the entry that was there
 * before. Emits "need-activated" with the table's SabotTableItem and the SabotIncidentItem to rule
 * on, either of which may be NULL.
 */
#pragma once

#include "gui/model/tables/floor-model.h"
#include "gui/model/tables/needs.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_NEED_LIST (sabot_need_list_get_type())
G_DECLARE_FINAL_TYPE(SabotNeedList, sabot_need_list, SABOT, NEED_LIST, GtkListBox)

/* Follow `floor`. Call it once. */
void
sabot_need_list_set_floor(SabotNeedList *list, SabotFloorModel *floor);

/* Show each incident, or one entry a table. */
void
sabot_need_list_set_all(SabotNeedList *list, gboolean is_all);

/* Refresh clocks and ages. */
void
sabot_need_list_refresh(SabotNeedList *list);
