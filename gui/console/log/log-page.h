/*
 * The log browser: what is known of a round, the rounds that fit, and the story of the one that is
 * chosen. Asks the daemon, page by page; nothing is kept. Emits "left" when one goes back, and
 * "replay-wanted" with the number (gint64) of an event of the round shown.
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_LOG_PAGE (sabot_log_page_get_type())
G_DECLARE_FINAL_TYPE(SabotLogPage, sabot_log_page, SABOT, LOG_PAGE, GtkBox)

GtkWidget *
sabot_log_page_new(void);

/*
 * Look into the log of this daemon; `table` is chosen, NULL: none. `incident` of it is looked for,
 * 0: the last rounds.
 */
void
sabot_log_page_begin(SabotLogPage *page, SabotFeed *feed, const char *table, gint64 incident);

/* Its source, the round shown, and its story's struct sabot_wire_story_line. Borrowed, or NULL. */
SabotFeed *
sabot_log_page_get_feed(SabotLogPage *page);
struct sabot_wire_found *
sabot_log_page_get_found(SabotLogPage *page);
const GPtrArray *
sabot_log_page_get_lines(SabotLogPage *page);
