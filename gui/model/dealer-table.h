/*
 * The one table that a dealer's display is about: its last view, the keys that can be pressed, what
 * was pressed and what became of that. Emits "changed" after any of it did. No GTK.
 */
#pragma once

#include "gui/model/dealer-keys.h"
#include "gui/model/feed.h"

#define SABOT_TYPE_DEALER_TABLE (sabot_dealer_table_get_type())
G_DECLARE_FINAL_TYPE(SabotDealerTable, sabot_dealer_table, SABOT, DEALER_TABLE, GObject)

/* The table `name` of the daemon at `path` (as in sabot_client_new()). Not started. */
SabotDealerTable *
sabot_dealer_table_new(const char *path, const char *name);
void
sabot_dealer_table_start(SabotDealerTable *table);

const char *
sabot_dealer_table_get_name(SabotDealerTable *table);
/* Borrowed. */
SabotFeed *
sabot_dealer_table_get_feed(SabotDealerTable *table);
/* NULL until the daemon told of the table; valid until the next "changed". */
const struct sabot_wire_view *
sabot_dealer_table_get_view(SabotDealerTable *table);
/* What is shown may have changed since, for nothing was heard. */
gboolean
sabot_dealer_table_is_stale(SabotDealerTable *table);
/* Why the last press was refused, as the daemon says it; "" when it was not. */
const char *
sabot_dealer_table_get_refusal(SabotDealerTable *table);

/* Of struct sabot_dealer_key: borrowed, valid until the next "changed". */
const GPtrArray *
sabot_dealer_table_get_keys(SabotDealerTable *table);

/* Send an event to the table; `event` is transferred. */
void
sabot_dealer_table_send(SabotDealerTable *table, json_t *event);
/* Boxes are in play or not, where their stakes are not noted. */
void
sabot_dealer_table_toggle_box(SabotDealerTable *table, int64_t box);
gboolean
sabot_dealer_table_has_box(SabotDealerTable *table, int64_t box);
