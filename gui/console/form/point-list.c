/* Points by person: see point-list.h. */
#include "point-list.h"

#include "gui/model/amount.h"

#include <glib/gi18n.h>
#include <string.h>

enum { ENTRY_CHARS = 6 };

struct row {
	char *person; /* the person's id in the log */
	GtkEntry *points;
};

struct _SabotPointList {
	GtkGrid parent_instance;
	GArray *rows;    /* of struct row */
	GtkEntry *plain; /* in a house without persons, else NULL */
	GtkLabel *sum;
};

enum { SIGNAL_ACTIVATE, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotPointList, sabot_point_list, GTK_TYPE_GRID)

static void
clear_row(gpointer data)
{
	g_free(((struct row *)data)->person);
}

static void
sabot_point_list_finalize(GObject *object)
{
	g_array_unref(SABOT_POINT_LIST(object)->rows);
	G_OBJECT_CLASS(sabot_point_list_parent_class)->finalize(object);
}

static void
sabot_point_list_class_init(SabotPointListClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_point_list_finalize;
	signals[SIGNAL_ACTIVATE] =
		g_signal_new("activate", SABOT_TYPE_POINT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
}

static void
sabot_point_list_init(SabotPointList *list)
{
	list->rows = g_array_new(FALSE, TRUE, sizeof(struct row));
	g_array_set_clear_func(list->rows, clear_row);
	gtk_grid_set_column_spacing(GTK_GRID(list), 8);
	gtk_grid_set_row_spacing(GTK_GRID(list), 2);
}

static void
show_sum(SabotPointList *list)
{
	g_autofree char *number = NULL, *text = NULL;
	int64_t sum = 0, points;

	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);

		if (sabot_number_parse(gtk_entry_get_text(row->points), &points) &&
		    __builtin_add_overflow(sum, points, &sum))
			sum = INT64_MAX;
	}
	number = g_strdup_printf("%" G_GINT64_FORMAT, sum);
	/* Translators: of all persons together. */
	text = g_strdup_printf(_("Points together: %s"), number);
	gtk_label_set_text(list->sum, text);
}

/* Move to the next row; after the last the list is complete. */
static void
on_return(GtkEntry *entry, gpointer data)
{
	(void)entry;
	if (!gtk_widget_child_focus(GTK_WIDGET(data), GTK_DIR_TAB_FORWARD))
		g_signal_emit(data, signals[SIGNAL_ACTIVATE], 0);
}

static GtkEntry *
add_entry(SabotPointList *list, const char *name, int column)
{
	GtkWidget *entry = gtk_entry_new();

	gtk_entry_set_width_chars(GTK_ENTRY(entry), ENTRY_CHARS);
	atk_object_set_name(gtk_widget_get_accessible(entry), name);
	g_signal_connect(entry, "activate", G_CALLBACK(on_return), list);
	gtk_grid_attach(GTK_GRID(list), entry, column, (int)list->rows->len, 1, 1);
	gtk_widget_show(entry);
	return GTK_ENTRY(entry);
}

static void
add_row(SabotPointList *list, const char *person, const char *shown)
{
	/* Translators: an entry for the points of this person. */
	g_autofree char *name = g_strdup_printf(_("points of %s"), shown);
	GtkWidget *label = gtk_label_new(shown);
	struct row row = {g_strdup(person), add_entry(list, name, 1)};

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_widget_set_hexpand(label, TRUE);
	gtk_grid_attach(GTK_GRID(list), label, 0, (int)list->rows->len, 1, 1);
	gtk_widget_show(label);
	gtk_entry_set_input_purpose(row.points, GTK_INPUT_PURPOSE_DIGITS);
	g_signal_connect_swapped(row.points, "changed", G_CALLBACK(show_sum), list);
	g_array_append_val(list->rows, row);
}

/* Set "p3=12" in the person's row; also for a person who is no longer of the house. */
static void
set_points(SabotPointList *list, SabotSession *session, const char *word)
{
	g_auto(GStrv) parts = g_strsplit(word, "=", 2);
	guint i = 0;

	if (!parts[0] || !parts[1])
		return;
	while (i < list->rows->len &&
	       strcmp(g_array_index(list->rows, struct row, i).person, parts[0]) != 0)
		i++;
	if (i == list->rows->len)
		add_row(list, parts[0], sabot_session_get_name(session, parts[0]));
	gtk_entry_set_text(g_array_index(list->rows, struct row, i).points, parts[1]);
}

static void
set_text(SabotPointList *list, SabotSession *session, const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	if (list->plain)
		gtk_entry_set_text(list->plain, text);
	for (char **word = words; !list->plain && *word; word++)
		set_points(list, session, *word);
}

GtkWidget *
sabot_point_list_new(SabotSession *session, const char *text)
{
	SabotPointList *list = g_object_new(SABOT_TYPE_POINT_LIST, NULL);
	const GPtrArray *persons = sabot_session_get_persons(session);

	list->sum = GTK_LABEL(gtk_label_new(NULL));
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		add_row(list, person->person, person->name);
	}
	if (persons->len == 0) {
		list->plain = add_entry(list, _("points, as Dee=12 Sam=8"), 0);
		gtk_entry_set_placeholder_text(list->plain, "Dee=12 Sam=8");
		gtk_widget_set_hexpand(GTK_WIDGET(list->plain), TRUE);
	}
	if (text)
		set_text(list, session, text);
	gtk_label_set_xalign(list->sum, 1);
	gtk_grid_attach(GTK_GRID(list), GTK_WIDGET(list->sum), 0, (int)list->rows->len + 1, 2, 1);
	gtk_widget_set_visible(GTK_WIDGET(list->sum), !list->plain);
	show_sum(list);
	return GTK_WIDGET(list);
}

void
sabot_point_list_begin(SabotPointList *list)
{
	gtk_widget_grab_focus(GTK_WIDGET(
		list->plain ? list->plain : g_array_index(list->rows, struct row, 0).points));
}

char *
sabot_point_list_get_text(SabotPointList *list)
{
	GString *text = g_string_new(list->plain ? gtk_entry_get_text(list->plain) : NULL);

	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);
		const char *points = gtk_entry_get_text(row->points);

		if (*points)
			g_string_append_printf(text, "%s%s=%s", text->len > 0 ? " " : "",
					       row->person, points);
	}
	return g_string_free(text, FALSE);
}
