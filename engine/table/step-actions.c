/*
 * What players decide in blackjack: stand, hit, double, split, surrender, insurance, even money.
 * Each is logged first and then judged, live and when the round is derived again.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings-apply.h"
#include "revise.h"

/* True when the deal lies and players may speak; otherwise the event is out of order. */
static bool
deal_lies(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->rules.game != SABOT_BLACKJACK)
		sabot_step_out_of_order(step, SABOT_WHY_NOT_THIS_GAME);
	else if (!table->round.open || !table->round.bets_closed)
		sabot_step_out_of_order(step, SABOT_WHY_NO_ROUND);
	else if (!sabot_blackjack_deal_is_complete(&table->rules, &table->round) &&
		 !sabot_round_is_torn(&table->round))
		sabot_step_out_of_order(step, SABOT_WHY_DEAL_NOT_COMPLETE);
	else
		return true;
	return false;
}

static bool
is_box(const struct sabot_step *step)
{
	return step->event->box >= 1 && step->event->box <= SABOT_BOXES_MAX;
}

/* It does not part a card from the action that belongs to it. */
static bool
may_lie_between(const struct sabot_entry *entry)
{
	return (entry->flags & SABOT_ENTRY_UNDONE) != 0 || sabot_entry_is_between(entry);
}

/* Nothing but what the shoe says of itself and calls lies between the card and this action. */
static int
find_card_before(const struct sabot_step *step, unsigned line)
{
	const struct sabot_journal *journal = step->journal;

	for (int i = step->entry - 1; i >= 0; i--) {
		const struct sabot_entry *entry = &journal->entries[i];
		if (entry->type == SABOT_EVENT_CARD)
			return entry->line == line ? i : -1;
		if (!may_lie_between(entry))
			return -1;
	}
	return -1;
}

/* The same, but for what is in the round's log, too: each reading has its own view of that. */
static bool
is_after_card(const struct sabot_step *step)
{
	const struct sabot_journal *journal = step->journal;

	for (int i = step->entry - 1; i >= 0; i--) {
		const struct sabot_entry *entry = &journal->entries[i];
		if (entry->type == SABOT_EVENT_CARD)
			return true;
		if (!may_lie_between(entry) &&
		    !sabot_round_has_logged(&step->table->round, entry->line))
			return false;
	}
	return false;
}

/* A card is requested. */
static bool
is_request(const struct sabot_step *step)
{
	enum sabot_action action = step->event->u.action.kind;

	return action == SABOT_ACTION_HIT || action == SABOT_ACTION_DOUBLE;
}

/*
 * The card's id in the journal if a hit or double sent now was meant for it: it came last,
 * to that box, as a hit that nobody had announced, to hand `ret_hand`. -1 = it was not. While a
 * card is open it is found for each reading (sabot_step_replay()), and here when the load is
 * derived again, or where the round waits as no reading has the card announced.
 */
static int
find_its_card(struct sabot_step *step, int *ret_hand)
{
	const struct sabot_event *event = step->event;
	const struct sabot_round *round = &step->table->round;

	if (!is_request(step) || round->n_cards == 0 || step->entry < 0 || step->journal->full)
		return -1;
	if ((sabot_round_is_doubtful(round) || step->table->load.in_doubt) &&
	    (!round->waiting || round->not_asked != round->n_cards - 1 ||
	     sabot_readings_are_none(step->table)))
		return -1;
	const struct sabot_round_card *card = &round->cards[round->n_cards - 1];
	if (!card->is_hit || card->announced)
		return -1;
	struct sabot_hand_id id = sabot_readings_last_hand(step);
	if (id.owner != SABOT_OWNER_PLAYER || id.box != event->box ||
	    (event->hand >= 0 && event->hand != id.hand))
		return -1;
	*ret_hand = id.hand;
	return find_card_before(step, card->line);
}

/* It counts as sent before its card. */
static void
act_before_card(struct sabot_step *step, int place, int hand)
{
	struct sabot_journal *journal = step->journal;
	struct sabot_entry action = journal->entries[step->entry];

	action.hand = (int8_t)hand;
	action.flags |= SABOT_ENTRY_MOVED;
	for (int i = step->entry; i > place; i--)
		journal->entries[i] = journal->entries[i - 1];
	journal->entries[place] = action;
	step->entry = place;
	if (step->revising)
		step->update->scratch.is_reordered = true;
	else
		sabot_step_revise(step);
}

/* ES-10: the card after it has shown that aces which might have been split again stood. */
static void
stand_aces_before(struct sabot_step *step, const struct sabot_round_step *sent)
{
	const struct sabot_table *table = step->table;

	for (;;) {
		struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);
		if (next.kind != SABOT_NEXT_PLAY || !table->rules.split_aces_one_card ||
		    !table->round.boxes[next.box].hands[next.hand].from_aces ||
		    (next.box == sent->box && next.hand == sent->hand))
			return;
		sabot_step_play(step, &(struct sabot_round_step){
					      .kind = SABOT_STEP_ACTION,
					      .box = (uint8_t)next.box,
					      .hand = (int8_t)next.hand,
					      .what = SABOT_ACTION_STAND,
				      });
	}
}

static bool
is_moved(const struct sabot_step *step)
{
	return step->entry >= 0 &&
	       (step->journal->entries[step->entry].flags & SABOT_ENTRY_MOVED) != 0;
}

/* While cards are in doubt: a hit or double directly after a card. */
static bool
may_be_late(const struct sabot_step *step, const struct sabot_round_step *sent)
{
	const struct sabot_table *table = step->table;

	return (sabot_round_is_doubtful(&table->round) || table->load.in_doubt) &&
	       sent->after_card && !sent->is_moved &&
	       (sent->what == SABOT_ACTION_HIT || sent->what == SABOT_ACTION_DOUBLE);
}

static unsigned
last_card_line(const struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;

	return round->cards[round->n_cards - 1].line;
}

void
sabot_step_action(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;

	if (!deal_lies(step))
		return;
	if (!is_box(step)) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_SUCH_BOX);
		return;
	}
	struct sabot_round_step sent = {
		.kind = SABOT_STEP_ACTION,
		.box = (uint8_t)event->box,
		.hand = (int8_t)(event->hand > SABOT_HANDS_MAX ? SABOT_HANDS_MAX : event->hand),
		.what = (uint8_t)event->u.action.kind,
		.line = step->line,
		.after_card = is_request(step) && is_after_card(step),
		.is_moved = is_moved(step),
	};
	int hand = 0;
	int place = is_moved(step) ? -1 : find_its_card(step, &hand);
	if (place >= 0 && !sabot_step_said_since(step, last_card_line(step)) &&
	    sabot_step_log(step, &sent)) {
		/* Nothing has to be taken back: the round alone is derived again. */
		sabot_step_derive_again(step);
		sabot_step_close_if_due(step);
		return;
	}
	if (place >= 0) {
		act_before_card(step, place, hand);
		return;
	}
	if (step->table->round.waiting)
		sabot_step_end_wait(step);
	if (!step->table->round.open || !step->table->round.bets_closed) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_ROUND);
		return;
	}
	if (is_moved(step))
		stand_aces_before(step, &sent);
	/* As the round lies, too, it may count as sent before its card. */
	if (may_be_late(step, &sent) && sabot_step_log(step, &sent))
		sabot_step_derive_again(step);
	else
		sabot_step_play(step, &sent);
	sabot_step_close_if_due(step);
}

void
sabot_step_insurance(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;

	if (!deal_lies(step))
		return;
	if (step->table->round.waiting)
		sabot_step_end_wait(step);
	if (!deal_lies(step))
		return;
	if (event->type == SABOT_EVENT_INSURANCE_CLOSED) {
		if (sabot_readings_test(step, sabot_table_insurance_is_open) == SABOT_FOR_NONE)
			sabot_step_out_of_order(step, SABOT_WHY_NO_INSURANCE_OPEN);
		else
			sabot_step_play(step, &(struct sabot_round_step){
						      .kind = SABOT_STEP_INSURANCE_CLOSED});
		sabot_step_close_if_due(step);
		return;
	}
	if (!is_box(step)) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_SUCH_BOX);
		return;
	}
	bool even_money = event->type == SABOT_EVENT_EVEN_MONEY;
	sabot_step_play(step,
			&(struct sabot_round_step){
				.kind = even_money ? SABOT_STEP_EVEN_MONEY : SABOT_STEP_INSURANCE,
				.box = (uint8_t)event->box,
				.bettor = (int8_t)sabot_round_find_bettor(&table->round, event->box,
									  event->bettor, false),
				.what = even_money && event->bettor == NULL,
				.amount_minor = event->amount_minor,
			});
}
