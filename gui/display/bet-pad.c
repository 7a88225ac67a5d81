/*
 * Stakes by chips: see bet-pad.h; its layout is bet-pad.ui. The rows of keys are made when the
 * table's rules are known; their labels follow the stakes.
 */
#include "gui/display/bet-pad.h"
#include "gui/widgets/template.h"

#include "key-button.h"
#include "gui/model/dealer/dealer-money.h"
#include "gui/widgets/label.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum {
	BETTORS = 3,    /* of one box and bet: the seat's own and two others */
	MANY_BOXES = 9, /* with more of them a number must do */
	MANY_CHIPS = 9, /* more of them take two rows where it is narrow */
	MANY_BETS = 5,  /* more of them take two rows */
};

/* The children of the template. */
#define BET_PAD_CHILDREN(CHILD)                                                                    \
	CHILD(GtkBox, boxes)                                                                       \
	CHILD(GtkBox, more_boxes)                                                                  \
	CHILD(GtkBox, bets)                                                                        \
	CHILD(GtkBox, more_bets)                                                                   \
	CHILD(GtkBox, chips)                                                                       \
	CHILD(GtkBox, more_chips)                                                                  \
	CHILD(GtkBox, extras) /* what is neither bet nor chip, where it has a row of its own */

struct _SabotBetPad {
	GtkBox parent_instance;
	SabotDealerTable *table;
	/* That the keys were made for, kept: new ones at the same address would look like these. */
	const struct sabot_wire_rules *rules;
	gboolean tracks_stakes, is_tall;
	struct sabot_dealer_stake chosen;
	BET_PAD_CHILDREN(SABOT_CHILD_MEMBER)
	GPtrArray *box_keys, *bet_keys; /* of SabotKey, borrowed from their rows */
	SabotKey *bettor_key, *box_again_key, *again_key;
};

G_DEFINE_FINAL_TYPE(SabotBetPad, sabot_bet_pad, GTK_TYPE_BOX)

static void
sabot_bet_pad_dispose(GObject *object)
{
	SabotBetPad *pad = SABOT_BET_PAD(object);

	if (pad->table)
		g_signal_handlers_disconnect_by_data(pad->table, pad);
	g_clear_object(&pad->table);
	g_clear_pointer(&pad->box_keys, g_ptr_array_unref);
	g_clear_pointer(&pad->bet_keys, g_ptr_array_unref);
	sabot_record_unref((gpointer)pad->rules);
	pad->rules = NULL;
	G_OBJECT_CLASS(sabot_bet_pad_parent_class)->dispose(object);
}

static void
sabot_bet_pad_class_init(SabotBetPadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_bet_pad_dispose;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/display/bet-pad.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotBetPad, BET_PAD_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-bet-pad");
}

static void
sabot_bet_pad_init(SabotBetPad *pad)
{
	gtk_widget_init_template(GTK_WIDGET(pad));
	pad->box_keys = g_ptr_array_new();
	pad->bet_keys = g_ptr_array_new();
}

/* The bets by their place in the rules' list. */
static const char *
nth_bet(const SabotBetPad *pad, guint n)
{
	return n < pad->rules->bets->len ? g_ptr_array_index(pad->rules->bets, n) : NULL;
}

/* All that lies on a box, or of it on one bet. */
static int64_t
sum_stakes(SabotBetPad *pad, int64_t box, const char *on)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < pad->rules->bets->len; i++) {
		for (int bettor = 0; bettor < BETTORS; bettor++) {
			struct sabot_dealer_stake stake = {box, nth_bet(pad, i), bettor};

			if (!on || strcmp(on, stake.on) == 0)
				sum_minor += sabot_dealer_money_stake(pad->table, &stake);
		}
	}
	return sum_minor;
}

static char *
show_staked(const char *what, int64_t amount_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (amount_minor <= 0)
		return g_strdup(what);
	/* Translators: a box or a bet, and what is staked on it. */
	return g_strdup_printf(C_("key", "%s: %s"), what,
			       sabot_text_money_short(amount_minor, money));
}

static void
label_key(SabotKey *key, const char *what, int64_t amount_minor)
{
	g_autofree char *text = show_staked(what, amount_minor);

	sabot_key_set_text(key, text);
}

/* For who does not see it: more than stands on it. */
static void
name_key(SabotKey *key, const char *what, int64_t amount_minor)
{
	g_autofree char *name = show_staked(what, amount_minor);

	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(key)), name);
}

static void
refresh_boxes(SabotBetPad *pad)
{
	for (guint i = 0; i < pad->box_keys->len; i++) {
		SabotKey *key = g_ptr_array_index(pad->box_keys, i);
		int64_t box = (int64_t)i + 1;
		/* Translators: a box (betting place) by its number. */
		g_autofree char *name = g_strdup_printf(_("box %d"), (int)box);
		g_autofree char *number = g_strdup_printf("%d", (int)box);
		bool is_many = pad->box_keys->len > MANY_BOXES;
		bool is_chosen = pad->tracks_stakes ? box == pad->chosen.box
						    : sabot_dealer_table_has_box(pad->table, box);

		label_key(key, is_many ? number : name,
			  pad->tracks_stakes ? sum_stakes(pad, box, NULL) : 0);
		if (is_many)
			name_key(key, name, pad->tracks_stakes ? sum_stakes(pad, box, NULL) : 0);
		sabot_style_set_class(key, "chosen", is_chosen);
	}
}

static const char *
name_bet(const char *word)
{
	enum sabot_bet bet = sabot_bet_from_string(word);

	if (bet == SABOT_BET_MAIN)
		return C_("key", "main bet");
	return *sabot_text_bet(bet) ? sabot_text_bet(bet) : word;
}

static void
refresh_bets(SabotBetPad *pad)
{
	for (guint i = 0; i < pad->bet_keys->len; i++) {
		SabotKey *key = g_ptr_array_index(pad->bet_keys, i);
		struct sabot_dealer_stake stake = pad->chosen;

		stake.on = nth_bet(pad, i);
		label_key(key, name_bet(stake.on), sabot_dealer_money_stake(pad->table, &stake));
		sabot_style_set_class(key, "chosen", g_strcmp0(stake.on, pad->chosen.on) == 0);
	}
}

static void
refresh_bettor(SabotBetPad *pad)
{
	g_autofree char *text =
		/* Translators: which of several who bet on one box. */
		g_strdup_printf(C_("key", "bettor %d"), pad->chosen.bettor + 1);

	sabot_key_set_text(pad->bettor_key, text);
	gtk_widget_set_sensitive(GTK_WIDGET(pad->again_key),
				 sabot_dealer_money_can_bet_again(pad->table, NULL));
	gtk_widget_set_sensitive(GTK_WIDGET(pad->box_again_key),
				 sabot_dealer_money_can_bet_again(pad->table, &pad->chosen));
}

static void
on_box(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;
	guint n;

	if (!g_ptr_array_find(pad->box_keys, key, &n))
		return;
	pad->chosen.box = (int64_t)n + 1;
	pad->chosen.bettor = 0;
	if (!pad->tracks_stakes)
		sabot_dealer_table_toggle_box(pad->table, pad->chosen.box);
	refresh_boxes(pad);
	if (pad->tracks_stakes) {
		refresh_bets(pad);
		refresh_bettor(pad);
	}
}

static void
on_bet(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;
	guint n;

	if (g_ptr_array_find(pad->bet_keys, key, &n))
		pad->chosen.on = nth_bet(pad, n);
	refresh_bets(pad);
}

static void
on_chip(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;
	int64_t chip_minor = *(int64_t *)g_object_get_data(G_OBJECT(key), "chip");

	sabot_dealer_money_bet(pad->table, &pad->chosen,
			       sabot_dealer_money_stake(pad->table, &pad->chosen) + chip_minor);
}

static void
on_bettor(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;

	(void)key;
	pad->chosen.bettor = (pad->chosen.bettor + 1) % BETTORS;
	refresh_bets(pad);
	refresh_bettor(pad);
}

static void
on_again(SabotKey *key, gpointer data)
{
	(void)key;
	sabot_dealer_money_bet_again(SABOT_BET_PAD(data)->table);
}

static void
on_box_again(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;

	(void)key;
	sabot_dealer_money_bet_box_again(pad->table, &pad->chosen);
}

static void
on_clear_stake(SabotKey *key, gpointer data)
{
	SabotBetPad *pad = data;

	(void)key;
	if (sabot_dealer_money_stake(pad->table, &pad->chosen) > 0)
		sabot_dealer_money_bet(pad->table, &pad->chosen, 0);
}

static SabotKey *
add_key(SabotBetPad *pad, GtkBox *row, const char *text, GCallback pressed)
{
	SabotKey *key = SABOT_KEY(sabot_key_new(text));

	gtk_box_pack_start(row, GTK_WIDGET(key), TRUE, TRUE, 0);
	g_signal_connect(key, "clicked", pressed, pad);
	return key;
}

static void
add_chip(SabotBetPad *pad, GtkBox *row, int64_t chip_minor)
{
	int64_t *value_minor = g_new(int64_t, 1);
	char money[SABOT_TEXT_MONEY_SIZE];
	SabotKey *key =
		add_key(pad, row, sabot_text_money_short(chip_minor, money), G_CALLBACK(on_chip));

	*value_minor = chip_minor;
	g_object_set_data_full(G_OBJECT(key), "chip", value_minor, g_free);
}

/* Where the rules name no chips, round multiples of the least stake. */
static void
make_chips(SabotBetPad *pad)
{
	GtkBox *extras = pad->is_tall ? pad->extras : pad->bets;
	static const int multiples[] = {1, 2, 5, 10, 50};
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(pad->table);
	const GArray *chips = pad->rules->chips;
	size_t i, n = chips->len;
	bool are_two_rows = pad->is_tall && n > MANY_CHIPS;

	pad->bettor_key = add_key(pad, extras, "", G_CALLBACK(on_bettor));
	for (i = 0; i < n; i++) {
		bool is_more = are_two_rows && i >= (n + 1) / 2;

		add_chip(pad, is_more ? pad->more_chips : pad->chips,
			 g_array_index(chips, int64_t, i));
	}
	for (i = 0; n == 0 && i < G_N_ELEMENTS(multiples); i++)
		add_chip(pad, pad->chips, MAX(view->min_minor, 100) * multiples[i]);
	gtk_widget_set_visible(GTK_WIDGET(pad->more_chips), are_two_rows);
	add_key(pad, extras, C_("key", "Clear stake"), G_CALLBACK(on_clear_stake));
	/* Translators: a key: the stakes that this bettor had on this box in the last round. */
	pad->box_again_key = add_key(pad, extras, C_("key", "As before"), G_CALLBACK(on_box_again));
	pad->again_key = add_key(pad, extras, C_("key", "All as before"), G_CALLBACK(on_again));
}

/* Many of them take two rows where it is narrow. */
static void
make_boxes(SabotBetPad *pad)
{
	int64_t n = pad->rules->boxes;
	bool are_two_rows = pad->is_tall && n > MANY_BOXES;

	for (int64_t i = 0; i < n; i++) {
		GtkBox *row = are_two_rows && i >= (n + 1) / 2 ? pad->more_boxes : pad->boxes;

		g_ptr_array_add(pad->box_keys, add_key(pad, row, "", G_CALLBACK(on_box)));
	}
	gtk_widget_set_visible(GTK_WIDGET(pad->more_boxes), are_two_rows);
}

static void
make_keys(SabotBetPad *pad)
{
	guint n_bets = pad->rules->bets->len;

	g_ptr_array_set_size(pad->box_keys, 0);
	g_ptr_array_set_size(pad->bet_keys, 0);
	sabot_container_clear(pad->boxes);
	sabot_container_clear(pad->more_boxes);
	sabot_container_clear(pad->bets);
	sabot_container_clear(pad->more_bets);
	sabot_container_clear(pad->chips);
	sabot_container_clear(pad->more_chips);
	sabot_container_clear(pad->extras);
	pad->chosen = (struct sabot_dealer_stake){.box = 1, .on = nth_bet(pad, 0)};
	make_boxes(pad);
	if (!pad->tracks_stakes)
		return;
	for (guint i = 0; i < n_bets; i++) {
		bool is_more = n_bets > MANY_BETS && i >= (n_bets + 1) / 2;

		g_ptr_array_add(pad->bet_keys, add_key(pad, is_more ? pad->more_bets : pad->bets,
						       "", G_CALLBACK(on_bet)));
	}
	gtk_widget_set_visible(GTK_WIDGET(pad->more_bets), n_bets > MANY_BETS);
	make_chips(pad);
}

static void
refresh(SabotBetPad *pad)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(pad->table);

	gtk_widget_set_visible(GTK_WIDGET(pad->bets), pad->tracks_stakes);
	if (!pad->tracks_stakes)
		gtk_widget_hide(GTK_WIDGET(pad->more_bets));
	if (!pad->tracks_stakes)
		gtk_widget_hide(GTK_WIDGET(pad->more_chips));
	gtk_widget_set_visible(GTK_WIDGET(pad->chips), pad->tracks_stakes);
	gtk_widget_set_visible(GTK_WIDGET(pad->extras), pad->tracks_stakes && pad->is_tall);
	if (!rules)
		return;
	if (rules != pad->rules) {
		const struct sabot_wire_rules *old = pad->rules;

		pad->rules = sabot_record_ref((gpointer)rules);
		make_keys(pad);
		sabot_record_unref((gpointer)old);
	}
	refresh_boxes(pad);
	if (!pad->tracks_stakes)
		return;
	refresh_bets(pad);
	refresh_bettor(pad);
}

/* While cards are dealt it is not seen, and a card's prompt is not to wait for it. */
static void
on_changed(SabotDealerTable *table, gpointer data)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	if (view && view->phase == SABOT_WIRE_PHASE_BETTING)
		refresh(data);
}

void
sabot_bet_pad_set_table(SabotBetPad *pad, SabotDealerTable *table, gboolean tracks_stakes)
{
	pad->table = g_object_ref(table);
	pad->tracks_stakes = tracks_stakes;
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), pad);
	refresh(pad);
}

void
sabot_bet_pad_set_tall(SabotBetPad *pad, gboolean is_tall)
{
	if (pad->is_tall == is_tall)
		return;
	pad->is_tall = is_tall;
	pad->rules = NULL; /* the keys are rebuilt */
	if (pad->table)
		refresh(pad);
}
