/*
 * One table's entry in the list of what needs attention: sign, name, waiting time, reason, who has
 * it, and a key that says what a touch does. The whole row is that key.
 */
#pragma once

#include "gui/model/tables/needs.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_NEED_ROW (sabot_need_row_get_type())
G_DECLARE_FINAL_TYPE(SabotNeedRow, sabot_need_row, SABOT, NEED_ROW, GtkListBoxRow)

/* Floating. A reference to `need` is kept. */
GtkWidget *
sabot_need_row_new(struct sabot_need *need);

/* Update to the current entry of the same place: the row keeps its position and the focus. */
void
sabot_need_row_set(SabotNeedRow *row, struct sabot_need *need);

/* Refresh its clock and who has it. */
void
sabot_need_row_refresh(SabotNeedRow *row);
