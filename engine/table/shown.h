/*
 * What everybody at the table may see of the round in play, and what of it is known for certain.
 * Nothing else may be called, explained or paid. Pure.
 */
#pragma once

#include "table.h"

/*
 * Everybody may see all cards of this owner: they are dealt face up, were turned, or the round is
 * closed. The dealer's hole card is turned when players are done.
 */
bool
sabot_table_is_shown(const struct sabot_table *table, enum sabot_owner owner);

/*
 * Insurance is open, and somebody might still take it: not everybody has taken even money. Asked
 * even where nothing else is left to do, as when the only hand in play is a blackjack.
 */
bool
sabot_table_asks_insurance(const struct sabot_table *table);

/* True if the hand has cards, all are shown, all ranks were read, and no message was lost. */
bool
sabot_table_is_legible(const struct sabot_table *table, struct sabot_hand_id id);

/* True if both hands of the coup are legible, as sabot_table_is_legible() says. */
bool
sabot_table_coup_is_legible(const struct sabot_table *table);
