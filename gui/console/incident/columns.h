/*
 * Two columns beside a third one: both where there is room, else the second in place of the first
 * while its key is down.
 */
#pragma once

#include <gtk/gtk.h>

struct sabot_columns {
	GtkWidget *first, *second;  /* borrowed */
	GtkToggleButton *other;     /* borrowed: the key; hidden where both are shown */
	gboolean is_wide;
	guint source;
};

/* The widgets must outlive the columns. */
void
sabot_columns_init(struct sabot_columns *columns, GtkWidget *first, GtkWidget *second,
		   GtkToggleButton *other);
void
sabot_columns_clear(struct sabot_columns *columns);

/* The page was given this width, in pixels. May be called while it is laid out. */
void
sabot_columns_set_width(struct sabot_columns *columns, int width);
