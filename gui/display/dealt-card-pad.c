/*
 * The card pad: see card-pad.h. Its keys never change: which are shown, and what a touch means,
 * does. All 52 cards where they are keyed in; for a card that was not read its rank, before which
 * the suit may be touched.
 */
#include "gui/display/dealt-card-pad.h"

#include "key-button.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/widgets/label.h"
#include "text/words.h"

#include <glib/gi18n.h>

enum { GAP_PX = 2 };

static const uint8_t suits[] = {SABOT_SPADES, SABOT_HEARTS, SABOT_DIAMONDS, SABOT_CLUBS};
enum { N_SUITS = G_N_ELEMENTS(suits) };

struct _SabotDealtCardPad {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GtkGrid *cards;  /* all of them */
	GtkBox *reading; /* of one that was not read: which it is, ranks, suits */
	GtkLabel *which;
	GtkGrid *ranks;
	GtkBox *suits;
	int64_t asked; /* the incident of the card to be named; 0 = none */
	uint8_t suit;  /* touched for the rank that comes; SABOT_SUIT_UNKNOWN: none */
};

G_DEFINE_FINAL_TYPE(SabotDealtCardPad, sabot_dealt_card_pad, GTK_TYPE_BOX)

static void
sabot_dealt_card_pad_dispose(GObject *object)
{
	SabotDealtCardPad *pad = SABOT_DEALT_CARD_PAD(object);

	if (pad->table)
		g_signal_handlers_disconnect_by_data(pad->table, pad);
	g_clear_object(&pad->table);
	G_OBJECT_CLASS(sabot_dealt_card_pad_parent_class)->dispose(object);
}

static void
sabot_dealt_card_pad_class_init(SabotDealtCardPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_dealt_card_pad_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-card-pad");
}

static struct sabot_card
card_of(SabotKey *key)
{
	int code = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(key), "card"));

	return (struct sabot_card){.rank = (uint8_t)(code / 8), .suit = (uint8_t)(code % 8)};
}

/* What a key is for; without a suit it is a rank's, without a rank a suit's. */
static void
set_card(SabotKey *key, struct sabot_card card)
{
	static const char *const signs[] = {"", "♠", "♥", "♦", "♣"};
	static const char *const ranks[] = {"",  "A", "2", "3",  "4", "5", "6",
					    "7", "8", "9", "10", "J", "Q", "K"};
	g_autofree char *text = g_strconcat(ranks[card.rank], signs[card.suit], NULL);
	g_autofree char *name =
		card.rank ? sabot_text_card(card) : g_strdup(sabot_text_suit(card.suit));

	g_object_set_data(G_OBJECT(key), "card", GINT_TO_POINTER(card.rank * 8 + card.suit));
	sabot_key_set_text(key, text);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(key)), name);
	sabot_style_set_class(key, "red", card.suit == SABOT_HEARTS || card.suit == SABOT_DIAMONDS);
}

/* The ranks' names say which card they stand for. */
static void
choose_suit(SabotDealtCardPad *pad, uint8_t suit)
{
	g_autoptr(GList) ranks = gtk_container_get_children(GTK_CONTAINER(pad->ranks));
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(pad->suits));

	pad->suit = suit;
	for (GList *key = ranks; key; key = key->next)
		set_card(key->data, (struct sabot_card){card_of(key->data).rank, suit});
	for (GList *key = keys; key; key = key->next)
		sabot_style_set_class(key->data, "chosen", card_of(key->data).suit == suit);
}

static void
on_card(SabotKey *key, gpointer data)
{
	SabotDealtCardPad *pad = data;
	char card[SABOT_CARD_TEXT_SIZE];

	sabot_card_format(card_of(key), card);
	if (sabot_dealer_table_get_unread(pad->table))
		sabot_dealer_table_read_as(pad->table, card_of(key));
	else
		sabot_dealer_table_send(pad->table, json_pack("{s:s, s:s, s:s}", "ev", "card",
							      "card", card, "src", "manual"));
	choose_suit(pad, SABOT_SUIT_UNKNOWN);
}

/* Touched again it is taken back. */
static void
on_suit(SabotKey *key, gpointer data)
{
	SabotDealtCardPad *pad = data;
	uint8_t suit = card_of(key).suit;

	choose_suit(pad, pad->suit == suit ? SABOT_SUIT_UNKNOWN : suit);
}

static GtkWidget *
make_key(SabotDealtCardPad *pad, struct sabot_card card, GCallback pressed)
{
	GtkWidget *key = sabot_key_new("");

	set_card(SABOT_KEY(key), card);
	gtk_widget_set_hexpand(key, TRUE);
	g_signal_connect(key, "clicked", pressed, pad);
	return key;
}

static GtkGrid *
make_grid(GtkBox *parent)
{
	GtkGrid *grid = GTK_GRID(gtk_grid_new());

	gtk_grid_set_row_homogeneous(grid, TRUE);
	gtk_grid_set_column_homogeneous(grid, TRUE);
	gtk_grid_set_row_spacing(grid, GAP_PX);
	gtk_grid_set_column_spacing(grid, GAP_PX);
	gtk_box_pack_start(parent, GTK_WIDGET(grid), TRUE, TRUE, 0);
	return grid;
}

static void
sabot_dealt_card_pad_init(SabotDealtCardPad *pad)
{
	pad->cards = make_grid(GTK_BOX(pad));
	pad->reading = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, GAP_PX * 2));
	gtk_box_pack_start(GTK_BOX(pad), GTK_WIDGET(pad->reading), TRUE, TRUE, 0);
	pad->which = GTK_LABEL(gtk_label_new(NULL));
	gtk_label_set_ellipsize(pad->which, PANGO_ELLIPSIZE_END);
	gtk_box_pack_start(pad->reading, GTK_WIDGET(pad->which), FALSE, TRUE, 0);
	pad->ranks = make_grid(pad->reading);
	pad->suits = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP_PX));
	gtk_box_set_homogeneous(pad->suits, TRUE);
	gtk_box_pack_start(pad->reading, GTK_WIDGET(pad->suits), TRUE, TRUE, 0);
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
		for (gsize i = 0; i < N_SUITS; i++)
			gtk_container_add(GTK_CONTAINER(pad->cards),
					  make_key(pad, (struct sabot_card){rank, suits[i]},
						   G_CALLBACK(on_card)));
		gtk_container_add(GTK_CONTAINER(pad->ranks),
				  make_key(pad, (struct sabot_card){.rank = rank},
					   G_CALLBACK(on_card)));
	}
	for (gsize i = 0; i < N_SUITS; i++)
		gtk_container_add(GTK_CONTAINER(pad->suits),
				  make_key(pad, (struct sabot_card){.suit = suits[i]},
					   G_CALLBACK(on_suit)));
	gtk_widget_show_all(GTK_WIDGET(pad));
	choose_suit(pad, SABOT_SUIT_UNKNOWN);
	sabot_dealt_card_pad_set_tall(pad, FALSE);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotDealtCardPad *pad = data;
	const struct sabot_wire_unread *unread = sabot_dealer_table_get_unread(table);
	gboolean is_unread = unread != NULL;
	int64_t asked = is_unread ? unread->incident : 0;
	g_autofree char *which = is_unread ? sabot_phrase_unread(unread) : NULL;

	sabot_label_set(pad->which, which);
	if (pad->asked != asked) /* a suit is of one card */
		choose_suit(pad, SABOT_SUIT_UNKNOWN);
	pad->asked = asked;
	gtk_widget_set_visible(GTK_WIDGET(pad->reading), is_unread);
	gtk_widget_set_visible(GTK_WIDGET(pad->cards), !is_unread);
}

void
sabot_dealt_card_pad_set_table(SabotDealtCardPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), pad);
	on_changed(table, pad);
}

static void
place(GtkGrid *grid, GtkWidget *key, int column, int row)
{
	gtk_container_child_set(GTK_CONTAINER(grid), key, "left-attach", column, "top-attach", row,
				NULL);
}

static int
suit_at(uint8_t suit)
{
	int at = 0;

	while (at < N_SUITS && suits[at] != suit)
		at++;
	return at % N_SUITS;
}

/* A suit in a row; where it is narrow two ranks in one. */
static void
place_cards(SabotDealtCardPad *pad, gboolean is_tall)
{
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(pad->cards));

	for (GList *key = keys; key; key = key->next) {
		int rank = card_of(key->data).rank - SABOT_ACE;
		int suit = suit_at(card_of(key->data).suit);

		place(pad->cards, key->data, is_tall ? rank % 2 * N_SUITS + suit : rank,
		      is_tall ? rank / 2 : suit);
	}
}

static void
place_ranks(SabotDealtCardPad *pad, gboolean is_tall)
{
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(pad->ranks));
	int columns = is_tall ? (SABOT_KING + 1) / 2 : SABOT_KING;

	for (GList *key = keys; key; key = key->next) {
		int rank = card_of(key->data).rank - SABOT_ACE;

		place(pad->ranks, key->data, rank % columns, rank / columns);
	}
}

void
sabot_dealt_card_pad_set_tall(SabotDealtCardPad *pad, gboolean is_tall)
{
	place_cards(pad, is_tall);
	place_ranks(pad, is_tall);
}
