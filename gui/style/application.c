/* Quits on signals as when the window is closed: GLib delivers them in the main loop. */
#include "gui/style/application.h"

#include <glib-unix.h>
#include <signal.h>

static gboolean
on_signal(gpointer data)
{
	g_application_quit(data);
	return G_SOURCE_CONTINUE;
}

void
sabot_application_quit_on_signals(GApplication *application)
{
	g_unix_signal_add(SIGINT, on_signal, application);
	g_unix_signal_add(SIGTERM, on_signal, application);
	g_unix_signal_add(SIGHUP, on_signal, application);
}
