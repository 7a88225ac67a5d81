/*
 * The card pad: see dealt-card-pad.h. Its keys never change; only which ones are shown, and what a
 * touch means. All 52 cards are shown to key cards in; for an unread card only its rank, before
 * which the suit may be touched.
 */
#include "gui/display/dealt-card-pad.h"

#include "key-button.h"
#include "gui/display/cloth-parts.h"
#include "gui/display/hold.h"
#include "gui/model/dealer/dealer-mend.h"
#include "gui/model/dealer/dealer-phrases.h"
#include "gui/widgets/label.h"
#include "text/words.h"

#include <glib/gi18n.h>

enum {
	GAP_PX = 2,
	ROW_GAP_PX = 4,
	INFO_LESS_PX = 4, /* than a finger, where no key is beside it */
	HAND_EM = 13,     /* width of the dealer's hand */
	SUIT_EM = 5,
	LATER_EM = 11,
};

/* At a smaller scale the boxes have no room beside all cards. */
#define ALL_SCALE 0.95

static const uint8_t suits[] = {SABOT_SPADES, SABOT_HEARTS, SABOT_DIAMONDS, SABOT_CLUBS};
enum { N_SUITS = G_N_ELEMENTS(suits) };

struct _SabotDealtCardPad {
	GtkBox parent_instance;
	SabotDealerTable *table;
	GtkGrid *cards;    /* all of them */
	GtkGrid *reading;  /* ranks and suits, and what belongs to them */
	GtkBox *info;      /* the dealer's hand, and which card is meant */
	GtkWidget *dealer; /* SabotBoxHand */
	GtkLabel *which;
	GtkGrid *ranks;
	GtkBox *suits;
	GtkWidget *later; /* SabotKey: nobody saw it */
	int64_t left;     /* the incident of a card that nobody saw; 0 = none */
	int64_t asked;    /* the incident of the card to be named; -1: the last card; 0 = none */
	uint8_t suit;     /* touched before the rank; SABOT_SUIT_UNKNOWN: none */
	gboolean is_small, shows_all;
};

G_DEFINE_FINAL_TYPE(SabotDealtCardPad, sabot_dealt_card_pad, GTK_TYPE_BOX)

enum { SIGNAL_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

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
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_DEALT_CARD_PAD, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static struct sabot_card
card_of(SabotKey *key)
{
	int code = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(key), "card"));

	return (struct sabot_card){.rank = (uint8_t)(code / 8), .suit = (uint8_t)(code % 8)};
}

/* Set the card of a key; without a suit it is a rank's key, without a rank a suit's. */
static void
set_card(SabotKey *key, struct sabot_card card)
{
	g_autofree char *text = g_strconcat(card.rank ? sabot_text_rank_sign(card.rank) : "",
					    card.suit ? sabot_text_suit_sign(card.suit) : "", NULL);
	g_autofree char *name =
		card.rank ? sabot_text_card(card) : g_strdup(sabot_text_suit(card.suit));

	g_object_set_data(G_OBJECT(key), "card", GINT_TO_POINTER(card.rank * 8 + card.suit));
	sabot_key_set_text(key, text);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(key)), name);
	sabot_style_set_class(key, "red", card.suit == SABOT_HEARTS || card.suit == SABOT_DIAMONDS);
}

/* A key touched twice quickly stays chosen. */
static void
choose_key(SabotKey *key, gboolean is_chosen)
{
	sabot_style_set_class(key, "chosen", is_chosen);
	sabot_hold_set(key, is_chosen ? "take back" : "choose", TRUE);
}

/* The ranks' names say which card they stand for. A card that is keyed in has a suit. */
static void
choose_suit(SabotDealtCardPad *pad, uint8_t suit)
{
	g_autoptr(GList) ranks = gtk_container_get_children(GTK_CONTAINER(pad->ranks));
	g_autoptr(GList) keys = gtk_container_get_children(GTK_CONTAINER(pad->suits));

	pad->suit = suit;
	for (GList *key = ranks; key; key = key->next)
		set_card(key->data, (struct sabot_card){card_of(key->data).rank, suit});
	for (GList *key = keys; key; key = key->next)
		choose_key(key->data, card_of(key->data).suit == suit);
	gtk_widget_set_sensitive(GTK_WIDGET(pad->ranks),
				 pad->asked != 0 || suit != SABOT_SUIT_UNKNOWN);
}

static void
on_card(SabotKey *key, gpointer data)
{
	SabotDealtCardPad *pad = data;
	char card[SABOT_CARD_TEXT_SIZE];

	sabot_card_format(card_of(key), card);
	if (sabot_dealer_mend_is_naming(sabot_dealer_table_get_mend(pad->table)))
		sabot_dealer_table_send_once(
			pad->table, sabot_dealer_mend_name(sabot_dealer_table_get_mend(pad->table),
							   card_of(key)));
	else if (sabot_dealer_table_get_unread(pad->table))
		sabot_dealer_table_read_as(pad->table, card_of(key));
	else
		sabot_dealer_table_send_once(pad->table, json_pack("{s:s, s:s, s:s}", "ev", "card",
								   "card", card, "src", "manual"));
	choose_suit(pad, SABOT_SUIT_UNKNOWN);
}

/* A second touch takes it back. */
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
make_grid(void)
{
	GtkGrid *grid = GTK_GRID(gtk_grid_new());

	gtk_grid_set_row_homogeneous(grid, TRUE);
	gtk_grid_set_column_homogeneous(grid, TRUE);
	gtk_grid_set_row_spacing(grid, GAP_PX);
	gtk_grid_set_column_spacing(grid, GAP_PX);
	g_object_set(grid, "hexpand", TRUE, "vexpand", TRUE, NULL);
	return grid;
}

static void
on_later(SabotKey *key, gpointer data)
{
	(void)key;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
make_info(SabotDealtCardPad *pad)
{
	pad->info = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, ROW_GAP_PX));
	pad->dealer = sabot_box_hand_new();
	gtk_box_pack_start(pad->info, pad->dealer, FALSE, TRUE, 0);
	pad->which = GTK_LABEL(gtk_label_new(NULL));
	g_object_set(pad->which, "wrap", TRUE, "lines", 2, "ellipsize", PANGO_ELLIPSIZE_END,
		     "xalign", 0.0, "width-chars", 1, "max-width-chars", 1, "hexpand", TRUE, NULL);
	gtk_box_pack_start(pad->info, GTK_WIDGET(pad->which), TRUE, TRUE, 0);
}

static void
make_reading(SabotDealtCardPad *pad)
{
	pad->reading = GTK_GRID(gtk_grid_new());
	gtk_grid_set_row_spacing(pad->reading, ROW_GAP_PX);
	gtk_grid_set_column_spacing(pad->reading, ROW_GAP_PX);
	make_info(pad);
	pad->ranks = make_grid();
	pad->suits = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP_PX));
	gtk_box_set_homogeneous(pad->suits, TRUE);
	/* Translators: a key: which card it was is said later, or found out by counting. */
	pad->later = sabot_key_new(C_("key", "Nobody saw it: later"));
	g_signal_connect(pad->later, "clicked", G_CALLBACK(on_later), pad);
	gtk_grid_attach(pad->reading, GTK_WIDGET(pad->info), 0, 0, 1, 1);
	gtk_grid_attach(pad->reading, GTK_WIDGET(pad->ranks), 0, 1, 1, 1);
	gtk_grid_attach(pad->reading, GTK_WIDGET(pad->suits), 0, 2, 1, 1);
	gtk_grid_attach(pad->reading, pad->later, 1, 2, 1, 1);
	gtk_box_pack_start(GTK_BOX(pad), GTK_WIDGET(pad->reading), TRUE, TRUE, 0);
}

static void
make_keys(SabotDealtCardPad *pad)
{
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
}

static void
sabot_dealt_card_pad_init(SabotDealtCardPad *pad)
{
	const struct sabot_screen screen = sabot_screen_of(1280, 800);

	pad->cards = make_grid();
	gtk_box_pack_start(GTK_BOX(pad), GTK_WIDGET(pad->cards), TRUE, TRUE, 0);
	make_reading(pad);
	make_keys(pad);
	gtk_widget_show_all(GTK_WIDGET(pad));
	choose_suit(pad, SABOT_SUIT_UNKNOWN);
	sabot_dealt_card_pad_set_screen(pad, &screen);
}

/* Text for which card a touch names; transferred. */
static char *
phrase_which(SabotDealerTable *table, int64_t asked)
{
	if (asked < 0)
		return g_strdup(_("Which card was the last one?"));
	if (asked > 0)
		return sabot_phrase_unread(sabot_dealer_table_get_view(table),
					   sabot_dealer_table_get_unread(table));
	return g_strdup(_("First the suit, then the rank"));
}

static int64_t
which_is_asked(SabotDealtCardPad *pad)
{
	const struct sabot_wire_unread *unread = sabot_dealer_table_get_unread(pad->table);

	if (sabot_dealer_mend_is_naming(sabot_dealer_table_get_mend(pad->table)))
		return -1;
	return unread && unread->incident != pad->left ? unread->incident : 0;
}

/* At a run-out no hand needs the room. */
static gboolean
has_hands(const struct sabot_wire_view *view)
{
	return view && view->game == SABOT_WIRE_GAME_BLACKJACK && view->run_out_cards < 0;
}

static void
show_info(SabotDealtCardPad *pad, const struct sabot_wire_view *view)
{
	g_autofree char *which = phrase_which(pad->table, pad->asked);
	gboolean can_wait = pad->asked > 0 && view && view->unread && view->prompt &&
			    view->prompt->kind != SABOT_WIRE_PROMPT_READ;

	sabot_label_set(pad->which, which);
	gtk_widget_set_visible(pad->dealer, has_hands(view));
	if (has_hands(view))
		sabot_dealer_hand_show(SABOT_BOX_HAND(pad->dealer), pad->table, false,
				       SABOT_HAND_ROW);
	gtk_widget_set_visible(pad->later, pad->asked > 0);
	gtk_widget_set_sensitive(pad->later, can_wait);
}

static void
refresh(SabotDealtCardPad *pad)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(pad->table);
	int64_t asked = which_is_asked(pad);
	gboolean is_other = pad->asked != asked;
	g_autofree char *meaning = g_strdup_printf("%d", (int)asked);

	sabot_hold_set(pad, meaning, TRUE);
	pad->asked = asked;
	if (is_other) /* a suit belongs to one card */
		choose_suit(pad, SABOT_SUIT_UNKNOWN);
	pad->shows_all = asked == 0 && !(pad->is_small && has_hands(view));
	show_info(pad, view);
	gtk_widget_set_visible(GTK_WIDGET(pad->reading), !pad->shows_all);
	gtk_widget_set_visible(GTK_WIDGET(pad->cards), pad->shows_all);
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	refresh(data);
}

void
sabot_dealt_card_pad_set_table(SabotDealtCardPad *pad, SabotDealerTable *table)
{
	pad->table = g_object_ref(table);
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), pad);
	refresh(pad);
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

/* A row for each suit; on a narrow pad a row for two ranks. */
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

/* Set the same size of letters for all of them. */
static void
set_letters(GtkContainer *keys, int size_px)
{
	g_autoptr(GList) children = gtk_container_get_children(keys);

	for (GList *key = children; key; key = key->next)
		sabot_key_set_largest(key->data, size_px);
}

static void
place_part(SabotDealtCardPad *pad, gpointer part, const GdkRectangle *at)
{
	gtk_container_child_set(GTK_CONTAINER(pad->reading), part, "left-attach", at->x,
				"top-attach", at->y, "width", at->width, NULL);
}

/*
 * Below the ranks, from the left: the prompt, the suits, the key that nobody saw it; on a narrow
 * pad the prompt is above.
 */
static void
place_parts(SabotDealtCardPad *pad, gboolean is_tall)
{
	place_part(pad, pad->info, &(GdkRectangle){0, is_tall ? 0 : 2, is_tall ? 2 : 1, 1});
	place_part(pad, pad->ranks, &(GdkRectangle){0, 1, is_tall ? 2 : 3, 1});
	place_part(pad, pad->suits, &(GdkRectangle){is_tall ? 0 : 1, 2, 1, 1});
	place_part(pad, pad->later, &(GdkRectangle){is_tall ? 1 : 2, 2, 1, 1});
	gtk_widget_set_hexpand(GTK_WIDGET(pad->suits), is_tall);
}

void
sabot_dealt_card_pad_set_screen(SabotDealtCardPad *pad, const struct sabot_screen *screen)
{
	gboolean is_tall = screen->class_ == SABOT_SCREEN_TALL;
	int em_px = sabot_screen_em_px(screen), finger_px = sabot_screen_finger_px(screen);

	pad->is_small =
		is_tall || (screen->class_ == SABOT_SCREEN_MEDIUM && screen->scale < ALL_SCALE);
	place_cards(pad, is_tall);
	place_ranks(pad, is_tall);
	place_parts(pad, is_tall);
	set_letters(GTK_CONTAINER(pad->cards), em_px * 7 / 4);
	set_letters(GTK_CONTAINER(pad->ranks), em_px * 2);
	set_letters(GTK_CONTAINER(pad->suits), em_px * 2);
	sabot_key_set_largest(SABOT_KEY(pad->later), em_px * 5 / 4);
	gtk_widget_set_size_request(pad->dealer, em_px * HAND_EM, -1);
	gtk_widget_set_size_request(GTK_WIDGET(pad->info), -1, finger_px - INFO_LESS_PX);
	gtk_widget_set_size_request(GTK_WIDGET(pad->suits),
				    N_SUITS * MAX(em_px * SUIT_EM, finger_px), finger_px);
	gtk_widget_set_size_request(pad->later, em_px * LATER_EM, finger_px);
	if (pad->table)
		refresh(pad);
}

void
sabot_dealt_card_pad_set_left(SabotDealtCardPad *pad, int64_t incident)
{
	if (pad->left == incident)
		return;
	pad->left = incident;
	refresh(pad);
}

gboolean
sabot_dealt_card_pad_shows_all(SabotDealtCardPad *pad)
{
	return pad->shows_all;
}
