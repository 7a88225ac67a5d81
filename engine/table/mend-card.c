/*
 * A mend puts right what was recorded of the last card before it: a decision that was forgotten or
 * said too early, the card's reading, or the end of the bets. The load is then derived again, so
 * that what the slip had raised is explained and what is due now follows from the rules alone.
 */
#include "mend-card.h"

#include "engine/rules/articles.h"
#include "revise.h"
#include "table-private.h"

/* A mend that is looked at. */
struct mend {
	const struct sabot_table *table;
	const struct sabot_event *event;
	unsigned line;             /* the event's */
	struct sabot_round *as_if; /* the round as it would be */
	int order_index;           /* of the last card in the load's order */
	int place;                 /* of its event in the journal */
	int index;                 /* among the open round's cards; -1 = it is none of them */
	int from, to;              /* hands in the order of play; the dealer comes after them */
};

static int
count_hands(const struct sabot_round *round)
{
	int n_hands = 0;

	for (int seat = 0; seat < round->n_seats; seat++)
		n_hands += round->boxes[round->seats[seat]].n_hands;
	return n_hands;
}

/* Which hand in the order of play it is; the number of hands when it is none. */
static int
find_hand(const struct sabot_table *table, int box, int hand)
{
	int n_hands = count_hands(&table->round), each_box, each_hand;

	for (int nth = 0; nth < n_hands; nth++)
		if (sabot_round_nth_hand(table, nth, &each_box, &each_hand) && each_box == box &&
		    each_hand == hand)
			return nth;
	return n_hands;
}

static int
find_order(const struct sabot_table *table, unsigned line)
{
	int last = table->load.n_order - 1;

	if (!table->load.in_shoe || last < 0 || table->load.n_order == SABOT_ORDER_MAX ||
	    (table->load.order[last].marks & SABOT_SEEN_BOXED) != 0 ||
	    (line != 0 && table->load.order[last].line != line))
		return -1;
	return last;
}

static bool
is_action(const struct sabot_entry *entry, enum sabot_action action, int box, int hand)
{
	return entry->type == SABOT_EVENT_ACTION && entry->what == (uint8_t)action &&
	       entry->box == box && (entry->hand < 0 || entry->hand == hand) &&
	       (entry->flags & (SABOT_ENTRY_SKIPPED | SABOT_ENTRY_UNDONE)) == 0;
}

/* That hand's action since the card before this one; -1 = there is none. */
static int
find_action(const struct sabot_journal *journal, int place, enum sabot_action action, int box,
	    int hand)
{
	for (int i = place - 1; i >= 0 && journal->entries[i].type != SABOT_EVENT_CARD; i--)
		if (is_action(&journal->entries[i], action, box, hand))
			return i;
	return -1;
}

/* Of the first deal: it lies where the rules put it. Looked at once it is lifted. */
static bool
was_dealt(const struct sabot_table *table, const struct sabot_round *as_if,
	  const struct sabot_round_card *card)
{
	const struct sabot_hand *hand = &as_if->boxes[card->box].hands[card->hand];

	if (card->owner == SABOT_OWNER_DEALER)
		return as_if->piles[SABOT_OWNER_DEALER].n_cards < 1 + table->rules.hole;
	return card->owner == SABOT_OWNER_PLAYER && !hand->from_split && hand->pile.n_cards < 2;
}

/* Hands before the card's have stood. */
static enum sabot_reason
suppose_stood(struct mend *mend)
{
	const struct sabot_rules *rules = &mend->table->rules;
	struct sabot_round *as_if = mend->as_if;
	int box, hand;

	for (int nth = mend->from; nth < mend->to; nth++) {
		if (!sabot_round_nth_hand(mend->table, nth, &box, &hand))
			return SABOT_WHY_NO_SUCH_HAND;
		if (sabot_hand_is_owed(&as_if->boxes[box].hands[hand]))
			return SABOT_WHY_CARD_OWED;
		if (!sabot_blackjack_hand_is_complete(rules, as_if, box, hand))
			as_if->boxes[box].hands[hand].stood = true;
	}
	return SABOT_WHY_NONE;
}

/* The card's hand has not stood: that was said too early, and nothing came since. */
static enum sabot_reason
suppose_not_stood(struct mend *mend)
{
	int box, hand;

	if (!sabot_round_nth_hand(mend->table, mend->to, &box, &hand))
		return SABOT_WHY_NO_SUCH_HAND;
	int stand = find_action(&mend->table->journal, mend->place, SABOT_ACTION_STAND, box, hand);
	if (stand < 0 || !mend->as_if->boxes[box].hands[hand].stood)
		return SABOT_WHY_CANNOT_BE_THERE;
	/* Which hand of a split box was meant: only known for the one in turn last. */
	if (mend->table->journal.entries[stand].hand < 0 && mend->to != mend->from - 1 &&
	    mend->as_if->boxes[box].n_hands > 1)
		return SABOT_WHY_CANNOT_BE_THERE;
	/* Those after it have had no turn then. */
	for (int nth = mend->to; nth < mend->from; nth++)
		if (sabot_round_nth_hand(mend->table, nth, &box, &hand) &&
		    find_action(&mend->table->journal, mend->place, SABOT_ACTION_STAND, box,
				hand) >= 0)
			mend->as_if->boxes[box].hands[hand].stood = false;
	return SABOT_WHY_NONE;
}

/* What was said since the card hangs on it. */
static bool
was_decided_since(const struct mend *mend)
{
	const struct sabot_journal *journal = &mend->table->journal;

	for (int i = mend->place + 1; i < journal->n_entries; i++) {
		const struct sabot_entry *entry = &journal->entries[i];
		bool is_stand = entry->type == SABOT_EVENT_ACTION &&
				entry->what == (uint8_t)SABOT_ACTION_STAND;
		if ((entry->flags & SABOT_ENTRY_SKIPPED) == 0 && entry->line != mend->line &&
		    !is_stand && !sabot_entry_is_note(entry) && entry->type != SABOT_EVENT_DEVICE &&
		    entry->type != SABOT_EVENT_CUT_CARD && entry->type != SABOT_EVENT_CALL &&
		    entry->type != SABOT_EVENT_PAID)
			return true;
	}
	return false;
}

static bool
is_where_wanted(const struct mend *mend)
{
	const struct sabot_event *event = mend->event;
	struct sabot_next next = sabot_blackjack_next(&mend->table->rules, mend->as_if);

	if (event->box == 0)
		return next.kind == SABOT_NEXT_DEALER;
	return (next.kind == SABOT_NEXT_PLAY || next.kind == SABOT_NEXT_OWED) &&
	       next.box == event->box && next.hand == (event->hand > 0 ? event->hand : 0);
}

static enum sabot_reason
find_hands(struct mend *mend)
{
	const struct sabot_table *table = mend->table;
	const struct sabot_round_card *card = &table->round.cards[mend->index];
	int n_hands = count_hands(&table->round), box = mend->event->box;

	mend->from = card->owner == SABOT_OWNER_PLAYER ? find_hand(table, card->box, card->hand)
						       : n_hands;
	mend->to = box == 0 ? n_hands
			    : find_hand(table, box, mend->event->hand > 0 ? mend->event->hand : 0);
	if (box != 0 && mend->to == n_hands)
		return SABOT_WHY_NO_SUCH_HAND;
	return mend->to == mend->from ? SABOT_WHY_NOTHING_TO_DO : SABOT_WHY_NONE;
}

static enum sabot_reason
refuse_move(struct mend *mend)
{
	const struct sabot_table *table = mend->table;
	const struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK)
		return SABOT_WHY_NOT_THIS_GAME;
	if (mend->index < 0)
		return SABOT_WHY_NO_ROUND;
	if (round->is_void || round->log_full || round->cards[mend->index].burned)
		return SABOT_WHY_NOTHING_TO_DO;
	/* Whose turn it was is not certain. */
	if (sabot_round_is_doubtful(round))
		return SABOT_WHY_UNREAD_CARD;
	enum sabot_reason why = find_hands(mend);
	if (why != SABOT_WHY_NONE)
		return why;
	if (was_decided_since(mend))
		return SABOT_WHY_DECIDED_SINCE;
	sabot_round_copy(round, mend->as_if);
	sabot_round_lift_card(mend->as_if, mend->index);
	if (was_dealt(table, mend->as_if, &round->cards[mend->index]))
		return SABOT_WHY_CANNOT_BE_THERE;
	why = mend->to > mend->from ? suppose_stood(mend) : suppose_not_stood(mend);
	if (why != SABOT_WHY_NONE)
		return why;
	return is_where_wanted(mend) ? SABOT_WHY_NONE : SABOT_WHY_CANNOT_BE_THERE;
}

static enum sabot_reason
refuse_reading(const struct mend *mend)
{
	struct sabot_card card = mend->table->load.order[mend->order_index].card;

	if (mend->index < 0)
		return SABOT_WHY_NO_ROUND;
	if (mend->event->card.rank == SABOT_RANK_UNKNOWN)
		return SABOT_WHY_NO_CARD_GIVEN;
	return sabot_card_is_equal(card, mend->event->card) ? SABOT_WHY_NOTHING_TO_DO
							    : SABOT_WHY_NONE;
}

/* Such an incident of this load, about the card of that line. */
static bool
is_about(const struct sabot_table *table, const struct sabot_kept_incident *kept,
	 enum sabot_incident_code code, unsigned line)
{
	return kept->id != 0 && kept->code == code && kept->line == line &&
	       kept->load == table->load.number;
}

/* It was found to come too early, and is not used for anything else. */
static enum sabot_reason
refuse_early(const struct mend *mend)
{
	const struct sabot_table *table = mend->table;
	unsigned line = table->load.order[mend->order_index].line;

	if (table->n_next_cards == SABOT_NEXT_CARDS_MAX)
		return SABOT_WHY_NO_ROOM;
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		if (is_about(table, kept, SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS, line) &&
		    !kept->explained && !kept->card_used)
			return SABOT_WHY_NONE;
	}
	return SABOT_WHY_CANNOT_BE_THERE;
}

static enum sabot_reason
refuse_remedy(struct mend *mend)
{
	switch (mend->event->u.ruling.remedy) {
	case SABOT_REMEDY_MOVE_CARD:
		return refuse_move(mend);
	case SABOT_REMEDY_READ_AS:
		return refuse_reading(mend);
	case SABOT_REMEDY_FIRST_OF_NEXT_ROUND:
		return refuse_early(mend);
	case SABOT_REMEDY_UNKNOWN:
	case SABOT_REMEDY_LET_STAND:
	case SABOT_REMEDY_VOID_ROUND:
	case SABOT_REMEDY_BURN_CARD:
	case SABOT_REMEDY_USE_AS_BANCA_THIRD:
	case SABOT_REMEDY_DUMMY_HAND:
	case SABOT_REMEDY_DRAW_NOW:
	case SABOT_REMEDY_PAY_DIFFERENCE:
	case SABOT_REMEDY_INSERT_CARD:
	case SABOT_REMEDY_END_LOAD:
	case SABOT_REMEDY_COUNTED_AGAIN:
	case SABOT_REMEDY_CARDS_REPLACED:
	case SABOT_REMEDY_FALSE_ALARM:
		break;
	}
	return SABOT_WHY_NO_SUCH_REMEDY;
}

/* Find the card; SABOT_WHY_NONE when it is the last one and the load can be derived again. */
static enum sabot_reason
begin(struct mend *mend)
{
	const struct sabot_table *table = mend->table;
	const struct sabot_journal *journal = &table->journal;

	if (!table->load.in_shoe)
		return SABOT_WHY_NO_LOAD;
	mend->order_index = find_order(table, mend->event->of);
	if (mend->order_index < 0)
		return SABOT_WHY_NOT_LAST_CARD;
	mend->place = sabot_journal_find(journal, table->load.order[mend->order_index].line,
					 SABOT_EVENT_CARD);
	if (mend->place < 0)
		return SABOT_WHY_NOT_LAST_CARD;
	if (journal->full ||
	    journal->n_entries + count_hands(&table->round) + 2 > SABOT_JOURNAL_MAX)
		return SABOT_WHY_NO_ROOM;
	mend->index = table->round.open && table->round.bets_closed
			      ? sabot_round_find_card(&table->round, mend->order_index)
			      : -1;
	return SABOT_WHY_NONE;
}

enum sabot_reason
sabot_mend_card_refuse(const struct sabot_table *table, const struct sabot_event *event,
		       struct sabot_round *as_if)
{
	struct mend mend = {.table = table, .event = event, .line = event->line, .as_if = as_if};
	enum sabot_reason why = begin(&mend);

	return why != SABOT_WHY_NONE ? why : refuse_remedy(&mend);
}

/* An action as if it had been sent before the card. */
static void
insert_action(struct sabot_step *step, int *place, enum sabot_action action, int nth)
{
	int box, hand;

	if (!sabot_round_nth_hand(step->table, nth, &box, &hand))
		return;
	struct sabot_entry *entry = sabot_journal_insert(step->journal, *place);
	if (entry == NULL)
		return;
	entry->type = SABOT_EVENT_ACTION;
	entry->what = (uint8_t)action;
	entry->box = (uint8_t)box;
	entry->hand = (int8_t)hand;
	entry->line = step->event_line;
	++*place;
}

static void
remove_action(struct sabot_step *step, int *place, enum sabot_action action, int nth)
{
	int box, hand, found = -1;

	if (sabot_round_nth_hand(step->table, nth, &box, &hand))
		found = find_action(step->journal, *place, action, box, hand);
	if (found < 0)
		return;
	sabot_journal_remove(step->journal, found);
	--*place;
}

/* What was said, or not said, before the card is put right. */
static void
move(struct sabot_step *step, struct mend *mend)
{
	int place = mend->place, n_hands = count_hands(&step->table->round);
	int box, hand;

	remove_action(step, &place, SABOT_ACTION_HIT, mend->from);
	for (int nth = mend->to; nth < mend->from; nth++)
		remove_action(step, &place, SABOT_ACTION_STAND, nth);
	for (int nth = mend->from; nth < mend->to; nth++)
		insert_action(step, &place, SABOT_ACTION_STAND, nth);
	/* Whose card it is has said that he wanted it. */
	if (mend->to < n_hands && step->table->rules.actions == SABOT_ACTIONS_ALL &&
	    sabot_round_nth_hand(step->table, mend->to, &box, &hand) &&
	    !sabot_hand_is_owed(&mend->as_if->boxes[box].hands[hand]))
		insert_action(step, &place, SABOT_ACTION_HIT, mend->to);
}

/* The card as it was recorded, and what it is now. */
static unsigned
raise_mended(struct sabot_step *step, const struct mend *mend)
{
	const struct sabot_event *event = step->event;
	struct sabot_incident *incident;

	step->card_index = mend->order_index;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CARD_MENDED,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_MISTAKE));
	sabot_incident_add_word(incident, "remedy", sabot_remedy_to_string(event->u.ruling.remedy));
	sabot_incident_add_card(incident, "card", step->table->load.order[mend->order_index].card);
	if (event->u.ruling.remedy == SABOT_REMEDY_READ_AS)
		sabot_incident_add_card(incident, "read", event->card);
	if (event->u.ruling.remedy == SABOT_REMEDY_MOVE_CARD && event->box != 0) {
		sabot_incident_add_number(incident, "box", event->box);
		sabot_incident_add_number(incident, "hand", event->hand > 0 ? event->hand : 0);
	}
	step->card_index = -1;
	return incident->id;
}

/* That the card was not read is answered, too. */
static void
answer_unread(struct sabot_step *step, unsigned line)
{
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &step->table->kept[i];
		if (is_about(step->table, kept, SABOT_INCIDENT_UNREAD_CARD, line))
			sabot_step_add_output(step, SABOT_OUTPUT_RULED)->u.id = kept->id;
	}
}

static void
apply(struct sabot_step *step, struct mend *mend)
{
	struct sabot_entry *card = &step->journal->entries[mend->place];

	if (step->event->u.ruling.remedy == SABOT_REMEDY_READ_AS) {
		answer_unread(step, card->line);
		card->card = step->event->card;
		sabot_step_reorder(step, mend->place, card->line);
	} else if (step->event->u.ruling.remedy == SABOT_REMEDY_FIRST_OF_NEXT_ROUND) {
		card->flags |= SABOT_ENTRY_EARLY;
	} else {
		move(step, mend);
	}
	step->entry = sabot_journal_find(step->journal, step->event_line, SABOT_EVENT_RULING);
}

void
sabot_step_mend_card(struct sabot_step *step)
{
	struct mend mend = {
		.table = step->table,
		.event = step->event,
		.line = step->event_line,
		.as_if = &step->update->scratch.reading.round,
	};
	enum sabot_reason why = begin(&mend);

	/* Applied again only by what it has changed. */
	if (step->entry >= 0)
		step->journal->entries[step->entry].flags |= SABOT_ENTRY_SKIPPED;
	if (why == SABOT_WHY_NONE)
		why = refuse_remedy(&mend);
	if (why != SABOT_WHY_NONE) {
		sabot_step_out_of_order(step, why);
		return;
	}
	unsigned id = raise_mended(step, &mend);
	sabot_step_add_output(step, SABOT_OUTPUT_RULED)->u.id = id;
	apply(step, &mend);
	sabot_step_revise(step);
}
