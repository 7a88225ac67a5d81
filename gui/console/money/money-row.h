/*
 * A row of the register of table money: when, what was written down, by whom. One that can be put
 * right can be chosen.
 */
#pragma once

#include "money-start.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

/* Floating. */
GtkWidget *
sabot_money_row_new(SabotSession *session, const struct sabot_wire_document *document);

/* What choosing it begins; NULL: it cannot be put right. Borrowed, as long as the row is there. */
const struct sabot_money_start *
sabot_money_row_get_start(GtkListBoxRow *row);
