/* Keys that wait after a change: see hold.h. The state of a widget is attached to it. */
#include "gui/display/hold.h"

#include "gui/widgets/label.h"

#include <string.h>

#define HOLD_DATA "sabot-hold"

struct hold {
	GtkWidget *widget;
	char *meaning;       /* current meaning; NULL: none */
	char *last;          /* the last meaning that could be pressed, now replaced; or NULL */
	gint64 last_over_us; /* when it could no longer be pressed */
	gboolean can_press, is_held;
	guint timeout;
};

static void
free_hold(gpointer data)
{
	struct hold *hold = data;

	g_clear_handle_id(&hold->timeout, g_source_remove);
	g_free(hold->meaning);
	g_free(hold->last);
	g_free(hold);
}

static struct hold *
hold_of(GtkWidget *widget)
{
	struct hold *hold = g_object_get_data(G_OBJECT(widget), HOLD_DATA);

	if (hold)
		return hold;
	hold = g_new0(struct hold, 1);
	hold->widget = widget;
	g_object_set_data_full(G_OBJECT(widget), HOLD_DATA, hold, free_hold);
	return hold;
}

static void
show(const struct hold *hold)
{
	gtk_widget_set_sensitive(hold->widget, hold->can_press && !hold->is_held);
	sabot_style_set_class(hold->widget, "held", hold->can_press && hold->is_held);
}

/* Runs only when no event waits: what was touched while the program was busy came before. */
static gboolean
on_over(gpointer data)
{
	struct hold *hold = data;

	hold->timeout = 0;
	hold->is_held = FALSE;
	show(hold);
	return G_SOURCE_REMOVE;
}

/* A held meaning could not be pressed: the finger may still be moving towards the one before it. */
static void
change_meaning(struct hold *hold, const char *meaning)
{
	gint64 now_us = g_get_monotonic_time(), left_us;

	if (hold->meaning && !hold->is_held) {
		g_free(hold->last);
		hold->last = g_steal_pointer(&hold->meaning);
		hold->last_over_us = now_us;
	}
	g_free(hold->meaning);
	hold->meaning = g_strdup(meaning);
	g_clear_handle_id(&hold->timeout, g_source_remove);
	left_us = hold->last_over_us + SABOT_HOLD_MS * G_TIME_SPAN_MILLISECOND - now_us;
	hold->is_held = meaning && hold->last && strcmp(meaning, hold->last) != 0 && left_us > 0;
	if (hold->is_held)
		hold->timeout = g_timeout_add_full(GDK_PRIORITY_EVENTS + 1,
						   (guint)(left_us / G_TIME_SPAN_MILLISECOND) + 1,
						   on_over, hold, NULL);
}

void
sabot_hold_set(gpointer widget, const char *meaning, gboolean can_press)
{
	struct hold *hold = hold_of(widget);

	if (!can_press)
		meaning = NULL;
	if (g_strcmp0(hold->meaning, meaning) != 0)
		change_meaning(hold, meaning);
	hold->can_press = can_press;
	show(hold);
}

gboolean
sabot_hold_is_held(gpointer widget)
{
	return hold_of(widget)->is_held;
}
