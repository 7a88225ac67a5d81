/* See one-press.h. A repeat is a press without a release before it: GDK has the server do that. */
#include "gui/widgets/one-press.h"

#include "gui/widgets/keypad.h"

#include <stdbool.h>

/* Before the first repeat. A menu, which has a window of its own, can have got the release. */
enum { PAUSE_MS = 1000 };

struct down {
	guint code; /* of the key that is down; 0: none */
	guint32 last_ms;
};

static bool
does_press(GtkWindow *window, const GdkEventKey *event)
{
	GdkEventKey key = *event;
	guint character = gdk_keyval_to_unicode(sabot_keypad_use_digits(&key));

	if (key.keyval == GDK_KEY_Return || key.keyval == GDK_KEY_KP_Enter)
		return true;
	return (character == ' ' || (character >= '0' && character <= '9')) &&
	       !GTK_IS_EDITABLE(gtk_window_get_focus(window));
}

static gboolean
on_pressed(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	struct down *down = data;
	bool is_repeated = down->code != 0 && down->code == event->hardware_keycode &&
			   event->time - down->last_ms < PAUSE_MS;

	*down = (struct down){event->hardware_keycode, event->time};
	return is_repeated && does_press(GTK_WINDOW(window), event) ? GDK_EVENT_STOP
								    : GDK_EVENT_PROPAGATE;
}

static gboolean
on_released(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	struct down *down = data;

	(void)window;
	if (down->code == event->hardware_keycode)
		down->code = 0;
	return GDK_EVENT_PROPAGATE;
}

/* It is released elsewhere. */
static gboolean
on_left(GtkWidget *window, GdkEventFocus *event, gpointer data)
{
	(void)window;
	(void)event;
	((struct down *)data)->code = 0;
	return GDK_EVENT_PROPAGATE;
}

void
sabot_one_press_watch(GtkWindow *window)
{
	struct down *down = g_new0(struct down, 1);

	g_signal_connect(window, "key-press-event", G_CALLBACK(on_pressed), down);
	g_signal_connect(window, "key-release-event", G_CALLBACK(on_released), down);
	g_signal_connect(window, "focus-out-event", G_CALLBACK(on_left), down);
	g_object_set_data_full(G_OBJECT(window), "sabot-one-press", down, g_free);
}
