/*
 * The panels that tell of one house: its shift, its reports, its alarms. Where several daemons are
 * followed each panel offers the others in its head, and the one chosen last is the next panel's.
 */
#pragma once

#include "gui/console/report-pages.h"
#include "gui/model/floor.h"

enum sabot_house_panel { SABOT_HOUSE_SHIFT, SABOT_HOUSE_REPORTS, SABOT_HOUSE_STATISTICS };

struct sabot_house_panels;

/* All are borrowed and must outlive it. */
struct sabot_house_panels *
sabot_house_panels_new(SabotFloor *floor, SabotSide *side, struct sabot_report_pages *reports);
/* NULL is allowed. */
void
sabot_house_panels_free(struct sabot_house_panels *panels);

/* The daemon that was chosen last, else the first. Borrowed. */
SabotFeed *
sabot_house_panels_get_feed(struct sabot_house_panels *panels);

void
sabot_house_panels_open(struct sabot_house_panels *panels, enum sabot_house_panel which,
			SabotFeed *feed);
