/*
 * The list at the left of the shift's page: what must be done before it can be closed, each item
 * with the keys that handle it; items remarked on or done are ticked off below. Emits "remarked"
 * (the item's key in the log, the text), "table-wanted", "money-wanted" (SabotTableItem) and
 * "ruling-wanted" (SabotTableItem, the incident's number).
 */
#pragma once

#include "gui/model/money/shift-work.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SHIFT_TODO (sabot_shift_todo_get_type())
G_DECLARE_FINAL_TYPE(SabotShiftTodo, sabot_shift_todo, SABOT, SHIFT_TODO, GtkBox)

/* Set the daemon of the tables and incidents: once, before anything is added. Borrowed. */
void
sabot_shift_todo_set_feed(SabotShiftTodo *todo, SabotFeed *feed);

/* Clear the list. */
void
sabot_shift_todo_reset(SabotShiftTodo *todo);

/*
 * Add an item, worded by `sentence`; NULL: in the words of text/shift-text.h. Both are borrowed for
 * the call.
 */
void
sabot_shift_todo_add(SabotShiftTodo *todo, const struct sabot_wire_open_item *item,
		     const char *sentence);

/*
 * All items are added: tick off the areas with nothing open; with `is_reckoned` the differences,
 * too.
 */
void
sabot_shift_todo_finish(SabotShiftTodo *todo, gboolean is_reckoned);

/* How many items are open, and in `ret_all` how many there are. */
guint
sabot_shift_todo_count(SabotShiftTodo *todo, guint *ret_all);
