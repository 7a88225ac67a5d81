/*
 * Drop and win of a table in the shift that is now, as the house's documents say (docs/shift.md):
 * requested when a table is shown and from time to time while that is seen. Nothing is shown where
 * nothing was counted, or to whom the daemon does not say it.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

struct sabot_drop_label;

/* Shown in `label`, which must live as long. */
struct sabot_drop_label *
sabot_drop_label_new(GtkLabel *label);
/* NULL is allowed. */
void
sabot_drop_label_free(struct sabot_drop_label *money);

/* A reference is kept; NULL: none. */
void
sabot_drop_label_set_item(struct sabot_drop_label *money, SabotTableItem *item);
