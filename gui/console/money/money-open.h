/*
 * Outstanding work on a table's money: missing counts, slips, markers and cards that are out, each
 * with buttons for its next steps. Emits "start" with the struct sabot_money_start of the button
 * pressed.
 */
#pragma once

#include <gtk/gtk.h>
#include "proto/messages/money-messages.h"

#define SABOT_TYPE_MONEY_OPEN (sabot_money_open_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyOpen, sabot_money_open, SABOT, MONEY_OPEN, GtkBox)

/* Clear it and set the table. */
void
sabot_money_open_reset(SabotMoneyOpen *open, const char *table);

/*
 * Add an item of `shift_open`, `slips`, `markers` or `card_sets`; items of other tables are
 * ignored.
 */
void
sabot_money_open_add_item(SabotMoneyOpen *open, const struct sabot_wire_open_item *item);
void
sabot_money_open_add_slip(SabotMoneyOpen *open, const struct sabot_wire_slip *slip);
void
sabot_money_open_add_marker(SabotMoneyOpen *open, const struct sabot_wire_marker *marker);
void
sabot_money_open_add_set(SabotMoneyOpen *open, const struct sabot_wire_card_set *set);
