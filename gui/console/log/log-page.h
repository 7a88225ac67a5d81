/*
 * The log browser: search entries, the rounds that match, and the story of the chosen one. Requests
 * data page by page; nothing is kept. Emits "left" when the user goes back, and "replay-wanted"
 * with the number (gint64) of an event of the round shown.
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
 * Open the log of this daemon with `table` chosen (NULL: none). Searches for its `incident`; 0: the
 * last rounds.
 */
void
sabot_log_page_begin(SabotLogPage *page, SabotFeed *feed, const char *table, gint64 incident);

/*
 * The daemon, the round shown, and the lines of its story (struct sabot_wire_story_line). Borrowed,
 * or NULL.
 */
SabotFeed *
sabot_log_page_get_feed(SabotLogPage *page);
struct sabot_wire_found *
sabot_log_page_get_found(SabotLogPage *page);
const GPtrArray *
sabot_log_page_get_lines(SabotLogPage *page);
