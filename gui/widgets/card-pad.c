/*
 * The pad of cards: see card-pad.h. Its 53 keys, which differ only by the card, are created here.
 */
#include "gui/widgets/card-pad.h"

#include "engine/core/card.h"
#include "gui/widgets/label.h"
#include "text/words.h"

struct _SabotCardPad {
	GtkGrid parent_instance;
};

enum { SIGNAL_CARD, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { RANKS = 13, SUITS = 4, CODE_SIZE = 3 };

G_DEFINE_FINAL_TYPE(SabotCardPad, sabot_card_pad, GTK_TYPE_GRID)

static void
sabot_card_pad_class_init(SabotCardPadClass *klass)
{
	signals[SIGNAL_CARD] = g_signal_new("card", SABOT_TYPE_CARD_PAD, G_SIGNAL_RUN_LAST, 0, NULL,
					    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-card-pad");
}

static void
on_key_clicked(GtkButton *key, gpointer data)
{
	g_signal_emit(data, signals[SIGNAL_CARD], 0, g_object_get_data(G_OBJECT(key), "code"));
}

static GtkWidget *
key_new(SabotCardPad *pad, const char *label, const char *code, const char *name)
{
	GtkWidget *key = gtk_button_new_with_label(label);

	g_object_set_data_full(G_OBJECT(key), "code", g_strdup(code), g_free);
	g_signal_connect(key, "clicked", G_CALLBACK(on_key_clicked), pad);
	gtk_widget_set_hexpand(key, TRUE);
	gtk_widget_set_vexpand(key, TRUE);
	sabot_style_set_class(key, "card-key", TRUE);
	atk_object_set_name(gtk_widget_get_accessible(key), name);
	gtk_widget_show(key);
	return key;
}

static void
add_card(SabotCardPad *pad, int rank, int suit)
{
	static const char *const styles[] = {"", "spades", "hearts", "diamonds", "clubs"};
	static const char *const suit_letters = " SHDC";
	static const char *const rank_letters = " A23456789TJQK";
	struct sabot_card card = {.rank = (uint8_t)rank, .suit = (uint8_t)suit};
	const char code[CODE_SIZE] = {rank_letters[rank], suit_letters[suit], '\0'};
	char label[SABOT_TEXT_CARD_SIZE];
	g_autofree char *name = sabot_text_card(card);
	GtkWidget *key = key_new(pad, sabot_text_card_sign(card, label), code, name);

	sabot_style_set_class(key, styles[suit], TRUE);
	gtk_grid_attach(GTK_GRID(pad), key, suit - 1, rank - 1, 1, 1);
}

static void
sabot_card_pad_init(SabotCardPad *pad)
{
	static const struct sabot_card unread = {0};
	g_autofree char *name = sabot_text_card(unread);

	gtk_grid_set_row_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_column_homogeneous(GTK_GRID(pad), TRUE);
	gtk_grid_set_row_spacing(GTK_GRID(pad), 2);
	gtk_grid_set_column_spacing(GTK_GRID(pad), 4);
	for (int rank = 1; rank <= RANKS; rank++) {
		for (int suit = 1; suit <= SUITS; suit++)
			add_card(pad, rank, suit);
	}
	gtk_grid_attach(GTK_GRID(pad), key_new(pad, name, "??", name), 0, RANKS, SUITS, 1);
}
