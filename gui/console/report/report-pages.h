/*
 * Reports in the window: the panel that lists them, beside the page of the one that is open. Going
 * back shows what was there before.
 */
#pragma once

#include "report-wish.h"

#include "gui/model/tables/feed.h"
#include "gui/widgets/side.h"

struct sabot_report_pages;

/* Both are borrowed and must outlive the result. */
struct sabot_report_pages *
sabot_report_pages_new(GtkStack *main, SabotSide *side);
/* NULL is allowed. */
void
sabot_report_pages_free(struct sabot_report_pages *pages);

/*
 * Show the list of a daemon's reports; for a hub those of all its daemons, or of `daemon`, which is
 * otherwise NULL.
 */
void
sabot_report_pages_open(struct sabot_report_pages *pages, SabotFeed *feed, const char *daemon);
/* Show the list, with the blank forms at once. */
void
sabot_report_pages_open_forms(struct sabot_report_pages *pages, SabotFeed *feed);

/* Show that report; a reference to `wish` is kept. */
void
sabot_report_pages_show(struct sabot_report_pages *pages, struct sabot_report_wish *wish);

/* Go back to what was there before; false if no report is shown. */
gboolean
sabot_report_pages_leave(struct sabot_report_pages *pages);
