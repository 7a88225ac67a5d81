/*
 * Replays a table as its screens showed it, event by event, forwards and backwards; the daemon
 * replays its log (`replay` of docs/wire.md). Emits "left" when the user goes back, and
 * "what-if-wanted".
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REPLAY_PAGE (sabot_replay_page_get_type())
G_DECLARE_FINAL_TYPE(SabotReplayPage, sabot_replay_page, SABOT, REPLAY_PAGE, GtkBox)

GtkWidget *
sabot_replay_page_new(void);

/* Show the found round, starting at its event `n`. `found` is borrowed for the call. */
void
sabot_replay_page_begin(SabotReplayPage *page, SabotFeed *feed,
			const struct sabot_wire_found *found, gint64 n);

/* Stop all requests. */
void
sabot_replay_page_stop(SabotReplayPage *page);
