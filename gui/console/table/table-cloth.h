/*
 * The round on the cloth, seen from the dealer's place: the boxes in their arc with stakes and
 * hands, before them punto and banca, or the dealer's cards.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

/* In less room (gui/widgets/narrow.h) the hands of the bank lie closer, and what is paid is below
 * them. */
enum { SABOT_CLOTH_NARROW_BELOW_PX = 900 };

#define SABOT_TYPE_TABLE_CLOTH (sabot_table_cloth_get_type())
G_DECLARE_FINAL_TYPE(SabotTableCloth, sabot_table_cloth, SABOT, TABLE_CLOTH, GtkBox)

/* Draw cards as large as a wide page allows. */
void
sabot_table_cloth_set_large(SabotTableCloth *cloth, gboolean is_large);

/* Show what is paid in `place`, which is outside the cloth, or again in the cloth (NULL). */
void
sabot_table_cloth_put_payouts(SabotTableCloth *cloth, GtkBox *place);

/* `view` is borrowed for the call. */
void
sabot_table_cloth_set_view(SabotTableCloth *cloth, const struct sabot_wire_view *view);
