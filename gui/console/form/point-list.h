/*
 * A form to give points: a row for each person of the house, with his name, and the sum. Return
 * moves to the next row. In a house without persons there is one text field instead: "Dee=12
 * Sam=8". Emits "activate" on Return in the last row.
 */
#pragma once

#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_POINT_LIST (sabot_point_list_get_type())
G_DECLARE_FINAL_TYPE(SabotPointList, sabot_point_list, SABOT, POINT_LIST, GtkGrid)

/* `text` as of sabot_point_list_get_text(); NULL: nothing yet. */
GtkWidget *
sabot_point_list_new(SabotSession *session, const char *text);

/* Give the first field the keyboard focus. */
void
sabot_point_list_begin(SabotPointList *list);

/* "p3=12 p4=8"; "" when nobody has any. Transferred. */
char *
sabot_point_list_get_text(SabotPointList *list);
