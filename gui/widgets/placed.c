/* See placed.h. */
#include "placed.h"

static void
get_preferred(GtkWidget *widget, int *ret_least, int *ret_natural)
{
	(void)widget;
	*ret_least = *ret_natural = 1;
}

static void
get_preferred_for(GtkWidget *widget, int other, int *ret_least, int *ret_natural)
{
	(void)other;
	get_preferred(widget, ret_least, ret_natural);
}

void
sabot_placed_class(GtkWidgetClass *widget_class)
{
	widget_class->get_preferred_width = get_preferred;
	widget_class->get_preferred_height = get_preferred;
	widget_class->get_preferred_width_for_height = get_preferred_for;
	widget_class->get_preferred_height_for_width = get_preferred_for;
}

void
sabot_placed_allocate(GtkWidget *parent, GtkWidget *child, GdkRectangle place)
{
	GtkAllocation at;

	gtk_widget_get_allocation(parent, &at);
	place.x += at.x;
	place.y += at.y;
	place.width = MAX(place.width, 1);
	place.height = MAX(place.height, 1);
	gtk_widget_size_allocate(child, &place);
}

void
sabot_placed_trim(GPtrArray *children, guint n)
{
	while (children->len > n) {
		gtk_widget_destroy(g_ptr_array_index(children, children->len - 1));
		g_ptr_array_set_size(children, (int)children->len - 1);
	}
}
