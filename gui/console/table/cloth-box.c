/* A box: see cloth-box.h; its layout is cloth-box.ui. */
#include "cloth-box.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/hand.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define CLOTH_BOX_CHILDREN(CHILD)                                                                  \
	CHILD(GtkLabel, number)                                                                    \
	CHILD(GtkLabel, stakes)                                                                    \
	CHILD(GtkBox, hands)

struct _SabotClothBox {
	GtkBox parent_instance;
	CLOTH_BOX_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotClothBox, sabot_cloth_box, GTK_TYPE_BOX)

static void
sabot_cloth_box_class_init(SabotClothBoxClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/cloth-box.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotClothBox, CLOTH_BOX_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-cloth-box");
}

static void
sabot_cloth_box_init(SabotClothBox *widget)
{
	gtk_widget_init_template(GTK_WIDGET(widget));
}

GtkWidget *
sabot_cloth_box_new(void)
{
	return g_object_new(SABOT_TYPE_CLOTH_BOX, NULL);
}

static void
show_hand(SabotHand *widget, const struct sabot_wire_hand *hand, const struct sabot_wire_box *box,
	  int card_px)
{
	g_autofree char *note = sabot_phrase_hand_note(hand);
	g_autofree char *place = g_strdup_printf(_("box %d"), (int)box->box);
	g_autofree char *name = sabot_phrase_hand_name(place, hand);
	g_autofree char *title = NULL;

	/* Translators: one of several hands of a box, from 1. */
	title = g_strdup_printf(C_("hand", "hand %d"), (int)hand->hand + 1);
	sabot_hand_set_card_height(widget, card_px);
	sabot_hand_set(widget, box->hands->len > 1 ? title : "", hand, note);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(widget)), name);
	sabot_style_set_class(widget, "in-turn", hand->state == SABOT_WIRE_HAND_TURN);
}

static void
show_hands(SabotClothBox *widget, const struct sabot_wire_box *box, guint n_hands, int card_px)
{
	GList *children = gtk_container_get_children(GTK_CONTAINER(widget->hands));
	GList *child = children;

	for (guint i = 0; i < n_hands; i++) {
		GtkWidget *hand = child ? child->data : sabot_hand_new();

		if (!child)
			gtk_container_add(GTK_CONTAINER(widget->hands), hand);
		show_hand(SABOT_HAND(hand), g_ptr_array_index(box->hands, i), box, card_px);
		child = child ? child->next : NULL;
	}
	for (; child; child = child->next)
		gtk_widget_destroy(child->data);
	g_list_free(children);
}

void
sabot_cloth_box_set(SabotClothBox *widget, const struct sabot_wire_box *box, gboolean has_hands,
		    int card_px)
{
	g_autofree char *number = g_strdup_printf(_("box %d"), (int)box->box);
	g_autofree char *stakes = sabot_phrase_stakes(box);
	g_autofree char *name = sabot_phrase_box_name(box);

	gtk_orientable_set_orientation(GTK_ORIENTABLE(widget),
				       card_px > 0 ? GTK_ORIENTATION_VERTICAL
						   : GTK_ORIENTATION_HORIZONTAL);
	sabot_label_set(widget->number, number);
	sabot_label_set(widget->stakes, stakes);
	show_hands(widget, box, has_hands ? box->hands->len : 0, card_px);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(widget)), name);
}
