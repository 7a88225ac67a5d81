/*
 * One table as a guests' board shows it: the last view of it, the rules that guests see, and
 * of blackjack the dealer's last hands. It only reads. Emits "changed" after any of it did. No GTK.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

#define SABOT_TYPE_BOARD_TABLE (sabot_board_table_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardTable, sabot_board_table, SABOT, BOARD_TABLE, GObject)

/* So many of the dealer's last hands are requested. */
enum { SABOT_BOARD_ROUNDS = 12 };

/* The table `name` of a feed, a reference to which is kept and which its owner starts. */
SabotBoardTable *
sabot_board_table_new(SabotFeed *feed, const char *name);

/* Borrowed. */
const char *
sabot_board_table_get_name(SabotBoardTable *table);
/* NULL until the daemon sent the table; valid until the next "changed". So are the next two. */
const struct sabot_wire_view *
sabot_board_table_get_view(SabotBoardTable *table);
/* NULL until known. */
const struct sabot_wire_rules *
sabot_board_table_get_rules(SabotBoardTable *table);
/* The last rounds, newest first: of struct sabot_wire_past_round; NULL until known. */
const GPtrArray *
sabot_board_table_get_rounds(SabotBoardTable *table);
/* As answered by the daemon; references are kept. Either may be NULL: as it was. */
void
sabot_board_table_set_answers(SabotBoardTable *table, struct sabot_wire_rules *rules,
			      struct sabot_wire_rounds *rounds);

/* What is shown may have changed since, for nothing was heard. */
gboolean
sabot_board_table_is_stale(SabotBoardTable *table);
