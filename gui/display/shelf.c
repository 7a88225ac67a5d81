/* The dealer's side of the cloth: see shelf.h. */
#include "gui/display/shelf.h"

#include "gui/display/cloth-parts.h"
#include "gui/display/pay-tray.h"
#include "gui/display/table-paint.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-wait.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/chip.h"
#include "gui/widgets/label.h"
#include "gui/widgets/painted.h"
#include "gui/widgets/placed.h"
#include "gui/widgets/seen.h"
#include "proto/wording/wording.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>

enum {
	INFO_PX = 300, /* design pixels: what is left to pay */
	HAND_PX = 520, /* the dealer's */
	COUP_PX = 330, /* punto's, banca's */
	CHIP_PX = 64,
	LINE_PX = 26,
};

struct _SabotShelf {
	GtkFixed parent_instance;
	SabotDealerTable *table;
	gboolean tracks_stakes, hides_totals, is_tall;
	GPtrArray *hands;           /* of SabotBoxHand, children */
	GtkWidget *info;            /* GtkLabel, child */
	struct sabot_card question; /* the card in the question to the pit; unknown: none */
	char *source;               /* where the chips of the next payment come from; or "" */
	GtkWidget *tray;            /* SabotPayTray, child */
	GArray *chips; /* of struct sabot_chip: those of the next payment; placed when drawn */
};

G_DEFINE_FINAL_TYPE(SabotShelf, sabot_shelf, GTK_TYPE_FIXED)

static void
allocate(SabotShelf *shelf, GtkWidget *child, GdkRectangle place)
{
	int minimum, natural;

	/* GTK requires that the size is requested before a place is allocated. */
	gtk_widget_get_preferred_width(child, &minimum, &natural);
	sabot_placed_allocate(GTK_WIDGET(shelf), child, place);
}

/* The place of a hand; the rest of the room is to the right, and to the left of a single one. */
static GdkRectangle
place_hand(SabotShelf *shelf, guint n, int width, int height)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	int side = sabot_table_px(widget, 12);

	if (shelf->hands->len == 2) {
		int each = shelf->is_tall ? (width - 2 * side) / 2
					  : MIN(sabot_table_px(widget, COUP_PX), width / 3);

		return (GdkRectangle){side + (int)n * each, 0, each, height};
	}
	if (shelf->is_tall)
		return (GdkRectangle){width * 3 / 10, 0, width * 7 / 10 - side, height};
	/* Its cards, not its title, are centred. */
	return (GdkRectangle){width / 2 - sabot_table_px(widget, 190), 0,
			      MIN(sabot_table_px(widget, HAND_PX), width / 2), height};
}

static GdkRectangle
place_source(SabotShelf *shelf, int width, int height)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	int side = sabot_table_px(widget, 12), top = sabot_table_px(widget, 6);
	int x = side, until = width - side;

	if (shelf->hands->len == 2 && !shelf->is_tall)
		x = place_hand(shelf, 1, width, height).x +
		    place_hand(shelf, 1, width, height).width + sabot_table_px(widget, 16);
	else if (shelf->hands->len == 1)
		until = place_hand(shelf, 0, width, height).x;
	if (shelf->hands->len == 2 && !shelf->is_tall)
		until = width - sabot_table_px(widget, 220);
	return (GdkRectangle){x, top, until - x, sabot_table_px(widget, LINE_PX)};
}

static bool
has_question(const SabotShelf *shelf)
{
	return sabot_card_is_known(shelf->question);
}

/* Before its text; on a narrow shelf at the left, without words. */
static GdkRectangle
place_question(SabotShelf *shelf)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	int side = sabot_table_px(widget, 12), rim = sabot_table_px(widget, 8);
	int height = gtk_widget_get_allocated_height(widget) - 2 * rim;
	int x = gtk_widget_get_allocated_width(widget) - side - sabot_table_px(widget, INFO_PX);

	return (GdkRectangle){shelf->is_tall ? side : x, rim, height * 5 / 7, height};
}

static void
lay_out(SabotShelf *shelf)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	int side = sabot_table_px(widget, 12), info_px = sabot_table_px(widget, INFO_PX);
	int gap = sabot_table_px(widget, 8);

	for (guint i = 0; i < shelf->hands->len; i++)
		allocate(shelf, g_ptr_array_index(shelf->hands, i),
			 place_hand(shelf, i, width, height));
	if (gtk_widget_get_visible(shelf->info)) {
		int card_px = has_question(shelf) ? place_question(shelf).width + gap : 0;

		allocate(shelf, shelf->info,
			 (GdkRectangle){width - side - info_px + card_px, 0, info_px - card_px,
					height});
	}
	if (shelf->tray && gtk_widget_get_visible(shelf->tray))
		allocate(shelf, shelf->tray,
			 (GdkRectangle){side, gap, width - 2 * side, height - 2 * gap});
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	gtk_widget_set_allocation(widget, allocation);
	lay_out(SABOT_SHELF(widget));
}

/* "2×" before a pile of equal chips. */
static void
draw_chips(SabotShelf *shelf, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	GdkRectangle place = place_source(shelf, gtk_widget_get_allocated_width(widget),
					  gtk_widget_get_allocated_height(widget));
	int size = MIN(sabot_table_px(widget, CHIP_PX),
		       gtk_widget_get_allocated_height(widget) - place.y - place.height - 8);
	struct sabot_table_text text = {NULL, sabot_table_letters(widget, 24, false),
					PANGO_WEIGHT_SEMIBOLD, "sabot_ink", 0};
	struct sabot_table_text source = {shelf->source, sabot_table_letters(widget, 17, false),
					  PANGO_WEIGHT_NORMAL, "sabot_quiet", 0};
	int width_px = (int)(text.size_px * 1.3), needed = 0, x = place.x;

	if (sabot_table_text_fitting(widget, place.width, &source) >=
	    sabot_table_letters(widget, 0, true))
		sabot_table_text_paint(widget, cr, &place, &source);
	for (guint i = 0; i < shelf->chips->len; i++)
		needed += size + 4 +
			  (g_array_index(shelf->chips, struct sabot_chip, i).n > 1 ? width_px : 0);
	if (needed > place.width)
		size = MAX(size * place.width / needed, 16);
	for (guint i = 0; i < shelf->chips->len; i++) {
		struct sabot_chip chip = g_array_index(shelf->chips, struct sabot_chip, i);
		g_autofree char *count = g_strdup_printf("%d×", chip.n);

		text.text = count;
		chip.y = place.y + place.height + 6;
		chip.size = size;
		if (chip.n > 1)
			x += sabot_table_text_paint(widget, cr,
						    &(GdkRectangle){x, (int)chip.y, width_px, size},
						    &text) +
			     2;
		chip.x = x;
		chip.n = 1;
		sabot_chip_paint(widget, cr, &chip);
		x += size + 4;
	}
}

/* The card in the question to the pit. */
static void
draw_question(SabotShelf *shelf, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(shelf);
	struct sabot_wire_card card = {.card = shelf->question};
	GdkRectangle place;

	if (!has_question(shelf))
		return;
	place = place_question(shelf);
	sabot_table_card_paint(widget, cr, &place, SABOT_CARD_TALL, &card);
	sabot_table_box_paint(widget, cr, &place, "sabot_critical",
			      (struct sabot_table_rim){.radius_px = 6, .line_px = 5});
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotShelf *shelf = SABOT_SHELF(widget);
	GdkRectangle all = {0, 0, gtk_widget_get_allocated_width(widget),
			    gtk_widget_get_allocated_height(widget)};

	sabot_table_box_paint(widget, cr, &all, "sabot_cloth",
			      (struct sabot_table_rim){.radius_px = 0});
	/* Two hands leave no room on a high screen; the key shows the amount. */
	if (!shelf->is_tall || shelf->hands->len < 2)
		draw_chips(shelf, cr);
	draw_question(shelf, cr);
	return GTK_WIDGET_CLASS(sabot_shelf_parent_class)->draw(widget, cr);
}

static void
sabot_shelf_dispose(GObject *object)
{
	SabotShelf *shelf = SABOT_SHELF(object);

	g_clear_object(&shelf->table);
	g_clear_pointer(&shelf->hands, g_ptr_array_unref);
	g_clear_pointer(&shelf->chips, g_array_unref);
	g_clear_pointer(&shelf->source, g_free);
	G_OBJECT_CLASS(sabot_shelf_parent_class)->dispose(object);
}

static void
sabot_shelf_class_init(SabotShelfClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_shelf_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-shelf");
}

static void
sabot_shelf_init(SabotShelf *shelf)
{
	shelf->hands = g_ptr_array_new();
	shelf->chips = g_array_new(FALSE, TRUE, sizeof(struct sabot_chip));
	shelf->source = g_strdup("");
	shelf->info = gtk_label_new(NULL);
	gtk_label_set_xalign(GTK_LABEL(shelf->info), 1);
	gtk_label_set_line_wrap(GTK_LABEL(shelf->info), TRUE);
	gtk_style_context_add_class(gtk_widget_get_style_context(shelf->info), "shelf-info");
	gtk_fixed_put(GTK_FIXED(shelf), shelf->info, 0, 0);
	gtk_label_set_justify(GTK_LABEL(shelf->info), GTK_JUSTIFY_RIGHT);
}

static void
keep_hands(SabotShelf *shelf, guint n)
{
	sabot_placed_trim(shelf->hands, n);
	while (shelf->hands->len < n) {
		GtkWidget *hand = sabot_box_hand_new();

		gtk_fixed_put(GTK_FIXED(shelf), hand, 0, 0);
		g_ptr_array_add(shelf->hands, hand);
	}
}

static bool
shows_squares(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	return shelf->tracks_stakes && !shelf->hides_totals && view->payouts->len > 0 &&
	       sabot_dealer_is_settling(view);
}

static void
show_hands(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	if (view->game == SABOT_WIRE_GAME_BLACKJACK) {
		keep_hands(shelf, 1);
		sabot_dealer_hand_show(g_ptr_array_index(shelf->hands, 0), shelf->table,
				       sabot_hand_choose_hides(shelf->table, shelf->hides_totals),
				       SABOT_HAND_SIDE);
		return;
	}
	keep_hands(shelf, shows_squares(shelf, view) ? 2 : 0);
	for (guint i = 0; i < shelf->hands->len; i++)
		sabot_coup_hand_show(g_ptr_array_index(shelf->hands, i), view, i == 1, 0);
}

static void
add_line(GString *lines, const char *what, int64_t minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (lines->len > 0)
		g_string_append_c(lines, '\n');
	g_string_append_printf(lines, "%s <b>%s</b>", what, sabot_text_money(minor, money));
}

/* What is left to do. */
static char *
phrase_sums(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	struct sabot_dealer_payments_sums sums =
		sabot_dealer_payments_get_sums(sabot_dealer_table_get_payments(shelf->table));
	GString *lines = g_string_new(NULL);

	add_line(lines, C_("payment", "still to pay"), sums.to_pay_minor);
	add_line(lines, C_("payment", "still to take"), sums.to_take_minor);
	if (view->game == SABOT_WIRE_GAME_PUNTO_BANCO) {
		add_line(lines, C_("payment", "commission"), sums.commission_minor);
	} else {
		g_autofree char *done =
			/* Translators: how many payments of how many. */
			g_strdup_printf(C_("payment", "done <b>%d of %d</b>"), (int)sums.n_done,
					(int)sums.n);

		g_string_append_printf(lines, "\n%s", done);
	}
	return g_string_free(lines, FALSE);
}

/* The sum of all stakes, of every bettor. */
static char *
phrase_staked(const struct sabot_wire_view *view)
{
	int64_t sum_minor = sabot_dealer_staked(view);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (sum_minor == 0)
		return g_strdup("");
	/* Translators: the sum of all stakes. */
	return g_strdup_printf(C_("stakes", "on the cloth <b>%s</b>"),
			       sabot_text_money_short(sum_minor, money));
}

/*
 * The card of the incident that is waited for; a call of the pit has none, but the worst open
 * incident may.
 */
static void
find_question(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *incident = sabot_dealer_wait_find(shelf->table);

	shelf->question = (struct sabot_card){0};
	if (incident && !sabot_wire_incident_get_card(incident, &shelf->question) &&
	    view->incidents && view->incidents->worst)
		sabot_wire_incident_get_card(view->incidents->worst, &shelf->question);
}

static char *
phrase_question(const SabotShelf *shelf)
{
	char card[SABOT_TEXT_CARD_SIZE];

	return g_strdup_printf(
		/* Translators: a card, "5♥", that the pit is asked about. */
		C_("shelf", "<b>%s</b> is the card in question. Leave it where it is."),
		sabot_text_card_sign(shelf->question, card));
}

static void
show_info(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	g_autofree char *text = has_question(shelf)          ? phrase_question(shelf)
				: shows_squares(shelf, view) ? phrase_sums(shelf, view)
							     : phrase_staked(view);

	gtk_label_set_markup(GTK_LABEL(shelf->info), text);
	gtk_widget_set_visible(shelf->info, *text != '\0' && !shelf->is_tall);
}

/* Only a single payment has chips to prepare. */
static const struct sabot_wire_payout *
find_next(SabotShelf *shelf)
{
	const GArray *list =
		sabot_dealer_payments_list(sabot_dealer_table_get_payments(shelf->table));
	const struct sabot_wire_payout *found = NULL;

	for (guint i = 0; i < list->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(list, struct sabot_dealer_payment, i);

		if (!payment->is_next)
			continue;
		if (found || payment->state != SABOT_DEALER_PAYMENT_PAY ||
		    payment->amount_minor != payment->payout->pay_minor)
			return NULL;
		found = payment->payout;
	}
	return found;
}

static void
show_source(SabotShelf *shelf, const struct sabot_wire_view *view)
{
	const struct sabot_wire_payout *next = shelf->hides_totals ? NULL : find_next(shelf);
	g_autofree char *where = next ? sabot_phrase_hand_place(view, next->box, -1, false) : NULL;

	g_free(shelf->source);
	shelf->source = NULL;
	g_array_set_size(shelf->chips, 0);
	for (guint i = 0; next && i < next->chips->len; i++) {
		const struct sabot_wire_stack *stack = g_ptr_array_index(next->chips, i);
		struct sabot_chip chip = {.minor = stack->chip_minor, .n = (int)stack->count};

		g_array_append_val(shelf->chips, chip);
	}
	if (shelf->chips->len > 0)
		/* Translators: the chips for a payment; where it goes: "box 3". */
		shelf->source = g_strdup_printf(C_("payment", "from the tray, for %s"), where);
	else
		shelf->source = g_strdup("");
}

static void
show_tray(SabotShelf *shelf)
{
	bool is_other =
		sabot_dealer_payments_is_other(sabot_dealer_table_get_payments(shelf->table));

	if (is_other)
		sabot_pay_tray_update(SABOT_PAY_TRAY(shelf->tray));
	gtk_widget_set_visible(shelf->tray, is_other);
	for (guint i = 0; i < shelf->hands->len; i++)
		gtk_widget_set_visible(g_ptr_array_index(shelf->hands, i), !is_other);
	if (!is_other)
		return;
	gtk_widget_hide(shelf->info);
	g_array_set_size(shelf->chips, 0);
	*shelf->source = '\0';
}

/* Describes everything that draw() depends on, without its children. */
static GString *
describe_picture(SabotShelf *shelf)
{
	GString *picture = g_string_new(shelf->source);

	g_string_append_printf(picture, " %d %u %d %d", shelf->is_tall, shelf->hands->len,
			       shelf->question.rank, shelf->question.suit);
	for (guint i = 0; i < shelf->chips->len; i++) {
		const struct sabot_chip *chip = &g_array_index(shelf->chips, struct sabot_chip, i);

		g_string_append_printf(picture, " %" G_GINT64_FORMAT "x%d", chip->minor, chip->n);
	}
	return picture;
}

static void
refresh(gpointer data)
{
	SabotShelf *shelf = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(shelf->table);

	if (!view)
		return;
	show_hands(shelf, view);
	find_question(shelf, view);
	show_info(shelf, view);
	show_source(shelf, view);
	show_tray(shelf);
	lay_out(shelf);
	sabot_painted_set(GTK_WIDGET(shelf), describe_picture(shelf));
}

void
sabot_shelf_set_table(SabotShelf *shelf, SabotDealerTable *table, gboolean tracks_stakes)
{
	shelf->table = g_object_ref(table);
	shelf->tracks_stakes = tracks_stakes;
	shelf->tray = sabot_pay_tray_new(table);
	gtk_fixed_put(GTK_FIXED(shelf), shelf->tray, 0, 0);
	sabot_seen_follow(shelf, table, refresh);
	refresh(shelf);
}

void
sabot_shelf_set_hides_totals(SabotShelf *shelf, gboolean hides_totals)
{
	shelf->hides_totals = hides_totals;
}

void
sabot_shelf_set_tall(SabotShelf *shelf, gboolean is_tall)
{
	if (shelf->is_tall == is_tall)
		return;
	shelf->is_tall = is_tall;
	if (shelf->table)
		refresh(shelf);
}
