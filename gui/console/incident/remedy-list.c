/* The remedies: see remedy-list.h; its layout is remedy-list.ui, a row for each is made here. */
#include "remedy-list.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/widgets/label.h"

/* The children of the template. */
#define REMEDY_LIST_CHILDREN(CHILD)                                                                \
	CHILD(GtkScrolledWindow, scroll)                                                           \
	CHILD(GtkListBox, rows)                                                                    \
	CHILD(GtkLabel, stakes)

struct _SabotRemedyList {
	GtkBox parent_instance;
	struct sabot_wire_remedies *remedies; /* or NULL */
	char *chosen;                         /* its stored word, or NULL */
	REMEDY_LIST_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotRemedyList, sabot_remedy_list, GTK_TYPE_BOX)

static void
sabot_remedy_list_finalize(GObject *object)
{
	SabotRemedyList *list = SABOT_REMEDY_LIST(object);

	sabot_record_unref(list->remedies);
	g_free(list->chosen);
	G_OBJECT_CLASS(sabot_remedy_list_parent_class)->finalize(object);
}

static void
sabot_remedy_list_class_init(SabotRemedyListClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_remedy_list_finalize;
	signals[SIGNAL_CHOSEN] = g_signal_new("chosen", SABOT_TYPE_REMEDY_LIST, G_SIGNAL_RUN_LAST,
					      0, NULL, NULL, NULL, G_TYPE_NONE, 0);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/incident/remedy-list.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotRemedyList, REMEDY_LIST_CHILDREN);
}

const struct sabot_wire_remedy *
sabot_remedy_list_get_chosen(SabotRemedyList *list)
{
	for (guint i = 0; list->remedies && i < list->remedies->remedies->len; i++) {
		const struct sabot_wire_remedy *remedy =
			g_ptr_array_index(list->remedies->remedies, i);

		if (g_strcmp0(remedy->remedy, list->chosen) == 0)
			return remedy;
	}
	return NULL;
}

static void
show_stakes(SabotRemedyList *list)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(list);
	g_autofree char *stakes = remedy ? sabot_phrase_stake_effects(remedy) : NULL;

	sabot_label_set(list->stakes, stakes);
}

static void
on_row_selected(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotRemedyList *list = data;
	const char *word = row ? g_object_get_data(G_OBJECT(row), "remedy") : NULL;

	(void)box;
	if (!word || g_strcmp0(word, list->chosen) == 0)
		return;
	g_free(list->chosen);
	list->chosen = g_strdup(word);
	show_stakes(list);
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}

/* The lines on its stakes below take room from the rows: the chosen one stays in sight. */
static void
on_room_changed(GtkAdjustment *adjustment, gpointer data)
{
	GtkListBoxRow *row = gtk_list_box_get_selected_row(((SabotRemedyList *)data)->rows);
	GtkAllocation place;

	if (!row)
		return;
	gtk_widget_get_allocation(GTK_WIDGET(row), &place);
	gtk_adjustment_clamp_page(adjustment, place.y, place.y + place.height);
}

static void
sabot_remedy_list_init(SabotRemedyList *list)
{
	gtk_widget_init_template(GTK_WIDGET(list));
	g_signal_connect(gtk_scrolled_window_get_vadjustment(list->scroll), "changed",
			 G_CALLBACK(on_room_changed), list);
	g_signal_connect(list->rows, "row-selected", G_CALLBACK(on_row_selected), list);
}

static GtkWidget *
line_new(const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 34);
	sabot_style_set_class(label, style, TRUE);
	return label;
}

static GtkWidget *
row_new(const struct sabot_wire_remedy *remedy)
{
	g_autofree char *name = sabot_phrase_remedy(remedy);
	g_autofree char *effects = sabot_phrase_effects(remedy);
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

	gtk_container_add(GTK_CONTAINER(box), line_new(name, "remedy-name"));
	gtk_container_add(GTK_CONTAINER(box), line_new(effects, "remedy-effects"));
	gtk_container_add(GTK_CONTAINER(row), box);
	g_object_set_data_full(G_OBJECT(row), "remedy", g_strdup(remedy->remedy), g_free);
	atk_object_set_name(gtk_widget_get_accessible(row), name);
	atk_object_set_description(gtk_widget_get_accessible(row), effects);
	gtk_widget_show_all(row);
	return row;
}

/*
 * What is chosen stays chosen while it is possible: effects are requested again after each event.
 * The usual one, which is the first, is chosen by itself; never one further down, for want of a
 * better.
 */
static void
choose_default(SabotRemedyList *list)
{
	const struct sabot_wire_remedy *before = sabot_remedy_list_get_chosen(list), *usual;

	if (before && before->is_possible)
		return;
	g_clear_pointer(&list->chosen, g_free);
	if (list->remedies->remedies->len == 0)
		return;
	usual = g_ptr_array_index(list->remedies->remedies, 0);
	if (usual->is_possible)
		list->chosen = g_strdup(usual->remedy);
}

void
sabot_remedy_list_set(SabotRemedyList *list, struct sabot_wire_remedies *remedies)
{
	sabot_record_unref(list->remedies);
	list->remedies = sabot_record_ref(remedies);
	choose_default(list);
	sabot_container_clear(list->rows);
	for (guint i = 0; i < remedies->remedies->len; i++) {
		const struct sabot_wire_remedy *remedy = g_ptr_array_index(remedies->remedies, i);
		GtkWidget *row;

		/* Only what would have an effect now is offered. */
		if (!remedy->is_possible)
			continue;
		row = row_new(remedy);
		gtk_container_add(GTK_CONTAINER(list->rows), row);
		if (g_strcmp0(remedy->remedy, list->chosen) == 0)
			gtk_list_box_select_row(list->rows, GTK_LIST_BOX_ROW(row));
	}
	show_stakes(list);
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}
