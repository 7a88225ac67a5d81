/* A road as a table: see road-table.h. Cells are created on request, and kept. */
#include "gui/widgets/road-table.h"

#include "gui/model/board/board-phrases.h"
#include "gui/model/board/road-grid.h"

#define SABOT_TYPE_ROAD_CELL (sabot_road_cell_get_type())
G_DECLARE_FINAL_TYPE(SabotRoadCell, sabot_road_cell, SABOT, ROAD_CELL, AtkObject)

struct _SabotRoadCell {
	AtkObject parent_instance;
	int index; /* index among the road's marks; -1: removed */
};

struct _SabotRoadTable {
	GtkWidgetAccessible parent_instance;
	GArray *marks;     /* of struct sabot_wire_cell */
	GHashTable *cells; /* index among the marks to its SabotRoadCell */
};

static void
sabot_road_table_implement(AtkTableIface *iface);

G_DEFINE_FINAL_TYPE(SabotRoadCell, sabot_road_cell, ATK_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE(SabotRoadTable, sabot_road_table, GTK_TYPE_WIDGET_ACCESSIBLE,
			      G_IMPLEMENT_INTERFACE(ATK_TYPE_TABLE, sabot_road_table_implement))

static AtkStateSet *
sabot_road_cell_ref_state_set(AtkObject *object)
{
	AtkStateSet *states = atk_state_set_new();

	if (SABOT_ROAD_CELL(object)->index < 0) {
		atk_state_set_add_state(states, ATK_STATE_DEFUNCT);
		return states;
	}
	atk_state_set_add_state(states, ATK_STATE_ENABLED);
	atk_state_set_add_state(states, ATK_STATE_TRANSIENT);
	atk_state_set_add_state(states, ATK_STATE_VISIBLE);
	return states;
}

static int
sabot_road_cell_get_index_in_parent(AtkObject *object)
{
	return SABOT_ROAD_CELL(object)->index;
}

static void
sabot_road_cell_class_init(SabotRoadCellClass *klass)
{
	AtkObjectClass *object_class = ATK_OBJECT_CLASS(klass);

	object_class->ref_state_set = sabot_road_cell_ref_state_set;
	object_class->get_index_in_parent = sabot_road_cell_get_index_in_parent;
}

static void
sabot_road_cell_init(SabotRoadCell *cell)
{
	atk_object_set_role(ATK_OBJECT(cell), ATK_ROLE_TABLE_CELL);
}

static const GArray *
marks_of(gpointer table)
{
	return SABOT_ROAD_TABLE(table)->marks;
}

static const struct sabot_wire_cell *
find_mark(gpointer table, int index)
{
	const GArray *marks = marks_of(table);

	if (index < 0 || (guint)index >= marks->len)
		return NULL;
	return &g_array_index(marks, struct sabot_wire_cell, index);
}

static int
sabot_road_table_get_n_children(AtkObject *object)
{
	return (int)marks_of(object)->len;
}

static AtkObject *
sabot_road_table_ref_child(AtkObject *object, int index)
{
	SabotRoadTable *table = SABOT_ROAD_TABLE(object);
	const struct sabot_wire_cell *mark = find_mark(table, index);
	SabotRoadCell *cell;
	g_autofree char *name = NULL;

	if (!mark)
		return NULL;
	cell = g_hash_table_lookup(table->cells, GINT_TO_POINTER(index));
	if (!cell) {
		name = sabot_board_phrase_mark(mark);
		cell = g_object_new(SABOT_TYPE_ROAD_CELL, NULL);
		cell->index = index;
		atk_object_set_name(ATK_OBJECT(cell), name);
		atk_object_set_parent(ATK_OBJECT(cell), object);
		g_hash_table_insert(table->cells, GINT_TO_POINTER(index), cell);
	}
	return g_object_ref(ATK_OBJECT(cell));
}

static AtkStateSet *
sabot_road_table_ref_state_set(AtkObject *object)
{
	AtkStateSet *states =
		ATK_OBJECT_CLASS(sabot_road_table_parent_class)->ref_state_set(object);

	atk_state_set_add_state(states, ATK_STATE_MANAGES_DESCENDANTS);
	return states;
}

static int
get_n_rows(AtkTable *table)
{
	(void)table;
	return SABOT_ROAD_GRID_ROWS;
}

static int
get_n_columns(AtkTable *table)
{
	return sabot_road_columns(marks_of(table));
}

/* Rows and columns count from 0 here; -1 if there is no mark. */
static int
get_index_at(AtkTable *table, int row, int column)
{
	const GArray *marks = marks_of(table);

	for (guint i = 0; i < marks->len; i++) {
		const struct sabot_wire_cell *mark =
			&g_array_index(marks, struct sabot_wire_cell, i);

		if (mark->row == row + 1 && mark->column == column + 1)
			return (int)i;
	}
	return -1;
}

static AtkObject *
ref_at(AtkTable *table, int row, int column)
{
	return sabot_road_table_ref_child(ATK_OBJECT(table), get_index_at(table, row, column));
}

static int
get_row_at_index(AtkTable *table, int index)
{
	const struct sabot_wire_cell *mark = find_mark(table, index);

	return mark ? mark->row - 1 : -1;
}

static int
get_column_at_index(AtkTable *table, int index)
{
	const struct sabot_wire_cell *mark = find_mark(table, index);

	return mark ? mark->column - 1 : -1;
}

static int
get_extent_at(AtkTable *table, int row, int column)
{
	return get_index_at(table, row, column) >= 0;
}

static void
sabot_road_table_implement(AtkTableIface *iface)
{
	iface->ref_at = ref_at;
	iface->get_index_at = get_index_at;
	iface->get_row_at_index = get_row_at_index;
	iface->get_column_at_index = get_column_at_index;
	iface->get_n_rows = get_n_rows;
	iface->get_n_columns = get_n_columns;
	iface->get_row_extent_at = get_extent_at;
	iface->get_column_extent_at = get_extent_at;
}

static void
sabot_road_table_initialize(AtkObject *object, gpointer widget)
{
	ATK_OBJECT_CLASS(sabot_road_table_parent_class)->initialize(object, widget);
	atk_object_set_role(object, ATK_ROLE_TABLE);
}

static void
end_cell(gpointer data)
{
	SabotRoadCell *cell = data;

	cell->index = -1;
	atk_object_set_parent(ATK_OBJECT(cell), NULL);
	g_object_unref(cell);
}

static void
sabot_road_table_finalize(GObject *object)
{
	SabotRoadTable *table = SABOT_ROAD_TABLE(object);

	g_hash_table_unref(table->cells);
	g_array_unref(table->marks);
	G_OBJECT_CLASS(sabot_road_table_parent_class)->finalize(object);
}

static void
sabot_road_table_class_init(SabotRoadTableClass *klass)
{
	AtkObjectClass *object_class = ATK_OBJECT_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_road_table_finalize;
	object_class->initialize = sabot_road_table_initialize;
	object_class->get_n_children = sabot_road_table_get_n_children;
	object_class->ref_child = sabot_road_table_ref_child;
	object_class->ref_state_set = sabot_road_table_ref_state_set;
}

static void
sabot_road_table_init(SabotRoadTable *table)
{
	table->marks = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_cell));
	table->cells = g_hash_table_new_full(NULL, NULL, NULL, end_cell);
}

void
sabot_road_table_set_marks(SabotRoadTable *table, GArray *marks)
{
	g_hash_table_remove_all(table->cells);
	g_array_unref(table->marks);
	table->marks = g_array_ref(marks);
	g_signal_emit_by_name(table, "model-changed");
}
