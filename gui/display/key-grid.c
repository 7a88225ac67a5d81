/* Keys in rows: see key-grid.h. Buttons are rebuilt only when what they say differs. */
#include "gui/display/key-grid.h"

#include "key-button.h"
#include "gui/model/dealer/dealer-keys.h"
#include "gui/widgets/label.h"

enum { GAP_PX = 8, LETTERS_PX = 22 };

struct _SabotKeyGrid {
	GtkGrid parent_instance;
	GPtrArray *labels; /* of char: as shown */
	int columns;
};

G_DEFINE_FINAL_TYPE(SabotKeyGrid, sabot_key_grid, GTK_TYPE_GRID)

enum { SIGNAL_PRESSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
sabot_key_grid_finalize(GObject *object)
{
	g_ptr_array_unref(SABOT_KEY_GRID(object)->labels);
	G_OBJECT_CLASS(sabot_key_grid_parent_class)->finalize(object);
}

static void
sabot_key_grid_class_init(SabotKeyGridClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_key_grid_finalize;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-key-grid");
	signals[SIGNAL_PRESSED] = g_signal_new("pressed", SABOT_TYPE_KEY_GRID, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sabot_key_grid_init(SabotKeyGrid *grid)
{
	grid->labels = g_ptr_array_new_with_free_func(g_free);
	gtk_grid_set_row_homogeneous(GTK_GRID(grid), TRUE);
	gtk_grid_set_column_homogeneous(GTK_GRID(grid), TRUE);
	gtk_grid_set_row_spacing(GTK_GRID(grid), GAP_PX);
	gtk_grid_set_column_spacing(GTK_GRID(grid), GAP_PX);
}

static gboolean
is_same(const SabotKeyGrid *grid, const GPtrArray *keys)
{
	if (grid->labels->len != keys->len)
		return FALSE;
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);

		if (g_strcmp0(key->label, g_ptr_array_index(grid->labels, i)) != 0)
			return FALSE;
	}
	return TRUE;
}

static void
on_clicked(SabotKey *button, gpointer data)
{
	guint n = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "number"));
	SabotKeyGrid *grid = data;

	g_signal_emit(grid, signals[SIGNAL_PRESSED], 0, g_ptr_array_index(grid->labels, n));
}

void
sabot_key_grid_set(SabotKeyGrid *grid, const GPtrArray *keys, int columns)
{
	if (grid->columns == columns && is_same(grid, keys))
		return;
	grid->columns = columns;
	g_ptr_array_set_size(grid->labels, 0);
	sabot_container_clear(grid);
	columns = MIN(columns, MAX((int)keys->len, 1));
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);
		GtkWidget *button = sabot_key_new(key->label);

		sabot_key_set_largest(SABOT_KEY(button), LETTERS_PX);
		g_object_set_data(G_OBJECT(button), "number", GUINT_TO_POINTER(i));
		g_object_set(button, "hexpand", TRUE, "vexpand", TRUE, NULL);
		g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), grid);
		gtk_grid_attach(GTK_GRID(grid), button, (int)i % columns, (int)i / columns, 1, 1);
		g_ptr_array_add(grid->labels, g_strdup(key->label));
	}
}
