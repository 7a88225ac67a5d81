/*
 * See plan-hand.h. A move by keys is reported when no further key comes for a while, because each
 * report is an event of the house's log.
 */
#include "plan-hand.h"

#include "table-tile.h"

#include <stdlib.h>

enum {
	KEYS_MS = 600,
	SLACK_PX = 4, /* a shorter move is not a drag */
	STRIDE = 8,   /* steps with Shift */
};

struct sabot_plan_hand {
	SabotFloorPlan *plan;
	sabot_plan_moved_fn *moved;
	gpointer data;
	gboolean is_active;
	GtkGesture *drag;
	SabotTableItem *held; /* being dragged; or NULL */
	struct sabot_wire_place start;
	SabotTableItem *keyed; /* moved by keys, not reported yet; or NULL */
	guint keys_source;
};

static void
report(struct sabot_plan_hand *hand, SabotTableItem *item)
{
	struct sabot_wire_place place;
	bool has_place;

	place = sabot_floor_plan_get_place(hand->plan, item, &has_place);
	hand->moved(hand->plan, item, has_place ? &place : NULL, hand->data);
}

/* --- By mouse or finger ---------------------------------------------------------------------- */

static void
on_drag_begin(GtkGestureDrag *drag, double x, double y, gpointer data)
{
	struct sabot_plan_hand *hand = data;
	SabotTableItem *item = sabot_floor_plan_get_item_at(hand->plan, x, y);
	bool has_place;

	if (!hand->is_active || !item) {
		gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
		return;
	}
	hand->held = g_object_ref(item);
	hand->start = sabot_floor_plan_get_place(hand->plan, item, &has_place);
	gtk_widget_grab_focus(sabot_floor_plan_find_tile(hand->plan, item));
	gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
	sabot_floor_plan_freeze(hand->plan, TRUE);
}

static struct sabot_wire_place
dragged_to(const struct sabot_plan_hand *hand, double x, double y)
{
	double scale = sabot_floor_plan_get_scale(hand->plan);

	return (struct sabot_wire_place){
		hand->start.x_px + (int64_t)(x / scale),
		hand->start.y_px + (int64_t)(y / scale),
	};
}

static bool
is_a_touch(double x, double y)
{
	return x * x + y * y < SLACK_PX * SLACK_PX;
}

/* Drawn on the grid at once, even over other tables. */
static void
on_drag_update(GtkGestureDrag *drag, double x, double y, gpointer data)
{
	struct sabot_plan_hand *hand = data;
	g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_place));
	struct sabot_wire_place place = dragged_to(hand, x, y);

	(void)drag;
	if (!hand->held || is_a_touch(x, y))
		return;
	place = sabot_hall_nearest(none, &place,
				   sabot_floor_plan_get_table_size(hand->plan));
	sabot_floor_plan_put(hand->plan, hand->held, &place);
}

static void
drop(struct sabot_plan_hand *hand, const struct sabot_wire_place *wanted)
{
	g_autoptr(GArray) others = sabot_floor_plan_get_others(hand->plan, hand->held);
	struct sabot_wire_place place;

	if (wanted->y_px > SABOT_HALL_HEIGHT_PX) {
		sabot_floor_plan_put(hand->plan, hand->held, NULL);
	} else {
		place = sabot_hall_nearest(others, wanted,
					   sabot_floor_plan_get_table_size(hand->plan));
		sabot_floor_plan_put(hand->plan, hand->held, &place);
	}
	report(hand, hand->held);
}

static void
on_drag_end(GtkGestureDrag *drag, double x, double y, gpointer data)
{
	struct sabot_plan_hand *hand = data;
	const struct sabot_wire_place wanted = dragged_to(hand, x, y);

	(void)drag;
	if (!hand->held)
		return;
	sabot_floor_plan_freeze(hand->plan, FALSE);
	if (!is_a_touch(x, y))
		drop(hand, &wanted);
	g_clear_object(&hand->held);
}

static void
on_drag_cancelled(GtkGesture *drag, GdkEventSequence *sequence, gpointer data)
{
	struct sabot_plan_hand *hand = data;

	(void)drag;
	(void)sequence;
	if (!hand->held)
		return;
	sabot_floor_plan_freeze(hand->plan, FALSE);
	sabot_floor_plan_release(hand->plan, hand->held);
	g_clear_object(&hand->held);
}

/* --- By keys --------------------------------------------------------------------------------- */

static void
report_keyed(struct sabot_plan_hand *hand)
{
	g_autoptr(SabotTableItem) item = g_steal_pointer(&hand->keyed);

	g_clear_handle_id(&hand->keys_source, g_source_remove);
	if (item && sabot_floor_plan_find_tile(hand->plan, item))
		report(hand, item);
}

static gboolean
on_keys_over(gpointer data)
{
	struct sabot_plan_hand *hand = data;

	hand->keys_source = 0;
	report_keyed(hand);
	return G_SOURCE_REMOVE;
}

static void
set_keyed(struct sabot_plan_hand *hand, SabotTableItem *item)
{
	if (hand->keyed != item)
		report_keyed(hand);
	g_set_object(&hand->keyed, item);
	g_clear_handle_id(&hand->keys_source, g_source_remove);
	hand->keys_source = g_timeout_add(KEYS_MS, on_keys_over, hand);
}

/* A table from below the hall first goes to the nearest free place. */
static void
step(struct sabot_plan_hand *hand, SabotTableItem *item, struct sabot_hall_way way, int n_steps)
{
	g_autoptr(GArray) others = sabot_floor_plan_get_others(hand->plan, item);
	struct sabot_hall_size size = sabot_floor_plan_get_table_size(hand->plan);
	struct sabot_wire_place place;
	bool has_place;

	place = sabot_floor_plan_get_place(hand->plan, item, &has_place);
	if (!has_place)
		place = sabot_hall_nearest(others, &place, size);
	for (int i = 0; has_place && i < n_steps; i++)
		place = sabot_hall_step(others, &place, way, size);
	sabot_floor_plan_put(hand->plan, item, &place);
	set_keyed(hand, item);
}

static bool
read_way(guint key, struct sabot_hall_way *ret_way)
{
	static const struct {
		guint key, keypad;
		struct sabot_hall_way way;
	} ways[] = {
		{GDK_KEY_Left, GDK_KEY_KP_Left, {-1, 0}},
		{GDK_KEY_Right, GDK_KEY_KP_Right, {1, 0}},
		{GDK_KEY_Up, GDK_KEY_KP_Up, {0, -1}},
		{GDK_KEY_Down, GDK_KEY_KP_Down, {0, 1}},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
		if (key == ways[i].key || key == ways[i].keypad) {
			*ret_way = ways[i].way;
			return true;
		}
	}
	return false;
}

/* The table whose tile has the focus; NULL if there is none. Borrowed. */
static SabotTableItem *
find_focused(struct sabot_plan_hand *hand)
{
	GtkWidget *focus = gtk_container_get_focus_child(GTK_CONTAINER(hand->plan));

	return focus && SABOT_IS_TABLE_TILE(focus)
		       ? sabot_table_tile_get_item(SABOT_TABLE_TILE(focus))
		       : NULL;
}

static gboolean
on_key_pressed(GtkWidget *plan, GdkEventKey *event, gpointer data)
{
	struct sabot_plan_hand *hand = data;
	SabotTableItem *item = hand->is_active ? find_focused(hand) : NULL;
	struct sabot_hall_way way;

	(void)plan;
	if (!item || hand->held)
		return GDK_EVENT_PROPAGATE;
	if (read_way(event->keyval, &way)) {
		step(hand, item, way, event->state & GDK_SHIFT_MASK ? STRIDE : 1);
		return GDK_EVENT_STOP;
	}
	if (event->keyval != GDK_KEY_Delete && event->keyval != GDK_KEY_KP_Delete)
		return GDK_EVENT_PROPAGATE;
	sabot_floor_plan_put(hand->plan, item, NULL);
	set_keyed(hand, item);
	report_keyed(hand);
	return GDK_EVENT_STOP;
}

/* --- The hand -------------------------------------------------------------------------------- */

struct sabot_plan_hand *
sabot_plan_hand_new(SabotFloorPlan *plan, sabot_plan_moved_fn *moved, gpointer data)
{
	struct sabot_plan_hand *hand = g_new0(struct sabot_plan_hand, 1);

	hand->plan = plan;
	hand->moved = moved;
	hand->data = data;
	hand->drag = gtk_gesture_drag_new(GTK_WIDGET(plan));
	gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(hand->drag),
						   GTK_PHASE_CAPTURE);
	g_signal_connect(hand->drag, "drag-begin", G_CALLBACK(on_drag_begin), hand);
	g_signal_connect(hand->drag, "drag-update", G_CALLBACK(on_drag_update), hand);
	g_signal_connect(hand->drag, "drag-end", G_CALLBACK(on_drag_end), hand);
	g_signal_connect(hand->drag, "cancel", G_CALLBACK(on_drag_cancelled), hand);
	g_signal_connect(plan, "key-press-event", G_CALLBACK(on_key_pressed), hand);
	return hand;
}

void
sabot_plan_hand_free(struct sabot_plan_hand *hand)
{
	if (!hand)
		return;
	g_clear_handle_id(&hand->keys_source, g_source_remove);
	g_signal_handlers_disconnect_by_data(hand->drag, hand);
	g_signal_handlers_disconnect_by_data(hand->plan, hand);
	g_object_unref(hand->drag);
	g_clear_object(&hand->held);
	g_clear_object(&hand->keyed);
	g_free(hand);
}

void
sabot_plan_hand_set_active(struct sabot_plan_hand *hand, gboolean is_active)
{
	if (!is_active)
		report_keyed(hand);
	hand->is_active = is_active;
}
