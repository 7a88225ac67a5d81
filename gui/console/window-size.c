/* The size of the console's window: see window-size.h. */
#include "gui/console/window-size.h"

#include "gui/style/style-sheet.h"
#include "gui/widgets/label.h"

/* Beyond 150 % the side does not grow further: the tables need room, too. */
enum {
	SIDE_PX = 340, /* in a window as wide as NARROW_PX, or narrower */
	NARROW_PX = 1280,
	WIDE_SIDE_PX = 448,
	WIDE_PX = 1920,
	SIDE_PERCENT_MAX = 150,
	WALL_COUNTS_PX = 1700, /* from this width on the head of a wall has room for large counts */
	SMALL_COUNTS_PX = 1200,
	COMPACT_PX = 1000, /* in a narrower window nothing is beside the tables */
};

struct size {
	GtkWidget *window;
	SabotSide *side;
	SabotSettings *settings;
	guint side_source;
	enum sabot_window_room room;
	sabot_window_room_fn *fn;
	gpointer data;
};

/* `room_px`: the width for text of the usual size. */
static enum sabot_window_room
room_of(int room_px)
{
	if (room_px < COMPACT_PX)
		return SABOT_WINDOW_COMPACT;
	return room_px < SMALL_COUNTS_PX ? SABOT_WINDOW_NARROW : SABOT_WINDOW_WIDE;
}

static void
set_room(struct size *size, enum sabot_window_room room)
{
	sabot_style_set_class(size->window, "narrow", room != SABOT_WINDOW_WIDE);
	sabot_style_set_class(size->window, "compact", room == SABOT_WINDOW_COMPACT);
	sabot_side_set_alone(size->side, room == SABOT_WINDOW_COMPACT);
	if (room != size->room)
		size->fn(room, size->data);
	size->room = room;
}

static gboolean
on_side_due(gpointer data)
{
	struct size *size = data;
	int width = gtk_widget_get_allocated_width(size->window);
	int percent = sabot_settings_get(size->settings, SABOT_SETTING_SCALE);
	int more = (CLAMP(width, NARROW_PX, WIDE_PX) - NARROW_PX) * (WIDE_SIDE_PX - SIDE_PX) /
		   (WIDE_PX - NARROW_PX);

	size->side_source = 0;
	sabot_style_set_class(size->window, "wide", sabot_style_room(width) >= WALL_COUNTS_PX);
	set_room(size, room_of(sabot_style_room(width)));
	sabot_side_set_width(size->side, (SIDE_PX + more) * MIN(percent, SIDE_PERCENT_MAX) / 100);
	return G_SOURCE_REMOVE;
}

/* The size must not change while GTK lays the window out. */
static void
set_side_soon(struct size *size)
{
	if (!size->side_source)
		size->side_source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_side_due, size, NULL);
}

/* The size is saved only while the window is neither maximised nor full screen. */
static void
on_size_allocated(GtkWidget *widget, GdkRectangle *allocation, gpointer data)
{
	struct size *size = data;
	SabotSettings *settings = size->settings;
	GdkWindow *surface = gtk_widget_get_window(widget);
	GdkWindowState whole = GDK_WINDOW_STATE_MAXIMIZED | GDK_WINDOW_STATE_FULLSCREEN;
	int width, height;

	(void)allocation;
	set_side_soon(size);
	sabot_settings_set(settings, SABOT_SETTING_MAXIMIZED,
			   gtk_window_is_maximized(GTK_WINDOW(widget)));
	if (!surface || gdk_window_get_state(surface) & whole)
		return;
	gtk_window_get_size(GTK_WINDOW(widget), &width, &height);
	sabot_settings_set(settings, SABOT_SETTING_WIDTH, width);
	sabot_settings_set(settings, SABOT_SETTING_HEIGHT, height);
}

/* For a screen on the wall: nothing beside the tables. */
static void
use_wall(struct size *size)
{
	gboolean is_wall = sabot_settings_get(size->settings, SABOT_SETTING_WALL);

	sabot_side_set_bare(size->side, is_wall);
	sabot_style_set_class(size->window, "wall", is_wall);
}

static void
on_setting_changed(SabotSettings *settings, int setting, gpointer data)
{
	struct size *size = data;

	if (setting == SABOT_SETTING_SCALE)
		set_side_soon(size);
	else if (setting == SABOT_SETTING_WALL)
		use_wall(size);
	else if (setting == SABOT_SETTING_FULL_SCREEN && sabot_settings_get(settings, setting))
		gtk_window_fullscreen(GTK_WINDOW(size->window));
	else if (setting == SABOT_SETTING_FULL_SCREEN)
		gtk_window_unfullscreen(GTK_WINDOW(size->window));
}

static void
on_destroyed(GtkWidget *window, gpointer data)
{
	struct size *size = data;

	(void)window;
	g_clear_handle_id(&size->side_source, g_source_remove);
	g_signal_handlers_disconnect_by_data(size->settings, size);
	g_object_unref(size->settings);
	g_free(size);
}

/* The saved size, but no larger than the current screen. */
static void
set_default_size(GtkWindow *window, SabotSettings *settings)
{
	GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(window));
	GdkMonitor *monitor = gdk_display_get_primary_monitor(display);
	GdkRectangle room = {.width = G_MAXINT, .height = G_MAXINT};

	if (!monitor)
		monitor = gdk_display_get_monitor(display, 0);
	if (monitor)
		gdk_monitor_get_workarea(monitor, &room);
	gtk_window_set_default_size(
		window, MIN(sabot_settings_get(settings, SABOT_SETTING_WIDTH), room.width),
		MIN(sabot_settings_get(settings, SABOT_SETTING_HEIGHT), room.height));
}

void
sabot_window_size_keep(GtkWindow *window, SabotSide *side, SabotSettings *settings,
		       sabot_window_room_fn *fn, gpointer data)
{
	struct size *size = g_new0(struct size, 1);

	size->window = GTK_WIDGET(window);
	size->side = side;
	size->fn = fn;
	size->data = data;
	size->room = SABOT_WINDOW_WIDE;
	size->settings = g_object_ref(settings);
	set_default_size(window, settings);
	if (sabot_settings_get(settings, SABOT_SETTING_MAXIMIZED))
		gtk_window_maximize(window);
	if (sabot_settings_get(settings, SABOT_SETTING_FULL_SCREEN))
		gtk_window_fullscreen(window);
	g_signal_connect(window, "size-allocate", G_CALLBACK(on_size_allocated), size);
	g_signal_connect(window, "destroy", G_CALLBACK(on_destroyed), size);
	g_signal_connect(settings, "changed", G_CALLBACK(on_setting_changed), size);
	use_wall(size);
	fn(size->room, data);
	on_side_due(size);
}
