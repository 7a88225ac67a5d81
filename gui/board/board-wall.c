/* The wall: see board-wall.h. */
#include "board-wall.h"

#include "gui/model/board/board-layout.h"
#include "gui/widgets/placed.h"

enum { GAP_PX = 6 };

struct _SabotBoardWall {
	GtkFixed parent_instance;
};

G_DEFINE_FINAL_TYPE(SabotBoardWall, sabot_board_wall, GTK_TYPE_FIXED)

/* Where the nth of equal parts of a length begins. */
static int
edge(int length, int n_parts, int n)
{
	return (int)((int64_t)(length + GAP_PX) * n / n_parts);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *all)
{
	g_autoptr(GList) boards = gtk_container_get_children(GTK_CONTAINER(widget));
	int n = (int)g_list_length(boards);
	int columns = sabot_board_wall_columns(n, all->width, all->height);
	int rows = MAX(1, (n + columns - 1) / columns), i = 0;

	gtk_widget_set_allocation(widget, all);
	for (GList *item = boards; item; item = item->next, i++) {
		int left = edge(all->width, columns, i % columns);
		int top = edge(all->height, rows, i / columns);
		GtkAllocation place = {
			.x = all->x + left,
			.y = all->y + top,
			.width = MAX(1, edge(all->width, columns, i % columns + 1) - left - GAP_PX),
			.height = MAX(1, edge(all->height, rows, i / columns + 1) - top - GAP_PX),
		};

		gtk_widget_size_allocate(item->data, &place);
	}
}

static void
sabot_board_wall_class_init(SabotBoardWallClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->size_allocate = size_allocate;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-board-wall");
}

static void
sabot_board_wall_init(SabotBoardWall *wall)
{
	(void)wall;
}

GtkWidget *
sabot_board_wall_new(void)
{
	return g_object_new(SABOT_TYPE_BOARD_WALL, "visible", TRUE, NULL);
}
