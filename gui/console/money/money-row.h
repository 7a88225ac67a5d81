/*
 * A row of the register of table money: when, what was recorded, by whom. A row that can be
 * corrected can be chosen.
 */
#pragma once

#include "money-start.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

/* Floating. */
GtkWidget *
sabot_money_row_new(SabotSession *session, const struct sabot_wire_document *document);

/* What choosing the row begins; NULL if it cannot be corrected. Borrowed while the row exists. */
const struct sabot_money_start *
sabot_money_row_get_start(GtkListBoxRow *row);
