/*
 * The row of keys: see key-bar.h; its layout is key-bar.ui. Buttons are rebuilt only if the keys
 * differ.
 */
#include "gui/display/key-bar.h"
#include "gui/widgets/template.h"

#include "key-button.h"
#include "gui/widgets/label.h"

enum { WIDE_ROW = 5, TALL_ROW = 3 }; /* keys in one row; more take two */

/* The children of the template. */
#define KEY_BAR_CHILDREN(CHILD)                                                                    \
	CHILD(GtkGrid, steps)                                                                      \
	CHILD(GtkBox, sides)

struct _SabotKeyBar {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GPtrArray *keys; /* as shown: of struct sabot_dealer_key */
	GPtrArray *buttons;
	KEY_BAR_CHILDREN(SABOT_CHILD_MEMBER)
	gboolean is_tall;
};

G_DEFINE_FINAL_TYPE(SabotKeyBar, sabot_key_bar, GTK_TYPE_BOX)

enum { SIGNAL_COLOUR_UP_WANTED, N_SIGNALS };
static guint signals[N_SIGNALS];

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
	SABOT_BIND_CHILDREN(widget_class, SabotKeyBar, KEY_BAR_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-key-bar");
	signals[SIGNAL_COLOUR_UP_WANTED] =
		g_signal_new("colour-up-wanted", SABOT_TYPE_KEY_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_key_bar_init(SabotKeyBar *bar)
{
	gtk_widget_init_template(GTK_WIDGET(bar));
	bar->keys = g_ptr_array_new();
	bar->buttons = g_ptr_array_new_with_free_func(g_object_unref);
}

static void
on_pressed(GtkButton *button, gpointer data)
{
	SabotKeyBar *bar = data;
	guint n;

	if (g_ptr_array_find(bar->buttons, button, &n))
		sabot_key_bar_activate(bar, n);
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

static bool
is_step(const struct sabot_dealer_key *key)
{
	return key->kind != SABOT_DEALER_KEY_SIDE;
}

/* What comes next, in their order; many of them in two rows. */
static void
place_steps(SabotKeyBar *bar)
{
	int n = 0, at = 0, columns;

	for (guint i = 0; i < bar->keys->len; i++)
		n += is_step(g_ptr_array_index(bar->keys, i));
	columns = n > (bar->is_tall ? TALL_ROW : WIDE_ROW) ? (n + 1) / 2 : MAX(n, 1);
	for (guint i = 0; i < bar->keys->len; i++) {
		GtkWidget *button = g_ptr_array_index(bar->buttons, i);

		if (!is_step(g_ptr_array_index(bar->keys, i)))
			continue;
		gtk_widget_set_hexpand(button, TRUE);
		gtk_widget_set_vexpand(button, TRUE);
		gtk_grid_attach(bar->steps, button, at % columns, at / columns, 1, 1);
		at++;
	}
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

		g_ptr_array_add(bar->buttons, g_object_ref_sink(button));
		if (key->kind == SABOT_DEALER_KEY_SIDE)
			gtk_box_pack_start(bar->sides, button, TRUE, TRUE, 0);
	}
	place_steps(bar);
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

/* To be placed again: the buttons, which have a reference beside the grid's meanwhile, stay. */
static void
remove_steps(SabotKeyBar *bar)
{
	for (guint i = 0; i < bar->buttons->len; i++)
		if (is_step(g_ptr_array_index(bar->keys, i)))
			gtk_container_remove(GTK_CONTAINER(bar->steps),
					     g_ptr_array_index(bar->buttons, i));
}

void
sabot_key_bar_set_tall(SabotKeyBar *bar, gboolean is_tall)
{
	if (bar->is_tall != is_tall) {
		bar->is_tall = is_tall;
		remove_steps(bar);
		place_steps(bar);
	}
	gtk_orientable_set_orientation(GTK_ORIENTABLE(bar), is_tall ? GTK_ORIENTATION_VERTICAL
								    : GTK_ORIENTATION_HORIZONTAL);
	gtk_box_set_child_packing(GTK_BOX(bar), GTK_WIDGET(bar->sides), is_tall, TRUE, 0,
				  GTK_PACK_START);
}

gboolean
sabot_key_bar_activate(SabotKeyBar *bar, guint n)
{
	const struct sabot_dealer_key *key;

	if (n >= bar->keys->len || !gtk_widget_get_sensitive(GTK_WIDGET(bar)))
		return FALSE;
	key = g_ptr_array_index(bar->keys, n);
	if (key->event || key->reads_again)
		sabot_dealer_table_press_key(bar->table, key);
	else
		g_signal_emit(bar, signals[SIGNAL_COLOUR_UP_WANTED], 0);
	return TRUE;
}
