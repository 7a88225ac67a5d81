/*
 * See shift-tables.h. Cells of a column share a size group; rows belong to the list, head and sums
 * are outside of the scrolled area.
 */
#include "shift-tables.h"

#include "gui/model/tables/table-phrases.h"
#include "gui/style/style-sheet.h"
#include "gui/widgets/label.h"
#include "gui/widgets/scroll.h"
#include "gui/widgets/severity-badge.h"
#include "text/money.h"

#include <glib/gi18n.h>

#define ROW_KEY "sabot-shift-row"

/* The width from which a column is shown: a narrow page has fewer columns. */
enum { ALWAYS, FROM_NARROW_PX = 640, FROM_MIDDLE_PX = 790, FROM_WIDE_PX = 1000 };
enum { BADGE_PX = 20, BP_PER_PERCENT = 100 };

enum column {
	COLUMN_TABLE,
	COLUMN_GAME,
	COLUMN_OPENER,
	COLUMN_FILLS,
	COLUMN_CREDITS,
	COLUMN_DROP,
	COLUMN_CLOSER,
	COLUMN_WIN,
	COLUMN_HOLD,
	COLUMN_ROUNDS,
	COLUMN_OPEN,
	N_COLUMNS,
};

static const struct {
	const char *title;
	int from_px;
	gboolean is_text;
} columns[N_COLUMNS] = {
	[COLUMN_TABLE] = {NC_("shift", "table"), ALWAYS, TRUE},
	[COLUMN_GAME] = {NC_("shift", "game"), FROM_WIDE_PX, TRUE},
	[COLUMN_OPENER] = {NC_("shift", "opener"), FROM_NARROW_PX, FALSE},
	[COLUMN_FILLS] = {NC_("shift", "fills"), FROM_MIDDLE_PX, FALSE},
	[COLUMN_CREDITS] = {NC_("shift", "credits"), FROM_MIDDLE_PX, FALSE},
	[COLUMN_DROP] = {NC_("shift", "drop"), ALWAYS, FALSE},
	[COLUMN_CLOSER] = {NC_("shift", "closer"), FROM_NARROW_PX, FALSE},
	[COLUMN_WIN] = {NC_("shift", "win"), ALWAYS, FALSE},
	[COLUMN_HOLD] = {NC_("shift", "hold"), FROM_MIDDLE_PX, FALSE},
	[COLUMN_ROUNDS] = {NC_("shift", "rounds"), ALWAYS, FALSE},
	[COLUMN_OPEN] = {NC_("shift", "what is open"), ALWAYS, TRUE},
};

/* The order of the tables; the keys in their order. */
enum order { ORDER_NEED, ORDER_NAME, ORDER_WIN, N_ORDERS };

struct _SabotShiftTables {
	GtkBox parent_instance;
	SabotFeed *feed; /* borrowed */
	GtkSizeGroup *groups[N_COLUMNS];
	GtkListBox *list;
	GtkWidget *sums;
	GHashTable *open; /* table -> struct need */
	GtkWidget *orders[N_ORDERS];
	enum order order;
	int width_px; /* width for which the columns were chosen */
	guint source; /* or 0 */
};

/* The first open item of a table. */
struct need {
	guint rank; /* the worst is 0 */
	enum sabot_shift_area area;
	gint64 number; /* number of an incident, else 0 */
};

/* The sort keys of a row. */
struct row {
	char *table;
	guint rank;
	gint64 win_minor;
};

enum { SIGNAL_TABLE_WANTED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotShiftTables, sabot_shift_tables, GTK_TYPE_BOX)

static void
sabot_shift_tables_dispose(GObject *object)
{
	SabotShiftTables *tables = SABOT_SHIFT_TABLES(object);

	g_clear_handle_id(&tables->source, g_source_remove);
	for (gsize i = 0; i < N_COLUMNS; i++)
		g_clear_object(&tables->groups[i]);
	g_clear_pointer(&tables->open, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_shift_tables_parent_class)->dispose(object);
}

/* --- Columns ---------------------------------------------------------------------------------- */

static GtkWidget *
cell_new(SabotShiftTables *tables, enum column column, const char *text)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), columns[column].is_text ? 0 : 1);
	gtk_widget_set_hexpand(label, column != COLUMN_TABLE);
	sabot_style_set_class(label, "figures", TRUE);
	gtk_size_group_add_widget(tables->groups[column], label);
	gtk_widget_set_visible(label, tables->width_px >= columns[column].from_px);
	return label;
}

static void
show_columns(GtkWidget *cells, int width_px)
{
	g_autoptr(GList) children = gtk_container_get_children(GTK_CONTAINER(cells));
	gsize column = 0;

	for (const GList *node = children; node; node = node->next, column++)
		gtk_widget_set_visible(node->data, width_px >= columns[column].from_px);
}

static void
show_row_columns(GtkWidget *row, gpointer data)
{
	show_columns(gtk_bin_get_child(GTK_BIN(row)), SABOT_SHIFT_TABLES(data)->width_px);
}

/* The head is the first child, the sums the last. */
static gboolean
on_width_due(gpointer data)
{
	SabotShiftTables *tables = data;
	g_autoptr(GList) children = gtk_container_get_children(GTK_CONTAINER(tables));

	tables->source = 0;
	show_columns(g_list_nth_data(children, 1), tables->width_px);
	show_columns(tables->sums, tables->width_px);
	gtk_container_foreach(GTK_CONTAINER(tables->list), show_row_columns, tables);
	return G_SOURCE_REMOVE;
}

static int
class_of_width(int allocated_px)
{
	int width_px = sabot_style_room(allocated_px);

	return width_px >= FROM_WIDE_PX     ? FROM_WIDE_PX
	       : width_px >= FROM_MIDDLE_PX ? FROM_MIDDLE_PX
	       : width_px >= FROM_NARROW_PX ? FROM_NARROW_PX
					    : ALWAYS;
}

/* Columns must not change during layout. */
static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotShiftTables *tables = SABOT_SHIFT_TABLES(widget);

	GTK_WIDGET_CLASS(sabot_shift_tables_parent_class)->size_allocate(widget, allocation);
	if (class_of_width(allocation->width) == tables->width_px)
		return;
	tables->width_px = class_of_width(allocation->width);
	if (!tables->source)
		tables->source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_width_due, tables, NULL);
}

/* A page too narrow for its columns shows fewer of them; it does not get wider. */
static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	GTK_WIDGET_CLASS(sabot_shift_tables_parent_class)
		->get_preferred_width(widget, ret_minimum, ret_natural);
	if (SABOT_SHIFT_TABLES(widget)->width_px > ALWAYS)
		*ret_minimum = 0;
}

static void
sabot_shift_tables_class_init(SabotShiftTablesClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_shift_tables_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->get_preferred_width = get_preferred_width;
	signals[SIGNAL_TABLE_WANTED] =
		g_signal_new("table-wanted", SABOT_TYPE_SHIFT_TABLES, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static GtkWidget *
cells_new(const char *style)
{
	GtkWidget *cells = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);

	sabot_style_set_class(cells, style, TRUE);
	gtk_widget_show(cells);
	return cells;
}

/* --- The order -------------------------------------------------------------------------------- */

static int
compare(GtkListBoxRow *one, GtkListBoxRow *other, gpointer data)
{
	const SabotShiftTables *tables = data;
	const struct row *a = g_object_get_data(G_OBJECT(one), ROW_KEY);
	const struct row *b = g_object_get_data(G_OBJECT(other), ROW_KEY);

	if (tables->order == ORDER_NEED && a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (tables->order == ORDER_WIN && a->win_minor != b->win_minor)
		return a->win_minor < b->win_minor ? -1 : 1;
	return g_utf8_collate(a->table, b->table);
}

static void
on_order(GtkToggleButton *button, gpointer data)
{
	SabotShiftTables *tables = data;

	if (!gtk_toggle_button_get_active(button))
		return;
	for (gsize i = 0; i < N_ORDERS; i++)
		if (tables->orders[i] == GTK_WIDGET(button))
			tables->order = (enum order)i;
	gtk_list_box_invalidate_sort(tables->list);
}

/* Keys of which exactly one is down. */
static GtkWidget *
orders_new(SabotShiftTables *tables)
{
	static const char *const names[N_ORDERS] = {
		[ORDER_NEED] = NC_("shift order", "By need"),
		[ORDER_NAME] = NC_("shift order", "Name"),
		[ORDER_WIN] = NC_("shift order", "Win"),
	};
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

	sabot_style_set_class(box, "linked", TRUE);
	for (gsize i = 0; i < N_ORDERS; i++) {
		GtkWidget *key = gtk_radio_button_new_with_label_from_widget(
			i > 0 ? GTK_RADIO_BUTTON(tables->orders[0]) : NULL,
			g_dpgettext2(NULL, "shift order", names[i]));

		gtk_toggle_button_set_mode(GTK_TOGGLE_BUTTON(key), FALSE);
		g_signal_connect(key, "toggled", G_CALLBACK(on_order), tables);
		gtk_container_add(GTK_CONTAINER(box), key);
		tables->orders[i] = key;
	}
	gtk_widget_set_halign(box, GTK_ALIGN_END);
	return box;
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void
on_row_activated(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
	SabotShiftTables *tables = data;
	const struct row *own = g_object_get_data(G_OBJECT(row), ROW_KEY);
	SabotTableItem *item =
		sabot_table_list_find(sabot_feed_get_tables(tables->feed), own->table, NULL);

	(void)list;
	if (item)
		g_signal_emit(tables, signals[SIGNAL_TABLE_WANTED], 0, item);
}

static void
add_title(SabotShiftTables *tables)
{
	GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
	GtkWidget *title = gtk_label_new(_("What each table comes to"));

	gtk_label_set_xalign(GTK_LABEL(title), 0);
	gtk_label_set_line_wrap(GTK_LABEL(title), TRUE);
	gtk_widget_set_hexpand(title, TRUE);
	sabot_style_set_class(title, "frame-title", TRUE);
	gtk_container_add(GTK_CONTAINER(line), title);
	gtk_container_add(GTK_CONTAINER(line), orders_new(tables));
	gtk_container_add(GTK_CONTAINER(tables), line);
	gtk_widget_show_all(line);
}

static void
add_head(SabotShiftTables *tables)
{
	GtkWidget *head = cells_new("shift-head");

	for (gsize i = 0; i < N_COLUMNS; i++)
		gtk_container_add(GTK_CONTAINER(head),
				  cell_new(tables, (enum column)i,
					   g_dpgettext2(NULL, "shift", columns[i].title)));
	gtk_container_add(GTK_CONTAINER(tables), head);
}

static void
add_list(SabotShiftTables *tables)
{
	GtkWidget *scrolled = sabot_scroll_new();

	tables->list = GTK_LIST_BOX(gtk_list_box_new());
	gtk_list_box_set_selection_mode(tables->list, GTK_SELECTION_NONE);
	sabot_style_set_class(tables->list, "shift-tables", TRUE);
	gtk_list_box_set_sort_func(tables->list, compare, tables, NULL);
	g_signal_connect(tables->list, "row-activated", G_CALLBACK(on_row_activated), tables);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(tables->list)),
			    _("what each table comes to"));
	g_object_set(scrolled, "can-focus", FALSE, "vexpand", TRUE, "hscrollbar-policy",
		     GTK_POLICY_NEVER, "min-content-height", 120, NULL);
	gtk_container_add(GTK_CONTAINER(scrolled), GTK_WIDGET(tables->list));
	gtk_container_add(GTK_CONTAINER(tables), scrolled);
	gtk_widget_show_all(scrolled);
}

static void
sabot_shift_tables_init(SabotShiftTables *tables)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(tables), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(tables), 4);
	tables->open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	for (gsize i = 0; i < N_COLUMNS; i++)
		tables->groups[i] = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
	add_title(tables);
	add_head(tables);
	add_list(tables);
	tables->sums = cells_new("shift-sums");
	gtk_container_add(GTK_CONTAINER(tables), tables->sums);
}

void
sabot_shift_tables_set_feed(SabotShiftTables *tables, SabotFeed *feed)
{
	tables->feed = feed;
}

/* --- Figures ---------------------------------------------------------------------------------- */

static gboolean
is_number(int64_t minor)
{
	return minor != SABOT_WIRE_NO_NUMBER;
}

/* "12 500"; "–" if it is not known. */
static char *
show_money(int64_t minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(is_number(minor) ? sabot_text_money_spaced(minor, money) : "–");
}

/* With its sign; an estimate is marked. */
static char *
show_win(const struct sabot_wire_table_result *result)
{
	int64_t win_minor =
		is_number(result->win_minor) ? result->win_minor : result->estimate_minor;
	char money[SABOT_TEXT_MONEY_SIZE];

	if (!is_number(win_minor))
		return g_strdup("–");
	sabot_text_money_spaced(ABS(win_minor), money);
	return g_strdup_printf("%s%s%s", is_number(result->win_minor) ? "" : "≈",
			       win_minor < 0   ? "−"
			       : win_minor > 0 ? "+"
					       : "",
			       money);
}

static char *
show_hold(int64_t hold_bp)
{
	int64_t tenths = (ABS(hold_bp) + 5) / 10;

	if (!is_number(hold_bp))
		return g_strdup("–");
	return g_strdup_printf("%s%d.%d %%", hold_bp < 0 ? "−" : "", (int)(tenths / 10),
			       (int)(tenths % 10));
}

static const struct sabot_wire_view *
view_of(SabotShiftTables *tables, const char *table)
{
	SabotTableItem *item =
		table ? sabot_table_list_find(sabot_feed_get_tables(tables->feed), table, NULL)
		      : NULL;

	return item ? sabot_table_item_get_view(item) : NULL;
}

/* The text of a column; none for the open items. Transferred. */
static char *
show_figure(SabotShiftTables *tables, enum column column,
	    const struct sabot_wire_table_result *result)
{
	const struct sabot_wire_view *view = view_of(tables, result->table);

	switch (column) {
	case COLUMN_TABLE:
		return g_strdup(result->table ? result->table : _("Total"));
	case COLUMN_GAME:
		return g_strdup(view ? sabot_phrase_game(view->game) : "");
	case COLUMN_OPENER:
		return show_money(result->opener_minor);
	case COLUMN_FILLS:
		return show_money(result->fills_minor);
	case COLUMN_CREDITS:
		return show_money(result->credits_minor);
	case COLUMN_DROP:
		return show_money(result->drop_minor);
	case COLUMN_CLOSER:
		return is_number(result->closer_minor) || !result->table
			       ? show_money(result->closer_minor)
			       /* Translators: of a table's closer. */
			       : g_strdup(C_("shift", "not counted"));
	case COLUMN_WIN:
		return show_win(result);
	case COLUMN_HOLD:
		return show_hold(result->hold_bp);
	case COLUMN_ROUNDS:
		return g_strdup_printf("%d", (int)result->rounds);
	case COLUMN_OPEN:
	case N_COLUMNS:
		break;
	}
	return g_strdup("");
}

static void
fill(SabotShiftTables *tables, GtkWidget *cells, const struct sabot_wire_table_result *result)
{
	static const char *const styles[N_COLUMNS] = {[COLUMN_TABLE] = "shift-table",
						      [COLUMN_GAME] = "shift-quiet",
						      [COLUMN_WIN] = "shift-win"};

	for (gsize i = 0; i < COLUMN_OPEN; i++) {
		g_autofree char *text = show_figure(tables, (enum column)i, result);
		GtkWidget *cell = cell_new(tables, (enum column)i, text);

		if (styles[i])
			sabot_style_set_class(cell, styles[i], TRUE);
		gtk_container_add(GTK_CONTAINER(cells), cell);
	}
}

void
sabot_shift_tables_reset(SabotShiftTables *tables, const struct sabot_wire_table_result *sum)
{
	sabot_container_clear(tables->list);
	sabot_container_clear(tables->sums);
	g_hash_table_remove_all(tables->open);
	if (!sum)
		return;
	fill(tables, tables->sums, sum);
	gtk_container_add(GTK_CONTAINER(tables->sums), cell_new(tables, COLUMN_OPEN, ""));
}

void
sabot_shift_tables_add_open(SabotShiftTables *tables, const struct sabot_wire_open_item *item)
{
	const struct sabot_shift_kind *kind = sabot_shift_kind_find(item->what);
	struct need *need;

	if (!kind || item->remark || !item->table ||
	    g_hash_table_contains(tables->open, item->table))
		return;
	need = g_new0(struct need, 1);
	need->rank = g_hash_table_size(tables->open);
	need->area = kind->area;
	need->number = g_str_equal(item->what, "incident_grave") ? item->number : 0;
	g_hash_table_insert(tables->open, g_strdup(item->table), need);
}

/* The amount of a payment, the kind of any other item. Transferred. */
static char *
show_need(SabotShiftTables *tables, const char *table, const struct need *need)
{
	const struct sabot_wire_view *view = view_of(tables, table);
	char *money = need->area == SABOT_SHIFT_AREA_PAYMENTS && view
			      ? sabot_phrase_redress_short(view)
			      : NULL;

	return money ? money : g_strdup(sabot_shift_brief(need->area));
}

/* The open item, with the sign of its incident. */
static GtkWidget *
need_new(SabotShiftTables *tables, const char *table, const struct need *need)
{
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *badge;
	g_autofree char *text = need ? show_need(tables, table, need) : g_strdup("");
	GtkWidget *label = gtk_label_new(text);
	const struct sabot_wire_incident *incident =
		need && need->number
			? sabot_incident_list_find(sabot_feed_get_incidents(tables->feed), table,
						   need->number)
			: NULL;

	if (incident) {
		badge = g_object_new(SABOT_TYPE_BADGE, NULL);
		sabot_badge_set(SABOT_BADGE(badge), incident->severity, FALSE);
		sabot_badge_set_size(SABOT_BADGE(badge), BADGE_PX);
		gtk_widget_set_valign(badge, GTK_ALIGN_CENTER);
		gtk_container_add(GTK_CONTAINER(box), badge);
	}
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	sabot_style_set_class(label, "shift-open", TRUE);
	gtk_container_add(GTK_CONTAINER(box), label);
	gtk_widget_set_hexpand(box, TRUE);
	gtk_size_group_add_widget(tables->groups[COLUMN_OPEN], box);
	gtk_widget_show_all(box);
	return box;
}

static void
free_row(gpointer data)
{
	struct row *row = data;

	g_free(row->table);
	g_free(row);
}

/* "PB-01: drop 500.00, win 20.00; the opener differs by 5.00". */
static void
name_row(GtkWidget *row, const struct sabot_wire_table_result *result)
{
	gboolean is_off = is_number(result->opener_difference_minor);
	g_autofree char *drop = is_number(result->drop_minor)
					? sabot_text_money_dup(result->drop_minor)
					: g_strdup("–");
	g_autofree char *win = is_number(result->win_minor)
				       ? sabot_text_money_dup(result->win_minor)
				       : g_strdup("–");
	g_autofree char *off =
		is_off ? sabot_text_money_dup(result->opener_difference_minor) : NULL;
	/* Translators: a table, two amounts. */
	g_autofree char *text = g_strdup_printf(_("%s: drop %s, win %s"), result->table, drop, win);
	/* Translators: what a table has won, by how much its opener was another than expected. */
	g_autofree char *more =
		is_off ? g_strdup_printf(_("%s; the opener differs by %s"), text, off) : NULL;

	atk_object_set_name(gtk_widget_get_accessible(row), more ? more : text);
	gtk_widget_set_tooltip_text(row, more);
}

void
sabot_shift_tables_add(SabotShiftTables *tables, const struct sabot_wire_table_result *result)
{
	const struct need *need = g_hash_table_lookup(tables->open, result->table);
	GtkWidget *row = gtk_list_box_row_new(), *cells = cells_new("shift-row");
	struct row *own = g_new0(struct row, 1);

	own->table = g_strdup(result->table);
	own->rank = need ? need->rank : G_MAXUINT;
	own->win_minor = is_number(result->win_minor)        ? result->win_minor
			 : is_number(result->estimate_minor) ? result->estimate_minor
							     : G_MAXINT64;
	g_object_set_data_full(G_OBJECT(row), ROW_KEY, own, free_row);
	fill(tables, cells, result);
	gtk_container_add(GTK_CONTAINER(cells), need_new(tables, result->table, need));
	gtk_container_add(GTK_CONTAINER(row), cells);
	name_row(row, result);
	gtk_widget_show(row);
	gtk_container_add(GTK_CONTAINER(tables->list), row);
}
