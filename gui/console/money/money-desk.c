/* See money-desk.h. */
#include "money-desk.h"

#include "money-keys.h"
#include "money-row.h"
#include "gui/model/money/money-phrases.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- What is begun ---------------------------------------------------------------------------- */

typedef void (*begin_fn)(SabotMoneyForm *form, const struct sabot_money_start *start,
			 bool is_recount, const json_t *base);

static void
show_form(struct sabot_money_desk *desk, const struct sabot_money_start *start, begin_fn begin_it)
{
	json_t *base = sabot_money_shifts_build_base(desk->shifts, start, desk->table);

	begin_it(desk->form, start,
		 sabot_money_start_is_recount(start, desk->has_opener, desk->has_closer), base);
	json_decref(base);
}

/* A person who cannot begin it is shown which roles can. */
static gboolean
is_refused(struct sabot_money_desk *desk, const struct sabot_money_start *start)
{
	g_autofree char *refusal = sabot_money_shifts_refusal(desk->shifts, desk->session, start);

	if (refusal)
		sabot_panel_show_message(desk->panel, refusal);
	return refusal != NULL;
}

static void
leave_form(struct sabot_money_desk *desk)
{
	g_clear_pointer(&desk->begun, sabot_money_start_free);
	desk->show(desk->panel, FALSE);
	sabot_money_desk_focus(desk);
}

void
sabot_money_desk_begin(struct sabot_money_desk *desk, const struct sabot_money_start *begun)
{
	struct sabot_money_start start = sabot_money_shifts_resolve(desk->shifts, begun);

	if (is_refused(desk, &start))
		return;
	g_clear_pointer(&desk->begun, sabot_money_start_free);
	desk->begun = sabot_money_start_copy(begun);
	sabot_panel_show_message(desk->panel, NULL);
	desk->show(desk->panel, TRUE);
	show_form(desk, &start, sabot_money_form_begin);
}

void
sabot_money_desk_begin_again(struct sabot_money_desk *desk)
{
	struct sabot_money_start start;

	if (!desk->begun)
		return;
	start = sabot_money_shifts_resolve(desk->shifts, desk->begun);
	if (is_refused(desk, &start))
		leave_form(desk);
	else
		show_form(desk, &start, sabot_money_form_begin_again);
}

static void
on_recorded(SabotMoneyForm *form, gpointer document, gpointer data)
{
	struct sabot_money_desk *desk = data;
	const struct sabot_wire_document *recorded = document;
	g_autofree char *text = sabot_money_document_phrase(recorded);
	g_autofree char *said = NULL;

	(void)form;
	if (g_strcmp0(recorded->shift, sabot_money_shifts_get_shown(desk->shifts)) == 0)
		/* Translators: what was written down. */
		said = g_strdup_printf(_("Recorded: %s"), text);
	else
		/* Translators: what was written down, a shift's name. */
		said = g_strdup_printf(_("Recorded: %s, for the shift %s"), text, recorded->shift);
	leave_form(desk);
	sabot_panel_show_message(desk->panel, said);
	desk->request(desk->panel);
}

/* --- The keys --------------------------------------------------------------------------------- */

static void
on_key_clicked(GtkButton *button, gpointer data)
{
	sabot_money_desk_begin(data, sabot_money_key_get_start(button));
}

void
sabot_money_desk_add_key(struct sabot_money_desk *desk, const struct sabot_money_document *document,
			 unsigned number)
{
	g_signal_connect(sabot_money_keys_add(desk->documents, document, number), "clicked",
			 G_CALLBACK(on_key_clicked), desk);
}

void
sabot_money_desk_focus(struct sabot_money_desk *desk)
{
	sabot_money_keys_begin(desk->documents);
}

gboolean
sabot_money_desk_press(struct sabot_money_desk *desk, const GdkEventKey *event)
{
	return !desk->begun && sabot_money_keys_press(desk->documents, event);
}

/* --- The register ----------------------------------------------------------------------------- */

static void
on_row_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	(void)box;
	sabot_money_desk_begin(data, sabot_money_row_get_start(row));
}

void
sabot_money_desk_reset(struct sabot_money_desk *desk)
{
	sabot_give_up(&desk->cancellable);
	desk->cancellable = g_cancellable_new();
	sabot_container_clear(desk->register_rows);
	gtk_widget_hide(desk->no_register);
}

void
sabot_money_desk_add_row(struct sabot_money_desk *desk, const struct sabot_wire_document *written)
{
	gtk_list_box_prepend(desk->register_rows, sabot_money_row_new(desk->session, written));
}

void
sabot_money_desk_end_register(struct sabot_money_desk *desk)
{
	gtk_widget_show(desk->no_register);
}

gpointer
sabot_money_desk_read(struct sabot_money_desk *desk, json_t *ok, const GError *error,
		      const struct sabot_record_type *type)
{
	g_autofree char *why = NULL;
	gpointer answer = sabot_session_read(ok, error, type, &why);

	if (why)
		sabot_panel_show_message(desk->panel, why);
	return answer;
}

/* --- The desk --------------------------------------------------------------------------------- */

static gpointer
find_child(SabotPanel *panel, const char *name)
{
	return gtk_widget_get_template_child(GTK_WIDGET(panel), G_OBJECT_TYPE(panel), name);
}

void
sabot_money_desk_init(struct sabot_money_desk *desk, SabotPanel *panel, sabot_money_show_fn *show,
		      sabot_money_request_fn *request)
{
	*desk = (struct sabot_money_desk){
		.panel = panel,
		.shifts = find_child(panel, "shifts"),
		.form = find_child(panel, "form"),
		.documents = find_child(panel, "documents"),
		.register_rows = find_child(panel, "register_rows"),
		.no_register = find_child(panel, "no_register"),
		.show = show,
		.request = request,
	};
}

void
sabot_money_desk_open(struct sabot_money_desk *desk, SabotSession *session, const char *table)
{
	desk->session = session;
	desk->table = g_strdup(table);
	desk->cancellable = g_cancellable_new();
	sabot_money_form_set_session(desk->form, session);
	g_signal_connect(desk->register_rows, "row-activated", G_CALLBACK(on_row_activated), desk);
	g_signal_connect(desk->form, "recorded", G_CALLBACK(on_recorded), desk);
	g_signal_connect_swapped(desk->form, "left", G_CALLBACK(leave_form), desk);
}

void
sabot_money_desk_clear(struct sabot_money_desk *desk)
{
	sabot_give_up(&desk->cancellable);
	g_clear_pointer(&desk->table, g_free);
	g_clear_pointer(&desk->begun, sabot_money_start_free);
}
