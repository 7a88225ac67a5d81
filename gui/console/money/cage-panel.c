/*
 * The cage's page: see cage-panel.h; its layout is cage-panel.ui. The chips of the main bank are
 * those of all tables. Data is requested again after each document.
 */
#include "cage-panel.h"
#include "gui/widgets/template.h"

#include "cage-facts.h"
#include "money-desk.h"
#include "gui/model/money/money-phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/narrow.h"
#include "proto/messages/table-messages.h"

#include <glib/gi18n.h>
#include <string.h>

enum { NARROW_BELOW_PX = 860 };

/* The children of the template. */
#define CAGE_PANEL_CHILDREN(CHILD)                                                                 \
	CHILD(GtkWidget, columns)                                                                  \
	CHILD(GtkWidget, sums)                                                                     \
	CHILD(SabotMoneyShifts, shifts)                                                            \
	CHILD(SabotCageFacts, facts)                                                               \
	CHILD(GtkListBox, register_rows)                                                           \
	CHILD(GtkWidget, no_register)                                                              \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, refusal)                                                                   \
	CHILD(GtkFlowBox, documents)                                                               \
	CHILD(SabotMoneyForm, form)

struct _SabotCagePanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	char *daemon; /* of a hub: whose cage it is; else NULL */
	struct sabot_money_desk desk;
	GCancellable *chips_cancellable;
	/* names of tables whose chips are not known yet; the last is requested */
	GPtrArray *tables;
	GArray *chips; /* of int64_t, ascending */
	gboolean is_narrow, has_chips, has_bank;
	CAGE_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotCagePanel, sabot_cage_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotCagePanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_cage_panel_dispose(GObject *object)
{
	SabotCagePanel *panel = SABOT_CAGE_PANEL(object);

	sabot_money_desk_clear(&panel->desk);
	sabot_give_up(&panel->chips_cancellable);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->daemon, g_free);
	g_clear_pointer(&panel->tables, g_ptr_array_unref);
	g_clear_pointer(&panel->chips, g_array_unref);
	G_OBJECT_CLASS(sabot_cage_panel_parent_class)->dispose(object);
}

static gboolean
on_key_pressed(GtkWidget *widget, GdkEventKey *event);
static void
begin(SabotPanel *base);

static void
sabot_cage_panel_class_init(SabotCagePanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_cage_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	SABOT_PANEL_CLASS(klass)->is_page = TRUE;
	widget_class->key_press_event = on_key_pressed;
	g_type_ensure(SABOT_TYPE_CAGE_FACTS);
	g_type_ensure(SABOT_TYPE_MONEY_FORM);
	g_type_ensure(SABOT_TYPE_MONEY_SHIFTS);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/money/cage-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotCagePanel, CAGE_PANEL_CHILDREN);
}

/* --- What is begun ---------------------------------------------------------------------------- */

/* A form takes the room of both columns if they are not side by side. */
static void
show_columns(SabotCagePanel *panel)
{
	gboolean is_form = panel->desk.begun != NULL;

	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel->columns),
				       panel->is_narrow ? GTK_ORIENTATION_VERTICAL
							: GTK_ORIENTATION_HORIZONTAL);
	gtk_widget_set_visible(panel->sums, !(panel->is_narrow && is_form));
	gtk_stack_set_visible_child_name(panel->pages, is_form ? "form" : "overview");
}

static void
on_narrow(GtkWidget *panel, gboolean is_narrow, gpointer data)
{
	(void)panel;
	SABOT_CAGE_PANEL(data)->is_narrow = is_narrow;
	show_columns(data);
}

/* Everything that the form needs is known: from now on it can record. */
static void
end_waiting(SabotCagePanel *panel)
{
	gboolean is_ready = panel->has_chips && panel->has_bank &&
			    sabot_money_shifts_is_complete(panel->shifts);

	if (is_ready)
		sabot_money_desk_begin_again(&panel->desk);
	sabot_money_form_set_waiting(panel->form, !is_ready);
}

static void
add_documents(SabotCagePanel *panel)
{
	const struct sabot_money_document *document;
	unsigned number = 0;

	for (unsigned i = 0; (document = sabot_money_document_nth(i)); i++)
		if (document->is_cage)
			sabot_money_desk_add_key(&panel->desk, document, ++number);
}

/* --- Asking ----------------------------------------------------------------------------------- */

static void
on_bank_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotCagePanel *panel = data;
	struct sabot_wire_bank *bank =
		sabot_money_desk_read(&panel->desk, ok, error, &sabot_wire_bank_type);

	(void)client;
	if (!bank)
		return;
	panel->desk.has_opener = bank->opener_minor != SABOT_WIRE_NO_NUMBER && !bank->is_rolled;
	panel->desk.has_closer = bank->count && g_strcmp0(bank->count->step, "closer") == 0;
	sabot_cage_facts_show(panel->facts, bank);
	sabot_record_unref(bank);
	panel->has_bank = TRUE;
	end_waiting(panel);
}

static void
request_documents(SabotCagePanel *panel, int64_t from);

/* Documents of the cage only; the latest first. */
static void
on_documents_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotCagePanel *panel = data;
	struct sabot_wire_page *page =
		sabot_money_desk_read(&panel->desk, ok, error, &sabot_wire_documents_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++) {
		const struct sabot_wire_document *written = g_ptr_array_index(page->items, i);
		const struct sabot_money_document *document = sabot_money_document_of(written);

		if (document && document->is_cage)
			sabot_money_desk_add_row(&panel->desk, written);
	}
	if (page->next)
		request_documents(panel, page->next);
	else
		sabot_money_desk_end_register(&panel->desk);
	sabot_record_unref(page);
}

static void
request_documents(SabotCagePanel *panel, int64_t from)
{
	json_t *args = json_pack("{s:s}", "shift", sabot_money_shifts_get_shown(panel->shifts));

	if (from)
		json_object_set_new(args, "from", json_integer(from));
	sabot_session_request(get_session(panel), "documents",
			      sabot_session_aim(args, panel->daemon), panel->desk.cancellable,
			      on_documents_came, panel);
}

/* Answers to earlier requests are no longer awaited. */
static void
request_again(SabotCagePanel *panel)
{
	const char *shift = sabot_money_shifts_get_shown(panel->shifts);

	sabot_money_desk_reset(&panel->desk);
	panel->has_bank = FALSE;
	end_waiting(panel);
	sabot_session_request(get_session(panel), "bank",
			      sabot_session_aim(json_pack("{s:s}", "shift", shift), panel->daemon),
			      panel->desk.cancellable, on_bank_came, panel);
	request_documents(panel, 0);
}

static void
on_shifts_failed(SabotMoneyShifts *shifts, const char *why, gpointer data)
{
	(void)shifts;
	sabot_panel_show_message(data, why);
}

/* --- The chips of the house ------------------------------------------------------------------- */

/* Each value once, ascending. */
static void
add_chip(GArray *chips, int64_t chip)
{
	guint i = 0;

	while (i < chips->len && g_array_index(chips, int64_t, i) < chip)
		i++;
	if (i == chips->len || g_array_index(chips, int64_t, i) != chip)
		g_array_insert_val(chips, i, chip);
}

static void
request_chips(SabotCagePanel *panel);

/* A table that is hidden, or was removed meanwhile, adds none. */
static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotCagePanel *panel = data;
	struct sabot_wire_rules *rules =
		error ? NULL : sabot_record_parse(&sabot_wire_rules_type, ok, NULL);

	(void)client;
	for (guint i = 0; rules && i < rules->chips->len; i++)
		add_chip(panel->chips, g_array_index(rules->chips, int64_t, i));
	sabot_record_unref(rules);
	g_ptr_array_set_size(panel->tables, (int)panel->tables->len - 1);
	request_chips(panel);
}

static void
request_chips(SabotCagePanel *panel)
{
	if (panel->tables->len > 0) {
		sabot_session_request(
			get_session(panel), "rules",
			json_pack("{s:s}", "table",
				  g_ptr_array_index(panel->tables, panel->tables->len - 1)),
			panel->chips_cancellable, on_rules_came, panel);
		return;
	}
	panel->has_chips = TRUE;
	sabot_money_form_set_chips(panel->form, panel->chips);
	end_waiting(panel);
}

/* One table for each set of rules is enough to know the chips; a floor may have hundreds. */
static void
list_tables(SabotCagePanel *panel)
{
	SabotTableList *tables = sabot_feed_get_tables(panel->feed);
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(tables)); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(G_LIST_MODEL(tables), i);
		const struct sabot_wire_view *view = sabot_table_item_get_view(item);

		if (g_hash_table_add(seen, view->rules ? view->rules : (gpointer) ""))
			g_ptr_array_add(panel->tables, g_strdup(sabot_table_item_get_name(item)));
	}
}

/* --- The page --------------------------------------------------------------------------------- */

static void
show_page(SabotPanel *panel, gboolean is_form)
{
	(void)is_form;
	show_columns(SABOT_CAGE_PANEL(panel));
}

static void
request_shown(SabotPanel *panel)
{
	request_again(SABOT_CAGE_PANEL(panel));
}

/* A role that cannot write any of them can still read. */
static void
show_refusal(SabotCagePanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "bank");
	g_autofree char *amend = sabot_session_refusal(get_session(panel), "amend");
	gboolean may_write = !refusal || !amend;

	sabot_label_set(panel->refusal, refusal);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->documents), may_write);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->register_rows), may_write);
}

static void
begin(SabotPanel *base)
{
	sabot_money_desk_focus(&SABOT_CAGE_PANEL(base)->desk);
}

/* A digit starts the document that it labels. */
static gboolean
on_key_pressed(GtkWidget *widget, GdkEventKey *event)
{
	SabotCagePanel *panel = SABOT_CAGE_PANEL(widget);

	if (sabot_money_desk_press(&panel->desk, event))
		return GDK_EVENT_STOP;
	return GTK_WIDGET_CLASS(sabot_cage_panel_parent_class)->key_press_event(widget, event);
}

static void
sabot_cage_panel_init(SabotCagePanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	sabot_money_desk_init(&panel->desk, SABOT_PANEL(panel), show_page, request_shown);
	panel->chips_cancellable = g_cancellable_new();
	panel->tables = g_ptr_array_new_with_free_func(g_free);
	panel->chips = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sabot_narrow_watch(GTK_WIDGET(panel), NARROW_BELOW_PX, on_narrow, panel);
	g_signal_connect_swapped(panel->shifts, "chosen", G_CALLBACK(request_again), panel);
	g_signal_connect_swapped(panel->shifts, "complete", G_CALLBACK(end_waiting), panel);
	g_signal_connect(panel->shifts, "failed", G_CALLBACK(on_shifts_failed), panel);
	add_documents(panel);
}

GtkWidget *
sabot_cage_panel_new(SabotFeed *feed, const char *daemon)
{
	SabotCagePanel *panel = g_object_new(SABOT_TYPE_CAGE_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	panel->daemon = g_strdup(daemon);
	sabot_panel_set_title(SABOT_PANEL(panel), _("The cage"));
	sabot_money_desk_open(&panel->desk, get_session(panel), NULL);
	sabot_money_form_set_daemon(panel->form, daemon);
	sabot_money_form_set_waiting(panel->form, TRUE);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_refusal), panel);
	show_refusal(panel);
	list_tables(panel);
	request_chips(panel);
	sabot_money_shifts_begin(panel->shifts, get_session(panel),
				 sabot_session_aim(NULL, daemon));
	return GTK_WIDGET(panel);
}
