/*
 * The entries of a ruling for a box and an amount. Until something is typed they show the values
 * that apply by default, and are not sent: the daemon computes the values when it rules.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

struct sabot_named_money {
	GtkEntry *box, *amount; /* borrowed */
	gboolean is_filling;
	gboolean is_typed;
};

/* Show the entries that `remedy` (or NULL) takes, and its default values. */
void
sabot_named_money_show(struct sabot_named_money *money, const struct sabot_wire_remedy *remedy);

/* Handle a change of one of the entries; false if it was not made by a person. */
gboolean
sabot_named_money_note(struct sabot_named_money *money);

/*
 * Add what was typed as `box` and `amount` of a ruling. False if it is not a number: nothing was
 * added.
 */
gboolean
sabot_named_money_add(const struct sabot_named_money *money, json_t *ruling);
