/*
 * A simulated player's decisions, see the header: the usual table for several decks and a dealer
 * who stands on 17, slightly simplified.
 */
#include "shoe-play.h"

static bool
can(const struct sabot_wire_prompt *prompt, enum sabot_action action)
{
	for (guint i = 0; prompt->can && i < prompt->can->len; i++) {
		if (g_array_index(prompt->can, int, i) == (int)action + 1)
			return true;
	}
	return false;
}

static const struct sabot_wire_hand *
hand_in_turn(const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (box->box != view->prompt->box)
			continue;
		for (guint j = 0; j < box->hands->len; j++) {
			const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, j);

			if (hand->hand == MAX(view->prompt->hand, 0))
				return hand;
		}
	}
	return NULL;
}

static unsigned
value_of(const struct sabot_wire_hand *hand, guint place)
{
	if (!hand || !hand->cards || place >= hand->cards->len)
		return 0;
	return sabot_card_value(g_array_index(hand->cards, struct sabot_wire_card, place).card);
}

static bool
is_between(unsigned value, unsigned least, unsigned most)
{
	return value >= least && value <= most;
}

/* `up` is the value of the dealer's card: 1 = ace. */
static bool
wants_split(unsigned value, unsigned up)
{
	switch (value) {
	case 1:
	case 8:
		return true;
	case 2:
	case 3:
	case 7:
		return is_between(up, 2, 7);
	case 6:
		return is_between(up, 2, 6);
	case 9:
		return is_between(up, 2, 9) && up != 7;
	default:
		return false;
	}
}

static bool
wants_double(int64_t total, unsigned up)
{
	return (total == 11 && up != 1) || (total == 10 && is_between(up, 2, 9)) ||
	       (total == 9 && is_between(up, 3, 6));
}

static bool
wants_card(int64_t total, bool is_soft, unsigned up)
{
	if (is_soft)
		return total <= 17 || (total == 18 && !is_between(up, 2, 8));
	if (total <= 11)
		return true;
	if (total == 12)
		return !is_between(up, 4, 6);
	return total <= 16 && !is_between(up, 2, 6);
}

enum sabot_action
shoe_play_choose(const struct sabot_wire_view *view)
{
	const struct sabot_wire_hand *hand = hand_in_turn(view);
	const struct sabot_wire_prompt *prompt = view->prompt;
	unsigned up = value_of(view->dealer, 0);
	int64_t total = hand && hand->total >= 0 ? hand->total : prompt->total;
	bool is_soft = hand && hand->is_soft;

	if (can(prompt, SABOT_ACTION_SPLIT) && wants_split(value_of(hand, 0), up))
		return SABOT_ACTION_SPLIT;
	if (can(prompt, SABOT_ACTION_DOUBLE) && !is_soft && wants_double(total, up))
		return SABOT_ACTION_DOUBLE;
	if (can(prompt, SABOT_ACTION_HIT) && wants_card(total, is_soft, up))
		return SABOT_ACTION_HIT;
	return SABOT_ACTION_STAND;
}
