/*
 * The window of the guests' boards: one table, or a wall of several, each as large as their number
 * allows. F11 makes it fill the screen and back.
 */
#pragma once

#include "board-style.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_BOARD_WINDOW (sabot_board_window_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardWindow, sabot_board_window, SABOT, BOARD_WINDOW,
		     GtkApplicationWindow)

/*
 * `names`: a NULL-terminated list of tables; NULL: all that the feed has, as they come and go. The
 * feed's owner starts it. References to feed and style are kept.
 */
GtkWidget *
sabot_board_window_new(GtkApplication *application, SabotFeed *feed, const char *const *names,
		       struct sabot_board_style *style);

/* Fill the monitor `number`, also where no window manager makes it so; the first where there is
 * no such one. */
void
sabot_board_window_fill(SabotBoardWindow *window, int number);
