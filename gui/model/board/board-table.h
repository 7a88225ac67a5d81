/*
 * One table as a guests' board shows it: its last view, the rules that guests see, and for
 * blackjack the dealer's last hands. It only reads. Emits "changed" when any of these has changed.
 * No GTK.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

#define SABOT_TYPE_BOARD_TABLE (sabot_board_table_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardTable, sabot_board_table, SABOT, BOARD_TABLE, GObject)

/* How many of the dealer's last hands are requested. */
enum { SABOT_BOARD_ROUNDS = 12 };

/* The table `name` of a feed. Keeps a reference to the feed; the feed's owner starts it. */
SabotBoardTable *
sabot_board_table_new(SabotFeed *feed, const char *name);

/* Borrowed. */
const char *
sabot_board_table_get_name(SabotBoardTable *table);
/* NULL until the daemon sent the table; valid until the next "changed", as are the next two. */
const struct sabot_wire_view *
sabot_board_table_get_view(SabotBoardTable *table);
/* NULL until known. */
const struct sabot_wire_rules *
sabot_board_table_get_rules(SabotBoardTable *table);
/* The last rounds, newest first: of struct sabot_wire_past_round; NULL until known. */
const GPtrArray *
sabot_board_table_get_rounds(SabotBoardTable *table);
/* Store answers of the daemon; references are kept. NULL leaves the previous answer. */
void
sabot_board_table_set_answers(SabotBoardTable *table, struct sabot_wire_rules *rules,
			      struct sabot_wire_rounds *rounds);

/* True if the data may be out of date, because nothing was heard from the daemon. */
gboolean
sabot_board_table_is_stale(SabotBoardTable *table);
