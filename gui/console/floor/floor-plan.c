/* See floor-plan.h. Like the tile grid it requests no size from its tiles. */
#include "floor-plan.h"

#include "gui/model/tables/arrangement.h"
#include "gui/model/table-need.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/label.h"
#include "due-tiles.h"

#include <glib/gi18n.h>

enum { GRID_LINES_PX = 8 * SABOT_HALL_GRID_PX };

/* A table on the plan. */
struct spot {
	SabotTableItem *item;
	GtkWidget *tile; /* borrowed */
	bool is_local;   /* it is not drawn where its view says */
	bool has_place;
	struct sabot_wire_place place;
	GtkAllocation box; /* as last drawn */
};

struct _SabotFloorPlan {
	GtkContainer parent_instance;
	GPtrArray *spots;    /* of struct spot, in list order */
	GHashTable *by_item; /* the same, borrowed */
	struct sabot_due_tiles *due;
	GtkWidget *heading;
	guint n_tables;                  /* tables of the house, shown or not */
	struct sabot_hall_layout layout; /* as allocated */
	enum sabot_tile_density density;
	gboolean is_arranging, is_frozen;
	guint density_source;
};

enum { SIGNAL_TABLE_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFloorPlan, sabot_floor_plan, GTK_TYPE_CONTAINER)

/* --- Tables ---------------------------------------------------------------------------------- */

static struct spot *
nth_spot(SabotFloorPlan *plan, guint n)
{
	return g_ptr_array_index(plan->spots, n);
}

static struct spot *
find_spot(SabotFloorPlan *plan, SabotTableItem *item)
{
	return g_hash_table_lookup(plan->by_item, item);
}

/* True if its place has changed. */
static bool
read_place(struct spot *spot)
{
	const struct sabot_wire_place *place = sabot_table_item_get_view(spot->item)->place;
	struct spot before = *spot;

	if (spot->is_local)
		return false;
	spot->has_place = place != NULL;
	if (place)
		spot->place = *place;
	return before.has_place != spot->has_place ||
	       (place && (before.place.x_px != place->x_px || before.place.y_px != place->y_px));
}

static void
on_refreshed(gpointer plan, SabotTableTile *tile)
{
	if (read_place(find_spot(plan, sabot_table_tile_get_item(tile))))
		gtk_widget_queue_resize(plan);
}

static void
on_item_changed(SabotTableItem *item, gpointer data)
{
	SabotFloorPlan *plan = data;

	sabot_due_tiles_add(plan->due, SABOT_TABLE_TILE(find_spot(plan, item)->tile));
}

static void
on_clicked(GtkButton *tile, gpointer data)
{
	SabotFloorPlan *plan = data;

	if (!plan->is_arranging)
		g_signal_emit(plan, signals[SIGNAL_TABLE_ACTIVATED], 0,
			      sabot_table_tile_get_item(SABOT_TABLE_TILE(tile)));
}

static struct spot *
add_spot(SabotFloorPlan *plan, SabotTableItem *item)
{
	struct spot *spot = g_new0(struct spot, 1);

	spot->item = g_object_ref(item);
	spot->tile = sabot_table_tile_new(item, plan->density);
	read_place(spot);
	g_hash_table_insert(plan->by_item, item, spot);
	g_signal_connect(item, "changed", G_CALLBACK(on_item_changed), plan);
	g_signal_connect(spot->tile, "clicked", G_CALLBACK(on_clicked), plan);
	gtk_widget_set_parent(spot->tile, GTK_WIDGET(plan));
	return spot;
}

static void
remove_spot(SabotFloorPlan *plan, struct spot *spot)
{
	g_signal_handlers_disconnect_by_data(spot->item, plan);
	if (plan->due)
		sabot_due_tiles_forget(plan->due, SABOT_TABLE_TILE(spot->tile));
	g_hash_table_remove(plan->by_item, spot->item);
	gtk_widget_unparent(spot->tile);
	g_object_unref(spot->item);
	g_free(spot);
}

void
sabot_floor_plan_set_items(SabotFloorPlan *plan, const GPtrArray *items, guint n_tables)
{
	g_autoptr(GPtrArray) before = g_steal_pointer(&plan->spots);
	g_autoptr(GHashTable) kept = g_hash_table_new(NULL, NULL);

	plan->spots = g_ptr_array_new();
	for (guint i = 0; i < items->len; i++) {
		SabotTableItem *item = g_ptr_array_index(items, i);
		struct spot *spot = find_spot(plan, item);

		g_ptr_array_add(plan->spots, spot ? spot : add_spot(plan, item));
		g_hash_table_add(kept, nth_spot(plan, i));
	}
	for (guint i = 0; i < before->len; i++)
		if (!g_hash_table_contains(kept, g_ptr_array_index(before, i)))
			remove_spot(plan, g_ptr_array_index(before, i));
	if (!sabot_arrangement_is_same(before, plan->spots) || plan->n_tables != n_tables)
		gtk_widget_queue_resize(GTK_WIDGET(plan));
	plan->n_tables = n_tables;
}

/* --- Where they stand ------------------------------------------------------------------------ */

static guint
count_homeless(SabotFloorPlan *plan)
{
	guint n = 0;

	for (guint i = 0; i < plan->spots->len; i++)
		n += !nth_spot(plan, i)->has_place;
	return n;
}

static double
em_px(SabotFloorPlan *plan)
{
	return sabot_font_get_size(GTK_WIDGET(plan));
}

/* For widths: a font of wide letters needs wider tiles for the same words. */
static double
letter_px(SabotFloorPlan *plan)
{
	return sabot_font_get_letter_size(GTK_WIDGET(plan));
}

/* The scale at which a tile still has room for a table's name. */
static double
least_scale(SabotFloorPlan *plan)
{
	const struct sabot_tile_size *cell = &sabot_tile_sizes[SABOT_TILE_CELL];
	struct sabot_hall_size table = sabot_floor_plan_get_table_size(plan);

	return MAX((cell->width_em * letter_px(plan) + SABOT_HALL_GAP_PX) / table.width_px,
		   (cell->height_em * em_px(plan) + SABOT_HALL_GAP_PX) / table.height_px);
}

static struct sabot_hall_room
room_of(SabotFloorPlan *plan, int width, int height)
{
	return (struct sabot_hall_room){
		.width = width,
		.height = height,
		.heading = (int)(em_px(plan) * 2),
		.n_below = count_homeless(plan),
		.table = sabot_floor_plan_get_table_size(plan),
		.least_scale = least_scale(plan),
	};
}

static GtkSizeRequestMode
get_request_mode(GtkWidget *widget)
{
	(void)widget;
	return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	double scale = least_scale(SABOT_FLOOR_PLAN(widget));

	*ret_minimum = *ret_natural = (int)(SABOT_HALL_WIDTH_PX * scale) + 2 * SABOT_HALL_MARGIN_PX;
}

static void
get_preferred_height_for_width(GtkWidget *widget, int width, int *ret_minimum, int *ret_natural)
{
	const struct sabot_hall_room room = room_of(SABOT_FLOOR_PLAN(widget), width, 0);

	*ret_minimum = *ret_natural = sabot_hall_lay_out(&room, room.least_scale).height;
}

static void
get_preferred_height(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	int width;

	get_preferred_width(widget, &width, &width);
	get_preferred_height_for_width(widget, width, ret_minimum, ret_natural);
}

static enum sabot_tile_density
find_density(SabotFloorPlan *plan, const struct sabot_hall_layout *layout)
{
	int density = 0;

	while (density < SABOT_TILE_CELL &&
	       (layout->tile_width < sabot_tile_sizes[density].width_em * letter_px(plan) ||
		layout->tile_height < sabot_tile_sizes[density].height_em * em_px(plan)))
		density++;
	return (enum sabot_tile_density)density;
}

static gboolean
on_density_due(gpointer data)
{
	SabotFloorPlan *plan = data;

	plan->density_source = 0;
	for (guint i = 0; i < plan->spots->len; i++)
		sabot_table_tile_set_density(SABOT_TABLE_TILE(nth_spot(plan, i)->tile),
					     plan->density);
	return G_SOURCE_REMOVE;
}

/* Not while GTK lays out the tiles: as in the grid (gui/widgets/tile-grid.c). */
static void
set_density(SabotFloorPlan *plan, enum sabot_tile_density density)
{
	if (density == plan->density)
		return;
	plan->density = density;
	if (!plan->density_source)
		plan->density_source =
			g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_density_due, plan, NULL);
}

static void
place_below(struct spot *spot, const struct sabot_hall_layout *layout, int n)
{
	spot->box.x = SABOT_HALL_MARGIN_PX +
		      n % layout->columns * (layout->tile_width + SABOT_HALL_GAP_PX);
	spot->box.y =
		layout->rows_y + n / layout->columns * (layout->tile_height + SABOT_HALL_GAP_PX);
}

static void
allocate_tiles(SabotFloorPlan *plan, const GtkAllocation *room)
{
	const struct sabot_hall_layout *layout = &plan->layout;
	int n_below = 0;

	for (guint i = 0; i < plan->spots->len; i++) {
		struct spot *spot = nth_spot(plan, i);
		GtkAllocation box = {0, 0, layout->tile_width, layout->tile_height};

		spot->box = box;
		if (spot->has_place)
			sabot_hall_place_tile(layout, &spot->place, &spot->box.x, &spot->box.y);
		else
			place_below(spot, layout, n_below++);
		box.x = room->x + spot->box.x;
		box.y = room->y + spot->box.y;
		gtk_widget_size_allocate(spot->tile, &box);
	}
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *given)
{
	SabotFloorPlan *plan = SABOT_FLOOR_PLAN(widget);
	const struct sabot_hall_room room = room_of(plan, given->width, given->height);
	GtkAllocation heading = {given->x + SABOT_HALL_MARGIN_PX, 0, 0, room.heading};

	gtk_widget_set_allocation(widget, given);
	/* As wide as its words, so that it is in sight where the hall is wider than the view. */
	gtk_widget_get_preferred_width(plan->heading, NULL, &heading.width);
	plan->layout = plan->is_frozen ? sabot_hall_lay_out(&room, plan->layout.scale)
				       : sabot_hall_fit(&room);
	set_density(plan, find_density(plan, &plan->layout));
	heading.y = given->y + plan->layout.heading_y;
	gtk_widget_set_child_visible(plan->heading, plan->layout.rows > 0);
	gtk_widget_size_allocate(plan->heading, &heading);
	allocate_tiles(plan, given);
}

/* --- The hall -------------------------------------------------------------------------------- */

/* Lines at places where a table can stand, some steps apart. */
static void
draw_grid(const GdkRectangle *hall, double scale, GtkStyleContext *style, cairo_t *cr)
{
	double step = GRID_LINES_PX * scale;

	for (double x = hall->x + step; x < hall->x + hall->width; x += step)
		gtk_render_line(style, cr, x, hall->y, x, hall->y + hall->height);
	for (double y = hall->y + step; y < hall->y + hall->height; y += step)
		gtk_render_line(style, cr, hall->x, y, hall->x + hall->width, y);
}

static void
draw_hall(SabotFloorPlan *plan, cairo_t *cr)
{
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(plan));
	const GdkRectangle hall = {plan->layout.hall_x, SABOT_HALL_MARGIN_PX,
				   plan->layout.hall_width, plan->layout.hall_height};

	gtk_style_context_save(style);
	gtk_style_context_add_class(style, "hall");
	gtk_render_background(style, cr, hall.x, hall.y, hall.width, hall.height);
	gtk_render_frame(style, cr, hall.x, hall.y, hall.width, hall.height);
	gtk_style_context_add_class(style, "grid");
	if (plan->is_arranging)
		draw_grid(&hall, plan->layout.scale, style, cr);
	gtk_style_context_restore(style);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	gtk_render_background(gtk_widget_get_style_context(widget), cr, 0, 0,
			      gtk_widget_get_allocated_width(widget),
			      gtk_widget_get_allocated_height(widget));
	draw_hall(SABOT_FLOOR_PLAN(widget), cr);
	return GTK_WIDGET_CLASS(sabot_floor_plan_parent_class)->draw(widget, cr);
}

static void
forall(GtkContainer *container, gboolean with_internals, GtkCallback callback, gpointer data)
{
	SabotFloorPlan *plan = SABOT_FLOOR_PLAN(container);
	g_autoptr(GPtrArray) tiles = g_ptr_array_new();

	(void)with_internals;
	for (guint i = 0; i < plan->spots->len; i++)
		g_ptr_array_add(tiles, nth_spot(plan, i)->tile);
	for (guint i = 0; i < tiles->len; i++)
		callback(g_ptr_array_index(tiles, i), data);
	if (plan->heading)
		callback(plan->heading, data);
}

/* Called when a child is destroyed; set_items() removes tables. */
static void
remove_child(GtkContainer *container, GtkWidget *child)
{
	SabotFloorPlan *plan = SABOT_FLOOR_PLAN(container);

	if (child == plan->heading) {
		plan->heading = NULL;
		gtk_widget_unparent(child);
		return;
	}
	for (guint i = 0; i < plan->spots->len; i++) {
		struct spot *spot = nth_spot(plan, i);

		if (spot->tile == child) {
			g_ptr_array_remove_index(plan->spots, i);
			remove_spot(plan, spot);
			return;
		}
	}
}

static void
sabot_floor_plan_dispose(GObject *object)
{
	SabotFloorPlan *plan = SABOT_FLOOR_PLAN(object);

	g_clear_handle_id(&plan->density_source, g_source_remove);
	g_clear_pointer(&plan->due, sabot_due_tiles_free);
	G_OBJECT_CLASS(sabot_floor_plan_parent_class)->dispose(object);
}

static void
sabot_floor_plan_finalize(GObject *object)
{
	SabotFloorPlan *plan = SABOT_FLOOR_PLAN(object);

	g_ptr_array_unref(plan->spots);
	g_hash_table_unref(plan->by_item);
	G_OBJECT_CLASS(sabot_floor_plan_parent_class)->finalize(object);
}

static void
sabot_floor_plan_class_init(SabotFloorPlanClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
	GtkContainerClass *container_class = GTK_CONTAINER_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_floor_plan_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_floor_plan_finalize;
	widget_class->get_request_mode = get_request_mode;
	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_height = get_preferred_height;
	widget_class->get_preferred_height_for_width = get_preferred_height_for_width;
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	container_class->remove = remove_child;
	container_class->forall = forall;
	gtk_widget_class_set_css_name(widget_class, "sabot-floor-plan");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PANEL);
	signals[SIGNAL_TABLE_ACTIVATED] =
		g_signal_new("table-activated", SABOT_TYPE_FLOOR_PLAN, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static void
sabot_floor_plan_init(SabotFloorPlan *plan)
{
	gtk_widget_set_has_window(GTK_WIDGET(plan), FALSE);
	plan->spots = g_ptr_array_new();
	plan->by_item = g_hash_table_new(NULL, NULL);
	plan->due = sabot_due_tiles_new(GTK_WIDGET(plan), on_refreshed);
	plan->layout.scale = 1;
	plan->density = SABOT_TILE_CELL;
	plan->heading = gtk_label_new(_("Without a place"));
	gtk_label_set_xalign(GTK_LABEL(plan->heading), 0);
	sabot_style_set_class(plan->heading, "group", TRUE);
	gtk_widget_set_parent(plan->heading, GTK_WIDGET(plan));
	gtk_widget_show(plan->heading);
}

GtkWidget *
sabot_floor_plan_new(void)
{
	return g_object_new(SABOT_TYPE_FLOOR_PLAN, "visible", TRUE, NULL);
}

/* --- For who arranges ------------------------------------------------------------------------ */

void
sabot_floor_plan_set_arranging(SabotFloorPlan *plan, gboolean is_arranging)
{
	plan->is_arranging = is_arranging;
	gtk_widget_queue_draw(GTK_WIDGET(plan));
}

GtkWidget *
sabot_floor_plan_find_tile(SabotFloorPlan *plan, SabotTableItem *item)
{
	struct spot *spot = find_spot(plan, item);

	return spot ? spot->tile : NULL;
}

SabotTableItem *
sabot_floor_plan_get_item_at(SabotFloorPlan *plan, double x, double y)
{
	for (guint i = plan->spots->len; i > 0; i--) {
		const struct spot *spot = nth_spot(plan, i - 1);
		const GtkAllocation *box = &spot->box;

		if (x >= box->x && x < box->x + box->width && y >= box->y &&
		    y < box->y + box->height)
			return spot->item;
	}
	return NULL;
}

struct sabot_wire_place
sabot_floor_plan_get_place(SabotFloorPlan *plan, SabotTableItem *item, bool *ret_has_place)
{
	const struct spot *spot = find_spot(plan, item);
	const GtkAllocation *box = &spot->box;

	*ret_has_place = spot->has_place;
	if (spot->has_place)
		return spot->place;
	return (struct sabot_wire_place){
		(int64_t)((box->x + box->width / 2 - plan->layout.hall_x) / plan->layout.scale),
		(int64_t)((box->y + box->height / 2 - SABOT_HALL_MARGIN_PX) / plan->layout.scale),
	};
}

GArray *
sabot_floor_plan_get_others(SabotFloorPlan *plan, SabotTableItem *item)
{
	GArray *others = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_place));

	for (guint i = 0; i < plan->spots->len; i++) {
		const struct spot *spot = nth_spot(plan, i);

		if (spot->item != item && spot->has_place)
			g_array_append_val(others, spot->place);
	}
	return others;
}

struct sabot_hall_size
sabot_floor_plan_get_table_size(SabotFloorPlan *plan)
{
	return sabot_hall_table_size(plan->n_tables);
}

double
sabot_floor_plan_get_scale(SabotFloorPlan *plan)
{
	return plan->layout.scale;
}

void
sabot_floor_plan_freeze(SabotFloorPlan *plan, gboolean is_frozen)
{
	plan->is_frozen = is_frozen;
	gtk_widget_queue_resize(GTK_WIDGET(plan));
}

void
sabot_floor_plan_put(SabotFloorPlan *plan, SabotTableItem *item,
		     const struct sabot_wire_place *place)
{
	struct spot *spot = find_spot(plan, item);

	if (!spot)
		return;
	spot->is_local = true;
	spot->has_place = place != NULL;
	if (place)
		spot->place = *place;
	gtk_widget_queue_resize(GTK_WIDGET(plan));
}

void
sabot_floor_plan_release(SabotFloorPlan *plan, SabotTableItem *item)
{
	struct spot *spot = find_spot(plan, item);

	if (!spot)
		return;
	spot->is_local = false;
	read_place(spot);
	gtk_widget_queue_resize(GTK_WIDGET(plan));
}

void
sabot_floor_plan_refresh(SabotFloorPlan *plan, gboolean is_clocks_only)
{
	for (guint i = 0; i < plan->spots->len; i++) {
		const struct spot *spot = nth_spot(plan, i);

		if (!is_clocks_only ||
		    sabot_table_is_stopped(sabot_table_item_get_view(spot->item)))
			sabot_due_tiles_refresh(plan->due, SABOT_TABLE_TILE(spot->tile));
	}
}
