/* Boards in a grid, all of one size, as large as possible. */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_BOARD_WALL (sabot_board_wall_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardWall, sabot_board_wall, SABOT, BOARD_WALL, GtkFixed)

/* Add boards as to any container: they are shown in the order in which they were added. */
GtkWidget *
sabot_board_wall_new(void);
