/*
 * The entries of a ruling for a box and an amount. Until something is typed they show what would be
 * ordered by itself, and are not sent: how much that is then, the daemon knows when it is ruled.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

struct sabot_named_money {
	GtkEntry *box, *amount; /* borrowed */
	gboolean is_filling;
	gboolean is_typed;
};

/* Show the entries that `remedy` (or NULL) takes, and what it would do. */
void
sabot_named_money_show(struct sabot_named_money *money, const struct sabot_wire_remedy *remedy);

/* One of the entries changed; false: not by a person. */
gboolean
sabot_named_money_note(struct sabot_named_money *money);

/* What was typed as `box` and `amount` of a ruling. False: it is no number, nothing was added. */
gboolean
sabot_named_money_add(const struct sabot_named_money *money, json_t *ruling);
