/* Scrolled windows around a widget: see scrolled.h. */
#include "scrolled.h"

bool
scrolled_is(GtkWidget *inner, GtkOrientation way)
{
	GtkWidget *outer = GTK_IS_SCROLLABLE(inner) ? gtk_widget_get_parent(inner) : NULL;
	GtkPolicyType across, down;

	if (!outer || !GTK_IS_SCROLLED_WINDOW(outer))
		return false;
	gtk_scrolled_window_get_policy(GTK_SCROLLED_WINDOW(outer), &across, &down);
	return (way == GTK_ORIENTATION_HORIZONTAL ? across : down) != GTK_POLICY_NEVER;
}

bool
scrolled_shows_across(GtkWidget *key, int slack_px)
{
	GtkWidget *outer = gtk_widget_get_ancestor(key, GTK_TYPE_SCROLLED_WINDOW);
	int x;

	if (!outer || !gtk_widget_translate_coordinates(key, outer, 0, 0, &x, NULL))
		return true;
	return x >= 0 && x + gtk_widget_get_allocated_width(key) <=
				 gtk_widget_get_allocated_width(outer) + slack_px;
}

bool
scrolled_shows_down(GtkWidget *part, int slack_px)
{
	for (GtkWidget *outer = gtk_widget_get_parent(part); outer;
	     outer = gtk_widget_get_parent(outer)) {
		int y;

		if (GTK_IS_SCROLLED_WINDOW(outer) &&
		    gtk_widget_translate_coordinates(part, outer, 0, 0, NULL, &y) &&
		    (y < 0 || y + gtk_widget_get_allocated_height(part) >
				      gtk_widget_get_allocated_height(outer) + slack_px))
			return false;
	}
	return true;
}
