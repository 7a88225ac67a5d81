/* The table as its dealer sees it: see cloth.h. */
#include "gui/display/cloth.h"

#include "gui/display/box-hand.h"
#include "gui/display/cloth-arc.h"
#include "gui/display/cloth-grid.h"
#include "gui/display/cloth-parts.h"
#include "gui/display/table-box.h"
#include "gui/display/table-paint.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-mend.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/painted.h"
#include "gui/widgets/placed.h"
#include "gui/widgets/seen.h"

enum {
	USUAL_BOXES = 7,    /* until the table's rules are known */
	DEALER_PX = 60,     /* design pixels: the dealer's hand below the boxes … */
	BESIDE_PX = 250,    /* … and beside them if the arc is lower than this */
	SEATS_PX = 62,      /* design pixels: the row of the seats' bets … */
	LEAST_SEAT_PX = 50, /* … which has three lines */
	LEAST_HAND_PX = 48, /* hands that would be lower take the room of the seats' bets */
};

enum mode {
	MODE_NONE,
	MODE_BOXES,
	MODE_HANDS,   /* punto banco: hands, and the bets of the seats */
	MODE_SQUARES, /* the same while payments are made */
};

struct _SabotCloth {
	GtkFixed parent_instance;
	SabotDealerTable *table;
	gboolean tracks_stakes, hides_totals, is_tall, shows_dealer;
	enum mode mode;
	GPtrArray *boxes; /* of SabotTableBox, children; [0] is box 1 */
	GPtrArray *hands; /* of SabotBoxHand, children: punto, banca */
	GPtrArray *tags;  /* of SabotPayTag, children: payments, or the seats' bets */
	struct sabot_cloth_grid grid;
	int turn_seat; /* the seat that is paid next; 0 = none */
};

G_DEFINE_FINAL_TYPE(SabotCloth, sabot_cloth, GTK_TYPE_FIXED)

/* True if the dealer's hand is placed like a further box. */
static bool
is_dealer_beside(SabotCloth *cloth, int height)
{
	return cloth->hands->len > 0 && !cloth->is_tall &&
	       height < sabot_table_px(GTK_WIDGET(cloth), BESIDE_PX);
}

static GdkRectangle
place_in_rows(SabotCloth *cloth, guint n, int width, int height)
{
	int count = (int)cloth->boxes->len, from = height * (int)n / count;

	return (GdkRectangle){2, from, width - 4, height * ((int)n + 1) / count - from};
}

static void
allocate(SabotCloth *cloth, const GPtrArray *children, guint n, GdkRectangle place)
{
	sabot_placed_allocate(GTK_WIDGET(cloth), g_ptr_array_index(children, n), place);
}

/* Height of the dealer's hand below the boxes; 0: it is elsewhere. */
static int
dealer_height(SabotCloth *cloth, int height)
{
	return cloth->hands->len > 0 && !is_dealer_beside(cloth, height)
		       ? sabot_table_px(GTK_WIDGET(cloth), DEALER_PX)
		       : 0;
}

static void
place_boxes(SabotCloth *cloth, int width, int height)
{
	bool is_beside = is_dealer_beside(cloth, height);
	int dealer_px = dealer_height(cloth, height);
	int boxes_px = height - dealer_px, count = (int)cloth->boxes->len + is_beside;
	GdkRectangle arc = {.width = width, .height = boxes_px};

	for (guint i = 0; i < cloth->boxes->len; i++)
		allocate(cloth, cloth->boxes, i,
			 cloth->is_tall
				 ? place_in_rows(cloth, i, width, boxes_px)
				 : sabot_cloth_arc_place(GTK_WIDGET(cloth), (int)i, count, arc));
	if (dealer_px > 0)
		allocate(cloth, cloth->hands, 0,
			 (GdkRectangle){width / 4, boxes_px, width / 2, dealer_px});
	if (is_beside)
		allocate(cloth, cloth->hands, 0,
			 sabot_cloth_arc_place(GTK_WIDGET(cloth), count - 1, count, arc));
	for (guint i = 0; i < cloth->hands->len; i++)
		sabot_box_hand_set_form(g_ptr_array_index(cloth->hands, i),
					is_beside ? SABOT_HAND_LOW : SABOT_HAND_ROW);
}

/* The seats' bets are above the hands, farther from the dealer. */
static void
place_hands(SabotCloth *cloth, int width, int height)
{
	GtkWidget *widget = GTK_WIDGET(cloth);
	int side = sabot_table_px(widget, 12), gap = MAX(4, sabot_table_px(widget, 6));
	int n_tags = (int)cloth->tags->len;
	int least_px = sabot_table_grow(widget, LEAST_SEAT_PX);
	int seats_px = n_tags > 0 ? MAX(sabot_table_px(widget, SEATS_PX), least_px) : 0;
	int per_row = cloth->is_tall ? (n_tags + 1) / 2 : n_tags;
	int rows = n_tags > 0 ? (n_tags + per_row - 1) / per_row : 0;
	int top = gap + rows * (seats_px + gap), half = (width - 2 * side) / 2;
	bool has_room = (height - top) / (cloth->is_tall ? 2 : 1) >=
			sabot_table_grow(widget, LEAST_HAND_PX);

	if (!has_room)
		top = 0;
	for (int i = 0; i < n_tags; i++) {
		int tag_px = (width - 2 * side - (per_row - 1) * gap) / per_row;

		gtk_widget_set_child_visible(g_ptr_array_index(cloth->tags, i), has_room);
		allocate(cloth, cloth->tags, (guint)i,
			 (GdkRectangle){side + i % per_row * (tag_px + gap),
					gap + i / per_row * (seats_px + gap), tag_px, seats_px});
	}
	for (guint i = 0; i < cloth->hands->len; i++) {
		GdkRectangle place = {side + (int)i * half, top, half, height - top};

		if (cloth->is_tall)
			place = (GdkRectangle){side, top + (int)i * ((height - top) / 2), 2 * half,
					       (height - top) / 2};
		allocate(cloth, cloth->hands, i, place);
	}
}

static const struct sabot_wire_payout *
nth_payout(const GArray *payments, guint n)
{
	return g_array_index(payments, struct sabot_dealer_payment, n).payout;
}

/* Several bettors on one square share it. False: it is on another page. */
static bool
find_square(SabotCloth *cloth, const GArray *payments, guint n, GdkRectangle *ret_place)
{
	const struct sabot_wire_payout *payout = nth_payout(payments, n);
	int n_sharing = 0, before = 0;
	GdkRectangle place;

	for (guint i = 0; i < payments->len; i++) {
		const struct sabot_wire_payout *other = nth_payout(payments, i);

		if (other->box != payout->box || g_strcmp0(other->on, payout->on) != 0)
			continue;
		n_sharing++;
		before += i < n;
	}
	if (!sabot_cloth_grid_find(&cloth->grid, (int)payout->box,
				   sabot_bet_from_string(payout->on), &place))
		return false;
	place.width /= n_sharing;
	place.x += before * place.width;
	*ret_place = place;
	return true;
}

static void
place_squares(SabotCloth *cloth)
{
	const GArray *payments =
		sabot_dealer_payments_list(sabot_dealer_table_get_payments(cloth->table));

	for (guint i = 0; i < MIN(cloth->tags->len, payments->len); i++) {
		GdkRectangle place = {0, 0, 1, 1};
		bool is_here = find_square(cloth, payments, i, &place);

		gtk_widget_set_child_visible(g_ptr_array_index(cloth->tags, i), is_here);
		allocate(cloth, cloth->tags, i, place);
	}
}

static void
lay_out(SabotCloth *cloth)
{
	GtkWidget *widget = GTK_WIDGET(cloth);
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);

	switch (cloth->mode) {
	case MODE_NONE:
		break;
	case MODE_BOXES:
		place_boxes(cloth, width, height);
		break;
	case MODE_HANDS:
		place_hands(cloth, width, height);
		break;
	case MODE_SQUARES:
		sabot_cloth_grid_fill(&cloth->grid, widget,
				      sabot_dealer_table_get_view(cloth->table),
				      sabot_dealer_table_get_rules(cloth->table), cloth->is_tall);
		sabot_cloth_grid_turn_to(&cloth->grid,
					 sabot_dealer_table_get_payments(cloth->table));
		place_squares(cloth);
		break;
	}
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	gtk_widget_set_allocation(widget, allocation);
	lay_out(SABOT_CLOTH(widget));
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotCloth *cloth = SABOT_CLOTH(widget);
	int height = gtk_widget_get_allocated_height(widget);
	GdkRectangle all = {0, 0, gtk_widget_get_allocated_width(widget), height};

	sabot_table_box_paint(widget, cr, &all, "sabot_cloth",
			      (struct sabot_table_rim){.radius_px = 0});
	if (cloth->mode == MODE_SQUARES)
		sabot_cloth_grid_draw(&cloth->grid, widget, cr, cloth->turn_seat);
	else if (cloth->mode == MODE_BOXES && !cloth->is_tall)
		sabot_cloth_arc_paint(widget, cr, height - dealer_height(cloth, height));
	return GTK_WIDGET_CLASS(sabot_cloth_parent_class)->draw(widget, cr);
}

static void
sabot_cloth_dispose(GObject *object)
{
	SabotCloth *cloth = SABOT_CLOTH(object);

	g_clear_object(&cloth->table);
	g_clear_pointer(&cloth->boxes, g_ptr_array_unref);
	g_clear_pointer(&cloth->hands, g_ptr_array_unref);
	g_clear_pointer(&cloth->tags, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_cloth_parent_class)->dispose(object);
}

static void
sabot_cloth_class_init(SabotClothClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_cloth_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-cloth");
}

static void
sabot_cloth_init(SabotCloth *cloth)
{
	cloth->boxes = g_ptr_array_new();
	cloth->hands = g_ptr_array_new();
	cloth->tags = g_ptr_array_new();
	gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(cloth)), "cloth");
}

/* The offers at the boxes; NULL if there are none, or they cannot be keyed now. Transferred. */
static GArray *
list_offers(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	const struct sabot_wire_mends *ways =
		sabot_dealer_mend_get_ways(sabot_dealer_table_get_mend(cloth->table));

	if (ways && !cloth->hides_totals)
		return sabot_dealer_offers_new_places(ways);
	if (!view->prompt || view->prompt->kind != SABOT_WIRE_PROMPT_INSURANCE ||
	    cloth->hides_totals || sabot_dealer_table_get_dispute(cloth->table))
		return NULL;
	return sabot_dealer_offers_new(view, sabot_dealer_table_get_rules(cloth->table));
}

static void
press(SabotCloth *cloth, guint n)
{
	g_autoptr(GArray) offers = list_offers(cloth, sabot_dealer_table_get_view(cloth->table));
	const struct sabot_dealer_offer *offer =
		offers && n < offers->len ? &g_array_index(offers, struct sabot_dealer_offer, n)
					  : NULL;
	json_t *event = NULL;

	if (!offers)
		sabot_dealer_payments_press(sabot_dealer_table_get_payments(cloth->table), n);
	else if (offer && offer->place)
		event = sabot_dealer_mend_move(sabot_dealer_table_get_mend(cloth->table),
					       offer->box, offer->hand);
	else if (offer)
		event = sabot_dealer_offer_event(offer);
	if (event)
		sabot_dealer_table_send_once(cloth->table, event);
}

static void
on_tag_of_box(SabotTableBox *box, guint n, gpointer data)
{
	(void)box;
	press(data, n);
}

static void
on_tag(GtkButton *tag, gpointer data)
{
	SabotCloth *cloth = data;
	guint n;

	if (cloth->mode == MODE_SQUARES && g_ptr_array_find(cloth->tags, tag, &n))
		press(cloth, n);
}

static void
add_child(SabotCloth *cloth, GPtrArray *children, GtkWidget *child)
{
	gtk_fixed_put(GTK_FIXED(cloth), child, 0, 0);
	g_ptr_array_add(children, child);
}

static void
keep_boxes(SabotCloth *cloth, guint n)
{
	sabot_placed_trim(cloth->boxes, n);
	while (cloth->boxes->len < n) {
		GtkWidget *box = sabot_table_box_new((int)cloth->boxes->len + 1);

		g_signal_connect(box, "tag-pressed", G_CALLBACK(on_tag_of_box), cloth);
		add_child(cloth, cloth->boxes, box);
	}
}

static void
keep_tags(SabotCloth *cloth, guint n)
{
	sabot_placed_trim(cloth->tags, n);
	while (cloth->tags->len < n) {
		GtkWidget *tag = sabot_pay_tag_new();

		g_signal_connect(tag, "clicked", G_CALLBACK(on_tag), cloth);
		add_child(cloth, cloth->tags, tag);
	}
}

static void
keep_hands(SabotCloth *cloth, guint n)
{
	sabot_placed_trim(cloth->hands, n);
	while (cloth->hands->len < n)
		add_child(cloth, cloth->hands, sabot_box_hand_new());
}

static guint
count_boxes(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(cloth->table);
	int64_t n = rules && rules->boxes > 0 ? rules->boxes : USUAL_BOXES;

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		n = MAX(n, box->box);
	}
	return (guint)n;
}

/* Payments per 100 cannot be confirmed. */
static GArray *
list_per_100(const struct sabot_wire_view *view)
{
	GArray *list = g_array_new(FALSE, TRUE, sizeof(struct sabot_dealer_payment));

	for (guint i = 0; i < view->per_100->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->per_100, i);
		struct sabot_dealer_payment payment = {
			.payout = payout,
			.state = payout->is_unverified   ? SABOT_DEALER_PAYMENT_UNKNOWN
				 : payout->due_minor > 0 ? SABOT_DEALER_PAYMENT_PAY
				 : payout->due_minor < 0 ? SABOT_DEALER_PAYMENT_TAKE
							 : SABOT_DEALER_PAYMENT_PUSH,
			.amount_minor = payout->due_minor,
		};

		g_array_append_val(list, payment);
	}
	return list;
}

/*
 * While hands are played their cards have the room; a bust hand's stake is then taken without a
 * tag.
 */
static bool
is_paid_now(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	return !cloth->hides_totals && sabot_dealer_is_settling(view);
}

static GArray *
list_payments(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	if (!is_paid_now(cloth, view))
		return NULL;
	if (!cloth->tracks_stakes)
		return list_per_100(view);
	return g_array_ref((GArray *)sabot_dealer_payments_list(
		sabot_dealer_table_get_payments(cloth->table)));
}

static void
show_boxes(SabotCloth *cloth, const struct sabot_wire_view *view, const GArray *payments)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(cloth->table);
	unsigned hides = sabot_hand_choose_hides(cloth->table, cloth->hides_totals);
	g_autoptr(GArray) offers = list_offers(cloth, view);
	const struct sabot_table_box_content content = {
		.view = view,
		.payments = offers ? NULL : payments,
		.offers = offers,
		.asked = sabot_dealer_mend_get_asked(sabot_dealer_table_get_mend(cloth->table)),
		.chips = rules ? rules->chips : NULL,
		.per_100 = !cloth->tracks_stakes,
		.hides = hides,
		.is_row = cloth->is_tall,
	};

	keep_tags(cloth, 0);
	keep_hands(cloth, cloth->shows_dealer ? 1 : 0);
	if (cloth->shows_dealer)
		sabot_dealer_hand_show(g_ptr_array_index(cloth->hands, 0), cloth->table, hides,
				       SABOT_HAND_ROW);
	keep_boxes(cloth, count_boxes(cloth, view));
	for (guint i = 0; i < cloth->boxes->len; i++)
		sabot_table_box_set(g_ptr_array_index(cloth->boxes, i), &content);
}

static void
show_squares(SabotCloth *cloth, const struct sabot_wire_view *view, const GArray *payments)
{
	guint n_next = 0;

	keep_boxes(cloth, 0);
	keep_hands(cloth, 0);
	keep_tags(cloth, payments->len);
	cloth->turn_seat = 0;
	for (guint i = 0; i < payments->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(payments, struct sabot_dealer_payment, i);

		sabot_payment_tag_show(g_ptr_array_index(cloth->tags, i), view, payment, false,
				       false);
		n_next += payment->is_next;
		if (payment->is_next)
			cloth->turn_seat = (int)payment->payout->box;
	}
	if (n_next != 1)
		cloth->turn_seat = 0;
}

static void
show_seats(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	keep_tags(cloth, count_boxes(cloth, view));
	for (guint i = 0; i < cloth->tags->len; i++)
		sabot_seat_tag_show(g_ptr_array_index(cloth->tags, i),
				    sabot_dealer_box_find(view, (int64_t)i + 1), (int)i + 1);
}

static void
show_per_100(SabotCloth *cloth, const struct sabot_wire_view *view, const GArray *payments)
{
	keep_tags(cloth, payments->len);
	for (guint i = 0; i < payments->len; i++)
		sabot_payment_tag_show(g_ptr_array_index(cloth->tags, i), view,
				       &g_array_index(payments, struct sabot_dealer_payment, i),
				       true, true);
}

static void
show_coup(SabotCloth *cloth, const struct sabot_wire_view *view, const GArray *payments)
{
	keep_boxes(cloth, 0);
	keep_hands(cloth, 2);
	for (guint i = 0; i < 2; i++)
		sabot_coup_hand_show(g_ptr_array_index(cloth->hands, i), view, i == 1,
				     sabot_hand_choose_hides(cloth->table, cloth->hides_totals));
	if (cloth->tracks_stakes)
		show_seats(cloth, view);
	else if (payments)
		show_per_100(cloth, view, payments);
	else
		keep_tags(cloth, 0);
}

static enum mode
choose_mode(SabotCloth *cloth, const struct sabot_wire_view *view, const GArray *payments)
{
	if (view->game == SABOT_WIRE_GAME_BLACKJACK)
		return MODE_BOXES;
	if (cloth->tracks_stakes && payments && payments->len > 0)
		return MODE_SQUARES;
	return MODE_HANDS;
}

/* Describes everything that draw() depends on, without its children. */
static GString *
describe_picture(SabotCloth *cloth)
{
	GString *picture = g_string_new(NULL);

	g_string_append_printf(picture, "%d %d %d", cloth->mode, cloth->is_tall, cloth->turn_seat);
	if (cloth->mode == MODE_SQUARES)
		sabot_cloth_grid_describe(&cloth->grid, picture);
	return picture;
}

static void
refresh(gpointer data)
{
	SabotCloth *cloth = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(cloth->table);
	GArray *payments;

	if (!view)
		return;
	payments = list_payments(cloth, view);
	cloth->mode = choose_mode(cloth, view, payments);
	switch (cloth->mode) {
	case MODE_NONE:
		break;
	case MODE_BOXES:
		show_boxes(cloth, view, payments);
		break;
	case MODE_HANDS:
		show_coup(cloth, view, payments);
		break;
	case MODE_SQUARES:
		show_squares(cloth, view, payments);
		break;
	}
	lay_out(cloth);
	sabot_painted_set(GTK_WIDGET(cloth), describe_picture(cloth));
	g_clear_pointer(&payments, g_array_unref);
}

void
sabot_cloth_set_table(SabotCloth *cloth, SabotDealerTable *table, gboolean tracks_stakes)
{
	cloth->table = g_object_ref(table);
	cloth->tracks_stakes = tracks_stakes;
	sabot_seen_follow(cloth, table, refresh);
	refresh(cloth);
}

void
sabot_cloth_set_hides_totals(SabotCloth *cloth, gboolean hides_totals)
{
	cloth->hides_totals = hides_totals;
}

void
sabot_cloth_set_tall(SabotCloth *cloth, gboolean is_tall)
{
	if (cloth->is_tall == is_tall)
		return;
	cloth->is_tall = is_tall;
	if (cloth->table)
		refresh(cloth);
}

void
sabot_cloth_set_shows_dealer(SabotCloth *cloth, gboolean shows_dealer)
{
	if (cloth->shows_dealer == shows_dealer)
		return;
	cloth->shows_dealer = shows_dealer;
	if (cloth->table)
		refresh(cloth);
}
