/*
 * Reports in the window: the panel of those there are, beside the page of the one that is read. One
 * goes back to what was there before.
 */
#pragma once

#include "report-wish.h"

#include "gui/model/tables/feed.h"
#include "gui/widgets/side.h"

struct sabot_report_pages;

/* Both are borrowed and must outlive it. */
struct sabot_report_pages *
sabot_report_pages_new(GtkStack *main, SabotSide *side);
/* NULL is allowed. */
void
sabot_report_pages_free(struct sabot_report_pages *pages);

/* Show what there is; of a hub of all its daemons, or of `daemon`, which is else NULL. */
void
sabot_report_pages_open(struct sabot_report_pages *pages, SabotFeed *feed, const char *daemon);
/* Show it, and blank forms at once. */
void
sabot_report_pages_open_forms(struct sabot_report_pages *pages, SabotFeed *feed);

/* Show that report; a reference to `wish` is kept. */
void
sabot_report_pages_show(struct sabot_report_pages *pages, struct sabot_report_wish *wish);

/* To what was there before; false: no report is shown. */
gboolean
sabot_report_pages_leave(struct sabot_report_pages *pages);
