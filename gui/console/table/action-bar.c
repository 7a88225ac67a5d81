/*
 * The buttons of a table's actions (gui/model/tables/table-action.c): see action-bar.h. They are in
 * four groups, the rarely used ones last.
 */
#include "action-bar.h"
#include "gui/widgets/template.h"

#include "action-panel.h"
#include "cards-panel.h"
#include "load-panel.h"
#include "gui/console/money/money-panel.h"
#include "rules-panel.h"
#include "run-out-panel.h"
#include "gui/widgets/label.h"

/* The children of the template. */
#define ACTION_BAR_CHILDREN(CHILD)                                                                 \
	CHILD(GtkFlowBox, flow)                                                                    \
	CHILD(GtkLabel, reason)

enum { GROUPS = 4, GROUP_MAX = 6, GROUP_GAP_PX = 14 };

struct _SabotActionBar {
	GtkBox parent_instance;
	SabotSide *side;
	SabotTableItem *item;
	gulong changed_handler;
	GPtrArray *buttons; /* of GtkButton, in the order of the actions */
	guint row_idle;
	ACTION_BAR_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotActionBar, sabot_action_bar, GTK_TYPE_BOX)

static SabotSession *
get_session(SabotActionBar *bar)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(bar->item));
}

static void
forget_item(SabotActionBar *bar)
{
	if (!bar->item)
		return;
	g_signal_handlers_disconnect_by_data(get_session(bar), bar);
	g_clear_signal_handler(&bar->changed_handler, bar->item);
	g_clear_object(&bar->item);
}

static void
sabot_action_bar_dispose(GObject *object)
{
	SabotActionBar *bar = SABOT_ACTION_BAR(object);

	forget_item(bar);
	g_clear_handle_id(&bar->row_idle, g_source_remove);
	g_clear_pointer(&bar->buttons, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_action_bar_parent_class)->dispose(object);
}

static void
sabot_action_bar_class_init(SabotActionBarClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_action_bar_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/action-bar.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotActionBar, ACTION_BAR_CHILDREN);
}

/* The panel of an action that needs more than a form. */
static GtkWidget *
panel_new(const struct sabot_table_action *action, SabotTableItem *item)
{
	static const struct {
		const char *id;
		GtkWidget *(*panel_new)(SabotTableItem *item);
	} panels[] = {
		{"cards", sabot_cards_panel_new}, {"load", sabot_load_panel_new},
		{"money", sabot_money_panel_new}, {"run-out", sabot_run_out_panel_new},
		{"rules", sabot_rules_panel_new},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(panels); i++)
		if (g_str_equal(panels[i].id, action->id))
			return panels[i].panel_new(item);
	return sabot_action_panel_new(action, item);
}

static void
on_clicked(GtkButton *button, gpointer data)
{
	SabotActionBar *bar = data;
	const struct sabot_table_action *action = g_object_get_data(G_OBJECT(button), "action");

	sabot_side_open(bar->side, panel_new(action, bar->item));
}

/* The groups in display order. */
static const char *const groups[GROUPS][GROUP_MAX] = {
	{"open", "pause", "close", "staff", "limits"},
	{"cut-card", "load", "unload", "run-out"},
	{"undo", "cards", "correction", "redress-done", "redress-withdraw"},
	{"money", "rules"},
};

/* Its position among all; an action in no group comes last. */
static int
index_of(const struct sabot_table_action *action)
{
	for (int group = 0; group < GROUPS; group++)
		for (int i = 0; i < GROUP_MAX && groups[group][i]; i++)
			if (g_str_equal(groups[group][i], action->id))
				return group * GROUP_MAX + i;
	return GROUPS * GROUP_MAX;
}

static bool
begins_group(int place)
{
	return place > 0 && place % GROUP_MAX == 0;
}

static void
add_button(SabotActionBar *bar, const struct sabot_table_action *action)
{
	const char *title = sabot_table_action_title(action);
	GtkWidget *button = gtk_button_new_with_label(title), *place;
	int number = index_of(action);

	g_object_set_data(G_OBJECT(button), "action", (gpointer)action);
	g_object_set_data(G_OBJECT(button), "place", GINT_TO_POINTER(number));
	if (begins_group(number))
		gtk_widget_set_margin_start(button, GROUP_GAP_PX);
	g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), bar);
	gtk_container_add(GTK_CONTAINER(bar->flow), button);
	place = gtk_widget_get_parent(button);
	gtk_widget_set_can_focus(place, FALSE);
	atk_object_set_name(gtk_widget_get_accessible(place), title);
	gtk_widget_show_all(place);
	g_ptr_array_add(bar->buttons, button);
}

static int
compare(GtkFlowBoxChild *a, GtkFlowBoxChild *b, gpointer data)
{
	GtkWidget *one = gtk_bin_get_child(GTK_BIN(a)), *other = gtk_bin_get_child(GTK_BIN(b));

	(void)data;
	return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(one), "place")) -
	       GPOINTER_TO_INT(g_object_get_data(G_OBJECT(other), "place"));
}

/* The left edge of a button; a hidden one counts as right of all. */
static int
left_of(SabotActionBar *bar, guint n)
{
	GtkWidget *place = gtk_widget_get_parent(g_ptr_array_index(bar->buttons, n));
	GtkAllocation allocation;

	gtk_widget_get_allocation(place, &allocation);
	return gtk_widget_get_visible(place) ? allocation.x : G_MAXINT;
}

/* A group is separated from the one before it, but not at the left of a row. */
static void
set_gap(GtkWidget *button, bool is_first)
{
	if (!begins_group(GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "place"))))
		return;
	gtk_widget_set_margin_start(button, is_first ? 0 : GROUP_GAP_PX);
	/* its total width stays the same */
	gtk_widget_set_margin_end(button, is_first ? GROUP_GAP_PX : 0);
}

static gboolean
mark_rows(gpointer data)
{
	SabotActionBar *bar = data;
	int left = G_MAXINT;

	bar->row_idle = 0;
	for (guint i = 0; i < bar->buttons->len; i++)
		left = MIN(left, left_of(bar, i));
	for (guint i = 0; i < bar->buttons->len; i++)
		set_gap(g_ptr_array_index(bar->buttons, i), left_of(bar, i) == left);
	return G_SOURCE_REMOVE;
}

static void
on_flow_allocated(SabotActionBar *bar)
{
	if (!bar->row_idle)
		bar->row_idle = g_idle_add_full(G_PRIORITY_HIGH_IDLE, mark_rows, bar, NULL);
}

static void
sabot_action_bar_init(SabotActionBar *bar)
{
	const struct sabot_table_action *action;

	gtk_widget_init_template(GTK_WIDGET(bar));
	bar->buttons = g_ptr_array_new();
	for (unsigned i = 0; (action = sabot_table_action_nth(i)); i++)
		add_button(bar, action);
	gtk_flow_box_set_sort_func(bar->flow, compare, NULL, NULL);
	g_signal_connect_swapped(bar->flow, "size-allocate", G_CALLBACK(on_flow_allocated), bar);
}

/* A button that cannot be pressed now shows why; a rarely used one is hidden until it can be. */
static void
show_button(SabotActionBar *bar, guint n, const char *refusal)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(bar->item);
	const struct sabot_table_action *action = sabot_table_action_nth(n);
	const char *hindrance = action->hindrance ? action->hindrance(view) : NULL;
	const char *why = refusal ? refusal : hindrance;
	GtkWidget *button = g_ptr_array_index(bar->buttons, n);

	gtk_widget_set_visible(gtk_widget_get_parent(button), !action->is_rare || !hindrance);
	gtk_widget_set_sensitive(button, !why);
	gtk_widget_set_tooltip_text(button, why ? why : sabot_table_action_help(action));
	atk_object_set_description(gtk_widget_get_accessible(button), why ? why : "");
}

static void
refresh(SabotActionBar *bar)
{
	g_autofree char *reason = NULL;

	for (guint i = 0; i < bar->buttons->len; i++) {
		const char *right = sabot_table_action_nth(i)->right;
		g_autofree char *refusal =
			right ? sabot_session_refusal(get_session(bar), right) : NULL;

		show_button(bar, i, refusal);
		if (refusal && !reason)
			reason = g_steal_pointer(&refusal);
	}
	sabot_label_set(bar->reason, reason);
}

void
sabot_action_bar_set_side(SabotActionBar *bar, SabotSide *side)
{
	bar->side = side;
}

void
sabot_action_bar_set_item(SabotActionBar *bar, SabotTableItem *item)
{
	forget_item(bar);
	bar->item = g_object_ref(item);
	bar->changed_handler = g_signal_connect_swapped(item, "changed", G_CALLBACK(refresh), bar);
	g_signal_connect_swapped(get_session(bar), "changed", G_CALLBACK(refresh), bar);
	refresh(bar);
}
