/* The boards' window: see board-window.h. */
#include "board-window.h"

#include "board-wall.h"
#include "board.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/label.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

enum { WIDTH_PX = 1280, HEIGHT_PX = 720 };

struct _SabotBoardWindow {
	GtkApplicationWindow parent_instance;
	SabotFeed *feed;
	char **names; /* NULL: all tables */
	struct sabot_board_style *style;
	GtkWidget *wall;
	bool is_full;
};

G_DEFINE_FINAL_TYPE(SabotBoardWindow, sabot_board_window, GTK_TYPE_APPLICATION_WINDOW)

static void
sabot_board_window_dispose(GObject *object)
{
	SabotBoardWindow *window = SABOT_BOARD_WINDOW(object);

	if (window->feed)
		g_signal_handlers_disconnect_by_data(sabot_feed_get_tables(window->feed), window);
	g_clear_object(&window->feed);
	g_clear_pointer(&window->names, g_strfreev);
	g_clear_pointer(&window->style, sabot_board_style_unref);
	G_OBJECT_CLASS(sabot_board_window_parent_class)->dispose(object);
}

static gboolean
key_press_event(GtkWidget *widget, GdkEventKey *event)
{
	SabotBoardWindow *window = SABOT_BOARD_WINDOW(widget);

	if (event->keyval != GDK_KEY_F11)
		return GTK_WIDGET_CLASS(sabot_board_window_parent_class)
			->key_press_event(widget, event);
	if (window->is_full)
		gtk_window_unfullscreen(GTK_WINDOW(window));
	else
		gtk_window_fullscreen(GTK_WINDOW(window));
	return GDK_EVENT_STOP;
}

static gboolean
window_state_event(GtkWidget *widget, GdkEventWindowState *event)
{
	SABOT_BOARD_WINDOW(widget)->is_full = event->new_window_state & GDK_WINDOW_STATE_FULLSCREEN;
	return GTK_WIDGET_CLASS(sabot_board_window_parent_class)->window_state_event(widget, event);
}

static void
sabot_board_window_class_init(SabotBoardWindowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_board_window_dispose;
	widget_class->key_press_event = key_press_event;
	widget_class->window_state_event = window_state_event;
}

/* A window that is not full-screen: no larger than the screen, which may be a high one. */
static void
set_usual_size(GtkWindow *window)
{
	GdkMonitor *monitor = gdk_display_get_monitor(gdk_display_get_default(), 0);
	GdkRectangle area = {.width = WIDTH_PX, .height = HEIGHT_PX};

	if (monitor)
		gdk_monitor_get_workarea(monitor, &area);
	gtk_window_set_default_size(window, MIN(WIDTH_PX, area.width), MIN(HEIGHT_PX, area.height));
}

static void
sabot_board_window_init(SabotBoardWindow *window)
{
	window->wall = sabot_board_wall_new();
	gtk_container_add(GTK_CONTAINER(window), window->wall);
	set_usual_size(GTK_WINDOW(window));
	gtk_window_set_icon_name(GTK_WINDOW(window), "org.sabot.Board");
	gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(window)), "board");
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(window)),
			    C_("board", "score board"));
}

static void
add_board(SabotBoardWindow *window, const char *name, bool is_one_of_many)
{
	g_autoptr(SabotBoardTable) table = sabot_board_table_new(window->feed, name);

	gtk_container_add(GTK_CONTAINER(window->wall),
			  sabot_board_new(table, window->style, is_one_of_many));
}

/* Tables were added or removed. */
static void
show_all_tables(SabotBoardWindow *window)
{
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(window->feed));
	guint n = g_list_model_get_n_items(tables);

	sabot_container_clear(window->wall);
	for (guint i = 0; i < n; i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		add_board(window, sabot_table_item_get_name(item), n > 1);
	}
}

static void
show_named_tables(SabotBoardWindow *window)
{
	guint n = g_strv_length(window->names);

	for (guint i = 0; i < n; i++)
		add_board(window, window->names[i], n > 1);
	gtk_window_set_title(GTK_WINDOW(window), window->names[0]);
}

GtkWidget *
sabot_board_window_new(GtkApplication *application, SabotFeed *feed, const char *const *names,
		       struct sabot_board_style *style)
{
	SabotBoardWindow *window =
		g_object_new(SABOT_TYPE_BOARD_WINDOW, "application", application, NULL);

	sabot_font_load();
	window->feed = g_object_ref(feed);
	window->names = g_strdupv((char **)names);
	window->style = sabot_board_style_ref(style);
	sabot_board_style_apply(style, GTK_WIDGET(window));
	if (names) {
		show_named_tables(window);
		return GTK_WIDGET(window);
	}
	gtk_window_set_title(GTK_WINDOW(window), C_("board", "score board"));
	g_signal_connect_swapped(sabot_feed_get_tables(feed), "items-changed",
				 G_CALLBACK(show_all_tables), window);
	show_all_tables(window);
	return GTK_WIDGET(window);
}

void
sabot_board_window_fill(SabotBoardWindow *window, int number)
{
	GdkDisplay *display = gdk_display_get_default();
	GdkMonitor *monitor = gdk_display_get_monitor(display, number);
	GdkRectangle area;

	if (!monitor) {
		number = 0;
		monitor = gdk_display_get_monitor(display, number);
	}
	gdk_monitor_get_geometry(monitor, &area);
	gtk_window_set_default_size(GTK_WINDOW(window), area.width, area.height);
	gtk_window_move(GTK_WINDOW(window), area.x, area.y);
	gtk_window_fullscreen_on_monitor(GTK_WINDOW(window), gdk_screen_get_default(), number);
}
