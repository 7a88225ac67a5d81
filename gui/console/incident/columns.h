/*
 * What an incident's page shows beside each other: two columns and a third one. Both of the two
 * where there is room, else the second in place of the first while its key is down. On a narrow
 * screen the key shows both in place of the third, and the page's keys stand below its title; on a
 * low one all of the third is scrolled, not a list within it.
 */
#pragma once

#include <gtk/gtk.h>

struct sabot_columns {
	GtkWidget *first, *second; /* borrowed */
	GtkToggleButton *other;    /* borrowed: the key; hidden where all are shown */
	GtkScrollable *third;      /* borrowed: what is scrolled of the third column */
	GtkWidget *inner_first, *inner_second,
		*pages; /* borrowed: of the first, and all that the third shows */
	gboolean is_wide, is_low, is_narrow;
	guint source;
};

/* A column is where `first`, `second` or `third` is scrolled; they must outlive the columns. */
void
sabot_columns_init(struct sabot_columns *columns, gpointer first, gpointer second, gpointer third,
		   GtkToggleButton *other);
void
sabot_columns_clear(struct sabot_columns *columns);

/* The page was given this room. May be called while it is laid out. */
void
sabot_columns_set_room(struct sabot_columns *columns, int width_px, int height_px);
