/*
 * A table again as its screens showed it, event by event, forwards and backwards: the daemon plays
 * its log (`replay` of docs/wire.md). Emits "left" when one goes back, and "what-if-wanted".
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REPLAY_PAGE (sabot_replay_page_get_type())
G_DECLARE_FINAL_TYPE(SabotReplayPage, sabot_replay_page, SABOT, REPLAY_PAGE, GtkBox)

GtkWidget *
sabot_replay_page_new(void);

/* Show this round, which was found, from its event `n` on. `found` is borrowed for the call. */
void
sabot_replay_page_begin(SabotReplayPage *page, SabotFeed *feed,
			const struct sabot_wire_found *found, gint64 n);

/* Nothing is asked any more. */
void
sabot_replay_page_stop(SabotReplayPage *page);
