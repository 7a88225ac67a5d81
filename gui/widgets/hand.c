/* The hand widget: see hand.h; its layout is hand.ui. */
#include "gui/widgets/hand.h"
#include "template.h"

#include "gui/model/phrases.h"
#include "gui/widgets/cards.h"
#include "gui/widgets/label.h"

/* The children of the template. */
#define HAND_CHILDREN(CHILD)                                                                       \
	CHILD(GtkLabel, title)                                                                     \
	CHILD(GtkLabel, total)                                                                     \
	CHILD(GtkLabel, note)                                                                      \
	CHILD(SabotCards, cards)

struct _SabotHand {
	GtkBox parent_instance;
	HAND_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotHand, sabot_hand, GTK_TYPE_BOX)

static void
sabot_hand_class_init(SabotHandClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	g_type_ensure(SABOT_TYPE_CARDS);
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/widgets/hand.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotHand, HAND_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-hand");
}

static void
sabot_hand_init(SabotHand *hand)
{
	gtk_widget_init_template(GTK_WIDGET(hand));
}

GtkWidget *
sabot_hand_new(void)
{
	return g_object_new(SABOT_TYPE_HAND, NULL);
}

void
sabot_hand_set(SabotHand *hand, const char *title, const struct sabot_wire_hand *value,
	       const char *note)
{
	g_autofree char *name = sabot_phrase_hand_name(title, value);
	g_autofree char *total = sabot_phrase_total(value);

	sabot_label_set(hand->title, title);
	sabot_label_set(hand->total, total);
	sabot_label_set(hand->note, note);
	sabot_cards_set(hand->cards, value->cards);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(hand)), name);
}

void
sabot_hand_set_card_height(SabotHand *hand, int height_px)
{
	sabot_cards_set_height(hand->cards, height_px);
}
