/*
 * See stale-touch.h. A gesture sees each touch before the key below it does, which a disabled key
 * never does.
 */
#include "stale-touch.h"

struct stale_touch {
	SabotDealerTable *table; /* a reference */
	GtkGesture *gesture;
	bool is_down, was_stale;
};

static void
stale_touch_free(gpointer data)
{
	struct stale_touch *touch = data;

	g_signal_handlers_disconnect_by_data(touch->table, touch);
	g_signal_handlers_disconnect_by_data(touch->gesture, touch);
	g_object_unref(touch->gesture);
	g_object_unref(touch->table);
	g_free(touch);
}

static bool
is_stale(SabotDealerTable *table)
{
	return sabot_dealer_table_get_view(table) && sabot_dealer_table_is_stale(table);
}

void
sabot_stale_touch_press(SabotDealerTable *table)
{
	if (is_stale(table))
		sabot_dealer_table_refuse_stale(table);
}

static void
on_begin(struct stale_touch *touch)
{
	touch->is_down = true;
	touch->was_stale = is_stale(touch->table);
}

static void
on_changed(struct stale_touch *touch)
{
	touch->was_stale |= touch->is_down && is_stale(touch->table);
}

static void
on_end(struct stale_touch *touch)
{
	touch->is_down = false;
	if (touch->was_stale || is_stale(touch->table))
		sabot_dealer_table_refuse_stale(touch->table);
}

void
sabot_stale_touch_watch(GtkWidget *widget, SabotDealerTable *table)
{
	struct stale_touch *touch = g_new0(struct stale_touch, 1);

	touch->table = g_object_ref(table);
	touch->gesture = gtk_gesture_drag_new(widget);
	gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(touch->gesture),
						   GTK_PHASE_CAPTURE);
	g_signal_connect_swapped(touch->gesture, "drag-begin", G_CALLBACK(on_begin), touch);
	g_signal_connect_swapped(touch->gesture, "drag-end", G_CALLBACK(on_end), touch);
	g_signal_connect_swapped(table, "changed", G_CALLBACK(on_changed), touch);
	g_object_set_data_full(G_OBJECT(widget), "sabot-stale-touch", touch, stale_touch_free);
}
