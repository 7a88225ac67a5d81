/*
 * The list of needs: see need-list.h. Changes are collected for some moments; then existing rows
 * are updated and new ones inserted, all at once. A row is kept while its place is in the list, and
 * so is the focus.
 */
#include "need-list.h"

#include "gui/console/incident/incident-row.h"
#include "gui/widgets/label.h"
#include "need-row.h"

#include <glib/gi18n.h>

enum {
	GATHER_MS = 60,
	LOOK_MS = 150,      /* interval of checking whether waiting entries may be shown */
	HOLD_MS = 3000,     /* since the pointer came, moved or pressed */
	HOLD_MAX_MS = 6000, /* since the first entry has been waiting */
	/* a touch so soon after a move was meant for the entry that was there before */
	DODGE_MS = 600,
};

/* The position of an entry before the last move. */
struct place {
	int y, height;
	struct sabot_need *need;
};

struct _SabotNeedList {
	GtkListBox parent_instance;
	SabotFloorModel *floor;
	gboolean is_all, is_pressed;
	guint update_source;
	GPtrArray *needs; /* of struct sabot_need, in order: one a row */
	GArray *before;   /* of struct place */
	int64_t moved_us, waiting_since_us, pointed_us; /* monotonic; 0: never */
	int pointer_x, pointer_y;
	GtkGesture *press;
};

enum { SIGNAL_NEED_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotNeedList, sabot_need_list, GTK_TYPE_LIST_BOX)

static void
update_soon(SabotNeedList *list);

/* --- What is touched ------------------------------------------------------------------------- */

static void
activate(SabotNeedList *list, struct sabot_need *need)
{
	struct sabot_need *kept = g_rc_box_acquire(need);

	g_signal_emit(list, signals[SIGNAL_NEED_ACTIVATED], 0, kept->table, kept->incident);
	sabot_need_unref(kept);
}

static void
on_row_activated(GtkListBox *box, GtkListBoxRow *row)
{
	SabotNeedList *list = SABOT_NEED_LIST(box);
	int index = gtk_list_box_row_get_index(row);

	if (index >= 0 && index < (int)list->needs->len)
		activate(list, g_ptr_array_index(list->needs, index));
}

static struct sabot_need *
stood_at(SabotNeedList *list, double y)
{
	for (guint i = 0; i < list->before->len; i++) {
		const struct place *place = &g_array_index(list->before, struct place, i);

		if (y >= place->y && y < place->y + place->height)
			return place->need;
	}
	return NULL;
}

static void
on_pressed(GtkGestureMultiPress *gesture, int n_press, double x, double y, gpointer data)
{
	SabotNeedList *list = data;
	int64_t now_us = g_get_monotonic_time();
	GtkListBoxRow *row = gtk_list_box_get_row_at_y(GTK_LIST_BOX(list), (int)y);
	int index = row ? gtk_list_box_row_get_index(row) : -1;
	struct sabot_need *meant = stood_at(list, y);

	(void)n_press;
	(void)x;
	list->pointed_us = now_us;
	list->is_pressed = TRUE;
	if (!meant || now_us - list->moved_us > DODGE_MS * G_TIME_SPAN_MILLISECOND ||
	    (index >= 0 && sabot_need_is_same(meant, g_ptr_array_index(list->needs, index))))
		return;
	gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
	activate(list, meant);
}

static void
on_released(GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
	(void)gesture;
	(void)sequence;
	SABOT_NEED_LIST(data)->is_pressed = FALSE;
}

/* --- When entries may move ------------------------------------------------------------------- */

/* The pointer over the visible part of the list, in coordinates of the window. */
static gboolean
find_pointer(SabotNeedList *list, int *ret_x, int *ret_y)
{
	GtkWidget *widget = GTK_WIDGET(list), *top = gtk_widget_get_toplevel(widget);
	GtkWidget *view = gtk_widget_get_parent(widget);
	GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(widget));
	int x, y;

	if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_window(top))
		return FALSE;
	gdk_window_get_device_position(gtk_widget_get_window(top), gdk_seat_get_pointer(seat),
				       ret_x, ret_y, NULL);
	return gtk_widget_translate_coordinates(top, view, *ret_x, *ret_y, &x, &y) && x >= 0 &&
	       y >= 0 && x < gtk_widget_get_allocated_width(view) &&
	       y < gtk_widget_get_allocated_height(view);
}

static gboolean
is_held(SabotNeedList *list)
{
	int64_t now_us = g_get_monotonic_time();
	int x, y;

	if (!find_pointer(list, &x, &y))
		return FALSE;
	if (list->waiting_since_us == 0) {
		list->waiting_since_us = now_us;
		list->pointed_us = now_us;
	} else if (x != list->pointer_x || y != list->pointer_y) {
		list->pointed_us = now_us;
	}
	list->pointer_x = x;
	list->pointer_y = y;
	return now_us < MIN(list->pointed_us + HOLD_MS * G_TIME_SPAN_MILLISECOND,
			    list->waiting_since_us + HOLD_MAX_MS * G_TIME_SPAN_MILLISECOND);
}

/* --- Rows ------------------------------------------------------------------------------------ */

static GtkWidget *
row_at(SabotNeedList *list, guint index)
{
	return GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), (int)index));
}

static GtkWidget *
row_new(struct sabot_need *need)
{
	return need->kind == SABOT_NEED_SINGLE ? sabot_incident_row_new(need->incident)
					       : sabot_need_row_new(need);
}

static gboolean
find(const GPtrArray *needs, const struct sabot_need *wanted, guint *ret_index)
{
	for (guint i = 0; i < needs->len; i++) {
		if (sabot_need_is_same(g_ptr_array_index(needs, i), wanted)) {
			*ret_index = i;
			return TRUE;
		}
	}
	return FALSE;
}

/* Update the row at `index` for its place; settled entries never change in their row. */
static void
set_row(SabotNeedList *list, guint index, struct sabot_need *need)
{
	const struct sabot_need *old = g_ptr_array_index(list->needs, index);
	GtkWidget *row = row_at(list, index);

	if (SABOT_IS_NEED_ROW(row)) {
		sabot_need_row_set(SABOT_NEED_ROW(row), need);
	} else if (old->incident != need->incident) {
		gtk_widget_destroy(row);
		gtk_list_box_insert(GTK_LIST_BOX(list), row_new(need), (int)index);
	}
	sabot_need_unref(list->needs->pdata[index]);
	list->needs->pdata[index] = g_rc_box_acquire(need);
}

/* Update the entries shown, without adding, removing or moving any. */
static void
update_in_place(SabotNeedList *list, const GPtrArray *wanted)
{
	for (guint i = 0; i < list->needs->len; i++) {
		guint place;
		gboolean is_there = find(wanted, g_ptr_array_index(list->needs, i), &place);

		sabot_style_set_class(row_at(list, i), "gone", !is_there);
		if (is_there && SABOT_IS_NEED_ROW(row_at(list, i)))
			set_row(list, i, g_ptr_array_index(wanted, place));
	}
}

static void
place_clear(gpointer place)
{
	sabot_need_unref(((struct place *)place)->need);
}

static void
remember_places(SabotNeedList *list)
{
	g_array_set_size(list->before, 0);
	for (guint i = 0; i < list->needs->len; i++) {
		struct place place = {.need = g_rc_box_acquire(list->needs->pdata[i])};
		GtkAllocation box;

		gtk_widget_get_allocation(row_at(list, i), &box);
		place.y = box.y;
		place.height = box.height;
		g_array_append_val(list->before, place);
	}
	list->moved_us = g_get_monotonic_time();
}

static void
remove_row(SabotNeedList *list, guint index)
{
	gtk_widget_destroy(row_at(list, index));
	g_ptr_array_remove_index(list->needs, index);
}

static void
insert_row(SabotNeedList *list, guint index, struct sabot_need *need)
{
	gtk_list_box_insert(GTK_LIST_BOX(list), row_new(need), (int)index);
	g_ptr_array_insert(list->needs, (int)index, g_rc_box_acquire(need));
}

/* Move a row to an earlier place; it stays the same widget and keeps the focus. */
static void
move_row(SabotNeedList *list, guint from, guint to)
{
	GtkWidget *row = row_at(list, from);
	gboolean had_focus = gtk_widget_has_focus(row);
	struct sabot_need *need = g_ptr_array_steal_index(list->needs, from);

	g_object_ref(row);
	gtk_container_remove(GTK_CONTAINER(list), row);
	gtk_list_box_insert(GTK_LIST_BOX(list), row, (int)to);
	g_object_unref(row);
	g_ptr_array_insert(list->needs, (int)to, need);
	if (had_focus)
		gtk_widget_grab_focus(row);
}

static gboolean
is_same_order(const GPtrArray *a, const GPtrArray *b)
{
	for (guint i = 0; i < MIN(a->len, b->len); i++)
		if (!sabot_need_is_same(a->pdata[i], b->pdata[i]))
			return FALSE;
	return a->len == b->len;
}

static void
put_in_order(SabotNeedList *list, const GPtrArray *wanted)
{
	guint place;

	remember_places(list);
	for (guint i = list->needs->len; i-- > 0;)
		if (!find(wanted, list->needs->pdata[i], &place))
			remove_row(list, i);
	for (guint i = 0; i < wanted->len; i++) {
		struct sabot_need *need = g_ptr_array_index(wanted, i);

		if (!find(list->needs, need, &place)) {
			insert_row(list, i, need);
			continue;
		}
		if (place != i)
			move_row(list, place, i);
		set_row(list, i, need);
	}
	gtk_list_box_invalidate_headers(GTK_LIST_BOX(list));
}

static gboolean
on_update_due(gpointer data)
{
	SabotNeedList *list = data;
	GListModel *incidents = sabot_floor_model_get_incidents(list->floor);
	g_autoptr(GPtrArray) wanted =
		list->is_all
			? sabot_needs_list_all(incidents)
			: sabot_needs_collect(sabot_floor_model_get_tables(list->floor), incidents);

	list->update_source = 0;
	if (list->is_pressed) { /* until it is released */
		list->update_source = g_timeout_add(LOOK_MS, on_update_due, list);
		return G_SOURCE_REMOVE;
	}
	update_in_place(list, wanted);
	if (is_same_order(list->needs, wanted)) {
		for (guint i = 0; i < wanted->len; i++)
			set_row(list, i, g_ptr_array_index(wanted, i));
		gtk_list_box_invalidate_headers(GTK_LIST_BOX(list));
	} else if (is_held(list)) {
		list->update_source = g_timeout_add(LOOK_MS, on_update_due, list);
		return G_SOURCE_REMOVE;
	} else {
		put_in_order(list, wanted);
	}
	list->waiting_since_us = 0;
	return G_SOURCE_REMOVE;
}

static void
update_soon(SabotNeedList *list)
{
	if (!list->update_source)
		list->update_source = g_timeout_add(GATHER_MS, on_update_due, list);
}

/* --- What changes ---------------------------------------------------------------------------- */

static void
on_incidents_changed(GListModel *incidents, guint position, guint removed, guint added,
		     gpointer data)
{
	(void)incidents;
	(void)position;
	(void)removed;
	(void)added;
	update_soon(data);
}

void
sabot_need_list_set_floor(SabotNeedList *list, SabotFloorModel *floor)
{
	list->floor = g_object_ref(floor);
	g_signal_connect_object(floor, "tables-changed", G_CALLBACK(update_soon), list,
				G_CONNECT_SWAPPED);
	g_signal_connect_object(sabot_floor_model_get_incidents(floor), "items-changed",
				G_CALLBACK(on_incidents_changed), list, 0);
	update_soon(list);
}

void
sabot_need_list_set_all(SabotNeedList *list, gboolean is_all)
{
	list->is_all = is_all;
	update_soon(list);
}

void
sabot_need_list_refresh(SabotNeedList *list)
{
	for (guint i = 0; i < list->needs->len; i++)
		if (SABOT_IS_NEED_ROW(row_at(list, i)))
			sabot_need_row_refresh(SABOT_NEED_ROW(row_at(list, i)));
	sabot_incident_rows_refresh_ages(GTK_LIST_BOX(list)); /* of those settled */
}

/* --- The widget ------------------------------------------------------------------------------ */

static const char *
heading_of(enum sabot_need_kind kind)
{
	switch (kind) {
	case SABOT_NEED_STOPS:
		return NULL;
	case SABOT_NEED_GOES_ON:
		/* Translators: above incidents of tables at which the game continues. */
		return C_("need", "continues meanwhile");
	case SABOT_NEED_ASIDE:
		/* Translators: above incidents that are shelved, or follow from a fault. */
		return C_("need", "put aside");
	case SABOT_NEED_SINGLE:
		/* Translators: above incidents that are no longer open. */
		return C_("need", "settled");
	}
	return NULL;
}

/*
 * A header where another kind of entries begins; above the first entry only if it need not be ruled
 * on at once.
 */
static void
update_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
	SabotNeedList *list = data;
	int index = gtk_list_box_row_get_index(row);
	const struct sabot_need *need, *above;
	const char *text;
	GtkWidget *label;

	gtk_list_box_row_set_header(row, NULL);
	if (list->is_all || index < 0 || index >= (int)list->needs->len)
		return;
	need = list->needs->pdata[index];
	above = before && index > 0 ? list->needs->pdata[index - 1] : NULL;
	text = above && above->kind == need->kind ? NULL : heading_of(need->kind);
	if (!text || (!above && need->kind == SABOT_NEED_GOES_ON))
		return;
	label = gtk_label_new(text);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	sabot_style_set_class(label, "need-rest", TRUE);
	gtk_widget_show(label);
	gtk_list_box_row_set_header(row, label);
}

static void
sabot_need_list_dispose(GObject *object)
{
	SabotNeedList *list = SABOT_NEED_LIST(object);

	g_clear_handle_id(&list->update_source, g_source_remove);
	g_clear_object(&list->press);
	g_clear_object(&list->floor);
	G_OBJECT_CLASS(sabot_need_list_parent_class)->dispose(object);
}

static void
sabot_need_list_finalize(GObject *object)
{
	SabotNeedList *list = SABOT_NEED_LIST(object);

	g_ptr_array_unref(list->needs);
	g_array_unref(list->before);
	G_OBJECT_CLASS(sabot_need_list_parent_class)->finalize(object);
}

static void
sabot_need_list_class_init(SabotNeedListClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_need_list_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_need_list_finalize;
	GTK_LIST_BOX_CLASS(klass)->row_activated = on_row_activated;
	signals[SIGNAL_NEED_ACTIVATED] =
		g_signal_new("need-activated", SABOT_TYPE_NEED_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 2, SABOT_TYPE_TABLE_ITEM,
			     SABOT_TYPE_INCIDENT_ITEM);
}

static void
sabot_need_list_init(SabotNeedList *list)
{
	list->needs = g_ptr_array_new_with_free_func((GDestroyNotify)sabot_need_unref);
	list->before = g_array_new(FALSE, FALSE, sizeof(struct place));
	g_array_set_clear_func(list->before, place_clear);
	gtk_list_box_set_header_func(GTK_LIST_BOX(list), update_header, list, NULL);
	list->press = gtk_gesture_multi_press_new(GTK_WIDGET(list));
	gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(list->press),
						   GTK_PHASE_CAPTURE);
	g_signal_connect(list->press, "pressed", G_CALLBACK(on_pressed), list);
	g_signal_connect(list->press, "end", G_CALLBACK(on_released), list);
	g_signal_connect(list->press, "cancel", G_CALLBACK(on_released), list);
}
