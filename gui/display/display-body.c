/*
 * Arc, shelf, message and keys: see display-body.h; its layout is display-body.ui. The table's view
 * alone determines the pages of arc and shelf.
 */
#include "gui/display/display-body.h"
#include "gui/model/training/training-run.h"
#include "gui/widgets/template.h"

#include "gui/display/bet-grid.h"
#include "gui/display/chip-tray.h"
#include "gui/display/cloth.h"
#include "gui/display/colour-pad.h"
#include "gui/display/dealt-card-pad.h"
#include "gui/display/hold.h"
#include "gui/display/key-bar.h"
#include "gui/display/key-grid.h"
#include "gui/display/load-pad.h"
#include "gui/display/shelf.h"
#include "gui/display/stale-touch.h"
#include "gui/display/training-pad.h"
#include "gui/display/training-result.h"
#include "gui/model/dealer/bet-phrases.h"
#include "gui/model/dealer/dealer-mend.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/widgets/fit-text.h"
#include "gui/widgets/label.h"
#include "gui/widgets/severity-badge.h"

#include <string.h>

/* Keys for which the sheet of rarely needed ones has room, however few there are. */
enum { SHEET_PLACES = 9 };

/* The children of the template. */
#define DISPLAY_BODY_CHILDREN(CHILD)                                                               \
	CHILD(SabotZones, zones)                                                                   \
	CHILD(GtkStack, arc)                                                                       \
	CHILD(SabotCloth, cloth)                                                                   \
	CHILD(SabotBetGrid, bet_grid)                                                              \
	CHILD(SabotTray, tray)                                                                     \
	CHILD(SabotLoadPad, load_pad)                                                              \
	CHILD(SabotKeyGrid, sheet)                                                                 \
	CHILD(GtkStack, shelf)                                                                     \
	CHILD(SabotShelf, hand_shelf)                                                              \
	CHILD(SabotDealtCardPad, card_pad)                                                         \
	CHILD(SabotColourPad, colour_pad)                                                          \
	CHILD(SabotTrainingPad, training_pad)                                                      \
	CHILD(SabotKeyGrid, row)                                                                   \
	CHILD(GtkBox, message)                                                                     \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(SabotFitText, notice)                                                                \
	CHILD(GtkStack, keys_zone)                                                                 \
	CHILD(SabotKeyBar, keys)

struct _SabotDisplayBody {
	GtkBox parent_instance;
	SabotDealerTable *table;
	SabotTraining *training; /* or NULL */
	GtkWidget *result;       /* result of a finished training; or NULL */
	struct sabot_screen screen;
	bool is_sheet_open, notes_payments;
	bool is_reading; /* names a card of a finished round, while bets are laid */
	int64_t left;    /* the incident of a card that nobody saw; 0 = none */
	DISPLAY_BODY_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotDisplayBody, sabot_display_body, GTK_TYPE_BOX)

static void
sabot_display_body_dispose(GObject *object)
{
	SabotDisplayBody *body = SABOT_DISPLAY_BODY(object);

	g_clear_object(&body->training);
	g_clear_object(&body->table);
	G_OBJECT_CLASS(sabot_display_body_parent_class)->dispose(object);
}

static void
sabot_display_body_class_init(SabotDisplayBodyClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_display_body_dispose;
	g_type_ensure(SABOT_TYPE_ZONES);
	g_type_ensure(SABOT_TYPE_FIT_TEXT);
	g_type_ensure(SABOT_TYPE_BADGE);
	g_type_ensure(SABOT_TYPE_CLOTH);
	g_type_ensure(SABOT_TYPE_SHELF);
	g_type_ensure(SABOT_TYPE_BET_GRID);
	g_type_ensure(SABOT_TYPE_TRAY);
	g_type_ensure(SABOT_TYPE_DEALT_CARD_PAD);
	g_type_ensure(SABOT_TYPE_LOAD_PAD);
	g_type_ensure(SABOT_TYPE_COLOUR_PAD);
	g_type_ensure(SABOT_TYPE_TRAINING_PAD);
	g_type_ensure(SABOT_TYPE_KEY_BAR);
	g_type_ensure(SABOT_TYPE_KEY_GRID);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/display/display-body.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotDisplayBody, DISPLAY_BODY_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-display-body");
}

static void
sabot_display_body_init(SabotDisplayBody *body)
{
	gtk_widget_init_template(GTK_WIDGET(body));
	body->screen = sabot_screen_of(1280, 800);
}

static bool
is_portrait(const SabotDisplayBody *body)
{
	return body->screen.class_ == SABOT_SCREEN_TALL;
}

/*
 * Keys for all cards have more room, and so has, on a high screen, everything on the shelf. Work
 * between loads, and the sheet, take arc and shelf. Message and keys never move.
 */
static enum sabot_shelf
choose_shelf_size(SabotDisplayBody *body)
{
	GtkWidget *arc = gtk_stack_get_visible_child(body->arc);
	GtkWidget *shelf = gtk_stack_get_visible_child(body->shelf);

	if (arc == GTK_WIDGET(body->load_pad) || arc == GTK_WIDGET(body->sheet) ||
	    (body->result && arc == body->result) ||
	    (arc == GTK_WIDGET(body->bet_grid) && shelf == GTK_WIDGET(body->hand_shelf)))
		return SABOT_SHELF_NONE;
	if (shelf == GTK_WIDGET(body->card_pad) && !sabot_dealt_card_pad_shows_all(body->card_pad))
		return SABOT_SHELF_RANKS;
	/* Two rows of choices leave room for the hands that they concern. */
	if (shelf == GTK_WIDGET(body->row))
		return SABOT_SHELF_RANKS;
	if (shelf == GTK_WIDGET(body->card_pad))
		return SABOT_SHELF_LARGE;
	if (shelf == GTK_WIDGET(body->tray))
		return SABOT_SHELF_CHIPS;
	return is_portrait(body) && shelf != GTK_WIDGET(body->hand_shelf) ? SABOT_SHELF_LARGE
									  : SABOT_SHELF_NORMAL;
}

static void
fit_zones(SabotDisplayBody *body)
{
	sabot_zones_set(body->zones, &body->screen, choose_shelf_size(body));
}

static struct sabot_dealer_bets *
get_bets(SabotDisplayBody *body)
{
	return sabot_dealer_table_get_bets(body->table);
}

/* True if stakes of the last round remain to be paid or taken, if that is confirmed here. */
static bool
has_open_payments(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	for (guint i = 0; body->notes_payments && i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);

		if (!payout->is_ruled && sabot_payout_rest(payout) != 0)
			return true;
	}
	return false;
}

/* True if bets are open, and there are squares on which to lay them. */
static bool
is_laying(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_BETTING &&
	       sabot_dealer_bets_has_squares(get_bets(body)) &&
	       (view->is_round_open || !has_open_payments(body, view));
}

/*
 * How long the last card can be mended, or the sum of the bets while they are laid, else how far
 * the load is dealt. Transferred.
 */
static char *
say_quietly(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	char *said = sabot_dealer_mend_limit(sabot_dealer_table_get_mend(body->table));

	if (!said && is_laying(body, view))
		said = sabot_phrase_bets_cloth(sabot_dealer_bets_get_squares(get_bets(body)));
	return said ? said : sabot_phrase_dealer_quiet(view);
}

/* The number of right answers; at the end the path of the record. Transferred. */
static char *
say_training(SabotDisplayBody *body)
{
	return body->result ? g_strdup(sabot_training_get_record(body->training))
			    : sabot_training_result_phrase(body->training);
}

/*
 * A refused press, else the first thing to put right between rounds, else the most serious open
 * incident, each with the number of others; else that all is well. The line is always there, so
 * that its changes move nothing.
 */
static void
show_notice(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	const struct sabot_wire_view *said = body->training ? NULL : view;
	const char *refusal = sabot_dealer_table_get_refusal(body->table);
	g_autofree char *redress = said ? sabot_phrase_dealer_redress(said) : NULL;
	g_autofree char *incident = said && !redress ? sabot_phrase_dealer_notice(said) : NULL;
	g_autofree char *quiet = said             ? say_quietly(body, said)
				 : body->training ? say_training(body)
						  : NULL;
	enum sabot_wire_severity severity =
		incident ? said->incidents->worst->severity : SABOT_WIRE_SEVERITY_UNKNOWN;

	sabot_fit_text_set(body->notice, *refusal   ? refusal
					 : redress  ? redress
					 : incident ? incident
						    : quiet);
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		sabot_style_set_class(body->message,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)i),
				      !*refusal && (int)severity == i);
	if (incident)
		sabot_badge_set(body->badge, severity, FALSE);
	gtk_widget_set_visible(GTK_WIDGET(body->badge), !*refusal && incident);
	sabot_style_set_class(body->message, "refusal", *refusal != '\0');
	sabot_style_set_class(body->message, "redress", !*refusal && redress);
	sabot_fit_text_set_bold(body->notice, *refusal || redress || incident);
}

/* The page of the arc: a load is prepared, bets are laid, or a round is played. */
static GtkWidget *
choose_arc(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	bool is_quiet = view->state == SABOT_WIRE_TABLE_CLOSED || body->training ||
			sabot_dealer_table_get_dispute(body->table);

	if (body->result)
		return body->result;
	if (body->is_sheet_open)
		return GTK_WIDGET(body->sheet);
	if (is_quiet || view->run_out_cards >= 0 || sabot_colour_pad_is_open(body->colour_pad) ||
	    body->is_reading || has_open_payments(body, view))
		return GTK_WIDGET(body->cloth);
	if (sabot_dealer_table_is_between_loads(body->table))
		return GTK_WIDGET(body->load_pad);
	if (is_laying(body, view))
		return GTK_WIDGET(body->bet_grid);
	return GTK_WIDGET(body->cloth);
}

/*
 * False if the round is decided, when payments need the room; before everybody who wants to is
 * insured; and while the table waits for the pit.
 */
static bool
is_card_wanted(const struct sabot_wire_view *view)
{
	return view->phase != SABOT_WIRE_PHASE_DECIDED && view->phase != SABOT_WIRE_PHASE_RULING &&
	       !(view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_INSURANCE);
}

/* True while the dealer must name an unread card: until it is named, or nobody saw it. */
static bool
is_card_asked(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	const struct sabot_wire_unread *unread = sabot_dealer_table_get_unread(body->table);

	return unread && unread->incident != body->left &&
	       (view->phase != SABOT_WIRE_PHASE_BETTING || body->is_reading);
}

/* Cards come first: an unnamed card delays the game more than a stake. */
static GtkWidget *
choose_shelf(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	const struct sabot_dealer_places *places = sabot_key_bar_get_places(body->keys);

	if (view->state == SABOT_WIRE_TABLE_CLOSED)
		return GTK_WIDGET(body->hand_shelf);
	if (sabot_training_is_asking(body->training))
		return GTK_WIDGET(body->hand_shelf);
	if (sabot_dealer_table_get_dispute(body->table))
		return GTK_WIDGET(body->hand_shelf);
	if (sabot_dealer_payments_is_other(sabot_dealer_table_get_payments(body->table)))
		return GTK_WIDGET(body->hand_shelf);
	if (view->run_out_cards >= 0)
		return sabot_dealer_table_needs_cards(body->table) ? GTK_WIDGET(body->card_pad)
								   : GTK_WIDGET(body->hand_shelf);
	if (sabot_dealer_table_is_between_loads(body->table))
		return GTK_WIDGET(body->hand_shelf);
	if (sabot_dealer_mend_is_naming(sabot_dealer_table_get_mend(body->table)))
		return GTK_WIDGET(body->card_pad);
	if (is_card_asked(body, view))
		return GTK_WIDGET(body->card_pad);
	if (places->row->len > 0)
		return GTK_WIDGET(body->row);
	if (view->phase == SABOT_WIRE_PHASE_BETTING && sabot_colour_pad_is_open(body->colour_pad))
		return GTK_WIDGET(body->colour_pad);
	if (view->phase == SABOT_WIRE_PHASE_BETTING)
		return is_laying(body, view) && sabot_dealer_bets_has_stakes(get_bets(body))
			       ? GTK_WIDGET(body->tray)
			       : GTK_WIDGET(body->hand_shelf);
	if (sabot_dealer_table_needs_cards(body->table) && is_card_wanted(view))
		return GTK_WIDGET(body->card_pad);
	return GTK_WIDGET(body->hand_shelf);
}

static void
show_places(SabotDisplayBody *body, const struct sabot_wire_view *view)
{
	const struct sabot_dealer_places *places = sabot_key_bar_get_places(body->keys);
	int columns = is_portrait(body) ? 2 : 4, sheet_columns = MIN(columns, 3);

	if (places->sheet->len == 0)
		body->is_sheet_open = false;
	if (view->phase != SABOT_WIRE_PHASE_BETTING || !view->unread)
		body->is_reading = false;
	if (!view->unread || view->unread->incident != body->left ||
	    view->prompt->kind == SABOT_WIRE_PROMPT_READ)
		body->left = 0;
	sabot_dealt_card_pad_set_left(body->card_pad, body->left);
	sabot_key_grid_set(body->sheet, places->sheet, sheet_columns, SHEET_PLACES / sheet_columns);
	sabot_key_grid_set(body->row, places->row, columns, 0);
	sabot_key_bar_set_sheet_open(body->keys, body->is_sheet_open);
	gtk_stack_set_visible_child(body->arc, choose_arc(body, view));
	sabot_style_set_class(body->arc, "bets",
			      gtk_stack_get_visible_child(body->arc) == GTK_WIDGET(body->bet_grid));
	gtk_stack_set_visible_child(body->shelf, choose_shelf(body, view));
	sabot_cloth_set_shows_dealer(body->cloth,
				     sabot_dealt_card_pad_shows_all(body->card_pad) &&
					     gtk_stack_get_visible_child(body->shelf) ==
						     GTK_WIDGET(body->card_pad));
	fit_zones(body);
}

/* True if there are stakes to confirm, or insurance to take. */
static bool
has_tags(SabotDisplayBody *body)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(body->table);

	return sabot_dealer_payments_can_press(sabot_dealer_table_get_payments(body->table)) ||
	       (view && view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_INSURANCE);
}

/* Where other keys were until now a touch is delayed; hands are not keys. */
static void
hold_page(GtkStack *zone, bool has_tags, bool can_press)
{
	const char *page = gtk_stack_get_visible_child_name(zone);
	bool has_keys =
		has_tags || (g_strcmp0(page, "cloth") != 0 && g_strcmp0(page, "empty") != 0);

	sabot_hold_set(zone, has_keys ? page : NULL, can_press);
}

/* Keys are disabled while their presses would not reach the daemon. */
static void
show_stale(SabotDisplayBody *body)
{
	bool is_stale = sabot_dealer_table_is_stale(body->table);

	hold_page(body->arc, has_tags(body), !is_stale);
	hold_page(body->shelf, false, !is_stale);
}

void
sabot_display_body_refresh(SabotDisplayBody *body)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(body->table);

	show_notice(body, view);
	if (view)
		show_places(body, view);
	show_stale(body);
}

static void
on_sheet_wanted(SabotKeyBar *keys, gpointer data)
{
	SabotDisplayBody *body = data;

	(void)keys;
	body->is_sheet_open = !body->is_sheet_open;
	sabot_display_body_refresh(body);
}

/* The keys may have changed since they were shown: the key is found by what it does. */
static void
press_of(SabotDisplayBody *body, const GPtrArray *keys, const struct sabot_dealer_key_id *id)
{
	for (guint i = 0; i < keys->len; i++) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i);

		if (sabot_dealer_key_has_id(key, id)) {
			sabot_key_bar_press(body->keys, key);
			return;
		}
	}
}

static void
on_sheet_pressed(SabotKeyGrid *sheet, gpointer id, gpointer data)
{
	SabotDisplayBody *body = data;

	(void)sheet;
	body->is_sheet_open = false;
	press_of(body, sabot_key_bar_get_places(body->keys)->sheet, id);
	sabot_display_body_refresh(body);
}

static void
on_row_pressed(SabotKeyGrid *row, gpointer id, gpointer data)
{
	SabotDisplayBody *body = data;

	(void)row;
	press_of(body, sabot_key_bar_get_places(body->keys)->row, id);
}

static void
on_reading_wanted(SabotKeyBar *keys, gpointer data)
{
	SabotDisplayBody *body = data;

	(void)keys;
	body->is_reading = body->left != 0 || !body->is_reading;
	body->left = 0;
	sabot_display_body_refresh(body);
}

/* The card is deduced when the load is counted, or named later. */
static void
on_card_left(SabotDealtCardPad *pad, gpointer data)
{
	SabotDisplayBody *body = data;
	const struct sabot_wire_unread *unread = sabot_dealer_table_get_unread(body->table);

	(void)pad;
	body->left = unread ? unread->incident : 0;
	body->is_reading = false;
	sabot_display_body_refresh(body);
}

static void
on_colour_up_wanted(SabotKeyBar *keys, gpointer data)
{
	SabotDisplayBody *body = data;

	(void)keys;
	sabot_colour_pad_open(body->colour_pad);
	sabot_display_body_refresh(body);
}

void
sabot_display_body_set_screen(SabotDisplayBody *body, const struct sabot_screen *screen)
{
	bool is_tall;
	int em_px = sabot_screen_em_px(screen);

	body->screen = *screen;
	is_tall = is_portrait(body);
	sabot_fit_text_set_largest(body->notice, em_px * 5 / 4);
	sabot_badge_set_size(body->badge, em_px * 2);
	sabot_key_bar_set_screen(body->keys, screen);
	sabot_cloth_set_tall(body->cloth, is_tall);
	sabot_shelf_set_tall(body->hand_shelf, is_tall);
	sabot_dealt_card_pad_set_screen(body->card_pad, screen);
	sabot_load_pad_set_screen(body->load_pad, screen);
	sabot_training_pad_set_screen(body->training_pad, screen);
	fit_zones(body);
}

static void
use_training(SabotDisplayBody *body, SabotTraining *training)
{
	body->training = g_object_ref(training);
	sabot_cloth_set_hides_totals(body->cloth, TRUE);
	sabot_shelf_set_hides_totals(body->hand_shelf, TRUE);
	sabot_training_pad_set(body->training_pad, training);
}

void
sabot_display_body_set_table(SabotDisplayBody *body, SabotDealerTable *table,
			     const struct sabot_display_options *options)
{
	body->table = g_object_ref(table);
	body->notes_payments = options->notes_payments;
	if (options->training)
		use_training(body, options->training);
	sabot_key_bar_set_table(body->keys, table);
	sabot_key_bar_set_left_handed(body->keys, options->is_left_handed);
	sabot_bet_grid_set_table(body->bet_grid, table);
	sabot_tray_set_table(body->tray, table);
	sabot_dealt_card_pad_set_table(body->card_pad, table);
	sabot_load_pad_set_table(body->load_pad, table);
	sabot_colour_pad_set_table(body->colour_pad, table);
	g_signal_connect_swapped(body->colour_pad, "done", G_CALLBACK(sabot_display_body_refresh),
				 body);
	g_signal_connect(body->keys, "colour-up-wanted", G_CALLBACK(on_colour_up_wanted), body);
	g_signal_connect(body->keys, "sheet-wanted", G_CALLBACK(on_sheet_wanted), body);
	g_signal_connect(body->keys, "reading-wanted", G_CALLBACK(on_reading_wanted), body);
	g_signal_connect(body->sheet, "pressed", G_CALLBACK(on_sheet_pressed), body);
	g_signal_connect(body->card_pad, "left", G_CALLBACK(on_card_left), body);
	g_signal_connect(body->row, "pressed", G_CALLBACK(on_row_pressed), body);
	sabot_stale_touch_watch(GTK_WIDGET(body), table);
	sabot_cloth_set_table(body->cloth, table, options->tracks_stakes);
	sabot_shelf_set_table(body->hand_shelf, table, options->tracks_stakes);
	sabot_dealer_payments_set_confirms(sabot_dealer_table_get_payments(table),
					   options->notes_payments && options->tracks_stakes &&
						   !options->training);
}

void
sabot_display_body_set_clock(SabotDisplayBody *body, const char *text)
{
	sabot_key_bar_set_clock(body->keys, text);
}

gboolean
sabot_display_body_press(SabotDisplayBody *body, guint n)
{
	if (sabot_training_is_asking(body->training)) {
		if (!sabot_hold_is_held(body->training_pad))
			sabot_training_answer(body->training, n);
		return TRUE;
	}
	sabot_stale_touch_press(body->table);
	return sabot_key_bar_activate(body->keys, n);
}

void
sabot_display_body_ask(SabotDisplayBody *body, gboolean is_asking)
{
	gtk_stack_set_visible_child(body->keys_zone, is_asking ? GTK_WIDGET(body->training_pad)
							       : GTK_WIDGET(body->keys));
}

void
sabot_display_body_show_result(SabotDisplayBody *body)
{
	if (body->result)
		return;
	body->result = sabot_training_result_new(body->training);
	gtk_container_add(GTK_CONTAINER(body->arc), body->result);
	sabot_display_body_refresh(body);
}
