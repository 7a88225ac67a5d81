/*
 * The log browser and the replay as pages of the window, and the navigation between them: from the
 * log to the replay and back, and back to what was shown before.
 */
#pragma once

#include "gui/widgets/side.h"
#include "gui/model/tables/feed.h"

struct sabot_log_pages;

/* Adds its pages to `main`; forms open in `side`. Both are borrowed. */
struct sabot_log_pages *
sabot_log_pages_new(GtkStack *main, SabotSide *side);
/* Call it before the pages are destroyed. NULL is allowed. */
void
sabot_log_pages_free(struct sabot_log_pages *pages);

/* Show the log of this daemon; `table` and `incident` as for sabot_log_page_begin(). */
void
sabot_log_pages_open(struct sabot_log_pages *pages, SabotFeed *feed, const char *table,
		     gint64 incident);

/* Go back one page. False if none of them is shown. */
gboolean
sabot_log_pages_leave(struct sabot_log_pages *pages);
