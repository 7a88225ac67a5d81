/*
 * See shift-panel.h; its layout is shift-panel.ui. The state is requested again after each thing
 * that was done here: what is open is its word.
 */
#include "shift-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/log/file-job.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/tables/phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"
#include "proto/messages/money-messages.h"
#include "text/money.h"
#include "text/shift-text.h"
#include "text/text.h"

#include <glib/gi18n.h>

#include <string.h>

#define ITEM_KEY "sabot-item"
#define TABLE_KEY "sabot-table"
#define UNEXPLAINED "unexplained/" /* a remark's item, before the table */

/* The children of the template. */
#define SHIFT_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, sum)                                                                       \
	CHILD(GtkLabel, none)                                                                      \
	CHILD(GtkBox, items)                                                                       \
	CHILD(GtkButton, again)                                                                    \
	CHILD(GtkButton, sign_off)                                                                 \
	CHILD(SabotSecondPerson, second)

struct _SabotShiftPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	char *shift; /* its name in the log; NULL: not known yet */
	gint64 n_open;
	gboolean is_reckoned; /* it is known what is unexplained */
	guint n_unexplained;  /* of it without a remark */
	GHashTable *remarked; /* items of remarks on what is unexplained */
	SHIFT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotShiftPanel, sabot_shift_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotShiftPanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_shift_panel_dispose(GObject *object)
{
	SabotShiftPanel *panel = SABOT_SHIFT_PANEL(object);

	sabot_give_up(&panel->cancellable);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->shift, g_free);
	g_clear_pointer(&panel->remarked, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_shift_panel_parent_class)->dispose(object);
}

static void
sabot_shift_panel_class_init(SabotShiftPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_shift_panel_dispose;
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	g_signal_new("table-wanted", SABOT_TYPE_SHIFT_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
		     G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/shift/shift-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotShiftPanel, SHIFT_PANEL_CHILDREN);
}

static void
sabot_shift_panel_init(SabotShiftPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	panel->remarked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void
request(SabotShiftPanel *panel, const char *verb, json_t *args, sabot_client_reply_fn *fn)
{
	sabot_session_request(get_session(panel), verb, args, panel->cancellable, fn, panel);
}

static void
begin_again(SabotShiftPanel *panel);

/* What was refused, in words; true: nothing was. */
static gboolean
is_well(SabotShiftPanel *panel, const GError *error)
{
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	sabot_panel_show_message(SABOT_PANEL(panel), text);
	return !error;
}

/* The answer as a record of `type`; NULL, shown, when it is an error. Transferred. */
static gpointer
read_answer(SabotShiftPanel *panel, json_t *ok, const GError *error,
	    const struct sabot_record_type *type)
{
	g_autofree char *why = NULL;
	gpointer answer = sabot_session_read(ok, error, type, &why);

	sabot_panel_show_message(SABOT_PANEL(panel), why);
	return answer;
}

/* Nothing is open, and the person logged in may. */
static void
show_sign_off(SabotShiftPanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "sign_off");
	gboolean has_persons = sabot_session_get_state(get_session(panel)) == SABOT_SESSION_IN;

	gtk_widget_set_sensitive(GTK_WIDGET(panel->sign_off),
				 panel->shift && panel->n_open == 0 && panel->is_reckoned &&
					 panel->n_unexplained == 0 && !refusal && has_persons);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->sign_off),
				    refusal       ? refusal
				    : has_persons ? NULL
						  : _("Two persons close it, by name and PIN."));
}

/* --- What is open ----------------------------------------------------------------------------- */

static void
on_remarked(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	(void)client;
	(void)ok;
	if (is_well(data, error))
		begin_again(data);
}

static void
on_remark(GtkEntry *entry, gpointer data)
{
	SabotShiftPanel *panel = data;
	const char *text = gtk_entry_get_text(entry);
	json_t *event;

	if (text[0] == '\0')
		return;
	event = json_pack("{s:s, s:s, s:s, s:s}", "ev", "remark", "shift", panel->shift, "item",
			  g_object_get_data(G_OBJECT(entry), ITEM_KEY), "note", text);
	if (sabot_session_get_state(get_session(panel)) == SABOT_SESSION_FREE)
		json_object_set_new(event, "by", json_string("console"));
	request(panel, "document", json_pack("{s:o}", "event", event), on_remarked);
}

static GtkWidget *
label_new(const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, style, TRUE);
	gtk_widget_show(label);
	return label;
}

static void
add_label(SabotShiftPanel *panel, const char *text, const char *style)
{
	gtk_container_add(GTK_CONTAINER(panel->items), label_new(text, style));
}

static SabotTableItem *
find_table(SabotShiftPanel *panel, const char *table)
{
	return table ? sabot_table_list_find(sabot_feed_get_tables(panel->feed), table, NULL)
		     : NULL;
}

static void
on_line(GtkWidget *button, gpointer data)
{
	SabotTableItem *item = find_table(data, g_object_get_data(G_OBJECT(button), TABLE_KEY));

	if (item)
		g_signal_emit_by_name(data, "table-wanted", item);
}

/* A line that is about a table opens it. */
static void
add_line(SabotShiftPanel *panel, const char *table, const char *text, const char *style)
{
	GtkWidget *button;

	if (!find_table(panel, table)) {
		add_label(panel, text, style);
		return;
	}
	button = gtk_button_new();
	gtk_button_set_relief(GTK_BUTTON(button), GTK_RELIEF_NONE);
	gtk_container_add(GTK_CONTAINER(button), label_new(text, style));
	atk_object_set_name(gtk_widget_get_accessible(button), text);
	g_object_set_data_full(G_OBJECT(button), TABLE_KEY, g_strdup(table), g_free);
	g_signal_connect(button, "clicked", G_CALLBACK(on_line), panel);
	gtk_container_add(GTK_CONTAINER(panel->items), button);
	gtk_widget_show(button);
}

static void
add_entry(SabotShiftPanel *panel, const char *item, const char *sentence)
{
	GtkWidget *entry = gtk_entry_new();
	GtkWidget *button = gtk_button_new_with_label(_("Note the remark"));
	/* Translators: what the remark is on, a sentence. */
	g_autofree char *name = g_strdup_printf(_("remark on: %s"), sentence);
	/* Translators: a button, and what the remark is on. */
	g_autofree char *noted = g_strdup_printf(_("note the remark on: %s"), sentence);

	gtk_entry_set_placeholder_text(GTK_ENTRY(entry), _("A remark"));
	gtk_entry_set_max_length(GTK_ENTRY(entry), 400);
	atk_object_set_name(gtk_widget_get_accessible(entry), name);
	g_object_set_data_full(G_OBJECT(entry), ITEM_KEY, g_strdup(item), g_free);
	g_signal_connect(entry, "activate", G_CALLBACK(on_remark), panel);
	atk_object_set_name(gtk_widget_get_accessible(button), noted);
	g_signal_connect_swapped(button, "clicked", G_CALLBACK(gtk_widget_activate), entry);
	gtk_container_add(GTK_CONTAINER(panel->items), entry);
	gtk_container_add(GTK_CONTAINER(panel->items), button);
	gtk_widget_show(entry);
	gtk_widget_show(button);
}

/* As the list of incidents names it, where it is there; else by its number. */
static char *
show_item(SabotShiftPanel *panel, const struct sabot_wire_open_item *item)
{
	const struct sabot_wire_incident *incident =
		item->table && strcmp(item->what, "incident_grave") == 0
			? sabot_incident_list_find(sabot_feed_get_incidents(panel->feed),
						   item->table, item->number)
			: NULL;
	g_autofree char *brief = NULL, *age = NULL;

	if (!incident || incident->at_us == SABOT_TIME_NONE)
		return sabot_text_open_item(item->what, item->table, item->number,
					    item->amount_minor);
	brief = sabot_phrase_incident_brief(incident);
	age = sabot_phrase_age(g_get_real_time() - incident->at_us);
	/* Translators: a table, "round 28 · card in excess", how long ago ("2 min"). */
	return g_strdup_printf(_("%s: %s (%s) is not answered"),
			       sabot_wire_incident_table(incident), brief, age);
}

static void
add_item(SabotShiftPanel *panel, const struct sabot_wire_open_item *item)
{
	g_autofree char *sentence = show_item(panel, item);
	/* Translators: a sentence, before it what must be done with it. */
	g_autofree char *text = g_strdup_printf(item->blocks   ? _("First: %s")
						: item->remark ? _("Remarked: %s")
							       : _("Wants a remark: %s"),
						sentence);

	add_line(panel, item->table, text, item->blocks ? "open-blocks" : "panel-text");
	if (g_str_has_prefix(item->item, UNEXPLAINED))
		g_hash_table_add(panel->remarked, g_strdup(item->item));
	if (item->remark)
		add_label(panel, item->remark, "panel-help");
	else if (!item->blocks)
		add_entry(panel, item->item, sentence);
}

/* --- What the two sign for -------------------------------------------------------------------- */

/* Transferred. */
static char *
show_money(int64_t amount_minor)
{
	return amount_minor != SABOT_WIRE_NO_NUMBER ? sabot_text_money_grouped(amount_minor)
						    : g_strdup("–");
}

/* One that is not explained, and has no remark yet, hinders the seal. */
static void
add_difference(SabotShiftPanel *panel, const struct sabot_wire_named_difference *row)
{
	g_autofree char *item = g_strconcat(UNEXPLAINED, row->table, NULL), *text = NULL;

	if (!row->table || !row->words || g_strcmp0(row->difference, "unexplained") != 0)
		return;
	if (g_hash_table_contains(panel->remarked, item)) {
		add_line(panel, row->table, row->words, "panel-text");
		return;
	}
	panel->n_unexplained++;
	/* Translators: a sentence, before it what must be done with it. */
	text = g_strdup_printf(_("Wants a remark: %s"), row->words);
	add_line(panel, row->table, text, "panel-text");
	add_entry(panel, item, row->words);
	gtk_widget_hide(GTK_WIDGET(panel->none));
}

static void
add_differences(SabotShiftPanel *panel, const struct sabot_wire_difference_report *report)
{
	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_wire_difference_section *section =
			g_ptr_array_index(report->sections, i);

		if (strcmp(section->id, "named") != 0)
			continue;
		for (guint j = 0; j < section->rows->len; j++)
			add_difference(panel, g_ptr_array_index(section->rows, j));
	}
}

/* What nobody has reckoned, nobody signs for here. */
static void
on_reckoned(GBytes *bytes, const char *why, gpointer data)
{
	SabotShiftPanel *panel = data;
	gsize length = 0;
	const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
	json_t *json = text ? json_loadb(text, length, 0, NULL) : NULL;
	struct sabot_wire_difference_report *report =
		json ? sabot_record_parse(&sabot_wire_difference_report_type, json, NULL) : NULL;

	json_decref(json);
	sabot_panel_show_message(SABOT_PANEL(panel), why);
	if (!report)
		return;
	add_differences(panel, report);
	sabot_record_unref(report);
	panel->is_reckoned = TRUE;
	show_sign_off(panel);
}

static void
add_table(SabotShiftPanel *panel, const struct sabot_wire_table_result *table)
{
	g_autofree char *drop = show_money(table->drop_minor), *win = show_money(table->win_minor);
	g_autofree char *off = show_money(table->opener_difference_minor);
	/* Translators: a table, two amounts. */
	g_autofree char *text = g_strdup_printf(_("%s: drop %s, win %s"), table->table, drop, win);
	/* Translators: what a table has won, by how much its opener was another than expected. */
	g_autofree char *more = g_strdup_printf(_("%s; the opener differs by %s"), text, off);
	gboolean is_off = table->opener_difference_minor != SABOT_WIRE_NO_NUMBER;

	add_line(panel, table->table, is_off ? more : text, "panel-text");
}

/* Request the next page of an answer; false: it was the last. */
static gboolean
request_next(SabotShiftPanel *panel, const char *verb, int64_t next, sabot_client_reply_fn *fn)
{
	if (next)
		request(panel, verb,
			json_pack("{s:s, s:I}", "shift", panel->shift, "from", (json_int_t)next),
			fn);
	return next != 0;
}

static void
request_reckoning(SabotShiftPanel *panel)
{
	g_autofree char *language = sabot_text_get_language();
	json_t *args =
		json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", "table-shift", "language", language,
			  "shift", panel->shift, "format", "json", "simulated", TRUE);

	sabot_file_request(get_session(panel), "report", args, panel->cancellable, on_reckoned,
			   panel);
}

static void
on_tables_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shift_tables_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		add_table(panel, g_ptr_array_index(page->items, i));
	if (!request_next(panel, "shift_tables", page->next, on_tables_came))
		request_reckoning(panel);
	sabot_record_unref(page);
}

static void
on_open_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shift_open_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		add_item(panel, g_ptr_array_index(page->items, i));
	if (page->items->len > 0)
		gtk_widget_hide(GTK_WIDGET(panel->none));
	if (!request_next(panel, "shift_open", page->next, on_open_came))
		request(panel, "shift_tables", json_pack("{s:s}", "shift", panel->shift),
			on_tables_came);
	sabot_record_unref(page);
}

/* --- The shift -------------------------------------------------------------------------------- */

static void
show_shift(SabotShiftPanel *panel, const struct sabot_wire_shift *shift)
{
	const struct sabot_wire_table_result *sum = shift->sum;
	g_autofree char *drop = show_money(sum ? sum->drop_minor : SABOT_WIRE_NO_NUMBER);
	g_autofree char *win = show_money(sum ? sum->win_minor : SABOT_WIRE_NO_NUMBER);
	/* Translators: a gaming day with the shift's number in it, and the house's word for it. */
	g_autofree char *title = g_strdup_printf(_("Shift %s, %s"), shift->head.shift,
						 shift->head.name ? shift->head.name : "–");
	g_autofree char *text = g_strdup_printf(_("Tables %d, rounds %d, drop %s, win %s"),
						(int)shift->tables, (int)shift->rounds, drop, win);

	sabot_panel_set_title(SABOT_PANEL(panel), title);
	gtk_label_set_text(panel->sum, text);
}

static void
on_shift_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_shift *shift = read_answer(panel, ok, error, &sabot_wire_shift_type);

	(void)client;
	if (!shift)
		return;
	g_free(panel->shift);
	panel->shift = g_strdup(shift->head.shift);
	panel->n_open = shift->open;
	show_shift(panel, shift);
	sabot_record_unref(shift);
	show_sign_off(panel);
	sabot_container_clear(panel->items);
	g_hash_table_remove_all(panel->remarked);
	gtk_widget_show(GTK_WIDGET(panel->none));
	request(panel, "shift_open", json_pack("{s:s}", "shift", panel->shift), on_open_came);
}

/* The first that is not sealed; where all are, the one that is now. */
static void
on_shifts_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	struct sabot_wire_page *page = read_answer(panel, ok, error, &sabot_wire_shifts_type);
	const char *open = NULL;

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len && !open; i++) {
		const struct sabot_wire_shift_head *shift = g_ptr_array_index(page->items, i);

		if (!shift->sealed)
			open = shift->shift;
	}
	if (!open && page->next)
		request(panel, "shifts", json_pack("{s:I}", "from", (json_int_t)page->next),
			on_shifts_came);
	else
		request(panel, "shift", json_pack("{s:s*}", "shift", open), on_shift_came);
	sabot_record_unref(page);
}

static void
begin_again(SabotShiftPanel *panel)
{
	panel->is_reckoned = FALSE;
	panel->n_unexplained = 0;
	show_sign_off(panel);
	sabot_give_up(&panel->cancellable); /* answers to what was asked before */
	panel->cancellable = g_cancellable_new();
	gtk_stack_set_visible_child_name(panel->pages, "open");
	request(panel, "shifts", NULL, on_shifts_came);
}

/* --- Signing ---------------------------------------------------------------------------------- */

static void
on_sealed(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	(void)ok;
	if (!is_well(panel, error))
		return;
	text = g_strdup_printf(_("Shift %s is sealed."), panel->shift);
	sabot_panel_set_title(SABOT_PANEL(panel), text);
	gtk_stack_set_visible_child_name(panel->pages, "sealed");
}

static void
on_sign_off(GtkButton *button, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)button;
	gtk_stack_set_visible_child_name(panel->pages, "second");
	sabot_second_person_begin(panel->second);
}

static void
on_signed(SabotSecondPerson *second, gpointer proof, gpointer data)
{
	SabotShiftPanel *panel = data;

	(void)second;
	request(panel, "sign_off",
		json_pack("{s:s, s:O}", "shift", panel->shift, "second", (json_t *)proof),
		on_sealed);
}

GtkWidget *
sabot_shift_panel_new(SabotFeed *feed)
{
	SabotShiftPanel *panel = g_object_new(SABOT_TYPE_SHIFT_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	sabot_panel_set_title(SABOT_PANEL(panel), _("Closing the shift"));
	sabot_second_person_set_session(panel->second, get_session(panel));
	g_signal_connect(panel->sign_off, "clicked", G_CALLBACK(on_sign_off), panel);
	g_signal_connect_swapped(panel->again, "clicked", G_CALLBACK(begin_again), panel);
	g_signal_connect(panel->second, "signed", G_CALLBACK(on_signed), panel);
	g_signal_connect_swapped(panel->second, "left", G_CALLBACK(begin_again), panel);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_sign_off), panel);
	show_sign_off(panel);
	begin_again(panel);
	return GTK_WIDGET(panel);
}
