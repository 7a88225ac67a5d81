/* The cloth: see table-cloth.h; its layout is table-cloth.ui. Boxes are kept between views. */
#include "table-cloth.h"
#include "gui/widgets/template.h"

#include "cloth-box.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/tables/excess-card.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/arc.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"
#include "gui/widgets/narrow.h"

#include <glib/gi18n.h>

enum { BOXES_PER_ROW_MAX = 8 };

/* Heights of cards. Those of boxes are large if no hand has many cards, and no box two hands. */
enum {
	BANK_CARD_PX = 78,
	BOX_CARD_PX = 62,
	LARGE_BANK_CARD_PX = 140,
	LARGE_BOX_CARD_PX = 100,
	LARGE_CARDS_MAX = 3,
};

enum { APART_PX = 48, CLOSE_PX = 24 }; /* between the hands of the bank */

/* The children of the template. */
#define TABLE_CLOTH_CHILDREN(CHILD)                                                                \
	CHILD(SabotArc, far) /* the second row: only where there are more boxes than fit */        \
	CHILD(SabotArc, near)                                                                      \
	CHILD(GtkBox, play)                                                                        \
	CHILD(GtkBox, bank)                                                                        \
	CHILD(SabotHand, left)                                                                     \
	CHILD(SabotHand, right)                                                                    \
	CHILD(SabotHand, excess) /* the card that came when none was due */                        \
	CHILD(GtkLabel, winner)                                                                    \
	CHILD(GtkLabel, payouts)

struct _SabotTableCloth {
	GtkBox parent_instance;
	TABLE_CLOTH_CHILDREN(SABOT_CHILD_MEMBER)
	GPtrArray *boxes; /* of SabotClothBox, borrowed from their rows */
	gboolean is_large;
};

G_DEFINE_FINAL_TYPE(SabotTableCloth, sabot_table_cloth, GTK_TYPE_BOX)

static void
sabot_table_cloth_finalize(GObject *object)
{
	g_ptr_array_unref(SABOT_TABLE_CLOTH(object)->boxes);
	G_OBJECT_CLASS(sabot_table_cloth_parent_class)->finalize(object);
}

static void
sabot_table_cloth_class_init(SabotTableClothClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_table_cloth_finalize;
	g_type_ensure(SABOT_TYPE_ARC);
	g_type_ensure(SABOT_TYPE_HAND);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/table-cloth.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotTableCloth, TABLE_CLOTH_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-table-cloth");
}

static void
on_narrow(GtkWidget *widget, gboolean is_narrow, gpointer data)
{
	SabotTableCloth *cloth = SABOT_TABLE_CLOTH(widget);

	(void)data;
	gtk_box_set_spacing(cloth->bank, is_narrow ? CLOSE_PX : APART_PX);
	gtk_orientable_set_orientation(GTK_ORIENTABLE(cloth->play),
				       is_narrow ? GTK_ORIENTATION_VERTICAL
						 : GTK_ORIENTATION_HORIZONTAL);
}

static void
sabot_table_cloth_init(SabotTableCloth *cloth)
{
	gtk_widget_init_template(GTK_WIDGET(cloth));
	cloth->boxes = g_ptr_array_new();
	sabot_narrow_watch(GTK_WIDGET(cloth), SABOT_CLOTH_NARROW_BELOW_PX, on_narrow, NULL);
	sabot_table_cloth_set_large(cloth, FALSE);
}

/* Lay out the boxes again if their number has changed, or whether they fit one row. */
static void
lay_out(SabotTableCloth *cloth, guint n_boxes)
{
	guint n_far = n_boxes > BOXES_PER_ROW_MAX ? (n_boxes + 1) / 2 : n_boxes;

	if (cloth->boxes->len == n_boxes)
		return;
	sabot_container_clear(cloth->far);
	sabot_container_clear(cloth->near);
	g_ptr_array_set_size(cloth->boxes, 0);
	for (guint i = 0; i < n_boxes; i++) {
		GtkWidget *box = sabot_cloth_box_new();

		gtk_container_add(GTK_CONTAINER(i < n_far ? cloth->far : cloth->near), box);
		g_ptr_array_add(cloth->boxes, box);
	}
	gtk_widget_set_visible(GTK_WIDGET(cloth->near), n_boxes > n_far);
}

static void
show_bank(SabotHand *widget, const char *title, const struct sabot_wire_hand *hand)
{
	g_autofree char *note = hand ? sabot_phrase_hand_note(hand) : NULL;

	gtk_widget_set_visible(GTK_WIDGET(widget), hand != NULL);
	if (hand)
		sabot_hand_set(widget, title, hand, note);
}

void
sabot_table_cloth_set_large(SabotTableCloth *cloth, gboolean is_large)
{
	int height_px = is_large ? LARGE_BANK_CARD_PX : BANK_CARD_PX;

	cloth->is_large = is_large;
	/* A long list of payments beside them does not push them out of a low cloth. */
	gtk_widget_set_valign(GTK_WIDGET(cloth->bank),
			      is_large ? GTK_ALIGN_CENTER : GTK_ALIGN_START);
	sabot_hand_set_card_height(cloth->left, height_px);
	sabot_hand_set_card_height(cloth->right, height_px);
	sabot_hand_set_card_height(cloth->excess, height_px);
}

void
sabot_table_cloth_put_payouts(SabotTableCloth *cloth, GtkBox *place)
{
	GtkWidget *payouts = GTK_WIDGET(cloth->payouts);
	g_autoptr(GtkWidget) kept = g_object_ref(payouts);

	gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(payouts)), kept);
	if (place)
		gtk_container_add(GTK_CONTAINER(place), kept);
	else
		gtk_box_pack_end(cloth->play, kept, FALSE, TRUE, 0);
}

/* The height is the same for all boxes. */
static int
box_card_px(SabotTableCloth *cloth, const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (box->hands->len > 1)
			return BOX_CARD_PX;
		for (guint j = 0; j < box->hands->len; j++) {
			const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, j);

			if (hand->cards->len > LARGE_CARDS_MAX)
				return BOX_CARD_PX;
		}
	}
	return cloth->is_large && !gtk_widget_get_visible(GTK_WIDGET(cloth->near))
		       ? LARGE_BOX_CARD_PX
		       : BOX_CARD_PX;
}

/*
 * The boxes of the round: while its bets are placed, those with a stake; none between two loads.
 * The view still has the others, with the hands of the round before.
 */
static GPtrArray *
list_boxes(const struct sabot_wire_view *view, gboolean is_current)
{
	GPtrArray *boxes = g_ptr_array_new();

	for (guint i = 0; i < view->boxes->len; i++) {
		struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (is_current || (view->phase == SABOT_WIRE_PHASE_BETTING && box->stakes->len > 0))
			g_ptr_array_add(boxes, box);
	}
	return boxes;
}

static void
show_boxes(SabotTableCloth *cloth, const struct sabot_wire_view *view, gboolean is_current)
{
	/* Seats have no cards of their own: their stakes leave the room to punto and banca. */
	gboolean is_low = view->game == SABOT_WIRE_GAME_PUNTO_BANCO && !cloth->is_large;
	g_autoptr(GPtrArray) boxes = list_boxes(view, is_current);
	int card_px;

	lay_out(cloth, boxes->len);
	sabot_arc_set_flat(cloth->far, is_low);
	sabot_arc_set_flat(cloth->near, is_low);
	card_px = is_low ? 0 : box_card_px(cloth, view);
	for (guint i = 0; i < boxes->len; i++)
		sabot_cloth_box_set(g_ptr_array_index(cloth->boxes, i), boxes->pdata[i], is_current,
				    card_px);
}

void
sabot_table_cloth_set_view(SabotTableCloth *cloth, const struct sabot_wire_view *view)
{
	gboolean is_current = sabot_dealer_hands_are_current(view);
	g_autofree char *payouts = is_current ? sabot_phrase_payouts(view) : NULL;
	g_autofree char *outcome = is_current ? sabot_phrase_outcome(view) : NULL;
	struct sabot_wire_hand *excess = sabot_excess_of_view(view);

	show_boxes(cloth, view, is_current);
	if (view->game == SABOT_WIRE_GAME_PUNTO_BANCO) {
		show_bank(cloth->left, C_("hand", "punto"), is_current ? view->punto : NULL);
		show_bank(cloth->right, C_("hand", "banca"), is_current ? view->banca : NULL);
	} else {
		show_bank(cloth->left, C_("hand", "dealer"), is_current ? view->dealer : NULL);
		gtk_widget_hide(GTK_WIDGET(cloth->right));
	}
	show_bank(cloth->excess, C_("hand", "too many"), excess);
	sabot_record_unref(excess);
	sabot_label_set(cloth->winner, outcome);
	sabot_label_set(cloth->payouts, payouts);
}
