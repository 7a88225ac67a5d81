/* A hand on the cloth: see box-hand.h. */
#include "gui/display/box-hand.h"

#include "gui/model/phrases.h"
#include "gui/widgets/placed.h"

#include <glib/gi18n.h>
#include <string.h>

struct _SabotBoxHand {
	GtkDrawingArea parent_instance;
	struct sabot_hand_picture picture; /* owns its texts and cards */
	GArray *cards;
};

G_DEFINE_FINAL_TYPE(SabotBoxHand, sabot_box_hand, GTK_TYPE_DRAWING_AREA)

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	sabot_hand_paint(widget, cr, &SABOT_BOX_HAND(widget)->picture);
	return FALSE;
}

static void
free_texts(SabotBoxHand *hand)
{
	g_free((char *)hand->picture.title);
	g_free((char *)hand->picture.total);
	g_free((char *)hand->picture.word);
}

static void
sabot_box_hand_finalize(GObject *object)
{
	free_texts(SABOT_BOX_HAND(object));
	g_array_unref(SABOT_BOX_HAND(object)->cards);
	G_OBJECT_CLASS(sabot_box_hand_parent_class)->finalize(object);
}

static void
sabot_box_hand_class_init(SabotBoxHandClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_box_hand_finalize;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-box-hand");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_box_hand_init(SabotBoxHand *hand)
{
	gtk_widget_set_has_window(GTK_WIDGET(hand), FALSE);
	hand->cards = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
	hand->picture.cards = hand->cards;
}

GtkWidget *
sabot_box_hand_new(void)
{
	return g_object_new(SABOT_TYPE_BOX_HAND, "visible", TRUE, NULL);
}

static bool
are_same_cards(const GArray *a, const GArray *b)
{
	return a->len == b->len &&
	       (a->len == 0 ||
		memcmp(a->data, b->data, a->len * sizeof(struct sabot_wire_card)) == 0);
}

static bool
is_same(const struct sabot_hand_picture *a, const struct sabot_hand_picture *b)
{
	return a->form == b->form && a->is_turn == b->is_turn && a->is_veiled == b->is_veiled &&
	       a->expects_card == b->expects_card && a->is_paid == b->is_paid &&
	       a->asks_last == b->asks_last && a->title_colour == b->title_colour &&
	       g_strcmp0(a->title, b->title) == 0 && g_strcmp0(a->total, b->total) == 0 &&
	       g_strcmp0(a->word, b->word) == 0 && are_same_cards(a->cards, b->cards);
}

/* "box 3, right hand, 11, in turn: eight of diamonds, three of spades". */
static void
set_name(SabotBoxHand *hand, const char *name)
{
	const struct sabot_hand_picture *picture = &hand->picture;
	g_autofree char *cards = sabot_phrase_cards(picture->cards);
	GString *whole = g_string_new(name);

	if (picture->total && *picture->total)
		g_string_append_printf(whole, " %s", picture->total);
	if (picture->word && *picture->word)
		g_string_append_printf(whole, ", %s", picture->word);
	g_string_append_printf(whole, ": %s", cards);
	if (picture->asks_last)
		/* Translators: of a hand with a card that may belong elsewhere; spoken. */
		g_string_append_printf(whole, ", %s", C_("hand", "its last card in question"));
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(hand)), whole->str);
	g_string_free(whole, TRUE);
}

void
sabot_box_hand_set(SabotBoxHand *hand, const char *name, const struct sabot_hand_picture *picture)
{
	struct sabot_hand_picture copy = *picture;

	if (!is_same(&hand->picture, picture)) {
		copy.title = g_strdup(picture->title);
		copy.total = g_strdup(picture->total);
		copy.word = g_strdup(picture->word);
		copy.cards = hand->cards;
		g_array_set_size(hand->cards, 0);
		if (picture->cards->len > 0)
			g_array_append_vals(hand->cards, picture->cards->data, picture->cards->len);
		free_texts(hand);
		hand->picture = copy;
		gtk_widget_queue_draw(GTK_WIDGET(hand));
	}
	set_name(hand, name);
}

void
sabot_box_hand_set_form(SabotBoxHand *hand, enum sabot_hand_form form)
{
	if (hand->picture.form == form)
		return;
	hand->picture.form = form;
	gtk_widget_queue_draw(GTK_WIDGET(hand));
}
