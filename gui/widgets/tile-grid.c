/*
 * The grid: see tile-grid.h. It requests no size from its tiles, so that a change of one tile costs
 * nothing for the others: sizes come from the style's font and the available room.
 */
#include "gui/widgets/tile-grid.h"

#include "gui/style/screen-font.h"
#include "gui/widgets/label.h"

#include <math.h>
#include <stdbool.h>

enum { GAP_PX = 6, LOW_GAP_PX = 1, SLOW_ASPECT_PERCENT = 130 };

/* Tiles that are lower than this stand closer together, so that more of them are visible. */
static const double low_em = 2;

struct group {
	GtkWidget *heading; /* or NULL */
	guint first, n_tiles;
};

struct _SabotTileGrid {
	GtkContainer parent_instance;
	const struct sabot_tile_size *sizes;
	int n_sizes, size;
	GPtrArray *tiles;    /* shown tiles, in order */
	GPtrArray *children; /* all, including headings and tiles that are not shown */
	GArray *groups;
	GPtrArray *headings; /* all that exist; the first n_headings are in use */
	guint n_headings;
	guint size_source; /* while a change of size has to be reported; else 0 */
};

enum { SIGNAL_SIZE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotTileGrid, sabot_tile_grid, GTK_TYPE_CONTAINER)

/* Number of columns and rows, and the height of a row. */
struct plan {
	int columns, rows;
	int tile_width, tile_height, gap;
	/* groups follow one another in a row, a heading taking the place of a tile */
	bool is_run_on;
};

static int
heading_px(SabotTileGrid *grid)
{
	return (int)(sabot_font_get_size(GTK_WIDGET(grid)) * 2);
}

static int
count_rows(SabotTileGrid *grid, int columns)
{
	int rows = 0;

	for (guint i = 0; i < grid->groups->len; i++)
		rows += ((int)g_array_index(grid->groups, struct group, i).n_tiles + columns - 1) /
			columns;
	return rows;
}

/* The same if groups run on. */
static int
count_rows_run_on(SabotTileGrid *grid, int columns)
{
	int places = (int)grid->n_headings;

	for (guint i = 0; i < grid->groups->len; i++)
		places += (int)g_array_index(grid->groups, struct group, i).n_tiles;
	return (places + columns - 1) / columns;
}

static int
least_width(SabotTileGrid *grid, int size)
{
	return (int)(grid->sizes[size].width_em * sabot_font_get_letter_size(GTK_WIDGET(grid)));
}

static int
least_height(SabotTileGrid *grid, int size)
{
	return (int)(grid->sizes[size].height_em * sabot_font_get_size(GTK_WIDGET(grid)));
}

static int
gap_px(SabotTileGrid *grid, int size)
{
	return grid->sizes[size].height_em < low_em ? LOW_GAP_PX : GAP_PX;
}

static int
columns_at_most(SabotTileGrid *grid, int size, int width)
{
	int gap = gap_px(grid, size);

	return MAX(1, (width - gap) / (least_width(grid, size) + gap));
}

static int
room_for_tiles(SabotTileGrid *grid, const struct plan *plan, int height)
{
	return height - plan->gap - (int)grid->n_headings * heading_px(grid);
}

/* With that number of columns, `rows` stretched to the height; tiles are never taller than wide. */
static struct plan
plan_columns(SabotTileGrid *grid, int columns, int size, const GtkAllocation *room)
{
	struct plan plan = {.columns = columns,
			    .rows = MAX(1, count_rows(grid, columns)),
			    .gap = gap_px(grid, size)};

	plan.tile_width = (room->width - plan.gap) / columns - plan.gap;
	plan.tile_height = room_for_tiles(grid, &plan, room->height) / plan.rows - plan.gap;
	plan.tile_height = MIN(plan.tile_height, plan.tile_width);
	plan.tile_height = MAX(plan.tile_height, least_height(grid, size));
	return plan;
}

static bool
plan_fits(SabotTileGrid *grid, const struct plan *plan, const GtkAllocation *room)
{
	return plan->rows * (plan->tile_height + plan->gap) <=
	       room_for_tiles(grid, plan, room->height);
}

static double
plan_area(const struct plan *plan)
{
	double aspect = 100.0 * plan->tile_width / plan->tile_height;

	/* Of equal ones the plan whose tiles are nearer to a good shape. */
	return (double)plan->tile_width * plan->tile_height /
	       (1 + fabs(log(aspect / SLOW_ASPECT_PERCENT)));
}

/* The best number of columns for a size; false if not all tiles are visible with any. */
static bool
plan_size(SabotTileGrid *grid, int size, const GtkAllocation *room, struct plan *ret_plan)
{
	int most = columns_at_most(grid, size, room->width);
	bool is_found = false;

	for (int columns = most; columns >= 1; columns--) {
		struct plan plan = plan_columns(grid, columns, size, room);

		if (!plan_fits(grid, &plan, room))
			break;
		if (!is_found || plan_area(&plan) > plan_area(ret_plan))
			*ret_plan = plan;
		is_found = true;
	}
	return is_found;
}

/* The smallest size: headings take no rows of their own. */
static struct plan
plan_run_on(SabotTileGrid *grid, const GtkAllocation *room)
{
	int last = grid->n_sizes - 1, columns = columns_at_most(grid, last, room->width);
	struct plan plan = {.columns = columns,
			    .rows = MAX(1, count_rows_run_on(grid, columns)),
			    .gap = gap_px(grid, last),
			    .is_run_on = true};

	plan.tile_width = (room->width - plan.gap) / columns - plan.gap;
	plan.tile_height = MIN((room->height - plan.gap) / plan.rows - plan.gap, plan.tile_width);
	plan.tile_height = MAX(plan.tile_height, least_height(grid, last));
	return plan;
}

static struct plan
plan_for(SabotTileGrid *grid, const GtkAllocation *room, int *ret_size)
{
	int last = grid->n_sizes - 1;
	struct plan plan;

	for (int size = 0; size <= last; size++) {
		if (plan_size(grid, size, room, &plan)) {
			*ret_size = size;
			return plan;
		}
	}
	*ret_size = last;
	return plan_run_on(grid, room);
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
	SabotTileGrid *grid = SABOT_TILE_GRID(widget);

	int last = grid->n_sizes - 1;

	*ret_minimum = least_width(grid, last) + 2 * gap_px(grid, last);
	*ret_natural = *ret_minimum;
}

/* The height of all tiles at the smallest size. */
static void
get_preferred_height_for_width(GtkWidget *widget, int width, int *ret_minimum, int *ret_natural)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(widget);
	int last = grid->n_sizes - 1, gap = gap_px(grid, last);
	int rows = count_rows_run_on(grid, columns_at_most(grid, last, width));

	*ret_minimum = gap + rows * (least_height(grid, last) + gap);
	*ret_natural = *ret_minimum;
}

static void
get_preferred_height(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	int width;

	get_preferred_width(widget, &width, &width);
	get_preferred_height_for_width(widget, width, ret_minimum, ret_natural);
}

/* Place a group's heading and tiles from `y` on. Returns where the next one begins. */
static int
place_group(SabotTileGrid *grid, const struct group *group, const struct plan *plan,
	    const GtkAllocation *room, int y)
{
	int gap = plan->gap;
	GtkAllocation box = {room->x + gap, y, room->width - 2 * gap, heading_px(grid)};

	if (group->heading) {
		gtk_widget_size_allocate(group->heading, &box);
		y += box.height;
	}
	box.width = plan->tile_width;
	box.height = plan->tile_height;
	for (guint i = 0; i < group->n_tiles; i++) {
		int row = (int)i / plan->columns, column = (int)i % plan->columns;

		box.x = room->x + gap + column * (plan->tile_width + gap);
		box.y = y + row * (plan->tile_height + gap);
		gtk_widget_size_allocate(g_ptr_array_index(grid->tiles, group->first + i), &box);
	}
	return y + ((int)group->n_tiles + plan->columns - 1) / plan->columns *
			   (plan->tile_height + gap);
}

static GtkAllocation
nth_place(const struct plan *plan, const GtkAllocation *room, int nth)
{
	int gap = plan->gap;
	int column = nth % plan->columns, row = nth / plan->columns;

	return (GtkAllocation){room->x + gap + column * (plan->tile_width + gap),
			       room->y + gap + row * (plan->tile_height + gap), plan->tile_width,
			       plan->tile_height};
}

/* Place a group from the `nth` place on. Returns the place after it. */
static int
place_run_on(SabotTileGrid *grid, const struct group *group, const struct plan *plan,
	     const GtkAllocation *room, int nth)
{
	GtkAllocation box;

	if (group->heading) {
		box = nth_place(plan, room, nth++);
		gtk_widget_size_allocate(group->heading, &box);
	}
	for (guint i = 0; i < group->n_tiles; i++) {
		box = nth_place(plan, room, nth++);
		gtk_widget_size_allocate(g_ptr_array_index(grid->tiles, group->first + i), &box);
	}
	return nth;
}

static gboolean
on_size_due(gpointer data)
{
	SabotTileGrid *grid = data;

	grid->size_source = 0;
	g_signal_emit(grid, signals[SIGNAL_SIZE_CHANGED], 0, grid->size);
	return G_SOURCE_REMOVE;
}

/*
 * Tiles of another size have another style. It must not change while GTK lays them out, because GTK
 * has already requested sizes with the old style.
 */
static void
set_size(SabotTileGrid *grid, int size)
{
	if (size == grid->size)
		return;
	grid->size = size;
	if (!grid->size_source)
		grid->size_source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_size_due, grid, NULL);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *room)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(widget);
	int size, y, nth = 0;
	struct plan plan = plan_for(grid, room, &size);

	gtk_widget_set_allocation(widget, room);
	set_size(grid, size);
	y = room->y + plan.gap;
	for (guint i = 0; i < grid->groups->len; i++) {
		const struct group *group = &g_array_index(grid->groups, struct group, i);

		if (plan.is_run_on)
			nth = place_run_on(grid, group, &plan, room, nth);
		else
			y = place_group(grid, group, &plan, room, y);
	}
}

static void
add(GtkContainer *container, GtkWidget *child)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(container);

	g_ptr_array_add(grid->children, child);
	gtk_widget_set_child_visible(child, FALSE);
	gtk_widget_set_parent(child, GTK_WIDGET(grid));
}

static void
forget(SabotTileGrid *grid, GtkWidget *child)
{
	guint place;

	if (g_ptr_array_find(grid->headings, child, &place)) {
		g_ptr_array_remove_index(grid->headings, place);
		for (guint i = 0; i < grid->groups->len; i++)
			if (g_array_index(grid->groups, struct group, i).heading == child)
				g_array_index(grid->groups, struct group, i).heading = NULL;
	}
	if (!g_ptr_array_find(grid->tiles, child, &place))
		return;
	g_ptr_array_remove_index(grid->tiles, place);
	for (guint i = 0; i < grid->groups->len; i++) {
		struct group *group = &g_array_index(grid->groups, struct group, i);

		if (group->first > place)
			group->first--;
		else if (place < group->first + group->n_tiles)
			group->n_tiles--;
	}
}

static void
remove_child(GtkContainer *container, GtkWidget *child)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(container);

	forget(grid, child);
	g_ptr_array_remove(grid->children, child);
	gtk_widget_unparent(child);
	gtk_widget_queue_resize(GTK_WIDGET(grid));
}

/* Shown tiles in order, so that a screen reader finds them in that order. */
static void
forall(GtkContainer *container, gboolean with_internals, GtkCallback callback, gpointer data)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(container);
	g_autoptr(GPtrArray) children = g_ptr_array_copy(grid->children, NULL, NULL);

	(void)with_internals;
	for (guint i = 0; i < children->len; i++)
		callback(g_ptr_array_index(children, i), data);
}

static GType
child_type(GtkContainer *container)
{
	(void)container;
	return GTK_TYPE_WIDGET;
}

/* When scrolled, GTK keeps a picture of the grid, which has no background otherwise. */
static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	gtk_render_background(gtk_widget_get_style_context(widget), cr, 0, 0,
			      gtk_widget_get_allocated_width(widget),
			      gtk_widget_get_allocated_height(widget));
	return GTK_WIDGET_CLASS(sabot_tile_grid_parent_class)->draw(widget, cr);
}

static void
sabot_tile_grid_dispose(GObject *object)
{
	g_clear_handle_id(&SABOT_TILE_GRID(object)->size_source, g_source_remove);
	G_OBJECT_CLASS(sabot_tile_grid_parent_class)->dispose(object);
}

static void
sabot_tile_grid_finalize(GObject *object)
{
	SabotTileGrid *grid = SABOT_TILE_GRID(object);

	g_ptr_array_unref(grid->tiles);
	g_ptr_array_unref(grid->children);
	g_ptr_array_unref(grid->headings);
	g_array_unref(grid->groups);
	G_OBJECT_CLASS(sabot_tile_grid_parent_class)->finalize(object);
}

static void
sabot_tile_grid_class_init(SabotTileGridClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
	GtkContainerClass *container_class = GTK_CONTAINER_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_tile_grid_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_tile_grid_finalize;
	widget_class->get_request_mode = get_request_mode;
	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_height = get_preferred_height;
	widget_class->get_preferred_height_for_width = get_preferred_height_for_width;
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	container_class->add = add;
	container_class->remove = remove_child;
	container_class->forall = forall;
	container_class->child_type = child_type;
	gtk_widget_class_set_css_name(widget_class, "sabot-tile-grid");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PANEL);
	signals[SIGNAL_SIZE_CHANGED] =
		g_signal_new("size-changed", SABOT_TYPE_TILE_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
sabot_tile_grid_init(SabotTileGrid *grid)
{
	static const struct sabot_tile_size usual = {12, 8};

	gtk_widget_set_has_window(GTK_WIDGET(grid), FALSE);
	sabot_tile_grid_set_sizes(grid, &usual, 1);
	grid->tiles = g_ptr_array_new();
	grid->children = g_ptr_array_new();
	grid->headings = g_ptr_array_new();
	grid->groups = g_array_new(FALSE, TRUE, sizeof(struct group));
}

void
sabot_tile_grid_set_sizes(SabotTileGrid *grid, const struct sabot_tile_size *sizes, int n_sizes)
{
	grid->sizes = sizes;
	grid->n_sizes = n_sizes;
	grid->size = n_sizes - 1;
	gtk_widget_queue_resize(GTK_WIDGET(grid));
}

static GtkWidget *
next_heading(SabotTileGrid *grid, const char *text)
{
	GtkWidget *heading;

	if (grid->n_headings == grid->headings->len) {
		heading = gtk_label_new(NULL);
		gtk_label_set_xalign(GTK_LABEL(heading), 0);
		gtk_label_set_ellipsize(GTK_LABEL(heading), PANGO_ELLIPSIZE_END);
		sabot_style_set_class(heading, "group", TRUE);
		g_ptr_array_add(grid->headings, heading);
		gtk_container_add(GTK_CONTAINER(grid), heading);
	}
	heading = g_ptr_array_index(grid->headings, grid->n_headings++);
	sabot_label_set(GTK_LABEL(heading), text);
	return heading;
}

static void
add_group(SabotTileGrid *grid, const struct sabot_tile_group *given, guint first)
{
	struct group group = {.first = first, .n_tiles = given->n_tiles};

	if (*given->title)
		group.heading = next_heading(grid, given->title);
	g_array_append_val(grid->groups, group);
}

/* Shown tiles first, in order; then the others. */
static void
order_children(SabotTileGrid *grid)
{
	g_autoptr(GHashTable) shown = g_hash_table_new(NULL, NULL);
	g_autoptr(GPtrArray) before = g_steal_pointer(&grid->children);

	grid->children = g_ptr_array_new();
	for (guint i = 0; i < grid->groups->len; i++) {
		const struct group *group = &g_array_index(grid->groups, struct group, i);

		if (group->heading)
			g_ptr_array_add(grid->children, group->heading);
		for (guint j = 0; j < group->n_tiles; j++)
			g_ptr_array_add(grid->children,
					g_ptr_array_index(grid->tiles, group->first + j));
	}
	for (guint i = 0; i < grid->children->len; i++)
		g_hash_table_add(shown, g_ptr_array_index(grid->children, i));
	for (guint i = 0; i < before->len; i++) {
		GtkWidget *child = g_ptr_array_index(before, i);
		gboolean is_shown = g_hash_table_contains(shown, child);

		gtk_widget_set_child_visible(child, is_shown);
		if (!is_shown)
			g_ptr_array_add(grid->children, child);
	}
}

void
sabot_tile_grid_arrange(SabotTileGrid *grid, const GPtrArray *tiles, const GArray *groups)
{
	guint first = 0;

	g_ptr_array_set_size(grid->tiles, 0);
	for (guint i = 0; i < tiles->len; i++)
		g_ptr_array_add(grid->tiles, g_ptr_array_index(tiles, i));
	g_array_set_size(grid->groups, 0);
	grid->n_headings = 0;
	for (guint i = 0; i < groups->len; i++) {
		const struct sabot_tile_group *group =
			&g_array_index(groups, struct sabot_tile_group, i);

		add_group(grid, group, first);
		first += group->n_tiles;
	}
	order_children(grid);
	gtk_widget_queue_resize(GTK_WIDGET(grid));
}

int
sabot_tile_grid_get_size(SabotTileGrid *grid)
{
	return grid->size;
}

int
sabot_tile_grid_size_for(SabotTileGrid *grid, int n_tiles, int width, int height)
{
	for (int size = 0; size < grid->n_sizes - 1; size++) {
		int columns = columns_at_most(grid, size, width);
		int rows = (n_tiles + columns - 1) / columns, gap = gap_px(grid, size);

		if (rows * (least_height(grid, size) + gap) + gap <= height)
			return size;
	}
	return grid->n_sizes - 1;
}
