/* A row of the register of table money: see money-row.h. */
#include "money-row.h"

#include "gui/model/money/money-phrases.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

#define START_KEY "sabot-start"

static char *
show_time(const struct sabot_wire_document *document)
{
	int64_t time_us =
		document->happened_us != SABOT_TIME_NONE ? document->happened_us : document->at_us;
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_local(time_us / G_USEC_PER_SEC);

	return g_date_time_format(time, "%H:%M");
}

/* "Pia, Dan" */
static char *
show_signers(SabotSession *session, const struct sabot_wire_document *document)
{
	g_autofree char *first = g_strdup(sabot_session_get_name(session, document->by));

	if (!document->second)
		return g_steal_pointer(&first);
	/* Translators: two persons who signed. */
	return g_strdup_printf(_("%s and %s"), first,
			       sabot_session_get_name(session, document->second));
}

GtkWidget *
sabot_money_row_new(SabotSession *session, const struct sabot_wire_document *document)
{
	g_autofree char *sentence = sabot_money_document_phrase(document),
			*time = show_time(document);
	g_autofree char *signers = show_signers(session, document);
	gboolean is_replaced = document->replaced_by != 0;
	/* Translators: a time of day, what was written down, by whom. */
	g_autofree char *text =
		g_strdup_printf(is_replaced ? _("%s  %s (%s), put right later") : _("%s  %s (%s)"),
				time, sentence, signers);
	GtkWidget *label = gtk_label_new(text), *row = gtk_list_box_row_new();
	g_autofree char *title = NULL;
	struct sabot_money_start *start;

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, is_replaced ? "panel-help" : "panel-text", TRUE);
	gtk_container_add(GTK_CONTAINER(row), label);
	atk_object_set_name(gtk_widget_get_accessible(row), text);
	gtk_widget_show_all(row);
	gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row),
					 sabot_money_document_is_correctable(document));
	if (!sabot_money_document_is_correctable(document))
		return row;
	/* Translators: what was written down. */
	title = g_strdup_printf(_("Put right: %s"), sentence);
	start = sabot_money_start_new(sabot_money_document_of(document)->id, title,
				      sabot_record_build(&sabot_wire_document_type, document));
	start->corrects = document->n;
	sabot_money_start_set_number(start, document->day, document->number);
	sabot_money_start_set_barred(start, document->barred);
	g_object_set_data_full(G_OBJECT(row), START_KEY, start, sabot_money_start_free);
	return row;
}

const struct sabot_money_start *
sabot_money_row_get_start(GtkListBoxRow *row)
{
	return g_object_get_data(G_OBJECT(row), START_KEY);
}
