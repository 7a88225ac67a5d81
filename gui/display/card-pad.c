/* The card pad: see card-pad.h. Its keys never change: what a touch means does. */
#include "gui/display/card-pad.h"

#include "gui/display/key.h"
#include "gui/widgets/label.h"
#include "text/words.h"

#include <glib/gi18n.h>

struct _SabotCardPad {
	GtkGrid parent_instance;
	SabotDealerTable *table;
	GPtrArray *rank_keys; /* of SabotKey: of a rank without its suit */
};

G_DEFINE_FINAL_TYPE(SabotCardPad, sabot_card_pad, GTK_TYPE_GRID)

static void
sabot_card_pad_dispose(GObject *object)
{
	SabotCardPad *pad = SABOT_CARD_PAD(object);

	if (pad->table)
		g_signal_handlers_disconnect_by_data(pad->table, pad);
	g_clear_object(&pad->table);
	g_clear_pointer(&pad->rank_keys, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_card_pad_parent_class)->dispose(object);
}

static void
sabot_card_pad_class_init(SabotCardPadClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_card_pad_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-card-pad");
}

static void
on_card(SabotKey *key, gpointer data)
{
	SabotCardPad *pad = data;
	const char *card = g_object_get_data(G_OBJECT(key), "card");
	const struct sabot_wire_incident *unread = sabot_dealer_table_get_unread(pad->table);

	sabot_dealer_table_send(
		pad->table,
		unread ? json_pack("{s:s, s:I, s:s, s:s}", "ev", "ruling", "incident",
				   (json_int_t)unread->id, "remedy", "read_as", "card", card)
		       : json_pack("{s:s, s:s, s:s}", "ev", "card", "card", card, "src", "manual"));
}

static SabotKey *
add_key(SabotCardPad *pad, struct sabot_card card, int column, int row)
{
	static const char *const signs[] = {"", "♠", "♥", "♦", "♣"};
	static const char ranks[] = "?A23456789TJQK";
	g_autofree char *name = sabot_text_card(card);
	g_autofree char *text =
		g_strdup_printf("%s%s%s", card.rank == SABOT_TEN ? "10" : "",
				card.rank == SABOT_TEN ? "" : (char[]){ranks[card.rank], '\0'},
				signs[card.suit]);
	char word[SABOT_CARD_TEXT_SIZE];
	GtkWidget *key = sabot_key_new(text);

	sabot_card_format(card, word);
	g_object_set_data_full(G_OBJECT(key), "card", g_strdup(word), g_free);
	atk_object_set_name(gtk_widget_get_accessible(key), name);
	sabot_style_set_class(key, "red", card.suit == SABOT_HEARTS || card.suit == SABOT_DIAMONDS);
	g_signal_connect(key, "clicked", G_CALLBACK(on_card), pad);
	gtk_grid_attach(GTK_GRID(pad), key, column, row, 1, 1);
	return SABOT_KEY(key);
}

static void
sabot_card_pad_init(SabotCardPad *pad)
{
	static const uint8_t suits[] = {SABOT_SPADES, SABOT_HEARTS, SABOT_DIAMONDS, SABOT_CLUBS};

	gtk_grid_set_row_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_column_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_row_spacing(GTK_GRID(pad), 3);
	gtk_grid_set_column_spacing(GTK_GRID(pad), 3);
	pad->rank_keys = g_ptr_array_new();
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
		for (gsize i = 0; i < G_N_ELEMENTS(suits); i++)
			add_key(pad, (struct sabot_card){.rank = rank, .suit = suits[i]},
				rank - SABOT_ACE, (int)i);
		g_ptr_array_add(pad->rank_keys, add_key(pad, (struct sabot_card){.rank = rank},
							rank - SABOT_ACE, G_N_ELEMENTS(suits)));
	}
}

/* A rank without a suit is for a card that was not read only. */
static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotCardPad *pad = data;
	gboolean is_unread = sabot_dealer_table_get_unread(table) != NULL;

	for (guint i = 0; i < pad->rank_keys->len; i++)
		gtk_widget_set_visible(g_ptr_array_index(pad->rank_keys, i), is_unread);
}

void
sabot_card_pad_set_table(SabotCardPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), pad);
	on_changed(table, pad);
}
