/* A box on the cloth: see table-box.h; box-layout.h determines the places of its parts. */
#include "gui/display/table-box.h"

#include "gui/display/box-hand.h"
#include "gui/display/box-layout.h"
#include "gui/display/cloth-parts.h"
#include "gui/display/pay-tag.h"
#include "gui/display/table-paint.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-tags.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/painted.h"
#include "gui/widgets/placed.h"
#include "text/money.h"

#include <glib/gi18n.h>

struct _SabotTableBox {
	GtkFixed parent_instance;
	int number;
	struct sabot_box_layout layout;
	char *stake; /* in words; or "" */
	int64_t stake_minor;
	GArray *chips; /* of int64_t: the table's, ascending; or NULL */
	bool is_empty, is_turn, is_done, is_next;
	GPtrArray *hands; /* of SabotBoxHand, children */
	GPtrArray *tags;  /* of SabotPayTag, likewise */
	GArray *indices;  /* of guint: index of each tag among the table's payments */
};

G_DEFINE_FINAL_TYPE(SabotTableBox, sabot_table_box, GTK_TYPE_FIXED)

enum { SIGNAL_TAG_PRESSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
place_children(SabotTableBox *box)
{
	for (guint i = 0; i < box->hands->len; i++) {
		sabot_placed_allocate(GTK_WIDGET(box), g_ptr_array_index(box->hands, i),
				      box->layout.hands[i].place);
		sabot_box_hand_set_form(g_ptr_array_index(box->hands, i),
					box->layout.hands[i].form);
	}
	for (guint i = 0; i < box->tags->len; i++)
		sabot_placed_allocate(GTK_WIDGET(box), g_ptr_array_index(box->tags, i),
				      box->layout.tags[i]);
}

static void
lay_out(SabotTableBox *box)
{
	GtkAllocation at;

	gtk_widget_get_allocation(GTK_WIDGET(box), &at);
	sabot_box_layout_fill(&box->layout, GTK_WIDGET(box), at.width, at.height);
	place_children(box);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	gtk_widget_set_allocation(widget, allocation);
	lay_out(SABOT_TABLE_BOX(widget));
}

static void
paint_number(SabotTableBox *box, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(box);
	GdkRectangle at = box->layout.number;
	g_autofree char *number = g_strdup_printf("%d", box->number);
	bool is_turn = box->is_turn || box->is_next;
	double least_px = sabot_table_letters(widget, 0, true);
	struct sabot_table_text text = {number, MAX(at.height * 0.62, least_px), PANGO_WEIGHT_BOLD,
					is_turn         ? "sabot_on_turn"
					: box->is_empty ? "sabot_quiet"
							: "sabot_ink",
					0.5};

	if (is_turn) {
		sabot_table_box_paint(widget, cr, &at, "sabot_turn",
				      (struct sabot_table_rim){.radius_px = at.width});
	} else if (!box->is_empty) {
		sabot_table_box_paint(widget, cr, &at, "sabot_panel",
				      (struct sabot_table_rim){.radius_px = at.width});
		sabot_table_box_paint(widget, cr, &at, "sabot_edge",
				      (struct sabot_table_rim){.radius_px = at.width,
							       .line_px = 1.5});
	} else {
		text.weight = PANGO_WEIGHT_NORMAL;
		text.size_px = MAX(at.height * 0.44, least_px);
		sabot_table_box_paint(
			widget, cr, &at, "sabot_cloth_line",
			(struct sabot_table_rim){
				.radius_px = at.width, .line_px = 2, .dash_px = 5, .gap_px = 4});
	}
	sabot_table_text_paint(widget, cr, &at, &text);
}

static void
paint_stake(SabotTableBox *box, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(box);
	const GdkRectangle *chip = &box->layout.chip;
	struct sabot_table_text text = {box->stake, sabot_table_letters(widget, 21, false),
					PANGO_WEIGHT_SEMIBOLD,
					box->is_done ? "sabot_quiet" : "sabot_ink", 0};
	GdkRectangle place = box->layout.stake;
	bool has_room;

	if (box->is_done && !box->layout.is_row)
		place.width = box->layout.tick.x - 2 - place.x;
	has_room = sabot_table_text_fitting(widget, place.width, &text) >=
		   sabot_table_letters(widget, 0, true);
	if (!has_room) { /* the amount matters more than its picture */
		int left = box->layout.number.x + box->layout.number.width + 2;

		place.width += place.x - left;
		place.x = left;
	} else if (box->stake_minor > 0) {
		sabot_table_stake_paint(widget, cr, chip, box->stake_minor, box->chips);
	}
	sabot_table_text_paint(widget, cr, &place, &text);
}

/* Background and frame, inside the allocation; below it the notch points at the dealer. */
static void
paint_frame(SabotTableBox *box, cairo_t *cr)
{
	GtkWidget *widget = GTK_WIDGET(box);
	const GdkRectangle *frame = &box->layout.frame;
	double middle = frame->x + frame->width / 2.0, bottom = frame->y + frame->height - 1;

	sabot_table_box_paint(widget, cr, frame, "sabot_field",
			      (struct sabot_table_rim){.radius_px = 10});
	sabot_table_box_paint(widget, cr, frame, "sabot_turn",
			      (struct sabot_table_rim){.radius_px = 10,
						       .line_px = box->layout.frame_px});
	if (box->layout.notch_px <= 0)
		return;
	cairo_move_to(cr, middle - box->layout.notch_px, bottom);
	cairo_line_to(cr, middle + box->layout.notch_px, bottom);
	cairo_line_to(cr, middle, bottom + box->layout.notch_px);
	cairo_close_path(cr);
	cairo_fill(cr);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotTableBox *box = SABOT_TABLE_BOX(widget);
	int line = sabot_table_grow(widget, 1);
	GdkRectangle rule = {8, gtk_widget_get_allocated_height(widget) - line,
			     gtk_widget_get_allocated_width(widget) - 16, line};

	if (box->is_turn || box->is_next)
		paint_frame(box, cr);
	else if (box->layout.is_row)
		sabot_table_box_paint(widget, cr, &rule, "sabot_cloth_line",
				      (struct sabot_table_rim){.radius_px = 0});
	paint_number(box, cr);
	if (!box->is_empty)
		paint_stake(box, cr);
	if (box->is_done && !box->layout.is_row)
		sabot_table_tick_paint(widget, cr,
				       (struct sabot_point){box->layout.tick.x, box->layout.tick.y},
				       box->layout.tick.width, "sabot_quiet");
	return GTK_WIDGET_CLASS(sabot_table_box_parent_class)->draw(widget, cr);
}

static void
sabot_table_box_finalize(GObject *object)
{
	SabotTableBox *box = SABOT_TABLE_BOX(object);

	g_free(box->stake);
	g_clear_pointer(&box->chips, g_array_unref);
	g_ptr_array_unref(box->hands);
	g_ptr_array_unref(box->tags);
	g_array_unref(box->indices);
	G_OBJECT_CLASS(sabot_table_box_parent_class)->finalize(object);
}

static void
sabot_table_box_class_init(SabotTableBoxClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_table_box_finalize;
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-table-box");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PANEL);
	signals[SIGNAL_TAG_PRESSED] =
		g_signal_new("tag-pressed", SABOT_TYPE_TABLE_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
sabot_table_box_init(SabotTableBox *box)
{
	box->hands = g_ptr_array_new();
	box->tags = g_ptr_array_new();
	box->indices = g_array_new(FALSE, FALSE, sizeof(guint));
	box->stake = g_strdup("");
	box->is_empty = true;
}

GtkWidget *
sabot_table_box_new(int number)
{
	SabotTableBox *box = g_object_new(SABOT_TYPE_TABLE_BOX, "visible", TRUE, NULL);

	box->number = number;
	return GTK_WIDGET(box);
}

static void
on_tag(GtkButton *tag, gpointer data)
{
	SabotTableBox *box = data;
	guint n;

	if (g_ptr_array_find(box->tags, tag, &n))
		g_signal_emit(box, signals[SIGNAL_TAG_PRESSED], 0,
			      g_array_index(box->indices, guint, n));
}

static void
keep_children(SabotTableBox *box, GPtrArray *children, guint n, bool are_tags)
{
	sabot_placed_trim(children, n);
	while (children->len < n) {
		GtkWidget *child = are_tags ? sabot_pay_tag_new() : sabot_box_hand_new();

		if (are_tags)
			g_signal_connect(child, "clicked", G_CALLBACK(on_tag), box);
		gtk_fixed_put(GTK_FIXED(box), child, 0, 0);
		g_ptr_array_add(children, child);
	}
}

/* "2 × 50", and the sum of the side bets: "+15". */
static char *
phrase_stake(const struct sabot_wire_box *found)
{
	int64_t main_minor = sabot_dealer_box_stake(found), side_minor = 0;
	char money[SABOT_TEXT_MONEY_SIZE];
	GString *text = g_string_new(NULL);
	int n_units = sabot_dealer_box_units(found);

	for (guint i = 0; i < found->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(found->stakes, i);

		side_minor += stake->amount_minor;
	}
	side_minor -= main_minor;
	if (main_minor > 0 && n_units > 1)
		g_string_append_printf(text, "%d × ", n_units);
	if (main_minor > 0)
		g_string_append(text, sabot_text_money_short(main_minor, money));
	if (side_minor > 0)
		g_string_append_printf(text, "%s+%s", text->len > 0 ? " " : "",
				       sabot_text_money_short(side_minor, money));
	return g_string_free(text, FALSE);
}

static bool
is_hand_in_turn(const struct sabot_table_box_content *content, const struct sabot_wire_box *found,
		const struct sabot_wire_hand *hand)
{
	const struct sabot_wire_prompt *prompt = content->view->prompt;

	/* Who gets the next card is a question to a trainee. */
	if (content->hides & SABOT_HIDES_TOTALS && prompt && prompt->kind != SABOT_WIRE_PROMPT_PLAY)
		return false;

	if (content->hides & SABOT_HIDES_NEXT)
		return false;
	/* Insurance is offered to all first. */
	if (prompt && prompt->kind == SABOT_WIRE_PROMPT_INSURANCE)
		return false;
	if (hand->state == SABOT_WIRE_HAND_TURN)
		return true;
	if (!prompt || prompt->who != SABOT_WIRE_WHO_PLAYER || prompt->box != found->box)
		return false;
	if (prompt->kind != SABOT_WIRE_PROMPT_DEAL && prompt->kind != SABOT_WIRE_PROMPT_DRAW &&
	    prompt->kind != SABOT_WIRE_PROMPT_PLAY)
		return false;
	return found->hands->len == 1 || hand->hand == prompt->hand;
}

/* True if everything on a hand was paid. */
static bool
is_hand_paid(const struct sabot_box_layout *layout, guint hand)
{
	bool is_any = false;

	for (guint i = 0; i < layout->n_tags; i++) {
		if (layout->tag_hands[i] != (int)hand && layout->n_hands > 1)
			continue;
		is_any = true;
		if (!layout->is_tag_done[i])
			return false;
	}
	return is_any;
}

/* Beside a payment, only what its total does not imply. */
static const char *
choose_word(const struct sabot_wire_box *found, const struct sabot_wire_hand *hand, bool has_tags)
{
	bool is_news = hand->state == SABOT_WIRE_HAND_BUST ||
		       hand->state == SABOT_WIRE_HAND_BLACKJACK ||
		       hand->state == SABOT_WIRE_HAND_SURRENDERED;
	const struct sabot_wire_hand plain = {.state = hand->state};

	if (has_tags)
		return is_news ? sabot_phrase_hand_word(&plain) : "";
	if (found->hands->len > 1 && hand->state == SABOT_WIRE_HAND_WAITING)
		return C_("hand", "waits");
	return sabot_phrase_hand_word(hand);
}

/* True if the dealer is asked whose the last card of that hand is. */
static bool
is_last_asked(const struct sabot_table_box_content *content, const struct sabot_wire_box *found,
	      const struct sabot_wire_hand *hand)
{
	const struct sabot_wire_mends *asked = content->asked;

	return asked && asked->box == found->box && MAX(asked->hand, 0) == MAX(hand->hand, 0);
}

static void
show_hand(SabotTableBox *box, const struct sabot_table_box_content *content,
	  const struct sabot_wire_box *found, guint n)
{
	const struct sabot_wire_view *view = content->view;
	const struct sabot_wire_hand *hand = g_ptr_array_index(found->hands, n);
	struct sabot_box_place *place = &box->layout.hands[n];
	bool is_decided = sabot_dealer_is_settling(view);
	g_autofree char *name = sabot_phrase_hand_place(view, found->box, hand->hand, false);
	bool hides_totals = content->hides & SABOT_HIDES_TOTALS;
	g_autofree char *total = hides_totals ? NULL : sabot_phrase_points(hand, false);
	bool has_tags = box->layout.n_tags > 0;
	const char *word = hides_totals ? "" : choose_word(found, hand, has_tags);
	struct sabot_hand_picture picture = {
		.form = place->form,
		.cards = hand->cards,
		.total = total ? total : "",
		.word = word,
		.is_paid = has_tags,
		.is_turn = !is_decided && is_hand_in_turn(content, found, hand),
		.asks_last = is_last_asked(content, found, hand),
	};

	picture.is_veiled = is_decided ? is_hand_paid(&box->layout, n)
				       : sabot_dealer_hand_is_done(hand) && !picture.is_turn &&
						 !picture.asks_last;
	picture.expects_card =
		picture.is_turn && view->prompt && view->prompt->kind != SABOT_WIRE_PROMPT_PLAY;
	sabot_box_hand_set(g_ptr_array_index(box->hands, n), name, &picture);
}

static void
show_offers(SabotTableBox *box, const struct sabot_table_box_content *content)
{
	for (guint i = 0; i < box->indices->len; i++)
		sabot_offer_tag_show(g_ptr_array_index(box->tags, i),
				     &g_array_index(content->offers, struct sabot_dealer_offer,
						    g_array_index(box->indices, guint, i)));
}

static void
show_payments(SabotTableBox *box, const struct sabot_table_box_content *content)
{
	for (guint i = 0; i < box->indices->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(content->payments, struct sabot_dealer_payment,
				       g_array_index(box->indices, guint, i));

		sabot_payment_tag_show(g_ptr_array_index(box->tags, i), content->view, payment,
				       content->per_100, true);
	}
}

/* The number of payments that are next, at all boxes: the frame marks a single box only. */
static guint
count_next(const GArray *payments)
{
	guint n = 0;

	for (guint i = 0; payments && i < payments->len; i++)
		n += g_array_index(payments, struct sabot_dealer_payment, i).is_next;
	return n;
}

static void
read_payments(SabotTableBox *box, const struct sabot_table_box_content *content)
{
	struct sabot_box_layout *layout = &box->layout;
	bool is_one_next = count_next(content->payments) == 1;

	g_array_set_size(box->indices, 0);
	layout->n_tags = 0;
	box->is_next = false;
	box->is_done = content->payments != NULL;
	for (guint i = 0; content->payments && i < content->payments->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(content->payments, struct sabot_dealer_payment, i);

		if (payment->payout->box != box->number || layout->n_tags == SABOT_BOX_TAGS_MAX)
			continue;
		layout->tag_hands[layout->n_tags] = (int)payment->payout->hand;
		layout->is_tag_own[layout->n_tags] = !sabot_dealer_tag_bet(payment->payout);
		layout->is_tag_done[layout->n_tags++] = payment->state == SABOT_DEALER_PAYMENT_DONE;
		box->is_done &= payment->state == SABOT_DEALER_PAYMENT_DONE ||
				payment->state == SABOT_DEALER_PAYMENT_PUSH;
		box->is_next |= payment->is_next && is_one_next;
		g_array_append_val(box->indices, i);
	}
	box->is_done &= layout->n_tags > 0 && !content->per_100;
}

static void
read_offers(SabotTableBox *box, const struct sabot_table_box_content *content)
{
	struct sabot_box_layout *layout = &box->layout;

	for (guint i = 0; content->offers && i < content->offers->len; i++) {
		const struct sabot_dealer_offer *offer =
			&g_array_index(content->offers, struct sabot_dealer_offer, i);

		if (offer->box != box->number || layout->n_tags == SABOT_BOX_TAGS_MAX)
			continue;
		layout->tag_hands[layout->n_tags] = (int)offer->hand;
		layout->is_tag_own[layout->n_tags] = true;
		layout->is_tag_done[layout->n_tags++] = offer->is_accepted;
		g_array_append_val(box->indices, i);
	}
}

static void
read_hands(SabotTableBox *box, const struct sabot_table_box_content *content,
	   const struct sabot_wire_box *found)
{
	struct sabot_box_layout *layout = &box->layout;
	bool shows_hands = found && sabot_dealer_hands_are_current(content->view);
	bool is_decided = sabot_dealer_is_settling(content->view);

	layout->n_hands = shows_hands ? MIN(found->hands->len, SABOT_BOX_HANDS_MAX) : 0;
	layout->turn = -1;
	layout->is_row = content->is_row;
	for (guint i = 0; i < layout->n_hands && !is_decided; i++)
		if (is_hand_in_turn(content, found, g_ptr_array_index(found->hands, i)))
			layout->turn = (int)i;
	box->is_turn = layout->turn >= 0;
	box->is_empty = !found || (found->stakes->len == 0 && layout->n_hands == 0);
	layout->is_empty = box->is_empty;
}

/* "box 3: 2 × 50"; the hands have names of their own. */
static void
set_name(SabotTableBox *box)
{
	g_autofree char *name = *box->stake
					? g_strdup_printf(_("box %d: %s"), box->number, box->stake)
					: g_strdup_printf(_("box %d"), box->number);

	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(box)), name);
}

/* Describes everything that draw() depends on, without its children. */
static GString *
describe_picture(SabotTableBox *box)
{
	const struct sabot_box_layout *layout = &box->layout;
	GString *picture = g_string_new(box->stake);

	g_string_append_printf(picture, " %" G_GINT64_FORMAT " %d%d%d%d%d %d %d", box->stake_minor,
			       box->is_empty, box->is_turn, box->is_done, box->is_next,
			       layout->is_row, layout->frame_px, layout->notch_px);
	sabot_painted_add_place(picture, layout->frame);
	sabot_painted_add_place(picture, layout->number);
	sabot_painted_add_place(picture, layout->chip);
	sabot_painted_add_place(picture, layout->stake);
	sabot_painted_add_place(picture, layout->tick);
	for (guint i = 0; box->chips && i < box->chips->len; i++)
		g_string_append_printf(picture, " %" G_GINT64_FORMAT,
				       g_array_index(box->chips, int64_t, i));
	return picture;
}

void
sabot_table_box_set(SabotTableBox *box, const struct sabot_table_box_content *content)
{
	const struct sabot_wire_box *found = sabot_dealer_box_find(content->view, box->number);

	read_payments(box, content);
	read_offers(box, content);
	read_hands(box, content, found);
	g_free(box->stake);
	box->stake = found ? phrase_stake(found) : g_strdup("");
	g_clear_pointer(&box->chips, g_array_unref);
	if (content->chips)
		box->chips = g_array_ref((GArray *)content->chips);
	box->stake_minor = found ? sabot_dealer_box_stake(found) : 0;
	keep_children(box, box->hands, box->layout.n_hands, false);
	keep_children(box, box->tags, box->layout.n_tags, true);
	lay_out(box);
	for (guint i = 0; i < box->layout.n_hands; i++)
		show_hand(box, content, found, i);
	if (content->offers)
		show_offers(box, content);
	else
		show_payments(box, content);
	set_name(box);
	sabot_painted_set(GTK_WIDGET(box), describe_picture(box));
}
