/* The dealer's window: see window.h; its layout is window.ui. Sizes follow the window's. */
#include "gui/display/window.h"

#include "gui/display/bet-pad.h"
#include "gui/display/card-pad.h"
#include "gui/display/cloth.h"
#include "gui/display/key-bar.h"
#include "gui/display/payouts.h"
#include "gui/model/phrases.h"
#include "gui/widgets/fit-text.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

struct _SabotDisplayWindow {
	GtkApplicationWindow parent_instance;
	SabotDealerTable *table;
	GtkCssProvider *size_style;
	int width_px, height_px; /* that the sizes were made for */
	guint resize_idle;

	GtkLabel *name, *place, *simulated, *unsaved, *connection, *device, *notice;
	SabotFitText *prompt, *why;
	GtkBox *middle;
	SabotCloth *cloth;
	SabotPayouts *payouts;
	GtkStack *tools;
	SabotBetPad *bet_pad;
	SabotCardPad *card_pad;
	SabotKeyBar *keys;
};

G_DEFINE_FINAL_TYPE(SabotDisplayWindow, sabot_display_window, GTK_TYPE_APPLICATION_WINDOW)

static void
sabot_display_window_dispose(GObject *object)
{
	SabotDisplayWindow *window = SABOT_DISPLAY_WINDOW(object);

	g_clear_handle_id(&window->resize_idle, g_source_remove);
	if (window->table)
		g_signal_handlers_disconnect_by_data(window->table, window);
	g_clear_object(&window->table);
	g_clear_object(&window->size_style);
	G_OBJECT_CLASS(sabot_display_window_parent_class)->dispose(object);
}

/* All letters grow with the window: 16 pixels on the smallest screen, 800 by 480. */
static gboolean
fit_sizes(gpointer data)
{
	SabotDisplayWindow *window = data;
	bool is_portrait = window->height_px > window->width_px;
	double scale = is_portrait ? MIN(window->width_px / 480.0, window->height_px / 800.0)
				   : MIN(window->width_px / 800.0, window->height_px / 480.0);
	int font_px = (int)CLAMP(16 * scale, 12, 48);
	g_autofree char *css = g_strdup_printf(".display { font-size: %dpx; }", font_px);

	window->resize_idle = 0;
	gtk_css_provider_load_from_data(window->size_style, css, -1, NULL);
	gtk_widget_set_size_request(GTK_WIDGET(window->prompt), -1, font_px * 4);
	sabot_fit_text_set_largest(window->prompt, font_px * 3);
	gtk_widget_set_size_request(GTK_WIDGET(window->why), -1, font_px * 5 / 2);
	sabot_fit_text_set_largest(window->why, font_px * 5 / 4);
	gtk_widget_set_size_request(GTK_WIDGET(window->keys), -1, font_px * 5);
	gtk_widget_set_size_request(GTK_WIDGET(window->tools), -1, font_px * 9);
	gtk_widget_set_size_request(GTK_WIDGET(window->payouts), is_portrait ? -1 : font_px * 17,
				    is_portrait ? font_px * 10 : -1);
	gtk_orientable_set_orientation(GTK_ORIENTABLE(window->middle),
				       is_portrait ? GTK_ORIENTATION_VERTICAL
						   : GTK_ORIENTATION_HORIZONTAL);
	return G_SOURCE_REMOVE;
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotDisplayWindow *window = SABOT_DISPLAY_WINDOW(widget);

	GTK_WIDGET_CLASS(sabot_display_window_parent_class)->size_allocate(widget, allocation);
	if (window->width_px == allocation->width && window->height_px == allocation->height)
		return;
	window->width_px = allocation->width;
	window->height_px = allocation->height;
	if (!window->resize_idle)
		window->resize_idle = g_idle_add_full(GTK_PRIORITY_RESIZE, fit_sizes, window, NULL);
}

/* Digits press keys: 1 the first. */
static gboolean
key_press_event(GtkWidget *widget, GdkEventKey *event)
{
	SabotDisplayWindow *window = SABOT_DISPLAY_WINDOW(widget);
	guint digit = gdk_keyval_to_unicode(event->keyval);
	bool is_plain = (event->state & gtk_accelerator_get_default_mod_mask()) == 0;

	if (is_plain && digit >= '1' && digit <= '9' &&
	    sabot_key_bar_press(window->keys, digit - '1'))
		return TRUE;
	return GTK_WIDGET_CLASS(sabot_display_window_parent_class)->key_press_event(widget, event);
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotDisplayWindow, member)

static void
sabot_display_window_class_init(SabotDisplayWindowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_display_window_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->key_press_event = key_press_event;
	g_type_ensure(SABOT_TYPE_FIT_TEXT);
	g_type_ensure(SABOT_TYPE_CLOTH);
	g_type_ensure(SABOT_TYPE_PAYOUTS);
	g_type_ensure(SABOT_TYPE_BET_PAD);
	g_type_ensure(SABOT_TYPE_CARD_PAD);
	g_type_ensure(SABOT_TYPE_KEY_BAR);
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/window.ui");
	BIND(name);
	BIND(place);
	BIND(simulated);
	BIND(unsaved);
	BIND(connection);
	BIND(device);
	BIND(notice);
	BIND(prompt);
	BIND(why);
	BIND(middle);
	BIND(cloth);
	BIND(payouts);
	BIND(tools);
	BIND(bet_pad);
	BIND(card_pad);
	BIND(keys);
}

static void
sabot_display_window_init(SabotDisplayWindow *window)
{
	gtk_widget_init_template(GTK_WIDGET(window));
	sabot_fit_text_set_bold(window->prompt, TRUE);
	window->size_style = gtk_css_provider_new();
	gtk_style_context_add_provider_for_screen(gtk_widget_get_screen(GTK_WIDGET(window)),
						  GTK_STYLE_PROVIDER(window->size_style),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}

static bool
is_down(enum sabot_wire_device_state state)
{
	return state == SABOT_WIRE_DEVICE_OFFLINE || state == SABOT_WIRE_DEVICE_ERROR ||
	       state == SABOT_WIRE_DEVICE_LOST;
}

/* Whether what is shown can be believed. Nothing is said while all is well. */
static void
show_connection(SabotDisplayWindow *window)
{
	struct sabot_client *client =
		sabot_feed_get_client(sabot_dealer_table_get_feed(window->table));
	enum sabot_client_state state = sabot_client_get_state(client);
	const char *text = "";

	if (state == SABOT_CLIENT_OFFLINE)
		text = C_("display", "NO CONNECTION: deal on, nothing here is current");
	else if (state == SABOT_CLIENT_STALE)
		text = C_("display", "NOT CURRENT");
	else if (state == SABOT_CLIENT_LIVE && !sabot_dealer_table_get_view(window->table))
		text = C_("display", "There is no such table");
	sabot_label_set(window->connection, text);
	sabot_style_set_class(window->connection, "offline", *text != '\0');
}

static void
show_head(SabotDisplayWindow *window, const struct sabot_wire_view *view)
{
	g_autofree char *place = sabot_phrase_place(view);

	sabot_label_set(window->place, place);
	gtk_widget_set_visible(GTK_WIDGET(window->simulated), view->is_simulated);
	gtk_widget_set_visible(GTK_WIDGET(window->unsaved), !view->is_saved);
	sabot_label_set(window->device,
			view->device && view->device->state != SABOT_WIRE_DEVICE_ONLINE
				? sabot_phrase_device_state(view->device->state)
				: "");
	sabot_style_set_class(window->device, "down", view->device && is_down(view->device->state));
}

/* What is said goes first: it is what the dealer does with his voice. */
static void
show_prompt(SabotDisplayWindow *window, const struct sabot_wire_view *view)
{
	g_autofree char *text = NULL, *more = NULL;

	if (view->fault)
		text = g_strdup(view->fault);
	else if (view->state == SABOT_WIRE_TABLE_CLOSED || view->state == SABOT_WIRE_TABLE_PAUSED)
		text = g_strdup(sabot_phrase_table_state(view->state));
	else if (view->prompt)
		text = sabot_phrase_prompt(view->prompt);
	if (view->prompt && !view->fault)
		more = sabot_phrase_prompt_more(view->prompt);
	sabot_fit_text_set(window->prompt, text);
	sabot_fit_text_set(window->why, more);
}

/* A refused press, else the worst that is open. */
static void
show_notice(SabotDisplayWindow *window, const struct sabot_wire_view *view)
{
	const char *refusal = sabot_dealer_table_get_refusal(window->table);
	const struct sabot_wire_incident *worst =
		view && view->incidents ? view->incidents->worst : NULL;
	g_autofree char *text = worst ? sabot_phrase_incident(worst) : NULL;

	sabot_label_set(window->notice, *refusal ? refusal : text);
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		sabot_style_set_class(window->notice,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)i),
				      !*refusal && worst && (int)worst->severity == i);
	sabot_style_set_class(window->notice, "refusal", *refusal != '\0');
}

/* Cards first: a card that lies there unsaid holds up more than a stake. */
static void
show_tools(SabotDisplayWindow *window, const struct sabot_wire_view *view)
{
	bool is_betting =
		view->phase == SABOT_WIRE_PHASE_BETTING && view->state != SABOT_WIRE_TABLE_CLOSED;
	bool has_cards = sabot_dealer_table_get_unread(window->table) ||
			 (!is_betting && sabot_dealer_table_needs_cards(window->table));

	if (has_cards)
		gtk_stack_set_visible_child(window->tools, GTK_WIDGET(window->card_pad));
	else if (is_betting)
		gtk_stack_set_visible_child(window->tools, GTK_WIDGET(window->bet_pad));
	gtk_widget_set_visible(GTK_WIDGET(window->tools), has_cards || is_betting);
}

static void
refresh(SabotDisplayWindow *window)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(window->table);

	show_connection(window);
	show_notice(window, view);
	sabot_style_set_class(window, "stale", sabot_dealer_table_is_stale(window->table));
	if (!view)
		return;
	show_head(window, view);
	show_prompt(window, view);
	sabot_cloth_set(window->cloth, view);
	show_tools(window, view);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	refresh(data);
}

GtkWidget *
sabot_display_window_new(GtkApplication *application, SabotDealerTable *table,
			 const struct sabot_display_options *options)
{
	SabotDisplayWindow *window =
		g_object_new(SABOT_TYPE_DISPLAY_WINDOW, "application", application, NULL);

	window->table = g_object_ref(table);
	gtk_window_set_title(GTK_WINDOW(window), sabot_dealer_table_get_name(table));
	sabot_label_set(window->name, sabot_dealer_table_get_name(table));
	sabot_key_bar_set_table(window->keys, table);
	sabot_key_bar_set_left_handed(window->keys, options->is_left_handed);
	sabot_bet_pad_set_table(window->bet_pad, table, options->tracks_stakes);
	sabot_card_pad_set_table(window->card_pad, table);
	sabot_payouts_set_table(window->payouts, table, options->notes_payments);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), window);
	refresh(window);
	return GTK_WIDGET(window);
}
