/* The frame of all panels: see panel.h; its layout is panel.ui. */
#include "gui/widgets/panel.h"

#include "gui/widgets/label.h"

typedef struct {
	GtkLabel *title, *said;
	GtkButton *close;
	GtkWidget *keys; /* beside the title or below it; borrowed, or NULL */
} SabotPanelPrivate;

enum { SIGNAL_CLOSED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_TYPE_WITH_PRIVATE(SabotPanel, sabot_panel, GTK_TYPE_BOX)

static void
sabot_panel_class_init(SabotPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	signals[SIGNAL_CLOSED] = g_signal_new("closed", SABOT_TYPE_PANEL, G_SIGNAL_RUN_LAST, 0,
					      NULL, NULL, NULL, G_TYPE_NONE, 0);
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/widgets/panel.ui");
	gtk_widget_class_bind_template_child_private(widget_class, SabotPanel, title);
	gtk_widget_class_bind_template_child_private(widget_class, SabotPanel, said);
	gtk_widget_class_bind_template_child_private(widget_class, SabotPanel, close);
	gtk_widget_class_set_css_name(widget_class, "sabot-panel");
}

static void
sabot_panel_init(SabotPanel *panel)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);

	gtk_widget_init_template(GTK_WIDGET(panel));
	g_signal_connect_swapped(private->close, "clicked", G_CALLBACK(sabot_panel_close), panel);
}

void
sabot_panel_set_title(SabotPanel *panel, const char *title)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);

	sabot_label_set(private->title, title);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(panel)), title);
}

void
sabot_panel_add_keys(SabotPanel *panel, GtkWidget *keys)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);
	GtkBox *head = GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(private->close)));

	private->keys = keys;
	gtk_box_pack_start(head, keys, FALSE, FALSE, 0);
	gtk_box_reorder_child(head, keys, 1);
}

/* Move a child of a box to that row of another one. */
static void
move(GtkWidget *widget, GtkWidget *box, int row)
{
	g_autoptr(GtkWidget) kept = g_object_ref(widget);

	if (gtk_widget_get_parent(kept) == box)
		return;
	gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(kept)), kept);
	gtk_box_pack_start(GTK_BOX(box), kept, FALSE, FALSE, 0);
	gtk_box_reorder_child(GTK_BOX(box), kept, row);
}

void
sabot_panel_set_keys_below(SabotPanel *panel, gboolean are_below)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);
	GtkWidget *head = gtk_widget_get_parent(GTK_WIDGET(private->close));

	if (private->keys)
		move(private->keys, are_below ? GTK_WIDGET(panel) : head, 1);
}

void
sabot_panel_show_message(SabotPanel *panel, const char *text)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);

	sabot_label_set(private->said, text);
}

void
sabot_panel_put_message(SabotPanel *panel, GtkBox *box)
{
	SabotPanelPrivate *private = sabot_panel_get_instance_private(panel);

	move(GTK_WIDGET(private->said), box ? GTK_WIDGET(box) : GTK_WIDGET(panel),
		    box ? 0 : 1);
}

gboolean
sabot_panel_is_page(SabotPanel *panel)
{
	return SABOT_PANEL_GET_CLASS(panel)->is_page;
}

void
sabot_panel_begin(SabotPanel *panel)
{
	SabotPanelClass *klass = SABOT_PANEL_GET_CLASS(panel);

	if (klass->begin)
		klass->begin(panel);
}

void
sabot_panel_close(SabotPanel *panel)
{
	g_signal_emit(panel, signals[SIGNAL_CLOSED], 0);
}
