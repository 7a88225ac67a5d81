/*
 * See shift-panel.h; its layout is shift-panel.ui. The daemon is asked anew after each thing that
 * was done here: what is open is its word.
 */
#include "gui/console/shift-panel.h"

#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"
#include "text/money.h"
#include "text/shift-text.h"

#include <glib/gi18n.h>

#define ITEM_KEY "sabot-item"

struct _SabotShiftPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	char *shift; /* its name in the log; NULL: not known yet */
	gint64 n_open;
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
	G_OBJECT_CLASS(sabot_shift_panel_parent_class)->dispose(object);
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotShiftPanel, member)

static void
sabot_shift_panel_class_init(SabotShiftPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_shift_panel_dispose;
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/shift-panel.ui");
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

	sabot_panel_say(SABOT_PANEL(panel), text);
	return !error;
}

/* Nothing is open, and whoever is here may. */
static void
show_sign_off(SabotShiftPanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "sign_off");
	gboolean has_persons = sabot_session_get_state(get_session(panel)) == SABOT_SESSION_IN;

	gtk_widget_set_sensitive(GTK_WIDGET(panel->sign_off),
				 panel->shift && panel->n_open == 0 && !refusal && has_persons);
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

static void
add_label(SabotShiftPanel *panel, const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
	sabot_style_set_class(label, style, TRUE);
	gtk_container_add(GTK_CONTAINER(panel->items), label);
	gtk_widget_show(label);
}

static void
add_entry(SabotShiftPanel *panel, const json_t *item, const char *sentence)
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
	g_object_set_data_full(G_OBJECT(entry), ITEM_KEY,
			       g_strdup(json_string_value(json_object_get(item, "item"))), g_free);
	g_signal_connect(entry, "activate", G_CALLBACK(on_remark), panel);
	atk_object_set_name(gtk_widget_get_accessible(button), noted);
	g_signal_connect_swapped(button, "clicked", G_CALLBACK(gtk_widget_activate), entry);
	gtk_container_add(GTK_CONTAINER(panel->items), entry);
	gtk_container_add(GTK_CONTAINER(panel->items), button);
	gtk_widget_show(entry);
	gtk_widget_show(button);
}

static void
add_item(SabotShiftPanel *panel, const json_t *item)
{
	const char *what = json_string_value(json_object_get(item, "what"));
	const char *remark = json_string_value(json_object_get(item, "remark"));
	g_autofree char *sentence =
		sabot_text_open_item(what ? what : "",
				     json_string_value(json_object_get(item, "table")),
				     json_integer_value(json_object_get(item, "number")),
				     json_integer_value(json_object_get(item, "amount")));
	gboolean blocks = json_is_true(json_object_get(item, "blocks"));
	/* Translators: a sentence, before it what must be done with it. */
	g_autofree char *told = g_strdup_printf(blocks   ? _("First: %s")
						: remark ? _("Remarked: %s")
							 : _("Wants a remark: %s"),
						sentence);

	add_label(panel, told, blocks ? "open-blocks" : "panel-text");
	if (remark)
		add_label(panel, remark, "panel-help");
	else if (!blocks)
		add_entry(panel, item, sentence);
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
	sabot_container_clear(panel->items);
	json_array_foreach(list, i, item)
		add_item(panel, item);
	if (json_object_get(ok, "next"))
		add_label(panel, _("And more: these first."), "panel-help");
	gtk_widget_set_visible(GTK_WIDGET(panel->none), json_array_size(list) == 0);
}

/* --- The shift -------------------------------------------------------------------------------- */

static char *
money_of(const json_t *object, const char *field)
{
	const json_t *amount = json_object_get(object, field);
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(amount ? sabot_text_money(json_integer_value(amount), buffer) : "–");
}

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
