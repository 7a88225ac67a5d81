/*
 * The money of one table: see money-panel.h; its layout is money-panel.ui. Data is requested again
 * after each document, because the daemon decides what is open and what the totals are. A form can
 * be opened before all answers have arrived; it is updated with each of them, and cannot record
 * before.
 */
#include "money-panel.h"
#include "gui/widgets/template.h"

#include "money-desk.h"
#include "money-open.h"
#include "gui/model/money/money-phrases.h"
#include "gui/widgets/label.h"
#include "proto/messages/money-messages.h"
#include "proto/messages/table-messages.h"

#include <glib/gi18n.h>
#include <string.h>

enum { DAY_CHARS = 10 }; /* "2026-11-21" of a shift's name */

/* The children of the template. */
#define MONEY_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(SabotMoneyShifts, shifts)                                                            \
	CHILD(GtkLabel, sum)                                                                       \
	CHILD(GtkLabel, refusal)                                                                   \
	CHILD(SabotMoneyOpen, open)                                                                \
	CHILD(GtkFlowBox, documents)                                                               \
	CHILD(GtkListBox, register_rows)                                                           \
	CHILD(GtkWidget, no_register)                                                              \
	CHILD(SabotMoneyForm, form)

struct _SabotMoneyPanel {
	SabotPanel parent_instance;
	SabotTableItem *item;
	struct sabot_money_desk desk;
	GCancellable *rules_cancellable; /* for the chips */
	gsize n_lists;                   /* how many of `lists` are complete */
	gboolean is_waiting;             /* a form cannot record yet */
	MONEY_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotMoneyPanel, sabot_money_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotMoneyPanel *panel)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(panel->item));
}

static const char *
get_table(SabotMoneyPanel *panel)
{
	return sabot_table_item_get_name(panel->item);
}

static void
sabot_money_panel_dispose(GObject *object)
{
	SabotMoneyPanel *panel = SABOT_MONEY_PANEL(object);

	sabot_money_desk_clear(&panel->desk);
	sabot_give_up(&panel->rules_cancellable);
	if (panel->item)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->item);
	G_OBJECT_CLASS(sabot_money_panel_parent_class)->dispose(object);
}

static gboolean
on_key_pressed(GtkWidget *widget, GdkEventKey *event);
static void
begin(SabotPanel *base);

static void
sabot_money_panel_class_init(SabotMoneyPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_money_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	widget_class->key_press_event = on_key_pressed;
	g_type_ensure(SABOT_TYPE_MONEY_FORM);
	g_type_ensure(SABOT_TYPE_MONEY_OPEN);
	g_type_ensure(SABOT_TYPE_MONEY_SHIFTS);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/money/money-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotMoneyPanel, MONEY_PANEL_CHILDREN);
}

static void
set_waiting(SabotMoneyPanel *panel, gboolean is_waiting)
{
	panel->is_waiting = is_waiting;
	sabot_money_form_set_waiting(panel->form, is_waiting);
}

/* The answer as a record of `type`; NULL if it is an error, which is shown. Transferred. */
static gpointer
read_answer(SabotMoneyPanel *panel, json_t *ok, const GError *error,
	    const struct sabot_record_type *type)
{
	gpointer answer = sabot_money_desk_read(&panel->desk, ok, error, type);

	if (!answer)
		set_waiting(panel, FALSE);
	return answer;
}

/* --- What is begun ---------------------------------------------------------------------------- */

static void
on_start(GtkWidget *widget, gpointer start, gpointer data)
{
	(void)widget;
	sabot_money_desk_begin(&SABOT_MONEY_PANEL(data)->desk, start);
}

/* The documents that can be written at any time, the first nine with the digit that starts them. */
static void
add_documents(SabotMoneyPanel *panel)
{
	const struct sabot_money_document *document;

	for (unsigned i = 0; (document = sabot_money_document_nth(i)) && !document->is_step; i++)
		sabot_money_desk_add_key(&panel->desk, document, i + 1);
}

/* --- Asking ----------------------------------------------------------------------------------- */

static void
add_result(SabotMoneyPanel *panel, gconstpointer item)
{
	const struct sabot_wire_table_result *result = item;
	g_autofree char *text = NULL;

	if (g_strcmp0(result->table, get_table(panel)) != 0)
		return;
	panel->desk.has_opener = result->opener_minor != SABOT_WIRE_NO_NUMBER && !result->is_rolled;
	panel->desk.has_closer = result->closer_minor != SABOT_WIRE_NO_NUMBER;
	text = sabot_money_result_phrase(result);
	sabot_label_set(panel->sum, text);
}

static void
add_item(SabotMoneyPanel *panel, gconstpointer item)
{
	sabot_money_open_add_item(panel->open, item);
}

static void
add_slip(SabotMoneyPanel *panel, gconstpointer slip)
{
	sabot_money_open_add_slip(panel->open, slip);
}

static void
add_marker(SabotMoneyPanel *panel, gconstpointer marker)
{
	sabot_money_open_add_marker(panel->open, marker);
}

static void
add_set(SabotMoneyPanel *panel, gconstpointer set)
{
	sabot_money_open_add_set(panel->open, set);
}

static void
add_document(SabotMoneyPanel *panel, gconstpointer document)
{
	sabot_money_desk_add_row(&panel->desk, document);
}

/* Requested one after the other, page by page. */
static const struct {
	const char *verb;
	const struct sabot_record_type *page_type;
	void (*add)(SabotMoneyPanel *panel, gconstpointer item);
} lists[] = {
	{"shift_tables", &sabot_wire_shift_tables_type, add_result},
	{"shift_open", &sabot_wire_shift_open_type, add_item},
	{"slips", &sabot_wire_slips_type, add_slip},
	{"markers", &sabot_wire_markers_type, add_marker},
	{"card_sets", &sabot_wire_card_sets_type, add_set},
	{"documents", &sabot_wire_documents_type, add_document},
};

static void
send_request(SabotMoneyPanel *panel, int64_t from);

/* It is known which shift it is, whether it is sealed and what was counted. */
static void
end_waiting(SabotMoneyPanel *panel)
{
	if (!panel->is_waiting || !sabot_money_shifts_is_complete(panel->shifts) ||
	    panel->n_lists == 0)
		return;
	sabot_money_desk_begin_again(&panel->desk);
	set_waiting(panel, FALSE);
}

static void
on_list_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotMoneyPanel *panel = data;
	struct sabot_wire_page *page;

	(void)client;
	page = read_answer(panel, ok, error, lists[panel->n_lists].page_type);
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		lists[panel->n_lists].add(panel, g_ptr_array_index(page->items, i));
	if (!page->next)
		panel->n_lists++;
	end_waiting(panel);
	if (panel->n_lists < G_N_ELEMENTS(lists))
		send_request(panel, page->next);
	else
		sabot_money_desk_end_register(&panel->desk);
	sabot_record_unref(page);
}

static void
send_request(SabotMoneyPanel *panel, int64_t from)
{
	const char *shift = sabot_money_shifts_get_shown(panel->shifts);
	json_t *args = json_pack("{s:s, s:s}", "shift", shift, "table", get_table(panel));

	if (from)
		json_object_set_new(args, "from", json_integer(from));
	if (g_str_equal(lists[panel->n_lists].verb, "slips"))
		json_object_set_new(args, "day", json_stringn(shift, DAY_CHARS));
	sabot_session_request(get_session(panel), lists[panel->n_lists].verb, args,
			      panel->desk.cancellable, on_list_came, panel);
}

/* Answers to earlier requests are no longer awaited. */
static void
request_again(SabotMoneyPanel *panel)
{
	sabot_money_desk_reset(&panel->desk);
	panel->n_lists = 0;
	panel->desk.has_opener = panel->desk.has_closer = FALSE;
	set_waiting(panel, TRUE);
	sabot_money_open_reset(panel->open, get_table(panel));
	sabot_label_set(panel->sum, NULL);
	send_request(panel, 0);
}

static void
on_shifts_failed(SabotMoneyShifts *shifts, const char *why, gpointer data)
{
	(void)shifts;
	sabot_panel_show_message(data, why);
	set_waiting(data, FALSE);
}

static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotMoneyPanel *panel = data;
	struct sabot_wire_rules *rules = read_answer(panel, ok, error, &sabot_wire_rules_type);

	(void)client;
	if (!rules)
		return;
	sabot_money_form_set_chips(panel->form, rules->chips);
	sabot_money_desk_begin_again(&panel->desk);
	sabot_record_unref(rules);
	sabot_money_shifts_begin(panel->shifts, get_session(panel),
				 json_pack("{s:s}", "table", get_table(panel)));
}

/* --- The panel -------------------------------------------------------------------------------- */

static void
show_page(SabotPanel *panel, gboolean is_form)
{
	gtk_stack_set_visible_child_name(SABOT_MONEY_PANEL(panel)->pages,
					 is_form ? "form" : "overview");
}

static void
request_shown(SabotPanel *panel)
{
	request_again(SABOT_MONEY_PANEL(panel));
}

/* A role that cannot write any document can still read. */
static void
show_refusal(SabotMoneyPanel *panel)
{
	static const char *const others[] = {"issue", "redeem", "count", "amend"};
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "money");

	for (gsize i = 0; refusal && i < G_N_ELEMENTS(others); i++) {
		g_autofree char *other = sabot_session_refusal(get_session(panel), others[i]);

		if (!other)
			g_clear_pointer(&refusal, g_free);
	}
	sabot_label_set(panel->refusal, refusal);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->documents), !refusal);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->open), !refusal);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->register_rows), !refusal);
}

static void
begin(SabotPanel *base)
{
	sabot_money_desk_focus(&SABOT_MONEY_PANEL(base)->desk);
}

/* A digit starts the document that it labels. */
static gboolean
on_key_pressed(GtkWidget *widget, GdkEventKey *event)
{
	SabotMoneyPanel *panel = SABOT_MONEY_PANEL(widget);

	if (sabot_money_desk_press(&panel->desk, event))
		return GDK_EVENT_STOP;
	return GTK_WIDGET_CLASS(sabot_money_panel_parent_class)->key_press_event(widget, event);
}

static void
sabot_money_panel_init(SabotMoneyPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	sabot_money_desk_init(&panel->desk, SABOT_PANEL(panel), show_page, request_shown);
	panel->rules_cancellable = g_cancellable_new();
	g_signal_connect_swapped(panel->shifts, "chosen", G_CALLBACK(request_again), panel);
	g_signal_connect_swapped(panel->shifts, "complete", G_CALLBACK(end_waiting), panel);
	g_signal_connect(panel->shifts, "failed", G_CALLBACK(on_shifts_failed), panel);
	g_signal_connect(panel->open, "start", G_CALLBACK(on_start), panel);
	add_documents(panel);
}

GtkWidget *
sabot_money_panel_new(SabotTableItem *item)
{
	SabotMoneyPanel *panel = g_object_new(SABOT_TYPE_MONEY_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->item = g_object_ref(item);
	/* Translators: a table. */
	title = g_strdup_printf(_("%s: money"), get_table(panel));
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_money_desk_open(&panel->desk, get_session(panel), get_table(panel));
	set_waiting(panel, TRUE);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_refusal), panel);
	show_refusal(panel);
	sabot_session_request(get_session(panel), "rules",
			      json_pack("{s:s}", "table", get_table(panel)),
			      panel->rules_cancellable, on_rules_came, panel);
	return GTK_WIDGET(panel);
}

void
sabot_money_panel_show_shift(SabotMoneyPanel *panel, const char *shift)
{
	sabot_money_shifts_show(panel->shifts, shift);
}
