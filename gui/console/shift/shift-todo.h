/*
 * The list at the left of the shift's page: what is still to be done before it can be closed, each
 * with the keys that do it; what was remarked on or is done is ticked off below. Emits
 * "remarked" (the item's key in the log, the text), "table-wanted", "money-wanted"
 * (SabotTableItem) and "ruling-wanted" (SabotTableItem, the incident's number).
 */
#pragma once

#include "gui/model/money/shift-work.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SHIFT_TODO (sabot_shift_todo_get_type())
G_DECLARE_FINAL_TYPE(SabotShiftTodo, sabot_shift_todo, SABOT, SHIFT_TODO, GtkBox)

/* Whose tables and incidents: once, before anything is added. Borrowed. */
void
sabot_shift_todo_set_feed(SabotShiftTodo *todo, SabotFeed *feed);

/* Nothing yet. */
void
sabot_shift_todo_reset(SabotShiftTodo *todo);

/* `sentence` says it; NULL: in the words of text/shift-text.h. Both are borrowed for the call. */
void
sabot_shift_todo_add(SabotShiftTodo *todo, const struct sabot_wire_open_item *item,
		     const char *sentence);

/* All are added: tick off the areas of which nothing is open. `is_reckoned`: differences, too. */
void
sabot_shift_todo_finish(SabotShiftTodo *todo, gboolean is_reckoned);

/* How many wait for something, and of how many in all. */
guint
sabot_shift_todo_count(SabotShiftTodo *todo, guint *ret_all);
