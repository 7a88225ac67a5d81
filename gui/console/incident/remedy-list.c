/* The remedies: see remedy-list.h; its layout is remedy-list.ui, the rows are created here. */
#include "remedy-list.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define REMEDY_LIST_CHILDREN(CHILD)                                                                \
	CHILD(GtkScrolledWindow, scroll)                                                           \
	CHILD(GtkListBox, rows)                                                                    \
	CHILD(GtkWidget, nothing)

struct _SabotRemedyList {
	GtkBox parent_instance;
	struct sabot_wire_remedies *remedies; /* or NULL */
	char *chosen;                         /* its stored word, or NULL */
	gboolean is_filled;                   /* the default choice was made, if there is one */
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
on_row_selected(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotRemedyList *list = data;
	const char *word = row ? g_object_get_data(G_OBJECT(row), "remedy") : NULL;

	(void)box;
	if (!word || g_strcmp0(word, list->chosen) == 0)
		return;
	g_free(list->chosen);
	list->chosen = g_strdup(word);
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}

/* Widgets below may take room from the rows: the chosen one stays visible. */
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

/* What the house gains by it; "?" while a resulting due is not certain. Transferred. */
static char *
house_text(const struct sabot_wire_remedy *remedy)
{
	const char *sign;
	char amount[SABOT_TEXT_MONEY_SIZE];

	for (guint i = 0; i < remedy->stakes->len; i++) {
		const struct sabot_wire_stake_effect *stake = g_ptr_array_index(remedy->stakes, i);

		if (stake->after_minor == SABOT_WIRE_NO_NUMBER)
			/* Translators: what a remedy costs the house is not known yet. */
			return g_strdup(C_("remedy", "house ?"));
	}
	sign = remedy->delta_minor < 0 ? "+" : remedy->delta_minor > 0 ? "-" : "";
	/* Translators: what a remedy brings the house (negative: costs it), an amount. */
	return g_strdup_printf(C_("remedy", "house %s%s"), sign,
			       sabot_text_money_size(remedy->delta_minor, amount));
}

static void
add_right(GtkWidget *box, const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 1);
	sabot_style_set_class(label, style, TRUE);
	sabot_style_set_class(label, "figures", TRUE);
	gtk_container_add(GTK_CONTAINER(box), label);
}

/* The profile's own article, if any, above; below it the cost, or that it cannot be chosen. */
static GtkWidget *
right_new(const struct sabot_wire_remedy *remedy)
{
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
	g_autofree char *house = NULL;

	if (!remedy->is_possible)
		house = g_strdup(C_("remedy", "not allowed"));
	else if (!remedy->wants_card)
		house = house_text(remedy);
	if (remedy->article)
		add_right(box, remedy->article, "remedy-article");
	add_right(box, house, "remedy-cost");
	return box;
}

static GtkWidget *
mark_new(void)
{
	GtkWidget *mark = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

	gtk_widget_set_valign(mark, GTK_ALIGN_CENTER);
	sabot_style_set_class(mark, "remedy-mark", TRUE);
	return mark;
}

static GtkWidget *
row_new(const struct sabot_wire_remedy *remedy)
{
	g_autofree char *name = sabot_phrase_remedy(remedy);
	g_autofree char *shown = sabot_phrase_remedy_named(remedy->remedy, NULL);
	g_autofree char *effects = sabot_phrase_effects(remedy);
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
	GtkWidget *middle = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);

	g_strdelimit(effects, "\n", ' ');
	gtk_container_add(GTK_CONTAINER(middle), line_new(shown, "remedy-name"));
	gtk_container_add(GTK_CONTAINER(middle), line_new(effects, "remedy-effects"));
	gtk_widget_set_hexpand(middle, TRUE);
	gtk_widget_set_valign(middle, GTK_ALIGN_CENTER);
	gtk_container_add(GTK_CONTAINER(box), mark_new());
	gtk_container_add(GTK_CONTAINER(box), middle);
	gtk_container_add(GTK_CONTAINER(box), right_new(remedy));
	gtk_container_add(GTK_CONTAINER(row), box);
	gtk_widget_set_sensitive(row, remedy->is_possible);
	g_object_set_data_full(G_OBJECT(row), "remedy", g_strdup(remedy->remedy), g_free);
	atk_object_set_name(gtk_widget_get_accessible(row), name);
	atk_object_set_description(gtk_widget_get_accessible(row), effects);
	gtk_widget_show_all(row);
	return row;
}

/* A remedy that cancels a round or a load is a default only if the rules name it first. */
static gboolean
is_drastic(const struct sabot_wire_remedy *remedy)
{
	return g_strcmp0(remedy->remedy, "void_round") == 0 ||
	       g_strcmp0(remedy->remedy, "end_load") == 0;
}

static const struct sabot_wire_remedy *
find_usual(const GPtrArray *remedies)
{
	for (guint i = 0; i < remedies->len; i++) {
		const struct sabot_wire_remedy *remedy = g_ptr_array_index(remedies, i);

		if (remedy->is_possible && (i == 0 || !is_drastic(remedy)))
			return remedy;
	}
	return NULL;
}

/*
 * The default is the first remedy by the rules among those with an effect; for a critical incident
 * there is none, so that it is thought over. Effects are requested again after each event: the
 * choice stays while it is possible, and then none is chosen. A key must never change its remedy
 * under the finger.
 */
static void
choose_default(SabotRemedyList *list, gboolean is_critical)
{
	const struct sabot_wire_remedy *before = sabot_remedy_list_get_chosen(list), *usual = NULL;

	if (before && before->is_possible)
		return;
	if (!list->is_filled && !is_critical)
		usual = find_usual(list->remedies->remedies);
	list->is_filled = TRUE;
	g_free(list->chosen);
	list->chosen = usual ? g_strdup(usual->remedy) : NULL;
}

void
sabot_remedy_list_set(SabotRemedyList *list, struct sabot_wire_remedies *remedies,
		      gboolean is_critical)
{
	sabot_record_unref(list->remedies);
	list->remedies = sabot_record_ref(remedies);
	choose_default(list, is_critical);
	/* Before the first answer nothing is known. */
	gtk_widget_show(list->nothing);
	sabot_container_clear(list->rows);
	for (guint i = 0; i < remedies->remedies->len; i++) {
		const struct sabot_wire_remedy *remedy = g_ptr_array_index(remedies->remedies, i);
		GtkWidget *row = row_new(remedy);

		gtk_container_add(GTK_CONTAINER(list->rows), row);
		if (g_strcmp0(remedy->remedy, list->chosen) == 0)
			gtk_list_box_select_row(list->rows, GTK_LIST_BOX_ROW(row));
	}
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}

const struct sabot_wire_remedies *
sabot_remedy_list_get(SabotRemedyList *list)
{
	return list->remedies;
}
