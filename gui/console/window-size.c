/* The size of the console's window: see window-size.h. */
#include "gui/console/window-size.h"

/* Beyond 150 % the side grows no more: the tables need room, too. */
enum { SIDE_PX = 340, SIDE_PERCENT_MAX = 150 };

/* Its size is kept while it is a window among others. */
static void
on_size_allocated(GtkWidget *widget, GdkRectangle *allocation, gpointer data)
{
	SabotSettings *settings = data;
	GdkWindow *surface = gtk_widget_get_window(widget);
	GdkWindowState whole = GDK_WINDOW_STATE_MAXIMIZED | GDK_WINDOW_STATE_FULLSCREEN;
	int width, height;

	(void)allocation;
	sabot_settings_set(settings, SABOT_SETTING_MAXIMIZED,
			   gtk_window_is_maximized(GTK_WINDOW(widget)));
	if (!surface || gdk_window_get_state(surface) & whole)
		return;
	gtk_window_get_size(GTK_WINDOW(widget), &width, &height);
	sabot_settings_set(settings, SABOT_SETTING_WIDTH, width);
	sabot_settings_set(settings, SABOT_SETTING_HEIGHT, height);
}

static void
on_setting_changed(SabotSettings *settings, int setting, gpointer data)
{
	int percent = sabot_settings_get(settings, SABOT_SETTING_SCALE);

	if (setting == SABOT_SETTING_SCALE)
		gtk_widget_set_size_request(data, SIDE_PX * MIN(percent, SIDE_PERCENT_MAX) / 100,
					    -1);
}

void
sabot_window_size_keep(GtkWindow *window, GtkWidget *side, SabotSettings *settings)
{
	gtk_window_set_default_size(window, sabot_settings_get(settings, SABOT_SETTING_WIDTH),
				    sabot_settings_get(settings, SABOT_SETTING_HEIGHT));
	if (sabot_settings_get(settings, SABOT_SETTING_MAXIMIZED))
		gtk_window_maximize(window);
	g_signal_connect_object(window, "size-allocate", G_CALLBACK(on_size_allocated), settings,
				0);
	g_signal_connect_object(settings, "changed", G_CALLBACK(on_setting_changed), side, 0);
	on_setting_changed(settings, SABOT_SETTING_SCALE, side);
}
