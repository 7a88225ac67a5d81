/* The arc: see arc.h. A box that moves its outer children down after the normal layout. */
#include "gui/widgets/arc.h"

enum { DEPTH_PX = 34, STRAIGHT_CHILDREN_MAX = 2 };

struct _SabotArc {
	GtkBox parent_instance;
	gboolean is_flat;
};

G_DEFINE_FINAL_TYPE(SabotArc, sabot_arc, GTK_TYPE_BOX)

/* One or two children are in a straight line, and all where there is no room for an arc. */
static int
depth_px(GtkWidget *widget)
{
	GList *children = gtk_container_get_children(GTK_CONTAINER(widget));
	int count = (int)g_list_length(children);

	g_list_free(children);
	return count > STRAIGHT_CHILDREN_MAX && !SABOT_ARC(widget)->is_flat ? DEPTH_PX : 0;
}

static void
get_preferred_height_for_width(GtkWidget *widget, int width, int *ret_minimum, int *ret_natural)
{
	GTK_WIDGET_CLASS(sabot_arc_parent_class)
		->get_preferred_height_for_width(widget, width, ret_minimum, ret_natural);
	*ret_minimum += depth_px(widget);
	*ret_natural += depth_px(widget);
}

static void
get_preferred_height(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	GTK_WIDGET_CLASS(sabot_arc_parent_class)
		->get_preferred_height(widget, ret_minimum, ret_natural);
	*ret_minimum += depth_px(widget);
	*ret_natural += depth_px(widget);
}

/* How far down the `n`th of `count` is: 0 in the middle, the whole depth at both ends. */
static int
drop_px(int n, int count, int depth_px)
{
	double from_middle = count > 1 ? 2.0 * n / (count - 1) - 1 : 0;

	return (int)(depth_px * from_middle * from_middle);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	GtkAllocation flat = *allocation;
	GList *children = gtk_container_get_children(GTK_CONTAINER(widget));
	int count = (int)g_list_length(children), n = 0, depth = depth_px(widget);

	flat.height = MAX(1, flat.height - depth);
	GTK_WIDGET_CLASS(sabot_arc_parent_class)->size_allocate(widget, &flat);
	gtk_widget_set_allocation(widget, allocation);
	for (GList *child = children; child; child = child->next, n++) {
		GtkAllocation place;

		gtk_widget_get_allocation(child->data, &place);
		place.y += drop_px(n, count, depth);
		gtk_widget_size_allocate(child->data, &place);
	}
	g_list_free(children);
}

static void
sabot_arc_class_init(SabotArcClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->get_preferred_height = get_preferred_height;
	widget_class->get_preferred_height_for_width = get_preferred_height_for_width;
	widget_class->size_allocate = size_allocate;
	gtk_widget_class_set_css_name(widget_class, "sabot-arc");
}

static void
sabot_arc_init(SabotArc *arc)
{
	gtk_box_set_homogeneous(GTK_BOX(arc), TRUE);
	gtk_box_set_spacing(GTK_BOX(arc), 6);
}

void
sabot_arc_set_flat(SabotArc *arc, gboolean is_flat)
{
	if (arc->is_flat == is_flat)
		return;
	arc->is_flat = is_flat;
	gtk_widget_queue_resize(GTK_WIDGET(arc));
}
