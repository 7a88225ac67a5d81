/*
 * See shift-panel.h; its layout is shift-panel.ui. The state is requested again after each thing
 * that was done here: what is open is its word.
 */
#include "shift-panel.h"

#include "gui/model/log/file-job.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/tables/phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"
#include "text/money.h"
#include "text/shift-text.h"
#include "text/text.h"

#include <glib/gi18n.h>

#include <string.h>

#define ITEM_KEY "sabot-item"
#define TABLE_KEY "sabot-table"
#define UNEXPLAINED "unexplained/" /* a remark's item, before the table */

struct _SabotShiftPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	char *shift; /* its name in the log; NULL: not known yet */
	gint64 n_open;
	gboolean is_reckoned; /* it is known what is unexplained */
	guint n_unexplained;  /* of it without a remark */
	GHashTable *remarked; /* items of remarks on what is unexplained */
	GtkStack *pages;
	GtkLabel *sum, *none;
	GtkBox *items;
	GtkButton *again, *sign_off;
	SabotSecondPerson *second;
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

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotShiftPanel, member)

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
	BIND(pages);
	BIND(sum);
	BIND(none);
	BIND(items);
	BIND(again);
	BIND(sign_off);
	BIND(second);
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
show_item(SabotShiftPanel *panel, const char *what, const json_t *item)
{
	const char *table = json_string_value(json_object_get(item, "table"));
	int64_t number = json_integer_value(json_object_get(item, "number"));
	const struct sabot_wire_incident *incident =
		table && strcmp(what, "incident_grave") == 0
			? sabot_incident_list_find(sabot_feed_get_incidents(panel->feed), table,
						   number)
			: NULL;
	g_autofree char *brief = NULL, *age = NULL;

	if (!incident || incident->at_us == SABOT_TIME_NONE)
		return sabot_text_open_item(what, table, number,
					    json_integer_value(json_object_get(item, "amount")));
	brief = sabot_phrase_incident_brief(incident);
	age = sabot_phrase_age(g_get_real_time() - incident->at_us);
	/* Translators: a table, "round 28 · card in excess", how long ago ("2 min"). */
	return g_strdup_printf(_("%s: %s (%s) is not answered"),
			       sabot_wire_incident_table(incident), brief, age);
}

static void
add_item(SabotShiftPanel *panel, const json_t *item)
{
	const char *what = json_string_value(json_object_get(item, "what"));
	const char *key = json_string_value(json_object_get(item, "item"));
	const char *remark = json_string_value(json_object_get(item, "remark"));
	g_autofree char *sentence = show_item(panel, what ? what : "", item);
	gboolean blocks = json_is_true(json_object_get(item, "blocks"));
	/* Translators: a sentence, before it what must be done with it. */
	g_autofree char *told = g_strdup_printf(blocks   ? _("First: %s")
						: remark ? _("Remarked: %s")
							 : _("Wants a remark: %s"),
						sentence);

	add_line(panel, json_string_value(json_object_get(item, "table")), told,
		 blocks ? "open-blocks" : "panel-text");
	if (key && g_str_has_prefix(key, UNEXPLAINED))
		g_hash_table_add(panel->remarked, g_strdup(key));
	if (remark)
		add_label(panel, remark, "panel-help");
	else if (!blocks)
		add_entry(panel, key, sentence);
}

/* --- What the two sign for -------------------------------------------------------------------- */

static char *
money_of(const json_t *object, const char *field)
{
	const json_t *amount = json_object_get(object, field);

	return amount ? sabot_text_money_grouped(json_integer_value(amount)) : g_strdup("–");
}

/* One that is not explained, and has no remark yet, hinders the seal. */
static void
add_difference(SabotShiftPanel *panel, const json_t *row)
{
	const char *table = json_string_value(json_object_get(row, "table"));
	const char *words = json_string_value(json_object_get(row, "words"));
	const char *kind = json_string_value(json_object_get(row, "difference"));
	g_autofree char *item = g_strconcat(UNEXPLAINED, table, NULL), *told = NULL;

	if (!table || !words || g_strcmp0(kind, "unexplained") != 0)
		return;
	if (g_hash_table_contains(panel->remarked, item)) {
		add_line(panel, table, words, "panel-text");
		return;
	}
	panel->n_unexplained++;
	/* Translators: a sentence, before it what must be done with it. */
	told = g_strdup_printf(_("Wants a remark: %s"), words);
	add_line(panel, table, told, "panel-text");
	add_entry(panel, item, words);
	gtk_widget_hide(GTK_WIDGET(panel->none));
}

/* What nobody has reckoned, nobody signs for here. */
static void
on_reckoned(GBytes *bytes, const char *why, gpointer data)
{
	SabotShiftPanel *panel = data;
	gsize length = 0;
	const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
	json_t *report = text ? json_loadb(text, length, 0, NULL) : NULL, *section, *row;
	size_t i, j;

	sabot_panel_show_message(SABOT_PANEL(panel), why);
	if (!report)
		return;
	json_array_foreach(json_object_get(report, "sections"), i, section) {
		if (g_strcmp0(json_string_value(json_object_get(section, "id")), "named") != 0)
			continue;
		json_array_foreach(json_object_get(section, "rows"), j, row)
			add_difference(panel, row);
	}
	json_decref(report);
	panel->is_reckoned = TRUE;
	show_sign_off(panel);
}

static void
add_table(SabotShiftPanel *panel, const json_t *table)
{
	const char *name = json_string_value(json_object_get(table, "table"));
	g_autofree char *drop = money_of(table, "drop"), *win = money_of(table, "win");
	g_autofree char *off = money_of(table, "opener_difference");
	/* Translators: a table, two amounts. */
	g_autofree char *told = g_strdup_printf(_("%s: drop %s, win %s"), name, drop, win);
	/* Translators: what a table has won, by how much its opener was another than expected. */
	g_autofree char *more = g_strdup_printf(_("%s; the opener differs by %s"), told, off);

	add_line(panel, name, json_object_get(table, "opener_difference") ? more : told,
		 "panel-text");
}

/* The next page of an answer; false: it was the last. */
static gboolean
request_next(SabotShiftPanel *panel, const char *verb, const json_t *ok, sabot_client_reply_fn *fn)
{
	json_t *next = json_object_get(ok, "next");

	if (next)
		request(panel, verb, json_pack("{s:s, s:O}", "shift", panel->shift, "from", next),
			fn);
	return next != NULL;
}

static void
on_tables_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	g_autofree char *language = sabot_text_get_language();
	json_t *table, *args;
	size_t i;

	(void)client;
	if (!is_well(panel, error))
		return;
	json_array_foreach(json_object_get(ok, "tables"), i, table)
		add_table(panel, table);
	if (request_next(panel, "shift_tables", ok, on_tables_came))
		return;
	args = json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", "table-shift", "language", language,
			 "shift", panel->shift, "format", "json", "simulated", TRUE);
	sabot_file_request(get_session(panel), "report", args, panel->cancellable, on_reckoned,
			   panel);
}

static void
on_open_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	json_t *list = json_object_get(ok, "open"), *item;
	size_t i;

	(void)client;
	if (!is_well(panel, error))
		return;
	json_array_foreach(list, i, item)
		add_item(panel, item);
	if (json_array_size(list) > 0)
		gtk_widget_hide(GTK_WIDGET(panel->none));
	if (request_next(panel, "shift_open", ok, on_open_came))
		return;
	request(panel, "shift_tables", json_pack("{s:s}", "shift", panel->shift), on_tables_came);
}

/* --- The shift -------------------------------------------------------------------------------- */

static void
on_shift_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotShiftPanel *panel = data;
	const json_t *sum = json_object_get(ok, "sum");
	const char *name = json_string_value(json_object_get(ok, "name"));
	g_autofree char *drop = money_of(sum, "drop"), *win = money_of(sum, "win");
	g_autofree char *title = NULL, *text = NULL;

	(void)client;
	if (!is_well(panel, error))
		return;
	g_free(panel->shift);
	panel->shift = g_strdup(json_string_value(json_object_get(ok, "shift")));
	panel->n_open = json_integer_value(json_object_get(ok, "open"));
	/* Translators: a gaming day with the shift's number in it, and the house's word for it. */
	title = g_strdup_printf(_("Shift %s, %s"), panel->shift, name ? name : "–");
	text = g_strdup_printf(_("Tables %d, rounds %d, drop %s, win %s"),
			       (int)json_integer_value(json_object_get(ok, "tables")),
			       (int)json_integer_value(json_object_get(ok, "rounds")), drop, win);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	gtk_label_set_text(panel->sum, text);
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
	json_t *next = json_object_get(ok, "next"), *shift;
	const char *open = NULL;
	size_t i;

	(void)client;
	if (!is_well(panel, error))
		return;
	json_array_foreach(json_object_get(ok, "shifts"), i, shift) {
		if (!open && !json_object_get(shift, "sealed"))
			open = json_string_value(json_object_get(shift, "shift"));
	}
	if (!open && next)
		request(panel, "shifts", json_pack("{s:O}", "from", next), on_shifts_came);
	else
		request(panel, "shift", json_pack("{s:s*}", "shift", open), on_shift_came);
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
