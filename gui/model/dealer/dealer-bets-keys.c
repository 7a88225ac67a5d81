/* Keys about bets: see dealer-bets-keys.h. */
#include "dealer-bets-keys.h"

#include "bet-phrases.h"
#include "dealer-event.h"

char *
sabot_dealer_bets_fill(const struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
		       struct sabot_dealer_state *state)
{
	struct sabot_dealer_bets_state sum = sabot_dealer_bets_get_state(bets);
	char *said = sabot_phrase_bets_close(view->game == SABOT_WIRE_GAME_BLACKJACK, &sum);

	state->has_bets = sum.can_clear;
	state->can_repeat = sum.can_repeat;
	state->bets = said;
	if (view->phase == SABOT_WIRE_PHASE_BETTING)
		state->can_undo = sum.can_undo;
	return said;
}

bool
sabot_dealer_bets_press(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			const struct sabot_dealer_key *key)
{
	bool is_event = key->event && json_is_object(key->event);

	if (!view || view->phase != SABOT_WIRE_PHASE_BETTING)
		return false;
	if (key->task == SABOT_DEALER_KEY_CLEARS_BETS)
		sabot_dealer_bets_clear_all(bets);
	else if (key->task == SABOT_DEALER_KEY_REPEATS_BETS)
		sabot_dealer_bets_all_as_before(bets);
	else if (is_event && sabot_dealer_event_is(key->event, "undo"))
		sabot_dealer_bets_undo(bets);
	else if (is_event && sabot_dealer_event_is(key->event, "no_more_bets"))
		sabot_dealer_bets_close(bets);
	else
		return false;
	return true;
}
