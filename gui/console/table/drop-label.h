/*
 * Drop and win of a table in the current shift, from the house's documents (docs/shift.md):
 * requested when a table is shown and from time to time while the label is visible. Nothing is
 * shown if nothing was counted, or if the daemon refuses the data to this person.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

struct sabot_drop_label;

/* Shown in `label`, which must outlive the result. */
struct sabot_drop_label *
sabot_drop_label_new(GtkLabel *label);
/* NULL is allowed. */
void
sabot_drop_label_free(struct sabot_drop_label *money);

/* A reference is kept; NULL: none. */
void
sabot_drop_label_set_item(struct sabot_drop_label *money, SabotTableItem *item);
