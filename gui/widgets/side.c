/* The side of the window: see side.h. Its first child is shown when no panel is open. */
#include "gui/widgets/side.h"

#include "gui/widgets/scroll.h"

struct _SabotSide {
	GtkStack parent_instance;
	int width_px;           /* of the side, whatever it shows */
	gboolean is_bare;       /* hidden while no panel is open */
	gboolean is_alone;      /* there is no room for both */
	gboolean is_list_shown; /* when alone: shown although no panel is open */
	SabotPanel *panel;      /* borrowed from its scrolled window in the stack, or NULL */
};

G_DEFINE_FINAL_TYPE(SabotSide, sabot_side, GTK_TYPE_STACK)

/* Its width does not depend on its contents: nothing beside it moves when a panel opens. */
static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	GTK_WIDGET_CLASS(sabot_side_parent_class)
		->get_preferred_width(widget, ret_minimum, ret_natural);
	*ret_minimum = *ret_natural = SABOT_SIDE(widget)->width_px;
}

static void
get_preferred_width_for_height(GtkWidget *widget, int height, int *ret_minimum, int *ret_natural)
{
	(void)height;
	get_preferred_width(widget, ret_minimum, ret_natural);
}

static void
sabot_side_class_init(SabotSideClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_width_for_height = get_preferred_width_for_height;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-side");
}

static void
sabot_side_init(SabotSide *side)
{
	(void)side;
}

static gboolean
close_when_idle(gpointer data)
{
	SabotPanel *panel = data;
	GtkWidget *side = gtk_widget_get_ancestor(GTK_WIDGET(panel), SABOT_TYPE_SIDE);

	if (side && SABOT_SIDE(side)->panel == panel)
		sabot_side_close(SABOT_SIDE(side));
	return G_SOURCE_REMOVE;
}

/* A panel closes from within its own callbacks: it is destroyed when they have returned. */
static void
on_closed(SabotPanel *panel, gpointer data)
{
	(void)data;
	g_idle_add_full(G_PRIORITY_DEFAULT, close_when_idle, g_object_ref(panel), g_object_unref);
}

/* With large letters a panel can be larger than the screen. */
static GtkWidget *
scrolled_new(GtkWidget *panel)
{
	GtkWidget *scrolled = sabot_scroll_new();

	g_object_set(scrolled, "can-focus", FALSE, "propagate-natural-width", TRUE, NULL);
	gtk_container_add(GTK_CONTAINER(scrolled), panel);
	gtk_widget_show(gtk_bin_get_child(GTK_BIN(scrolled)));
	gtk_widget_show(scrolled);
	return scrolled;
}

/* True if it has the room of what is beside it. */
static gboolean
has_all_room(SabotSide *side)
{
	if (side->panel)
		return side->is_alone || sabot_panel_is_page(side->panel);
	return sabot_side_is_list_shown(side);
}

static void
show_neighbour(GtkWidget *widget, gpointer data)
{
	SabotSide *side = data;

	if (widget != GTK_WIDGET(side))
		gtk_widget_set_visible(widget, !has_all_room(side));
}

/* While a page is open it has the room of what is beside the side. */
static void
give_room(SabotSide *side)
{
	GtkWidget *parent = gtk_widget_get_parent(GTK_WIDGET(side));

	gtk_widget_set_visible(GTK_WIDGET(side), side->panel || has_all_room(side) ||
							 (!side->is_bare && !side->is_alone));
	gtk_widget_set_hexpand(GTK_WIDGET(side), has_all_room(side));
	if (parent)
		gtk_container_foreach(GTK_CONTAINER(parent), show_neighbour, side);
}

void
sabot_side_open(SabotSide *side, GtkWidget *panel)
{
	GtkWidget *scrolled = scrolled_new(panel);

	sabot_side_close(side);
	side->panel = SABOT_PANEL(panel);
	g_signal_connect(panel, "closed", G_CALLBACK(on_closed), side);
	gtk_container_add(GTK_CONTAINER(side), scrolled);
	gtk_stack_set_visible_child(GTK_STACK(side), scrolled);
	side->is_list_shown = FALSE;
	give_room(side);
	sabot_panel_begin(side->panel);
}

gboolean
sabot_side_close(SabotSide *side)
{
	SabotPanel *panel = side->panel;

	if (!panel)
		return FALSE;
	side->panel = NULL;
	gtk_widget_destroy(gtk_widget_get_ancestor(GTK_WIDGET(panel), GTK_TYPE_SCROLLED_WINDOW));
	give_room(side);
	return TRUE;
}

void
sabot_side_set_bare(SabotSide *side, gboolean is_bare)
{
	side->is_bare = is_bare;
	give_room(side);
}

void
sabot_side_set_alone(SabotSide *side, gboolean is_alone)
{
	if (side->is_alone == is_alone)
		return;
	side->is_alone = is_alone;
	side->is_list_shown = FALSE;
	give_room(side);
}

gboolean
sabot_side_is_alone(SabotSide *side)
{
	return side->is_alone;
}

void
sabot_side_show_list(SabotSide *side, gboolean is_shown)
{
	if (!side->is_alone)
		return;
	if (is_shown)
		sabot_side_close(side);
	side->is_list_shown = is_shown;
	give_room(side);
}

gboolean
sabot_side_is_list_shown(SabotSide *side)
{
	return side->is_alone && side->is_list_shown && !side->panel;
}

void
sabot_side_set_width(SabotSide *side, int width_px)
{
	if (side->width_px == width_px)
		return;
	side->width_px = width_px;
	gtk_widget_queue_resize(GTK_WIDGET(side));
}

void
sabot_side_leave_page(SabotSide *side)
{
	if (side->panel && (side->is_alone || sabot_panel_is_page(side->panel)))
		sabot_side_close(side);
	sabot_side_show_list(side, FALSE);
}

SabotPanel *
sabot_side_get_panel(SabotSide *side)
{
	return side->panel;
}
