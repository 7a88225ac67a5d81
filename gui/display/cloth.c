/* What lies on the table: see cloth.h; its layout is cloth.ui. */
#include "gui/display/cloth.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/phrases.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum {
	LEAST_CARD_PX = 18,      /* smaller ones cannot be read */
	GOOD_CARD_PERCENT = 250, /* of the letters' size: letters shrink rather than cards */
	LARGEST_CARD_PX = 420,
	LINE_PERCENT = 180,      /* of a line: a hand's, whose total is larger */
	HAND_EDGES_PERCENT = 72, /* of the letters' size: what a hand has besides line and cards */
	CARD_WIDTH_PERCENT = 75, /* of its height, with the gap to the next */
	EDGE_PERCENT = 30,       /* of the letters' size, around a hand */
	GAP_PX = 10,
};

/* Of the display's letters: the largest with which all hands have room is taken. */
static const struct density {
	int percent;
	const char *class_name; /* of style/display.css */
} densities[] = {{100, NULL}, {80, "dense-80"}, {65, "dense-65"}, {55, "dense-55"}};

/* What the widest of some hands needs. */
struct measure {
	int width_px, line_px; /* of its line, in letters of `font_px` */
	int font_px;
	int n_cards;
};

/* The children of the template. */
#define CLOTH_CHILDREN(CHILD)                                                                      \
	CHILD(GtkBox, all) /* bank and boxes */                                                    \
	CHILD(GtkBox, bank)                                                                        \
	CHILD(GtkFlowBox, boxes)

struct _SabotCloth {
	GtkScrolledWindow parent_instance;
	CLOTH_CHILDREN(SABOT_CHILD_MEMBER)
	GPtrArray *bank_hands, *box_hands; /* of SabotHand, borrowed from their boxes */
	struct measure bank_measure, box_measure;
	bool is_over; /* the round is: its hands need not be shown where there is no room */
	int turn;     /* which of `box_hands` is in turn, shown alone where there is no room; -1 */
	bool hides_totals;
	guint resize_idle;
};

G_DEFINE_FINAL_TYPE(SabotCloth, sabot_cloth, GTK_TYPE_SCROLLED_WINDOW)

static int
font_px(SabotCloth *cloth)
{
	return (int)sabot_font_get_size(gtk_widget_get_toplevel(GTK_WIDGET(cloth)));
}

/* How hands are laid out: `card_px` 0 where they have no room. */
struct fit {
	const struct density *density;
	bool is_beside; /* the bank stands beside the boxes, not above them */
	bool is_turn_alone;
	int columns;
	int card_px, bank_card_px;
};

static int
hand_width(const struct measure *measure, int letters_px)
{
	return measure->width_px * letters_px / MAX(measure->font_px, 1) + letters_px * 2;
}

/* The height of the cards of hands in a place of that size; less than LEAST_CARD_PX: too small. */
static int
card_height(const struct measure *measure, int letters_px, int width_px, int height_px)
{
	int line_px = measure->line_px * letters_px / MAX(measure->font_px, 1);
	int by_width =
		(width_px - letters_px) * 100 / (CARD_WIDTH_PERCENT * MAX(measure->n_cards, 2));

	if (hand_width(measure, letters_px) > width_px)
		return 0;
	return MIN(by_width, height_px - line_px * LINE_PERCENT / 100 -
				     letters_px * HAND_EDGES_PERCENT / 100);
}

/* All numbers of columns are tried: the largest cards win. */
static void
fit_boxes(SabotCloth *cloth, int width_px, int height_px, struct fit *fit)
{
	int n = fit->is_turn_alone ? 1 : (int)cloth->box_hands->len;
	int letters_px = font_px(cloth) * fit->density->percent / 100;

	for (int columns = 1; columns <= n; columns++) {
		int rows = (n + columns - 1) / columns;
		int card_px = card_height(&cloth->box_measure, letters_px,
					  width_px / columns - GAP_PX, height_px / rows - GAP_PX);

		if (card_px <= fit->card_px)
			continue;
		fit->card_px = card_px;
		fit->columns = columns;
	}
}

static struct fit
try_fit(SabotCloth *cloth, const GtkAllocation *room, struct fit fit)
{
	int letters_px = font_px(cloth) * fit.density->percent / 100;
	int n_banks = MAX((int)cloth->bank_hands->len, 1), n_boxes = (int)cloth->box_hands->len;
	int bank_width = (room->width - GAP_PX * 3) / n_banks, bank_height = room->height;

	if (n_boxes > 0 && fit.is_beside)
		bank_width = MAX(hand_width(&cloth->bank_measure, letters_px), room->width / 5);
	else if (n_boxes > 0)
		bank_height = room->height * 2 / 5;
	fit.bank_card_px =
		card_height(&cloth->bank_measure, letters_px, bank_width, bank_height - GAP_PX);
	if (n_boxes == 0)
		fit.card_px = fit.bank_card_px;
	else if (fit.is_beside)
		fit_boxes(cloth, room->width - bank_width - GAP_PX * 3, room->height, &fit);
	else
		fit_boxes(cloth, room->width - GAP_PX * 2, room->height - bank_height, &fit);
	if (MIN(fit.card_px, fit.bank_card_px) < LEAST_CARD_PX)
		fit.card_px = 0;
	return fit;
}

/* The largest letters with good cards; else what gives the largest cards. */
static struct fit
try_densities(SabotCloth *cloth, const GtkAllocation *room, bool is_turn_alone)
{
	struct fit best = {0};
	int good_px = font_px(cloth) * GOOD_CARD_PERCENT / 100;

	for (gsize i = 0; i < G_N_ELEMENTS(densities) && best.card_px < good_px; i++) {
		struct fit wanted = {.density = &densities[i], .is_turn_alone = is_turn_alone};
		struct fit above = try_fit(cloth, room, wanted);
		struct fit beside;

		wanted.is_beside = cloth->box_hands->len > 0;
		beside = try_fit(cloth, room, wanted);
		if (best.card_px == 0 || MAX(above.card_px, beside.card_px) > best.card_px)
			best = above.card_px >= beside.card_px ? above : beside;
	}
	return best;
}

static struct fit
choose_fit(SabotCloth *cloth, const GtkAllocation *room)
{
	struct fit fit = try_densities(cloth, room, false);

	return fit.card_px == 0 && cloth->turn >= 0 ? try_densities(cloth, room, true) : fit;
}

/* The edge is no padding of its style: GTK warns of one that is wider than the whole hand, which
 * comes to pass for a moment while the window is laid out again. */
static void
size_hand(SabotHand *hand, int card_px, int edge_px)
{
	sabot_hand_set_card_height(hand, card_px);
	gtk_container_set_border_width(GTK_CONTAINER(hand), (guint)edge_px);
}

static void
use_fit(SabotCloth *cloth, const struct fit *fit)
{
	int edge_px = font_px(cloth) * fit->density->percent * EDGE_PERCENT / 10000;
	int card_px = CLAMP(fit->card_px, LEAST_CARD_PX, LARGEST_CARD_PX / 2);
	int bank_px = CLAMP(fit->bank_card_px, LEAST_CARD_PX, LARGEST_CARD_PX);

	for (gsize i = 0; i < G_N_ELEMENTS(densities); i++)
		if (densities[i].class_name)
			sabot_style_set_class(cloth, densities[i].class_name,
					      fit->density == &densities[i]);
	gtk_orientable_set_orientation(GTK_ORIENTABLE(cloth->all),
				       fit->is_beside ? GTK_ORIENTATION_HORIZONTAL
						      : GTK_ORIENTATION_VERTICAL);
	if (fit->columns > 0) {
		gtk_flow_box_set_min_children_per_line(cloth->boxes, (guint)fit->columns);
		gtk_flow_box_set_max_children_per_line(cloth->boxes, (guint)fit->columns);
	}
	for (guint i = 0; i < cloth->bank_hands->len; i++)
		size_hand(g_ptr_array_index(cloth->bank_hands, i), bank_px, edge_px);
	for (guint i = 0; i < cloth->box_hands->len; i++) {
		GtkWidget *hand = g_ptr_array_index(cloth->box_hands, i);

		size_hand(SABOT_HAND(hand), card_px, edge_px);
		gtk_widget_set_visible(gtk_widget_get_parent(hand),
				       !fit->is_turn_alone || (int)i == cloth->turn);
	}
}

/* Hands of a round that is over are left out where there is no room: there its payouts stand. */
static gboolean
fit_cards(gpointer data)
{
	SabotCloth *cloth = data;
	GtkAllocation room;
	struct fit fit;

	cloth->resize_idle = 0;
	gtk_widget_get_allocation(GTK_WIDGET(cloth), &room);
	fit = choose_fit(cloth, &room);
	gtk_widget_set_visible(GTK_WIDGET(cloth->all), fit.card_px > 0 || !cloth->is_over);
	use_fit(cloth, &fit);
	return G_SOURCE_REMOVE;
}

static void
queue_fit(SabotCloth *cloth)
{
	if (!cloth->resize_idle)
		cloth->resize_idle = g_idle_add_full(GTK_PRIORITY_RESIZE, fit_cards, cloth, NULL);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	GtkAllocation old;

	gtk_widget_get_allocation(widget, &old);
	GTK_WIDGET_CLASS(sabot_cloth_parent_class)->size_allocate(widget, allocation);
	if (old.width != allocation->width || old.height != allocation->height)
		queue_fit(SABOT_CLOTH(widget));
}

static void
sabot_cloth_dispose(GObject *object)
{
	SabotCloth *cloth = SABOT_CLOTH(object);

	g_clear_handle_id(&cloth->resize_idle, g_source_remove);
	g_clear_pointer(&cloth->bank_hands, g_ptr_array_unref);
	g_clear_pointer(&cloth->box_hands, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_cloth_parent_class)->dispose(object);
}

static void
sabot_cloth_class_init(SabotClothClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_cloth_dispose;
	widget_class->size_allocate = size_allocate;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/cloth.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotCloth, CLOTH_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-cloth");
}

static void
sabot_cloth_init(SabotCloth *cloth)
{
	gtk_widget_init_template(GTK_WIDGET(cloth));
	cloth->bank_hands = g_ptr_array_new();
	cloth->box_hands = g_ptr_array_new();
}

/* The `n`th hand of a container; made when there was none yet. */
static SabotHand *
nth_hand(GPtrArray *hands, GtkContainer *container, guint n)
{
	if (n == hands->len) {
		GtkWidget *hand = sabot_hand_new();

		gtk_widget_set_halign(hand, GTK_ALIGN_CENTER);
		sabot_hand_set_spread(SABOT_HAND(hand), TRUE);
		gtk_container_add(container, hand);
		if (GTK_IS_FLOW_BOX(container))
			gtk_widget_set_can_focus(gtk_widget_get_parent(hand), FALSE);
		g_ptr_array_add(hands, hand);
	}
	return g_ptr_array_index(hands, n);
}

static void
keep_hands(GPtrArray *hands, guint n)
{
	while (hands->len > n) {
		GtkWidget *hand = g_ptr_array_index(hands, hands->len - 1);
		GtkWidget *parent = gtk_widget_get_parent(hand);

		g_ptr_array_set_size(hands, (int)hands->len - 1);
		gtk_widget_destroy(GTK_IS_FLOW_BOX_CHILD(parent) ? parent : hand);
	}
}

/* A hand's line as it is at full size: title, total, note. */
static void
measure_hand(SabotCloth *cloth, struct measure *measure, const char *title,
	     const struct sabot_wire_hand *hand)
{
	g_autofree char *line = g_strdup_printf("%s  888 %s", title, sabot_phrase_hand(hand));
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(GTK_WIDGET(cloth), line);
	int width_px, height_px;

	measure->font_px = font_px(cloth);
	sabot_font_set(layout, measure->font_px, PANGO_WEIGHT_NORMAL);
	pango_layout_get_pixel_size(layout, &width_px, &height_px);
	measure->line_px = MAX(measure->line_px, height_px);
	measure->width_px = MAX(measure->width_px, width_px);
	measure->n_cards = MAX(measure->n_cards, (int)hand->cards->len);
}

/* Cards alone, where somebody is to count them himself. */
static void
show_hand(SabotCloth *cloth, SabotHand *widget, const char *title,
	  const struct sabot_wire_hand *hand)
{
	struct sabot_wire_hand plain = *hand;

	plain.total = SABOT_PHRASE_TOTAL_HIDDEN;
	sabot_hand_set(widget, title, cloth->hides_totals ? &plain : hand,
		       cloth->hides_totals ? "" : sabot_phrase_hand(hand));
}

static void
show_bank_hand(SabotCloth *cloth, guint *n, const char *title, const struct sabot_wire_hand *hand)
{
	if (!hand)
		return;
	show_hand(cloth, nth_hand(cloth->bank_hands, GTK_CONTAINER(cloth->bank), (*n)++), title,
		  hand);
	measure_hand(cloth, &cloth->bank_measure, title, hand);
}

/* What all bettors of a box have on its main bet. */
static int64_t
sum_stakes(const struct sabot_wire_box *box)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);

		if (g_strcmp0(stake->on, "main") == 0)
			sum_minor += stake->amount_minor;
	}
	return sum_minor;
}

static char *
title_box(const struct sabot_wire_box *box)
{
	int64_t stake_minor = sum_stakes(box);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (stake_minor == 0) /* Translators: a box (betting place) by its number. */
		return g_strdup_printf(_("box %d"), (int)box->box);
	/* Translators: a box by its number, and what is staked on it. */
	return g_strdup_printf(_("box %d: %s"), (int)box->box,
			       sabot_text_money_short(stake_minor, money));
}

static void
show_boxes(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	guint n = 0;

	cloth->turn = -1;
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);
		g_autofree char *title = title_box(box);

		for (guint j = 0; j < box->hands->len; j++) {
			const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, j);
			SabotHand *widget =
				nth_hand(cloth->box_hands, GTK_CONTAINER(cloth->boxes), n++);

			show_hand(cloth, widget, title, hand);
			measure_hand(cloth, &cloth->box_measure, title, hand);
			if (hand->state == SABOT_WIRE_HAND_TURN)
				cloth->turn = (int)n - 1;
			sabot_style_set_class(widget, "in-turn",
					      hand->state == SABOT_WIRE_HAND_TURN);
		}
	}
	keep_hands(cloth->box_hands, n);
}

static bool
is_round_over(const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_NO_LOAD || view->phase == SABOT_WIRE_PHASE_BURN ||
	       view->phase == SABOT_WIRE_PHASE_BETTING || view->phase == SABOT_WIRE_PHASE_AFTER_CUT;
}

void
sabot_cloth_set(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	guint n = 0;

	cloth->bank_measure = cloth->box_measure = (struct measure){0};
	cloth->is_over = is_round_over(view);
	show_bank_hand(cloth, &n, C_("hand", "punto"), view->punto);
	show_bank_hand(cloth, &n, C_("hand", "banca"), view->banca);
	show_bank_hand(cloth, &n, C_("hand", "dealer"), view->dealer);
	keep_hands(cloth->bank_hands, n);
	show_boxes(cloth, view);
	gtk_widget_set_visible(GTK_WIDGET(cloth->boxes), cloth->box_hands->len > 0);
	queue_fit(cloth);
}

void
sabot_cloth_set_hides_totals(SabotCloth *cloth, gboolean hides_totals)
{
	cloth->hides_totals = hides_totals;
}
