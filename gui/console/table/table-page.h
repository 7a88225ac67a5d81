/*
 * One table: the round on the cloth, what the dealer does and says, the settlement, the load so
 * far, the shoe, the table's open incidents, and the possible actions. Follows its SabotTableItem,
 * once a frame at most. Emits "left" when the user goes back to the floor, and "incident-activated"
 * with the SabotIncidentItem touched.
 */
#pragma once

#include "gui/widgets/side.h"
#include "gui/model/tables/floor-model.h"

#define SABOT_TYPE_TABLE_PAGE (sabot_table_page_get_type())
G_DECLARE_FINAL_TYPE(SabotTablePage, sabot_table_page, SABOT, TABLE_PAGE, GtkBox)

/* `side`, which shows its forms, is borrowed and must outlive it. */
GtkWidget *
sabot_table_page_new(SabotFloorModel *floor, SabotSide *side);

/* Show this table; NULL: none. */
void
sabot_table_page_set_item(SabotTablePage *page, SabotTableItem *item);
/* Borrowed, or NULL. */
SabotTableItem *
sabot_table_page_get_item(SabotTablePage *page);

/* Refresh ages. */
void
sabot_table_page_refresh(SabotTablePage *page);
