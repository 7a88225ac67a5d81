/* Keys in rows: see key-grid.h. Buttons are rebuilt only if their texts change. */
#include "gui/display/key-grid.h"

#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/model/dealer/dealer-keys.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/label.h"

enum {
	GAP_PX = 8,
	LETTERS_PX = 22, /* largest size, if an em is 16 pixels; never smaller on other screens */
	EM_PX = 16,
};

/* A key as shown. */
struct shown {
	char *label;
	struct sabot_dealer_key_id id;
};

struct _SabotKeyGrid {
	GtkGrid parent_instance;
	GArray *keys; /* of struct shown */
	int columns;
};

G_DEFINE_FINAL_TYPE(SabotKeyGrid, sabot_key_grid, GTK_TYPE_GRID)

enum { SIGNAL_PRESSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_key_grid_finalize(GObject *object)
{
	g_array_unref(SABOT_KEY_GRID(object)->keys);
	G_OBJECT_CLASS(sabot_key_grid_parent_class)->finalize(object);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(widget));
	double em_px = sabot_font_get_size(widget);

	GTK_WIDGET_CLASS(sabot_key_grid_parent_class)->size_allocate(widget, allocation);
	for (GList *key = keys; key; key = key->next)
		if (SABOT_IS_KEY(key->data))
			sabot_key_set_largest(key->data,
					      (int)MAX(LETTERS_PX, em_px * LETTERS_PX / EM_PX));
}

static void
sabot_key_grid_class_init(SabotKeyGridClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_key_grid_finalize;
	GTK_WIDGET_CLASS(klass)->size_allocate = size_allocate;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-key-grid");
	signals[SIGNAL_PRESSED] = g_signal_new("pressed", SABOT_TYPE_KEY_GRID, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
clear_shown(gpointer data)
{
	struct shown *shown = data;

	g_free(shown->label);
	sabot_dealer_key_id_clear(&shown->id);
}

static void
sabot_key_grid_init(SabotKeyGrid *grid)
{
	grid->keys = g_array_new(FALSE, FALSE, sizeof(struct shown));
	g_array_set_clear_func(grid->keys, clear_shown);
	gtk_grid_set_row_homogeneous(GTK_GRID(grid), TRUE);
	gtk_grid_set_column_homogeneous(GTK_GRID(grid), TRUE);
	gtk_grid_set_row_spacing(GTK_GRID(grid), GAP_PX);
	gtk_grid_set_column_spacing(GTK_GRID(grid), GAP_PX);
}

static gboolean
is_same(const SabotKeyGrid *grid, const GPtrArray *keys)
{
	if (grid->keys->len != keys->len)
		return FALSE;
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);
		const struct shown *shown = &g_array_index(grid->keys, struct shown, i);

		if (g_strcmp0(key->label, shown->label) != 0)
			return FALSE;
	}
	return TRUE;
}

static void
record_ids(SabotKeyGrid *grid, const GPtrArray *keys)
{
	for (guint i = 0; i < keys->len; i++) {
		struct shown *shown = &g_array_index(grid->keys, struct shown, i);

		sabot_dealer_key_id_clear(&shown->id);
		shown->id = sabot_dealer_key_get_id(g_ptr_array_index(keys, i));
	}
}

static void
on_clicked(SabotKey *button, gpointer data)
{
	guint n = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "number"));
	SabotKeyGrid *grid = data;

	g_signal_emit(grid, signals[SIGNAL_PRESSED], 0,
		      &g_array_index(grid->keys, struct shown, n).id);
}

static void
hold_changed(SabotKeyGrid *grid, const GPtrArray *keys)
{
	GString *meaning = g_string_new(NULL);

	for (guint i = 0; i < keys->len; i++)
		g_string_append_printf(
			meaning, "%s\n",
			((const struct sabot_dealer_key *)g_ptr_array_index(keys, i))->label);
	sabot_hold_set(grid, keys->len > 0 ? meaning->str : NULL, TRUE);
	g_string_free(meaning, TRUE);
}

static void
attach(SabotKeyGrid *grid, GtkWidget *child, int n, int columns)
{
	g_object_set(child, "hexpand", TRUE, "vexpand", TRUE, "visible", TRUE, NULL);
	gtk_grid_attach(GTK_GRID(grid), child, n % columns, n / columns, 1, 1);
}

void
sabot_key_grid_set(SabotKeyGrid *grid, const GPtrArray *keys, int columns, int rows)
{
	if (grid->columns == columns && is_same(grid, keys)) {
		record_ids(grid, keys);
		return;
	}
	grid->columns = columns;
	hold_changed(grid, keys);
	g_array_set_size(grid->keys, 0);
	sabot_container_clear(grid);
	if (rows == 0)
		columns = MIN(columns, MAX((int)keys->len, 1));
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);
		GtkWidget *button = sabot_key_new(key->label);
		struct shown shown = {g_strdup(key->label), sabot_dealer_key_get_id(key)};

		g_object_set_data(G_OBJECT(button), "number", GUINT_TO_POINTER(i));
		g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), grid);
		attach(grid, button, (int)i, columns);
		g_array_append_val(grid->keys, shown);
	}
	for (int i = (int)keys->len; i < columns * rows; i++)
		attach(grid, gtk_label_new(NULL), i, columns);
}
