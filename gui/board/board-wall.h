/* Boards beside and below each other, all of one size, as large as they can be. */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_BOARD_WALL (sabot_board_wall_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardWall, sabot_board_wall, SABOT, BOARD_WALL, GtkFixed)

/* Add boards to it as to any container: they stand in the order in which they came. */
GtkWidget *
sabot_board_wall_new(void);
