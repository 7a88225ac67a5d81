/*
 * The row of keys: see key-bar.h; its layout is key-bar.ui. Buttons are made anew only if the keys
 * differ.
 */
#include "gui/display/key-bar.h"

#include "gui/display/key.h"
#include "gui/widgets/label.h"

struct _SabotKeyBar {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GPtrArray *keys; /* as shown: of struct sabot_dealer_key */
	GPtrArray *buttons;
	GtkBox *steps, *sides;
};

G_DEFINE_FINAL_TYPE(SabotKeyBar, sabot_key_bar, GTK_TYPE_BOX)

static void
sabot_key_bar_dispose(GObject *object)
{
	SabotKeyBar *bar = SABOT_KEY_BAR(object);

	if (bar->table)
		g_signal_handlers_disconnect_by_data(bar->table, bar);
	g_clear_object(&bar->table);
	g_clear_pointer(&bar->keys, g_ptr_array_unref);
	g_clear_pointer(&bar->buttons, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_key_bar_parent_class)->dispose(object);
}

static void
sabot_key_bar_class_init(SabotKeyBarClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_key_bar_dispose;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/key-bar.ui");
	gtk_widget_class_bind_template_child(widget_class, SabotKeyBar, steps);
	gtk_widget_class_bind_template_child(widget_class, SabotKeyBar, sides);
	gtk_widget_class_set_css_name(widget_class, "sabot-key-bar");
}

static void
sabot_key_bar_init(SabotKeyBar *bar)
{
	gtk_widget_init_template(GTK_WIDGET(bar));
	bar->keys = g_ptr_array_new();
	bar->buttons = g_ptr_array_new();
}

static void
on_pressed(GtkButton *button, gpointer data)
{
	SabotKeyBar *bar = data;
	guint n;

	if (g_ptr_array_find(bar->buttons, button, &n))
		sabot_key_bar_press(bar, n);
}

static GtkWidget *
make_button(SabotKeyBar *bar, const struct sabot_dealer_key *key)
{
	static const char *const classes[] = {
		[SABOT_DEALER_KEY_STEP] = "step",
		[SABOT_DEALER_KEY_CHOICE] = "choice",
		[SABOT_DEALER_KEY_SIDE] = "side-key",
	};
	GtkWidget *button = sabot_key_new(key->label);

	sabot_key_set_bold(SABOT_KEY(button), key->kind == SABOT_DEALER_KEY_STEP);
	sabot_style_set_class(button, classes[key->kind], TRUE);
	g_signal_connect(button, "clicked", G_CALLBACK(on_pressed), bar);
	return button;
}

static void
refresh(SabotKeyBar *bar)
{
	const GPtrArray *keys = sabot_dealer_table_get_keys(bar->table);

	gtk_widget_set_sensitive(GTK_WIDGET(bar), !sabot_dealer_table_is_stale(bar->table));
	if (sabot_dealer_keys_are_equal(keys, bar->keys))
		return;
	g_ptr_array_unref(bar->keys);
	bar->keys = g_ptr_array_ref((GPtrArray *)keys);
	g_ptr_array_set_size(bar->buttons, 0);
	sabot_container_clear(bar->steps);
	sabot_container_clear(bar->sides);
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);
		GtkWidget *button = make_button(bar, key);
		bool is_side = key->kind == SABOT_DEALER_KEY_SIDE;

		g_ptr_array_add(bar->buttons, button);
		gtk_box_pack_start(is_side ? bar->sides : bar->steps, button, TRUE, TRUE, 0);
	}
}

static void
on_table_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	refresh(data);
}

void
sabot_key_bar_set_table(SabotKeyBar *bar, SabotDealerTable *table)
{
	bar->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_table_changed), bar);
	refresh(bar);
}

void
sabot_key_bar_set_left_handed(SabotKeyBar *bar, gboolean is_left_handed)
{
	gtk_box_reorder_child(GTK_BOX(bar), GTK_WIDGET(bar->steps), is_left_handed ? 0 : 1);
}

gboolean
sabot_key_bar_press(SabotKeyBar *bar, guint n)
{
	const struct sabot_dealer_key *key;

	if (n >= bar->keys->len || !gtk_widget_get_sensitive(GTK_WIDGET(bar)))
		return FALSE;
	key = g_ptr_array_index(bar->keys, n);
	sabot_dealer_table_send(bar->table, json_incref(key->event));
	return TRUE;
}
