/*
 * The dealer's window: see display-window.h; its layout is display-window.ui. Sizes follow the
 * window's.
 */
#include "display-window.h"
#include "gui/widgets/template.h"

#include "gui/display/training-result.h"
#include "gui/model/badge-reader.h"
#include "gui/model/dealer/dealer-mend.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/model/dealer/dealer-wait.h"
#include "gui/model/phrases.h"
#include "gui/model/table-need.h"
#include "gui/widgets/fit-text.h"
#include "gui/widgets/keypad.h"
#include "gui/widgets/label.h"
#include "gui/widgets/load-strip.h"
#include "gui/widgets/login-panel.h"
#include "gui/widgets/person-button.h"
#include "gui/widgets/pin-pad.h"
#include "gui/widgets/side.h"

#include <glib/gi18n.h>
#include <string.h>

/* The children of the template. */
#define DISPLAY_WINDOW_CHILDREN(CHILD)                                                             \
	CHILD(GtkBox, head)                                                                        \
	CHILD(SabotSide, side)                                                                     \
	CHILD(GtkLabel, name)                                                                      \
	CHILD(GtkLabel, place)                                                                     \
	CHILD(GtkLabel, simulated)                                                                 \
	CHILD(GtkLabel, unsaved)                                                                   \
	CHILD(GtkLabel, connection)                                                                \
	CHILD(GtkLabel, device)                                                                    \
	CHILD(SabotLoadStrip, load)                                                                \
	CHILD(GtkLabel, time)                                                                      \
	CHILD(GtkBox, prompt_zone)                                                                 \
	CHILD(SabotFitText, prompt)                                                                \
	CHILD(SabotFitText, why)                                                                   \
	CHILD(SabotDisplayBody, body)

enum { ENTRY_RIMS_PX = 4, ROW_RIMS_PX = 14 }; /* what comes to the least height */
enum { LOGIN_FINGERS = 2, LOAD_WIDTH_PX = 120, LOAD_HEIGHT_PX = 12 };

struct _SabotDisplayWindow {
	GtkApplicationWindow parent_instance;
	SabotDealerTable *table;
	SabotTraining *training; /* or NULL */
	GtkCssProvider *size_style;
	int width_px, height_px; /* the size of the window for which the sizes were set */
	struct sabot_screen screen;
	guint time_timeout;
	guint resize_idle;
	struct sabot_badge badge;
	guint digit; /* a typed digit, possibly the first of a badge: 1 …; 0 = none */
	guint digit_timeout;
	guint clock; /* timer that runs while the pit is called */

	DISPLAY_WINDOW_CHILDREN(SABOT_CHILD_MEMBER)
	GtkWidget *person; /* SabotPersonButton */
};

G_DEFINE_FINAL_TYPE(SabotDisplayWindow, sabot_display_window, GTK_TYPE_APPLICATION_WINDOW)

static SabotSession *
get_session(SabotDisplayWindow *window)
{
	return sabot_feed_get_session(sabot_dealer_table_get_feed(window->table));
}

static void
sabot_display_window_dispose(GObject *object)
{
	SabotDisplayWindow *window = SABOT_DISPLAY_WINDOW(object);

	g_clear_handle_id(&window->resize_idle, g_source_remove);
	g_clear_handle_id(&window->digit_timeout, g_source_remove);
	g_clear_handle_id(&window->clock, g_source_remove);
	g_clear_handle_id(&window->time_timeout, g_source_remove);
	if (window->table) {
		g_signal_handlers_disconnect_by_data(window->table, window);
		g_signal_handlers_disconnect_by_data(get_session(window), window);
	}
	if (window->training)
		g_signal_handlers_disconnect_by_data(window->training, window);
	g_clear_object(&window->training);
	g_clear_object(&window->table);
	g_clear_object(&window->size_style);
	G_OBJECT_CLASS(sabot_display_window_parent_class)->dispose(object);
}

static bool
is_portrait(SabotDisplayWindow *window)
{
	return window->screen.class_ == SABOT_SCREEN_TALL;
}

/*
 * Both lines begin where head, arc and keys do; if there is room the second one ends above the arc.
 */
static void
fit_margins(SabotDisplayWindow *window, int font_px)
{
	GtkWidget *lines[] = {GTK_WIDGET(window->prompt), GTK_WIDGET(window->why)};

	for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
		g_object_set(lines[i], "margin-start", font_px * 6 / 10, "margin-end",
			     font_px * 6 / 10, NULL);
	gtk_widget_set_margin_bottom(
		lines[1], window->screen.class_ == SABOT_SCREEN_LARGE ? font_px * 3 / 8 : 0);
}

/* How far the load is dealt; if the head has no room for it, the message shows it. */
static void
show_load(SabotDisplayWindow *window)
{
	bool has_room = !is_portrait(window) && window->screen.scale >= 1;
	SabotFeed *feed = sabot_dealer_table_get_feed(window->table);
	const char *name = sabot_dealer_table_get_name(window->table);

	sabot_load_strip_set_item(
		window->load,
		has_room ? sabot_table_list_find(sabot_feed_get_tables(feed), name, NULL) : NULL);
}

static void
show_head(SabotDisplayWindow *window)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(window->table);
	g_autofree char *head = NULL;

	show_load(window);
	if (!view)
		return;
	head = sabot_phrase_dealer_head(view, get_session(window), !is_portrait(window));
	sabot_label_set(window->place, head);
	gtk_widget_set_visible(GTK_WIDGET(window->simulated), view->is_simulated);
	gtk_widget_set_visible(GTK_WIDGET(window->unsaved), !view->is_saved);
	sabot_label_set(window->device,
			view->device && view->device->state != SABOT_WIRE_DEVICE_ONLINE
				? sabot_phrase_device_state(view->device->state)
				: "");
	sabot_style_set_class(window->device, "down", sabot_table_is_shoe_down(view));
}

/* All letters grow with the window (docs/design.md). */
static gboolean
fit_sizes(gpointer data)
{
	SabotDisplayWindow *window = data;
	bool is_tall;
	int font_px, finger_px;
	g_autofree char *css = NULL;

	window->resize_idle = 0;
	window->screen = sabot_screen_of(window->width_px, window->height_px);
	is_tall = is_portrait(window);
	font_px = sabot_screen_em_px(&window->screen);
	finger_px = sabot_screen_finger_px(&window->screen);
	css = g_strdup_printf(".display { font-size: %dpx; }\n"
			      ".display sabot-panel button:not(.pin-key) { min-height: %dpx; }\n"
			      ".display entry { min-height: %dpx; }\n"
			      ".display .choices row { min-height: %dpx; }",
			      font_px, finger_px, finger_px - ENTRY_RIMS_PX,
			      finger_px - ROW_RIMS_PX);
	gtk_css_provider_load_from_data(window->size_style, css, -1, NULL);
	gtk_widget_set_size_request(GTK_WIDGET(window->head), -1,
				    sabot_screen_head_px(&window->screen));
	gtk_widget_set_size_request(GTK_WIDGET(window->prompt_zone), -1,
				    sabot_screen_prompt_px(&window->screen));
	if (window->person)
		gtk_widget_set_size_request(window->person, LOGIN_FINGERS * finger_px, finger_px);
	sabot_style_set_class(window->head, "tall", is_tall);
	gtk_widget_set_size_request(GTK_WIDGET(window->load),
				    (int)(LOAD_WIDTH_PX * window->screen.scale),
				    (int)(LOAD_HEIGHT_PX * window->screen.scale));
	show_head(window);
	sabot_fit_text_set_largest(window->prompt, font_px * 23 / 8);
	gtk_widget_set_size_request(GTK_WIDGET(window->why), -1,
				    is_tall                    ? font_px * 4
				    : window->screen.scale < 1 ? font_px * 11 / 4
							       : font_px * 7 / 4);
	sabot_fit_text_set_largest(window->why, font_px * 5 / 4);
	fit_margins(window, font_px);
	sabot_display_body_set_screen(window->body, &window->screen);
	if (SABOT_IS_LOGIN_PANEL(sabot_side_get_panel(window->side)))
		sabot_login_panel_set_wide(SABOT_LOGIN_PANEL(sabot_side_get_panel(window->side)),
					   !is_tall);
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

/*
 * Opens in place of cloth and keys: the prompt stays visible. `name`: the person whose PIN is
 * prompted for.
 */
static void
open_login(SabotDisplayWindow *window, const char *name)
{
	GtkWidget *panel = sabot_login_panel_new(get_session(window));

	gtk_widget_show(panel);
	sabot_login_panel_set_wide(SABOT_LOGIN_PANEL(panel), !is_portrait(window));
	sabot_side_open(window->side, panel);
	if (name)
		sabot_login_panel_choose(SABOT_LOGIN_PANEL(panel), name);
}

static void
on_person_clicked(GtkButton *button, gpointer data)
{
	(void)button;
	open_login(data, NULL);
}

/* The PIN pad that has the focus; NULL if none has. */
static SabotPinPad *
get_pad(SabotDisplayWindow *window)
{
	GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
	GtkWidget *pad = focus ? gtk_widget_get_ancestor(focus, SABOT_TYPE_PIN_PAD) : NULL;

	return pad ? SABOT_PIN_PAD(pad) : NULL;
}

/*
 * A badge identifies the person; only the PIN, with a card that names nobody if one is required,
 * proves it.
 */
static void
use_badge(SabotDisplayWindow *window)
{
	const char *name = sabot_session_find_badge(get_session(window), window->badge.text);
	SabotPinPad *pad = get_pad(window);

	if (name)
		open_login(window, name);
	else if (pad)
		sabot_pin_pad_take_card(pad, window->badge.text);
	else
		sabot_dealer_table_refuse(window->table, _("Nobody here has this badge."));
}

static gboolean
press_digit(gpointer data)
{
	SabotDisplayWindow *window = data;

	window->digit_timeout = 0;
	sabot_display_body_press(window->body, window->digit - 1);
	return G_SOURCE_REMOVE;
}

/*
 * Digits press keys, 1 the first; but only when it is certain that the digit does not begin a
 * badge.
 */
static bool
type_digit(SabotDisplayWindow *window, guint character)
{
	if (window->digit_timeout) {
		g_clear_handle_id(&window->digit_timeout, g_source_remove);
		return false;
	}
	if (window->badge.n_characters > 1 || character < '1' || character > '9' ||
	    sabot_side_get_panel(window->side))
		return false;
	window->digit = character - '0';
	window->digit_timeout = g_timeout_add(SABOT_BADGE_GAP_MS, press_digit, window);
	return true;
}

static gboolean
key_press_event(GtkWidget *widget, GdkEventKey *event)
{
	SabotDisplayWindow *window = SABOT_DISPLAY_WINDOW(widget);
	bool is_plain = (event->state & gtk_accelerator_get_default_mod_mask() &
			 ~(guint)GDK_SHIFT_MASK) == 0;
	bool is_return = event->keyval == GDK_KEY_Return || event->keyval == GDK_KEY_KP_Enter;
	guint character = gdk_keyval_to_unicode(sabot_keypad_use_digits(event));

	if (is_return && sabot_badge_end(&window->badge, event->time)) {
		use_badge(window);
		return TRUE;
	}
	if (is_plain && character != 0 && !is_return) {
		sabot_badge_type(&window->badge, character, event->time);
		if (type_digit(window, character))
			return TRUE;
	}
	if (event->keyval == GDK_KEY_Escape && sabot_side_close(window->side))
		return TRUE;
	if (event->keyval == GDK_KEY_F2) {
		open_login(window, NULL);
		return TRUE;
	}
	return GTK_WIDGET_CLASS(sabot_display_window_parent_class)->key_press_event(widget, event);
}

/* No key has the focus until Tab or an arrow moves it there: a stray Return presses none. */
static void
map(GtkWidget *widget)
{
	GTK_WIDGET_CLASS(sabot_display_window_parent_class)->map(widget);
	gtk_window_set_focus(GTK_WINDOW(widget), NULL);
}

static void
sabot_display_window_class_init(SabotDisplayWindowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_display_window_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->key_press_event = key_press_event;
	widget_class->map = map;
	g_type_ensure(SABOT_TYPE_LOAD_STRIP);
	g_type_ensure(SABOT_TYPE_SIDE);
	g_type_ensure(SABOT_TYPE_FIT_TEXT);
	g_type_ensure(SABOT_TYPE_DISPLAY_BODY);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/display/display-window.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotDisplayWindow, DISPLAY_WINDOW_CHILDREN);
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

/* Show whether the data is current. Nothing is shown while all is well. */
static void
show_connection(SabotDisplayWindow *window)
{
	const char *text = sabot_phrase_connection(sabot_dealer_table_get_feed(window->table));

	sabot_label_set(window->connection, text);
	sabot_style_set_class(window->connection, "offline", *text != '\0');
}

static gboolean
on_second(gpointer data);

/*
 * A trainee must find out what comes next: the question replaces the prompt, and payments, and keys
 * that would reveal the answer, are hidden.
 */
static void
show_training(SabotDisplayWindow *window)
{
	const char *text = sabot_training_get_text(window->training);
	g_autofree char *right = NULL;

	sabot_display_body_ask(window->body, text != NULL);
	if (text)
		sabot_fit_text_set(window->prompt, text);
	if (text || sabot_training_get_more(window->training))
		sabot_fit_text_set(window->why, sabot_training_get_more(window->training));
	if (!sabot_training_is_over(window->training))
		return;
	right = sabot_training_result_phrase(window->training);
	sabot_fit_text_set(window->why, right);
	sabot_display_body_show_result(window->body);
}

/* The next payment replaces the prompt; the call stays before the reason. */
static void
name_payment(SabotDisplayWindow *window, char **text, char **more)
{
	struct sabot_dealer_payments_next next;

	if (!sabot_dealer_payments_get_next(sabot_dealer_table_get_payments(window->table), &next))
		return;
	g_free(*text);
	*text = g_strdup(next.task);
	if (next.why) {
		g_free(*more);
		*more = g_strdup(next.why);
	}
	sabot_dealer_payments_next_clear(&next);
}

/* So does the question about the last card. */
static void
name_mend(SabotDisplayWindow *window, char **text, char **more)
{
	g_autofree char *where = NULL;
	char *task = sabot_dealer_mend_task(sabot_dealer_table_get_mend(window->table), &where);

	if (!task)
		return;
	g_free(*text);
	g_free(*more);
	*text = task;
	*more = g_steal_pointer(&where);
}

/* The only coloured prompt; who has seen the call, and the clock in place of the key that calls. */
static void
show_wait(SabotDisplayWindow *window, char **more)
{
	const struct sabot_wire_incident *incident = sabot_dealer_wait_find(window->table);
	g_autofree char *key = NULL, *words = NULL;

	/* That the table waits for the pit may be the answer to a trainee's question. */
	sabot_style_set_class(window->prompt_zone, "waits",
			      !window->training && sabot_dealer_wait_is_on(window->table));
	if (incident) {
		key = sabot_phrase_wait_key(incident, g_get_real_time());
		words = sabot_phrase_wait_more(incident, get_session(window), *more);
		g_free(*more);
		*more = g_steal_pointer(&words);
	}
	if (incident && !window->clock)
		window->clock = g_timeout_add_seconds(1, on_second, window);
	sabot_display_body_set_clock(window->body, key);
}

static void
show_prompt(SabotDisplayWindow *window, const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *dispute = sabot_dealer_table_get_dispute(window->table);
	g_autofree char *text = NULL, *more = NULL;

	text = sabot_phrase_dealer_task(view, dispute, g_get_real_time());
	more = sabot_phrase_dealer_more(view);
	if (!dispute)
		name_payment(window, &text, &more);
	if (!dispute)
		name_mend(window, &text, &more);
	show_wait(window, &more);
	sabot_fit_text_set(window->prompt, text);
	sabot_fit_text_set(window->why, more);
}

static gboolean
on_second(gpointer data)
{
	SabotDisplayWindow *window = data;

	if (!sabot_dealer_wait_find(window->table)) {
		window->clock = 0;
		return G_SOURCE_REMOVE;
	}
	show_prompt(window, sabot_dealer_table_get_view(window->table));
	return G_SOURCE_CONTINUE;
}

/* No table is shown: say what is missing, and where. */
static void
show_nothing(SabotDisplayWindow *window)
{
	g_autofree char *more = NULL;
	g_autofree char *text =
		sabot_phrase_no_view(sabot_dealer_table_get_feed(window->table),
				     sabot_dealer_table_get_name(window->table), &more);

	sabot_fit_text_set(window->prompt, text);
	sabot_fit_text_set(window->why, more);
}

static void
refresh(SabotDisplayWindow *window)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(window->table);

	show_connection(window);
	sabot_style_set_class(window, "stale", view && sabot_dealer_table_is_stale(window->table));
	sabot_display_body_refresh(window->body);
	if (!view) {
		if (window->training)
			show_training(window);
		else
			show_nothing(window);
		return;
	}
	show_head(window);
	show_prompt(window, view);
	if (window->training)
		show_training(window);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	refresh(data);
}

/* In a house without persons nobody logs in. */
static void
on_session_changed(SabotSession *session, gpointer data)
{
	SabotDisplayWindow *window = data;
	enum sabot_session_state state = sabot_session_get_state(session);

	gtk_widget_set_visible(window->person,
			       state == SABOT_SESSION_IN || state == SABOT_SESSION_OUT);
	/* What was refused before somebody logged in does not concern this person. */
	if (state == SABOT_SESSION_IN)
		sabot_dealer_table_forget_refusal(window->table);
	refresh(window);
}

static void
on_login_wanted(SabotDealerTable *table, gpointer data)
{
	SabotDisplayWindow *window = data;

	(void)table;
	if (!sabot_side_get_panel(window->side))
		open_login(window, NULL);
}

static void
add_person(SabotDisplayWindow *window)
{
	window->person = sabot_person_button_new(sabot_dealer_table_get_feed(window->table));
	gtk_widget_set_can_focus(window->person, FALSE);
	gtk_box_pack_end(window->head, window->person, FALSE, FALSE, 0);
	gtk_box_reorder_child(window->head, window->person, 0);
	g_signal_connect(window->person, "clicked", G_CALLBACK(on_person_clicked), window);
	g_signal_connect(get_session(window), "changed", G_CALLBACK(on_session_changed), window);
	on_session_changed(get_session(window), window);
}

static gboolean
show_time(gpointer data)
{
	SabotDisplayWindow *window = data;
	g_autoptr(GDateTime) now = g_date_time_new_now_local();
	g_autofree char *text = g_date_time_format(now, "%H:%M");

	sabot_label_set(window->time, text);
	return G_SOURCE_CONTINUE;
}

static void
use_training(SabotDisplayWindow *window, SabotTraining *training)
{
	window->training = g_object_ref(training);
	g_signal_connect_swapped(training, "changed", G_CALLBACK(refresh), window);
}

static void
show_name(SabotDisplayWindow *window, const struct sabot_display_options *options)
{
	g_autofree char *name = sabot_phrase_dealer_name(sabot_dealer_table_get_name(window->table),
							 options->training, options->is_practice);

	sabot_label_set(window->name, name);
	sabot_style_set_class(window->head, "practice", options->is_practice);
}

GtkWidget *
sabot_display_window_new(GtkApplication *application, SabotDealerTable *table,
			 const struct sabot_display_options *options)
{
	SabotDisplayWindow *window =
		g_object_new(SABOT_TYPE_DISPLAY_WINDOW, "application", application, NULL);

	window->table = g_object_ref(table);
	if (options->training)
		use_training(window, options->training);
	sabot_dealer_table_set_tracks_stakes(table, options->tracks_stakes);
	sabot_dealer_bets_set_starts_empty(sabot_dealer_table_get_bets(table),
					   options->starts_empty);
	gtk_window_set_title(GTK_WINDOW(window), sabot_dealer_table_get_name(table));
	show_name(window, options);
	sabot_display_body_set_table(window->body, table, options);
	window->time_timeout = g_timeout_add_seconds(5, show_time, window);
	show_time(window);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), window);
	g_signal_connect(table, "login-wanted", G_CALLBACK(on_login_wanted), window);
	add_person(window);
	return GTK_WIDGET(window);
}
