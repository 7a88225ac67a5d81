/*
 * The panels about one house: its shift, its cage, its reports, its alarms, its software. If
 * several daemons are followed, each panel offers the others in its head, and the next panel opens
 * with the one chosen last. Behind a hub these are its daemons; reports and alarms initially cover
 * all of them; the software is the hub's own.
 */
#pragma once

#include "gui/console/floor/floor-page.h"
#include "gui/console/report/report-pages.h"
#include "gui/model/tables/floor-model.h"

enum sabot_house_panel {
	SABOT_HOUSE_SHIFT,
	SABOT_HOUSE_CAGE,
	SABOT_HOUSE_REPORTS,
	SABOT_HOUSE_STATISTICS,
	SABOT_HOUSE_ABOUT
};

struct sabot_house_panels;

typedef void
sabot_table_open_fn(SabotFloorPage *page, SabotTableItem *item, gpointer data);

/* All are borrowed and must outlive the result. */
struct sabot_house_panels *
sabot_house_panels_new(SabotFloorModel *floor, SabotSide *side, struct sabot_report_pages *reports);
/* NULL is allowed. */
void
sabot_house_panels_free(struct sabot_house_panels *panels);

/* The daemon chosen last, else the first. Borrowed. */
SabotFeed *
sabot_house_panels_get_feed(struct sabot_house_panels *panels);

/* `fn` shows the table of a panel's line; it has the signature of a floor page's handler. */
void
sabot_house_panels_set_table_fn(struct sabot_house_panels *panels, sabot_table_open_fn *fn,
				gpointer data);

/* Open one of the panels, or bring it to the front. */
void
sabot_house_panels_open(struct sabot_house_panels *panels, enum sabot_house_panel which,
			SabotFeed *feed);
