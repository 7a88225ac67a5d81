/*
 * The columns of an incident's page: two columns and a third one. The two are side by side if there
 * is room; otherwise the second replaces the first while its key is down. On a narrow screen the
 * key shows both in place of the third, and the page's keys are below its title; on a low one the
 * whole third column is scrolled, not a list within it.
 */
#pragma once

#include <gtk/gtk.h>

struct sabot_columns {
	GtkWidget *first, *second; /* borrowed */
	GtkToggleButton *other;    /* borrowed: the key; hidden while all are shown */
	GtkScrollable *third;      /* borrowed: the scrolled part of the third column */
	GtkWidget *inner_first, *inner_second,
		*pages; /* borrowed: inside first and second; the contents of the third */
	gboolean is_wide, is_low, is_narrow;
	gboolean is_brief; /* the first column has no round to show */
	guint source;
};

/* A column is where `first`, `second` or `third` is scrolled; they must outlive the columns. */
void
sabot_columns_init(struct sabot_columns *columns, gpointer first, gpointer second, gpointer third,
		   GtkToggleButton *other);
void
sabot_columns_clear(struct sabot_columns *columns);

/*
 * True if the first column has no round to show: it is then only as wide as its keys, and both
 * columns fit beside the third on a smaller screen. Before the page has a size.
 */
void
sabot_columns_set_brief(struct sabot_columns *columns, gboolean is_brief);

/* Adapt to the page's new size. May be called during layout. */
void
sabot_columns_set_room(struct sabot_columns *columns, int width_px, int height_px);
