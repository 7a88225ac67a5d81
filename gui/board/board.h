/*
 * The score board of a table of punto banco, for the players' side of it: limits, what has won how
 * often since the shoe was loaded, and all roads. It shows nothing that the rules keep hidden.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_BOARD (sabot_board_get_type())
G_DECLARE_FINAL_TYPE(SabotBoard, sabot_board, SABOT, BOARD, GtkApplicationWindow)

/* A reference to `table`, which is started by its owner, is kept. */
GtkWidget *
sabot_board_new(GtkApplication *application, SabotDealerTable *table);
