/*
 * The cloth: punto's and banca's hands side by side, or the dealer's above those of the boxes, with
 * their stakes, the hand in turn marked. Cards are as large as the place allows.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CLOTH (sabot_cloth_get_type())
G_DECLARE_FINAL_TYPE(SabotCloth, sabot_cloth, SABOT, CLOTH, GtkScrolledWindow)

/* Show the hands of `view`, which is only read; NULL: an empty cloth. */
void
sabot_cloth_set(SabotCloth *cloth, const struct sabot_wire_view *view);
/* Hands are shown without what they come to, and without what became of them. */
void
sabot_cloth_set_hides_totals(SabotCloth *cloth, gboolean hides_totals);
