/*
 * The window of the guests' boards: one table, or a wall of several, each as large as their number
 * allows. F11 toggles full screen.
 */
#pragma once

#include "board-style.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_BOARD_WINDOW (sabot_board_window_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardWindow, sabot_board_window, SABOT, BOARD_WINDOW,
		     GtkApplicationWindow)

/*
 * `names`: a NULL-terminated list of tables; NULL: all of the feed's tables, as they come and go.
 * The feed's owner starts it. References to feed and style are kept.
 */
GtkWidget *
sabot_board_window_new(GtkApplication *application, SabotFeed *feed, const char *const *names,
		       struct sabot_board_style *style);

/*
 * Fill the monitor `number`, even without a window manager that does so; the first one if there is
 * no such monitor.
 */
void
sabot_board_window_fill(SabotBoardWindow *window, int number);
