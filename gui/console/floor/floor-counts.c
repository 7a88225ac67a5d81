/* The numbers: see floor-counts.h. They are counted some moments after a change. */
#include "floor-counts.h"

#include "gui/model/table-need.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

enum { COUNT_MS = 150 };

enum count { STOPPED, TO_SEE_TO, RUNNING, CLOSED, STALE, N_COUNTS };

struct _SabotFloorCounts {
	GtkBox parent_instance;
	SabotFloorModel *floor;
	GtkLabel *labels[N_COUNTS];
	gboolean is_short;
	guint source;
};

G_DEFINE_FINAL_TYPE(SabotFloorCounts, sabot_floor_counts, GTK_TYPE_BOX)

static enum count
count_of(SabotTableItem *table)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(table);

	if (sabot_table_is_stopped(view))
		return STOPPED;
	if (sabot_table_item_get_stale(table))
		return STALE;
	if (sabot_table_need(view) > 0)
		return TO_SEE_TO;
	return view->state == SABOT_WIRE_TABLE_CLOSED ? CLOSED : RUNNING;
}

static char *
text_of(enum count count, int n)
{
	unsigned long many = (unsigned long)n;

	switch (count) {
	case STOPPED:
		/* Translators: these five count tables. */
		return g_strdup_printf(ngettext("%d stopped", "%d stopped", many), n);
	case TO_SEE_TO:
		return g_strdup_printf(ngettext("%d to see to", "%d to see to", many), n);
	case RUNNING:
		return g_strdup_printf(ngettext("%d running", "%d running", many), n);
	case CLOSED:
		return g_strdup_printf(ngettext("%d closed", "%d closed", many), n);
	case STALE:
		return g_strdup_printf(ngettext("%d stale", "%d stale", many), n);
	case N_COUNTS:
		break;
	}
	return NULL;
}

static gboolean
on_count_due(gpointer data)
{
	SabotFloorCounts *counts = data;
	GListModel *tables = sabot_floor_model_get_tables(counts->floor);
	int n[N_COUNTS] = {0};

	counts->source = 0;
	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) table = g_list_model_get_item(tables, i);

		n[count_of(table)]++;
	}
	for (int i = 0; i < N_COUNTS; i++) {
		gboolean is_quiet = i == RUNNING || i == CLOSED;
		gboolean is_shown = (n[i] > 0 || i == RUNNING) && !(is_quiet && counts->is_short);
		g_autofree char *text = is_shown ? text_of((enum count)i, n[i]) : NULL;

		sabot_label_set(counts->labels[i], text);
	}
	return G_SOURCE_REMOVE;
}

/* Not before there is a floor, and not for a window being destroyed. */
static void
count_soon(SabotFloorCounts *counts)
{
	if (counts->floor && !counts->source)
		counts->source = g_timeout_add(COUNT_MS, on_count_due, counts);
}

void
sabot_floor_counts_set_floor(SabotFloorCounts *counts, SabotFloorModel *floor)
{
	counts->floor = g_object_ref(floor);
	g_signal_connect_object(floor, "tables-changed", G_CALLBACK(count_soon), counts,
				G_CONNECT_SWAPPED);
	on_count_due(counts);
}

void
sabot_floor_counts_set_short(SabotFloorCounts *counts, gboolean is_short)
{
	if (counts->is_short == is_short)
		return;
	counts->is_short = is_short;
	count_soon(counts);
}

static void
sabot_floor_counts_dispose(GObject *object)
{
	SabotFloorCounts *counts = SABOT_FLOOR_COUNTS(object);

	g_clear_handle_id(&counts->source, g_source_remove);
	g_clear_object(&counts->floor);
	G_OBJECT_CLASS(sabot_floor_counts_parent_class)->dispose(object);
}

static void
sabot_floor_counts_class_init(SabotFloorCountsClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_floor_counts_dispose;
}

static void
sabot_floor_counts_init(SabotFloorCounts *counts)
{
	static const char *const styles[N_COUNTS] = {"stopped", "to-see-to", "quiet", "quiet",
						     "quiet"};

	for (int i = 0; i < N_COUNTS; i++) {
		counts->labels[i] = GTK_LABEL(gtk_label_new(NULL));
		gtk_label_set_ellipsize(counts->labels[i], PANGO_ELLIPSIZE_END);
		gtk_widget_set_valign(GTK_WIDGET(counts->labels[i]), GTK_ALIGN_CENTER);
		sabot_style_set_class(counts->labels[i], "head-count", TRUE);
		sabot_style_set_class(counts->labels[i], styles[i], TRUE);
		gtk_box_pack_start(GTK_BOX(counts), GTK_WIDGET(counts->labels[i]), FALSE, TRUE, 0);
	}
}
