/* Drop-down lists: see combo.h. */
#include "combo.h"

void
sabot_combo_let_shrink(GtkComboBox *combo)
{
	GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));

	for (GList *cell = cells; cell; cell = cell->next)
		g_object_set(cell->data, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
	g_list_free(cells);
}
