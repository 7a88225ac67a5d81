/*
 * The actions at a table, a button each. A button that makes no sense now, or for which the person
 * logged in lacks the right, is insensitive and gives the reason: as its tooltip, to a screen
 * reader, and below the buttons if the reason is the person.
 */
#pragma once

#include "gui/widgets/side.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_ACTION_BAR (sabot_action_bar_get_type())
G_DECLARE_FINAL_TYPE(SabotActionBar, sabot_action_bar, SABOT, ACTION_BAR, GtkBox)

/* Where the forms open; borrowed. */
void
sabot_action_bar_set_side(SabotActionBar *bar, SabotSide *side);

/* Show the actions of another table. A reference is kept. */
void
sabot_action_bar_set_item(SabotActionBar *bar, SabotTableItem *item);
