/* The sentences of a table's page: see table-phrases.h. */
#include "table-phrases.h"

#include "text/device-text.h"
#include "text/money.h"
#include "text/payout-text.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* "banca 25", or "banca 25 (Rossi)" if the bettor is not the box's own player. */
static char *
phrase_stake(const struct sabot_wire_box *box, const struct sabot_wire_stake *stake)
{
	char amount[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *seat = g_strdup_printf("%d", (int)box->box);
	const char *bet = sabot_text_bet(sabot_bet_from_string(stake->on));

	sabot_text_money_short(stake->amount_minor, amount);
	if (g_strcmp0(stake->bettor, seat) == 0)
		/* Translators: a bet ("banca"), an amount. */
		return g_strdup_printf(C_("stake", "%s %s"), bet, amount);
	/* Translators: a bet ("banca"), an amount, whose it is. */
	return g_strdup_printf(C_("stake", "%s %s (%s)"), bet, amount, stake->bettor);
}

char *
sabot_phrase_stakes(const struct sabot_wire_box *box)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < box->stakes->len; i++) {
		g_autofree char *stake = phrase_stake(box, g_ptr_array_index(box->stakes, i));

		if (i > 0)
			g_string_append_c(text, '\n');
		g_string_append(text, stake);
	}
	return g_string_free(text, FALSE);
}

static void
add_note(GString *text, const char *note)
{
	if (*note == '\0')
		return;
	if (text->len > 0)
		g_string_append(text, C_("between notes of a hand", ", "));
	g_string_append(text, note);
}

char *
sabot_phrase_hand_note(const struct sabot_wire_hand *hand)
{
	GString *text = g_string_new(NULL);

	if (hand->is_soft && hand->total >= 0 && hand->state != SABOT_WIRE_HAND_BLACKJACK)
		add_note(text, C_("hand", "soft"));
	if (hand->is_doubled)
		add_note(text, C_("hand", "doubled"));
	add_note(text, sabot_phrase_hand(hand));
	return g_string_free(text, FALSE);
}

char *
sabot_phrase_shoe(const struct sabot_wire_shoe *shoe)
{
	int total = (int)shoe->decks * SABOT_DECK_CARDS;

	/* Translators: cards out of the shoe, cards of the load, burned ones, unread ones. */
	return g_strdup_printf(_("%d of %d cards out, %d burned, %d unread"), (int)shoe->seen_cards,
			       total, (int)shoe->burned_cards, (int)shoe->unread_cards);
}

const char *
sabot_phrase_cut(const struct sabot_wire_shoe *shoe)
{
	return shoe->is_cut ? _("The cut card has come.") : _("The cut card has not come.");
}

char *
sabot_phrase_device(const struct sabot_wire_device *device)
{
	const char *state = sabot_phrase_device_state(device->state);
	g_autofree char *detail = sabot_text_device(device->detail ? device->detail : "");

	if (*detail)
		/* Translators: a device, its state, what it says about it. */
		return g_strdup_printf(C_("device", "%s: %s, %s"), device->name, state, detail);
	/* Translators: a device, its state. */
	return g_strdup_printf(C_("device", "%s: %s"), device->name, state);
}

char *
sabot_phrase_payouts(const struct sabot_wire_view *view)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < view->payouts->len; i++) {
		g_autofree char *payout = sabot_phrase_payout(g_ptr_array_index(view->payouts, i));

		if (i > 0)
			g_string_append_c(text, '\n');
		g_string_append(text, payout);
	}
	return g_string_free(text, FALSE);
}

/* True if an order for the same box of that round already contains it. */
static bool
has_order(const struct sabot_wire_view *view, const struct sabot_wire_difference *difference)
{
	for (guint i = 0; i < view->redress->len; i++) {
		const struct sabot_wire_redress *redress = g_ptr_array_index(view->redress, i);

		if (redress->round == difference->round &&
		    (redress->box == difference->box || redress->box == 0))
			return true;
	}
	return false;
}

GPtrArray *
sabot_phrase_differences(const struct sabot_wire_view *view)
{
	GPtrArray *list = g_ptr_array_new();

	for (guint i = 0; i < view->differences->len; i++)
		if (!has_order(view, g_ptr_array_index(view->differences, i)))
			g_ptr_array_add(list, g_ptr_array_index(view->differences, i));
	return list;
}

char *
sabot_phrase_difference(const struct sabot_wire_difference *difference)
{
	g_autofree char *seat = g_strdup_printf("%d", (int)difference->box);
	const char *bettor = difference->bettor && strcmp(difference->bettor, seat) != 0
				     ? difference->bettor
				     : NULL;
	const struct sabot_redress_line line = {
		.round = difference->round,
		.box = (int)difference->box,
		.bettor = bettor,
		.amount_minor = difference->amount_minor,
	};
	g_autofree char *text = sabot_text_redress(&line);
	char due[SABOT_TEXT_MONEY_SIZE], paid[SABOT_TEXT_MONEY_SIZE];

	/* Translators: "Round 2, box 3: pay 5.00", what is due now, what was paid. */
	return g_strdup_printf(_("%s (due %s, paid %s)"), text,
			       sabot_text_money(difference->due_minor, due),
			       sabot_text_money(difference->paid_minor, paid));
}

static void
append_differences(GString *text, const struct sabot_wire_view *view)
{
	g_autoptr(GPtrArray) differences = sabot_phrase_differences(view);

	for (guint i = 0; i < differences->len; i++) {
		g_autofree char *line =
			sabot_phrase_difference(g_ptr_array_index(differences, i));

		if (text->len > 0)
			g_string_append_c(text, '\n');
		/* Translators: "Round 2, box 3: pay 5.00 (due 10.00, paid 5.00)". */
		g_string_append_printf(text, _("To be put right: %s"), line);
	}
}

char *
sabot_phrase_redress_list(const struct sabot_wire_view *view)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < view->redress->len; i++) {
		const struct sabot_wire_redress *redress = g_ptr_array_index(view->redress, i);
		g_autofree char *line = sabot_phrase_redress(redress);

		if (i > 0)
			g_string_append_c(text, '\n');
		/* Translators: the number of what is to be put right, and "Round 211: pay 5.00". */
		g_string_append_printf(text, _("To be put right, no. %d: %s"),
				       (int)redress->redress, line);
	}
	append_differences(text, view);
	return g_string_free(text, FALSE);
}

/* The oldest order, else the oldest difference; 0: none. `ret_n`: how many there are. */
static int64_t
first_to_redress(const struct sabot_wire_view *view, guint *ret_n)
{
	g_autoptr(GPtrArray) differences = sabot_phrase_differences(view);

	*ret_n = view->redress->len + differences->len;
	if (view->redress->len > 0)
		return ((const struct sabot_wire_redress *)g_ptr_array_index(view->redress, 0))
			->amount_minor;
	if (differences->len > 0)
		return ((const struct sabot_wire_difference *)g_ptr_array_index(differences, 0))
			->amount_minor;
	return 0;
}

char *
sabot_phrase_redress_short(const struct sabot_wire_view *view)
{
	guint n;
	int64_t amount_minor = first_to_redress(view, &n);
	char amount[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *text = NULL;

	if (n == 0)
		return NULL;
	sabot_text_money_short(ABS(amount_minor), amount);
	if (amount_minor < 0)
		/* Translators: what is still to be taken back from a player; the arrow stays. */
		text = g_strdup_printf(C_("tile", "◀ collect %s"), amount);
	else
		/* Translators: what is still to be paid to a player; the arrow stays. */
		text = g_strdup_printf(C_("tile", "▶ pay %s"), amount);
	if (n == 1)
		return g_steal_pointer(&text);
	/* Translators: "pay 25", and how many more such things there are. */
	return g_strdup_printf(C_("tile", "%s +%d"), text, (int)n - 1);
}

char *
sabot_phrase_box_name(const struct sabot_wire_box *box)
{
	g_autofree char *stakes = sabot_phrase_stakes(box);

	g_strdelimit(stakes, "\n", ';');
	if (*stakes == '\0')
		return g_strdup_printf(_("box %d"), (int)box->box);
	/* Translators: for screen readers: a box by its number, the stakes on it. */
	return g_strdup_printf(C_("box name", "box %d: %s"), (int)box->box, stakes);
}

/* The totals of a round's stakes, as far as they are known. */
struct sums {
	int64_t staked_minor;                   /* of those that are certain */
	int64_t house_min_minor, house_max_minor; /* what the house won */
	gboolean is_known;                      /* the last two are known */
};

static struct sums
sum_stakes(const struct sabot_wire_past_round *round)
{
	struct sums sums = {.is_known = TRUE};

	for (guint i = 0; i < round->stakes->len; i++) {
		const struct sabot_wire_settled *stake = g_ptr_array_index(round->stakes, i);
		gboolean is_certain = stake->due_minor != SABOT_WIRE_NO_NUMBER;
		int64_t most_minor = is_certain ? stake->due_minor : stake->due_max_minor;
		int64_t least_minor = is_certain ? stake->due_minor : stake->due_min_minor;

		if (stake->stake_minor != SABOT_WIRE_NO_NUMBER)
			sums.staked_minor += stake->stake_minor;
		sums.is_known &= most_minor != SABOT_WIRE_NO_NUMBER;
		if (!sums.is_known)
			continue;
		sums.house_min_minor -= most_minor;
		sums.house_max_minor -= least_minor;
	}
	return sums;
}

/* An amount, a range, or "?". */
static char *
phrase_house(const struct sums *sums)
{
	char least[SABOT_TEXT_MONEY_SIZE], most[SABOT_TEXT_MONEY_SIZE];

	if (!sums->is_known)
		return g_strdup("?");
	sabot_text_money_short(sums->house_min_minor, least);
	if (sums->house_min_minor == sums->house_max_minor)
		return g_strdup(least);
	/* Translators: what the house got is not certain: the least and the most. */
	return g_strdup_printf(C_("round", "%s to %s"), least,
			       sabot_text_money_short(sums->house_max_minor, most));
}

/* A total, or "?": an unread card counts 0 in it, and an absent total is unknown. */
static char *
total_text(int64_t total, const GArray *cards)
{
	gboolean is_known = total >= 0;

	for (guint i = 0; i < cards->len; i++)
		is_known &= g_array_index(cards, struct sabot_wire_card, i).card.rank != 0;
	return is_known ? g_strdup_printf("%d", (int)total) : g_strdup("?");
}

static char *
round_result(const struct sabot_wire_past_round *round)
{
	g_autofree char *punto = total_text(round->punto, round->punto_cards);
	g_autofree char *banca = total_text(round->banca, round->banca_cards);
	g_autofree char *dealer = total_text(round->dealer, round->dealer_cards);
	enum sabot_winner winner;

	if (!round->winner && round->punto_cards->len == 0 && round->banca_cards->len == 0)
		/* Translators: a closed round of blackjack: its number, the dealer's total. */
		return g_strdup_printf(C_("round", "%d: dealer %s"), (int)round->round, dealer);
	if (!round->winner || !sabot_winner_from_string(round->winner, &winner))
		/* Translators: a coup that nobody knows the winner of: its number, points. */
		return g_strdup_printf(C_("round", "%d: ?, %s : %s"), (int)round->round, punto,
				       banca);
	/* Translators: a closed coup: its number, "banca wins", punto's points, banca's points. */
	return g_strdup_printf(C_("round", "%d: %s, %s : %s"), (int)round->round,
			       sabot_phrase_winner(winner), punto, banca);
}

char *
sabot_phrase_round(const struct sabot_wire_past_round *round)
{
	char staked[SABOT_TEXT_MONEY_SIZE];
	struct sums sums = sum_stakes(round);
	g_autofree char *house = phrase_house(&sums);
	g_autofree char *known = round_result(round);
	g_autofree char *result =
		round->is_unverified ? g_strdup_printf("%s, %s", known, C_("round", "unverified"))
				     : g_strdup(known);
	g_autofree char *line = NULL;

	sabot_text_money_short(sums.staked_minor, staked);
	/* Translators: a closed round's result, all that was staked, what the house got of it. */
	line = g_strdup_printf(C_("round", "%s; staked %s, house %s"), result, staked, house);
	if (json_array_size(round->incidents) == 0)
		return g_steal_pointer(&line);
	/* Translators: a closed round in a line, how many incidents it had. */
	return g_strdup_printf(ngettext("%s · %d incident", "%s · %d incidents",
					(unsigned long)json_array_size(round->incidents)),
			       line, (int)json_array_size(round->incidents));
}

char *
sabot_phrase_rules_size(const struct sabot_wire_rules *rules)
{
	g_autofree char *decks = g_strdup_printf(
		ngettext("%d deck", "%d decks", (unsigned long)rules->decks), (int)rules->decks);
	g_autofree char *boxes = g_strdup_printf(
		ngettext("%d box", "%d boxes", (unsigned long)rules->boxes), (int)rules->boxes);
	GString *text = g_string_new(NULL);

	/* Translators: "6 decks", "7 boxes". */
	g_string_append_printf(text, C_("rules", "%s, %s"), decks, boxes);
	if (rules->has_insurance)
		g_string_append_printf(text, "\n%s", _("Insurance is offered."));
	if (rules->has_even_money)
		g_string_append_printf(text, "\n%s", _("Even money is offered."));
	return g_string_free(text, FALSE);
}

static void
add_item(GString *list, const char *item)
{
	if (list->len > 0)
		g_string_append(list, C_("between items of a list", ", "));
	g_string_append(list, item);
}

char *
sabot_phrase_rules_bets(const struct sabot_wire_rules *rules)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; i < rules->bets->len; i++)
		add_item(list,
			 sabot_text_bet(sabot_bet_from_string(g_ptr_array_index(rules->bets, i))));
	return g_string_free(list, FALSE);
}

char *
sabot_phrase_rules_chips(const struct sabot_wire_rules *rules)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; i < rules->chips->len; i++) {
		char amount[SABOT_TEXT_MONEY_SIZE];

		add_item(list,
			 sabot_text_money_short(g_array_index(rules->chips, int64_t, i), amount));
	}
	if (list->len == 0)
		g_string_append(list, _("None are named."));
	return g_string_free(list, FALSE);
}

char *
sabot_phrase_rules_next(const struct sabot_wire_rules *rules)
{
	const struct sabot_wire_next_rules *next = rules->next;
	g_autofree char *limits = NULL;

	if (!next || !next->rules)
		return NULL;
	limits = sabot_phrase_limits(MAX(next->min_minor, 0), MAX(next->max_minor, 0));
	/* Translators: a profile of rules, "bets 5 – 500". */
	return g_strdup_printf(_("From the next load on: %s, %s"), next->rules, limits);
}
