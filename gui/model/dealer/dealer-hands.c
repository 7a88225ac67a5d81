/* Boxes and hands in words: see dealer-hands.h. */
#include "dealer-hands.h"

#include "engine/core/event.h"
#include "proto/wire-words.h"
#include "proto/wording/wording.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

const struct sabot_wire_box *
sabot_dealer_box_find(const struct sabot_wire_view *view, int64_t number)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (box->box == number)
			return box;
	}
	return NULL;
}

int64_t
sabot_dealer_box_stake(const struct sabot_wire_box *box)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < box->stakes->len; i++) {
		const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, i);

		if (g_strcmp0(stake->on, "main") == 0)
			sum_minor += stake->amount_minor;
	}
	return sum_minor;
}

int
sabot_dealer_box_units(const struct sabot_wire_box *box)
{
	int n_units = 0;

	for (guint i = 0; i < box->hands->len; i++)
		n_units += 1 +
			   ((struct sabot_wire_hand *)g_ptr_array_index(box->hands, i))->is_doubled;
	return MAX(n_units, 1);
}

int64_t
sabot_dealer_staked(const struct sabot_wire_view *view)
{
	int64_t sum_minor = 0;

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->stakes->len; j++)
			sum_minor += ((struct sabot_wire_stake *)g_ptr_array_index(box->stakes, j))
					     ->amount_minor;
		sum_minor += sabot_dealer_box_stake(box) * (sabot_dealer_box_units(box) - 1);
	}
	return sum_minor;
}

bool
sabot_dealer_hands_are_current(const struct sabot_wire_view *view)
{
	if (view->phase == SABOT_WIRE_PHASE_NO_LOAD || view->phase == SABOT_WIRE_PHASE_BURN)
		return false;
	return view->phase != SABOT_WIRE_PHASE_BETTING || !view->is_round_open;
}

bool
sabot_dealer_is_settling(const struct sabot_wire_view *view)
{
	bool is_after = view->phase == SABOT_WIRE_PHASE_BETTING ||
			view->phase == SABOT_WIRE_PHASE_AFTER_CUT;

	return view->phase == SABOT_WIRE_PHASE_DECIDED || (is_after && !view->is_round_open);
}

static const char *
name_of_several(guint n_hands, int64_t hand)
{
	if (hand == 0)
		return C_("place", "left hand");
	if (hand == (int64_t)n_hands - 1)
		return C_("place", "right hand");
	if (n_hands == 3)
		return C_("place", "middle hand");
	/* Translators: of four hands or more, counted from the left. */
	if (hand == 1)
		return C_("place", "second hand");
	return hand == 2 ? C_("place", "third hand") : C_("place", "fourth hand");
}

const char *
sabot_phrase_which_hand(const struct sabot_wire_view *view, int64_t box, int64_t hand)
{
	const struct sabot_wire_box *found = sabot_dealer_box_find(view, box);

	if (!found || found->hands->len < 2 || hand < 0)
		return NULL;
	return name_of_several(found->hands->len, hand);
}

static char *
name_box(const struct sabot_wire_view *view, int64_t box, bool begins)
{
	if (view->game == SABOT_WIRE_GAME_PUNTO_BANCO)
		/* Translators: a player's place at punto banco, by its number. */
		return g_strdup_printf(begins ? C_("place", "Seat %d") : C_("place", "seat %d"),
				       (int)box);
	return g_strdup_printf(begins ? _("Box %d") : _("box %d"), (int)box);
}

char *
sabot_phrase_hand_place(const struct sabot_wire_view *view, int64_t box, int64_t hand, bool begins)
{
	const char *which = sabot_phrase_which_hand(view, box, hand);
	g_autofree char *place = name_box(view, box, begins);

	if (!which)
		return g_steal_pointer(&place);
	return g_strconcat(place, C_("between cards of a list", ", "), which, NULL);
}

char *
sabot_phrase_payment_place(const struct sabot_wire_view *view,
			   const struct sabot_wire_payout *payout, bool begins)
{
	g_autofree char *place = sabot_phrase_hand_place(view, payout->box, payout->hand, begins);
	g_autofree char *seat = g_strdup_printf("%d", (int)payout->box);
	enum sabot_bet on = sabot_bet_from_string(payout->on);
	bool has_name = payout->bettor && *payout->bettor && !g_str_equal(payout->bettor, seat);
	bool names_bet = on != SABOT_BET_MAIN && on != SABOT_BET_UNKNOWN;

	return g_strconcat(place, names_bet ? ", " : "", names_bet ? sabot_text_bet(on) : "",
			   has_name ? ", " : "", has_name ? payout->bettor : "", NULL);
}

/* The total of the cards that were read. */
static int
add_read(const GArray *cards, bool is_punto_banco)
{
	int sum = 0;

	for (guint i = 0; i < cards->len; i++) {
		int rank = g_array_index(cards, struct sabot_wire_card, i).card.rank;

		sum += MIN(rank, 10);
	}
	return is_punto_banco ? sum % 10 : sum;
}

static bool
has_hidden(const GArray *cards)
{
	for (guint i = 0; i < cards->len; i++)
		if (g_array_index(cards, struct sabot_wire_card, i).is_hidden)
			return true;
	return false;
}

char *
sabot_phrase_points(const struct sabot_wire_hand *hand, bool is_punto_banco)
{
	int read;

	if (hand->cards->len == 0)
		return g_strdup("");
	if (hand->total >= 0)
		return g_strdup_printf("%d", (int)hand->total);
	if (has_hidden(hand->cards))
		return g_strdup("");
	read = add_read(hand->cards, is_punto_banco);
	return read > 0 ? g_strdup_printf("%d+?", read) : g_strdup("?");
}

const char *
sabot_phrase_hand_word(const struct sabot_wire_hand *hand)
{
	const char *word = sabot_phrase_hand(hand);

	if (hand->result != SABOT_WIRE_RESULT_NONE)
		return word;
	switch (hand->state) {
	case SABOT_WIRE_HAND_TURN:
	case SABOT_WIRE_HAND_STOOD:
	case SABOT_WIRE_HAND_BUST:
	case SABOT_WIRE_HAND_BLACKJACK:
	case SABOT_WIRE_HAND_SURRENDERED:
		return word;
	case SABOT_WIRE_HAND_UNKNOWN:
	case SABOT_WIRE_HAND_DEALING:
	case SABOT_WIRE_HAND_WAITING:
	case SABOT_WIRE_HAND_COMPLETE:
		break;
	}
	if (hand->is_doubled)
		return C_("hand", "doubled");
	return hand->is_soft ? C_("hand", "soft") : "";
}

bool
sabot_dealer_hand_is_done(const struct sabot_wire_hand *hand)
{
	switch (hand->state) {
	case SABOT_WIRE_HAND_STOOD:
	case SABOT_WIRE_HAND_BUST:
	case SABOT_WIRE_HAND_BLACKJACK:
	case SABOT_WIRE_HAND_SURRENDERED:
	case SABOT_WIRE_HAND_COMPLETE:
		return true;
	case SABOT_WIRE_HAND_UNKNOWN:
	case SABOT_WIRE_HAND_DEALING:
	case SABOT_WIRE_HAND_TURN:
	case SABOT_WIRE_HAND_WAITING:
		break;
	}
	return false;
}

char *
sabot_phrase_payment_amount(const struct sabot_wire_payout *payout)
{
	g_autofree char *line = sabot_phrase_payout(payout);
	const char *amount = strstr(line, ": ");
	char paid[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];

	if (payout->paid_minor == 0 || payout->paid_minor == SABOT_WIRE_NOT_PAID)
		return g_strdup(amount ? amount + strlen(": ") : line);
	sabot_text_money(ABS(payout->paid_minor), paid);
	sabot_text_money(ABS(payout->due_minor), due);
	/* Translators: two amounts: what was confirmed, and what is due altogether. */
	return g_strdup_printf(payout->paid_minor > 0 ? C_("payment", "paid already: %s of %s")
						      : C_("payment", "taken already: %s of %s"),
			       paid, due);
}
