/*
 * See plan-view.h. A table that was moved is drawn at its new place until the daemon answers; then
 * where its view says.
 */
#include "plan-view.h"

#include "gui/widgets/label.h"
#include "gui/widgets/scroll.h"
#include "plan-hand.h"

#include <glib/gi18n.h>

/* A house's hall. */
struct hall {
	SabotPlanView *view;
	SabotFeed *feed; /* borrowed */
	GtkLabel *title; /* if there are several houses; else NULL */
	SabotFloorPlan *plan;
	struct sabot_plan_hand *hand;
};

struct _SabotPlanView {
	GtkBox parent_instance;
	SabotFloorModel *floor; /* borrowed */
	GtkToggleButton *arrange;
	GtkWidget *halls; /* a box */
	GtkLabel *hint, *message;
	GPtrArray *all;        /* of struct hall */
	GHashTable *requested; /* SabotTableItem to the number of its last request */
	GPtrArray *moves;      /* of struct move, owned */
	guint n_requests;
	GCancellable *asking;
};

/* A move that the daemon has not answered yet. */
struct move {
	struct hall *hall;
	SabotTableItem *item;
	guint number;
};

enum { SIGNAL_TABLE_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotPlanView, sabot_plan_view, GTK_TYPE_BOX)

static void
free_move(gpointer data)
{
	struct move *move = data;

	g_object_unref(move->item);
	g_free(move);
}

static void
free_hall(gpointer data)
{
	struct hall *hall = data;

	g_signal_handlers_disconnect_by_data(sabot_feed_get_session(hall->feed), hall->view);
	sabot_plan_hand_free(hall->hand);
	g_free(hall);
}

static void
sabot_plan_view_dispose(GObject *object)
{
	SabotPlanView *view = SABOT_PLAN_VIEW(object);

	sabot_give_up(&view->asking);
	g_clear_pointer(&view->moves, g_ptr_array_unref);
	g_clear_pointer(&view->all, g_ptr_array_unref);
	g_clear_pointer(&view->requested, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_plan_view_parent_class)->dispose(object);
}

static void
sabot_plan_view_class_init(SabotPlanViewClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_plan_view_dispose;
	signals[SIGNAL_TABLE_ACTIVATED] =
		g_signal_new("table-activated", SABOT_TYPE_PLAN_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static GtkLabel *
add_line(SabotPlanView *view, const char *style)
{
	GtkWidget *label = gtk_label_new(NULL);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	sabot_style_set_class(label, style, TRUE);
	gtk_box_pack_end(GTK_BOX(view), label, FALSE, FALSE, 0);
	return GTK_LABEL(label);
}

static void
sabot_plan_view_init(SabotPlanView *view)
{
	GtkWidget *scroll = sabot_scroll_new();

	gtk_orientable_set_orientation(GTK_ORIENTABLE(view), GTK_ORIENTATION_VERTICAL);
	view->all = g_ptr_array_new_with_free_func(free_hall);
	view->moves = g_ptr_array_new_with_free_func(free_move);
	view->requested = g_hash_table_new_full(NULL, NULL, g_object_unref, NULL);
	view->asking = g_cancellable_new();
	view->halls = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	gtk_widget_set_can_focus(scroll, FALSE);
	gtk_container_add(GTK_CONTAINER(scroll), view->halls);
	gtk_box_pack_start(GTK_BOX(view), scroll, TRUE, TRUE, 0);
	gtk_widget_show_all(scroll);
	view->message = add_line(view, "plan-message");
	view->hint = add_line(view, "plan-hint");
}

/* --- Arranging ------------------------------------------------------------------------------- */

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct move *move = data;
	SabotPlanView *view = move->hall->view;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_label_set(view->message, why);
	if (GPOINTER_TO_UINT(g_hash_table_lookup(view->requested, move->item)) == move->number)
		sabot_floor_plan_release(move->hall->plan, move->item);
	g_ptr_array_remove(view->moves, move);
}

static json_t *
build_args(SabotTableItem *item, const struct sabot_wire_place *place)
{
	json_t *args = json_pack("{s:s}", "table", sabot_table_item_get_name(item));

	if (place) {
		json_object_set_new(args, "x", json_integer(place->x_px));
		json_object_set_new(args, "y", json_integer(place->y_px));
	}
	return args;
}

static void
on_moved(SabotFloorPlan *plan, SabotTableItem *item, const struct sabot_wire_place *place,
	 gpointer data)
{
	struct hall *hall = data;
	SabotPlanView *view = hall->view;
	SabotSession *session = sabot_feed_get_session(hall->feed);
	g_autofree char *refusal = sabot_session_refusal(session, "arrange");
	struct move *move;

	sabot_label_set(view->message, refusal);
	if (refusal) {
		sabot_floor_plan_release(plan, item);
		return;
	}
	move = g_new0(struct move, 1);
	move->hall = hall;
	move->item = g_object_ref(item);
	move->number = ++view->n_requests;
	g_ptr_array_add(view->moves, move);
	g_hash_table_insert(view->requested, g_object_ref(item), GUINT_TO_POINTER(move->number));
	sabot_session_request(session, "place", build_args(item, place), view->asking, on_answered,
			      move);
}

gboolean
sabot_plan_view_is_arranging(SabotPlanView *view)
{
	return gtk_toggle_button_get_active(view->arrange);
}

static void
on_arrange_toggled(GtkToggleButton *arrange, gpointer data)
{
	SabotPlanView *view = data;
	gboolean is_active = gtk_toggle_button_get_active(arrange);

	for (guint i = 0; i < view->all->len; i++) {
		struct hall *hall = g_ptr_array_index(view->all, i);

		sabot_plan_hand_set_active(hall->hand, is_active);
		sabot_floor_plan_set_arranging(hall->plan, is_active);
	}
	sabot_label_set(view->message, NULL);
	sabot_label_set(view->hint,
			is_active ? _("Drag each table to where it stands, or move the chosen one "
				      "with the arrow keys. Below the hall, or with Delete, it has "
				      "no place.")
				  : NULL);
}

/* Insensitive, with the reason, where no person logged in has the right. */
static void
show_key(SabotPlanView *view)
{
	g_autofree char *why = NULL;

	for (guint i = 0; i < view->all->len; i++) {
		const struct hall *hall = g_ptr_array_index(view->all, i);

		g_free(why);
		why = sabot_session_refusal(sabot_feed_get_session(hall->feed), "arrange");
		if (!why)
			break;
	}
	if (why)
		gtk_toggle_button_set_active(view->arrange, FALSE);
	gtk_widget_set_sensitive(GTK_WIDGET(view->arrange), !why);
	gtk_widget_set_tooltip_text(GTK_WIDGET(view->arrange),
				    why ? why : _("The place of each table in the hall"));
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(view->arrange)),
				   why ? why : "");
}

/* --- Halls ----------------------------------------------------------------------------------- */

static void
on_activated(SabotFloorPlan *plan, SabotTableItem *item, gpointer data)
{
	(void)plan;
	g_signal_emit(data, signals[SIGNAL_TABLE_ACTIVATED], 0, item);
}

static void
add_hall(SabotPlanView *view, SabotFeed *feed)
{
	struct hall *hall = g_new0(struct hall, 1);
	GtkWidget *title = gtk_label_new(NULL);

	hall->view = view;
	hall->feed = feed;
	hall->title = GTK_LABEL(title);
	gtk_label_set_xalign(hall->title, 0);
	sabot_style_set_class(title, "group", TRUE);
	hall->plan = SABOT_FLOOR_PLAN(sabot_floor_plan_new());
	hall->hand = sabot_plan_hand_new(hall->plan, on_moved, hall);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(hall->plan)), _("floor plan"));
	g_signal_connect(hall->plan, "table-activated", G_CALLBACK(on_activated), view);
	g_signal_connect_swapped(sabot_feed_get_session(feed), "changed", G_CALLBACK(show_key),
				 view);
	gtk_box_pack_start(GTK_BOX(view->halls), title, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(view->halls), GTK_WIDGET(hall->plan), TRUE, TRUE, 0);
	g_ptr_array_add(view->all, hall);
}

void
sabot_plan_view_set_floor(SabotPlanView *view, SabotFloorModel *floor, GtkToggleButton *arrange)
{
	view->floor = floor;
	view->arrange = arrange;
	for (guint i = 0; i < sabot_floor_model_count_feeds(floor); i++)
		add_hall(view, sabot_floor_model_get_feed(floor, i));
	g_signal_connect_object(arrange, "toggled", G_CALLBACK(on_arrange_toggled), view, 0);
	show_key(view);
}

static guint
count_tables(SabotFeed *feed)
{
	return g_list_model_get_n_items(G_LIST_MODEL(sabot_feed_get_tables(feed)));
}

static void
show_hall(struct hall *hall, const GPtrArray *items)
{
	g_autoptr(GPtrArray) own = g_ptr_array_new();

	for (guint i = 0; items && i < items->len; i++)
		if (sabot_table_item_get_feed(g_ptr_array_index(items, i)) == hall->feed)
			g_ptr_array_add(own, g_ptr_array_index(items, i));
	sabot_label_set(hall->title, sabot_feed_get_label(hall->feed));
	sabot_floor_plan_set_items(hall->plan, own, count_tables(hall->feed));
}

void
sabot_plan_view_set_items(SabotPlanView *view, const GPtrArray *items)
{
	if (!items)
		gtk_toggle_button_set_active(view->arrange, FALSE);
	for (guint i = 0; i < view->all->len; i++)
		show_hall(g_ptr_array_index(view->all, i), items);
}

GtkWidget *
sabot_plan_view_find_tile(SabotPlanView *view, SabotTableItem *item)
{
	for (guint i = 0; i < view->all->len; i++) {
		const struct hall *hall = g_ptr_array_index(view->all, i);
		GtkWidget *tile = sabot_floor_plan_find_tile(hall->plan, item);

		if (tile)
			return tile;
	}
	return NULL;
}

void
sabot_plan_view_refresh(SabotPlanView *view, gboolean is_clocks_only)
{
	for (guint i = 0; i < view->all->len; i++) {
		const struct hall *hall = g_ptr_array_index(view->all, i);

		sabot_floor_plan_refresh(hall->plan, is_clocks_only);
	}
}
