/* The fan of cards: see cards.h. */
#include "gui/widgets/cards.h"

#include "gui/model/phrases.h"
#include "gui/widgets/card-paint.h"

enum { HEIGHT_PX = 48, SIDE_BY_SIDE_CARDS = 3 };

struct _SabotCards {
	GtkDrawingArea parent_instance;
	GArray *values; /* of struct sabot_wire_card */
	int height_px;
};

G_DEFINE_FINAL_TYPE(SabotCards, sabot_cards, GTK_TYPE_DRAWING_AREA)

static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	SabotCards *cards = SABOT_CARDS(widget);
	int n = MAX((int)cards->values->len, 1);

	*ret_minimum = sabot_cards_narrow(n, cards->height_px);
	*ret_natural =
		n <= SIDE_BY_SIDE_CARDS ? sabot_cards_wide(n, cards->height_px) : *ret_minimum;
}

static void
get_preferred_height(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	*ret_minimum = *ret_natural = SABOT_CARDS(widget)->height_px;
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotCards *cards = SABOT_CARDS(widget);
	GdkRectangle box = {0, 0, gtk_widget_get_allocated_width(widget), cards->height_px};

	sabot_cards_paint(widget, cr, &box, cards->values);
	return FALSE;
}

static void
sabot_cards_finalize(GObject *object)
{
	g_array_unref(SABOT_CARDS(object)->values);
	G_OBJECT_CLASS(sabot_cards_parent_class)->finalize(object);
}

static void
sabot_cards_class_init(SabotCardsClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_cards_finalize;
	widget_class->draw = draw;
	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_height = get_preferred_height;
	gtk_widget_class_set_css_name(widget_class, "sabot-cards");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_cards_init(SabotCards *cards)
{
	gtk_widget_set_has_window(GTK_WIDGET(cards), FALSE);
	cards->values = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
	cards->height_px = HEIGHT_PX;
}

static gboolean
is_same(const GArray *a, const GArray *b)
{
	for (guint i = 0; a->len == b->len && i < a->len; i++) {
		const struct sabot_wire_card *x = &g_array_index(a, struct sabot_wire_card, i);
		const struct sabot_wire_card *y = &g_array_index(b, struct sabot_wire_card, i);

		if (x->is_hidden != y->is_hidden || !sabot_card_is_equal(x->card, y->card))
			return FALSE;
	}
	return a->len == b->len;
}

void
sabot_cards_set(SabotCards *cards, const GArray *values)
{
	g_autofree char *name = NULL;
	gboolean is_other_count = cards->values->len != values->len;

	if (is_same(cards->values, values) && values->len > 0)
		return;
	g_array_set_size(cards->values, 0);
	if (values->len > 0)
		g_array_append_vals(cards->values, values->data, values->len);
	name = sabot_phrase_cards(cards->values);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(cards)), name);
	if (is_other_count)
		gtk_widget_queue_resize(GTK_WIDGET(cards));
	else
		gtk_widget_queue_draw(GTK_WIDGET(cards));
}

void
sabot_cards_set_height(SabotCards *cards, int height_px)
{
	if (cards->height_px == height_px)
		return;
	cards->height_px = height_px;
	gtk_widget_queue_resize(GTK_WIDGET(cards));
}
