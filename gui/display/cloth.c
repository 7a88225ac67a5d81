/* What lies on the table: see cloth.h; its layout is cloth.ui. */
#include "gui/display/cloth.h"

#include "gui/model/phrases.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum {
	TEXT_EM = 3, /* of a hand's height, in letters: what is not cards */
	LEAST_CARD_PX = 30,
	LARGEST_CARD_PX = 420,
	CARDS_WIDE = 3, /* beside each other in a hand of punto banco */
};

struct _SabotCloth {
	GtkScrolledWindow parent_instance;
	GtkBox *bank;
	GtkFlowBox *boxes;
	GPtrArray *bank_hands, *box_hands; /* of SabotHand, borrowed from their boxes */
	guint resize_idle;
};

G_DEFINE_FINAL_TYPE(SabotCloth, sabot_cloth, GTK_TYPE_SCROLLED_WINDOW)

/* What the title above a hand's cards takes. */
static int
text_px(SabotCloth *cloth)
{
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(cloth));
	double font_px;

	gtk_style_context_get(style, gtk_style_context_get_state(style), "font-size", &font_px,
			      NULL);
	return (int)(font_px * TEXT_EM);
}

/* Bank hands share the width; with boxes below they have two fifths of the height. */
static int
bank_card_px(SabotCloth *cloth, const GtkAllocation *room)
{
	int n = MAX((int)cloth->bank_hands->len, 1);
	int height = cloth->box_hands->len > 0 ? room->height * 2 / 5 : room->height;
	int width = (room->width - 24 * (n - 1)) / n;

	/* A card is 0.7 of its height wide. */
	return CLAMP(MIN(height - text_px(cloth), width * 10 / (7 * CARDS_WIDE) - 8), LEAST_CARD_PX,
		     LARGEST_CARD_PX);
}

static int
box_card_px(SabotCloth *cloth, const GtkAllocation *room)
{
	int n = MAX((int)cloth->box_hands->len, 1);
	int height = room->height * 3 / 5;
	int best = LEAST_CARD_PX;

	for (int rows = 1; rows <= 3; rows++) {
		int columns = (n + rows - 1) / rows;
		int by_width = (room->width / columns - 12) * 10 / (7 * 2);

		best = MAX(best, MIN(height / rows - text_px(cloth), by_width));
	}
	return MIN(best, LARGEST_CARD_PX / 2);
}

static gboolean
fit_cards(gpointer data)
{
	SabotCloth *cloth = data;
	GtkAllocation room;

	cloth->resize_idle = 0;
	gtk_widget_get_allocation(GTK_WIDGET(cloth), &room);
	for (guint i = 0; i < cloth->bank_hands->len; i++)
		sabot_hand_set_card_height(g_ptr_array_index(cloth->bank_hands, i),
					   bank_card_px(cloth, &room));
	for (guint i = 0; i < cloth->box_hands->len; i++)
		sabot_hand_set_card_height(g_ptr_array_index(cloth->box_hands, i),
					   box_card_px(cloth, &room));
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
	gtk_widget_class_bind_template_child(widget_class, SabotCloth, bank);
	gtk_widget_class_bind_template_child(widget_class, SabotCloth, boxes);
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

static void
show_bank_hand(SabotCloth *cloth, guint *n, const char *title, const struct sabot_wire_hand *hand)
{
	if (hand)
		sabot_hand_set(nth_hand(cloth->bank_hands, GTK_CONTAINER(cloth->bank), (*n)++),
			       title, hand, sabot_phrase_hand(hand));
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

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);
		g_autofree char *title = title_box(box);

		for (guint j = 0; j < box->hands->len; j++) {
			const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, j);
			SabotHand *widget =
				nth_hand(cloth->box_hands, GTK_CONTAINER(cloth->boxes), n++);

			sabot_hand_set(widget, title, hand, sabot_phrase_hand(hand));
			sabot_style_set_class(widget, "in-turn",
					      hand->state == SABOT_WIRE_HAND_TURN);
		}
	}
	keep_hands(cloth->box_hands, n);
}

void
sabot_cloth_set(SabotCloth *cloth, const struct sabot_wire_view *view)
{
	guint old = cloth->bank_hands->len * 100 + cloth->box_hands->len, n = 0;

	show_bank_hand(cloth, &n, C_("hand", "punto"), view->punto);
	show_bank_hand(cloth, &n, C_("hand", "banca"), view->banca);
	show_bank_hand(cloth, &n, C_("hand", "dealer"), view->dealer);
	keep_hands(cloth->bank_hands, n);
	show_boxes(cloth, view);
	gtk_widget_set_visible(GTK_WIDGET(cloth->boxes), cloth->box_hands->len > 0);
	if (cloth->bank_hands->len * 100 + cloth->box_hands->len != old)
		queue_fit(cloth);
}
