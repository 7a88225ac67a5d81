/* See log-row.h. */
#include "log-row.h"

#define RECORD_KEY "sabot-record"

GtkWidget *
sabot_log_row_add(GtkListBox *list, const char *const *texts, gpointer record)
{
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
	g_autofree char *name = g_strjoinv(" ", (char **)texts);

	for (gsize i = 0; texts[i]; i++) {
		GtkWidget *label = gtk_label_new(texts[i]);

		gtk_label_set_xalign(GTK_LABEL(label), 0);
		gtk_label_set_yalign(GTK_LABEL(label), 0);
		gtk_label_set_line_wrap(GTK_LABEL(label), !texts[i + 1]);
		gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
		if (texts[i + 1])
			gtk_label_set_width_chars(GTK_LABEL(label), 8);
		gtk_container_add(GTK_CONTAINER(box), label);
	}
	g_object_set_data_full(G_OBJECT(row), RECORD_KEY, sabot_record_ref(record),
			       sabot_record_unref);
	atk_object_set_name(gtk_widget_get_accessible(row), name);
	gtk_container_add(GTK_CONTAINER(row), box);
	gtk_container_add(GTK_CONTAINER(list), row);
	gtk_widget_show_all(row);
	return row;
}

gpointer
sabot_log_row_get_record(GtkListBoxRow *row)
{
	return g_object_get_data(G_OBJECT(row), RECORD_KEY);
}
