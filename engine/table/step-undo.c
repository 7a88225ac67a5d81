/*
 * Taking back the last thing said. Where nothing is in doubt it leaves the journal, and the load is
 * derived without it. While a card is open the cards may have it that it was refused, and so could
 * not be taken back: then the `undo` stays in the journal and in the round's log, and each reading
 * decides (sabot_step_replay()).
 */
#include "table-private.h"

#include "readings-apply.h"
#include "revise.h"

#include <string.h>

/* Each that stays has the round, or the load, derived once more for all that comes later. */
enum { KEPT_MAX = 4 };

/* The card for which an action was sent late, which lies before it now. */
static bool
is_card_of_moved(const struct sabot_journal *journal, int place)
{
	if (place == 0 || journal->entries[place].type != SABOT_EVENT_CARD)
		return false;
	uint16_t flags = journal->entries[place - 1].flags;
	return (flags & SABOT_ENTRY_MOVED) != 0 &&
	       (flags & (SABOT_ENTRY_UNDONE | SABOT_ENTRY_LEFT_OUT)) == 0;
}

/*
 * What this `undo` would take back: what was sent last; -1 = nothing. An action may lie before its
 * card, and a card that a ruling put in counts where it lies.
 */
static int
find_target(const struct sabot_step *step)
{
	const struct sabot_journal *journal = step->journal;
	unsigned last_line = 0;
	int found = -1;

	for (int i = 0; i < journal->n_entries; i++) {
		const struct sabot_entry *entry = &journal->entries[i];
		bool is_inserted = (entry->flags & SABOT_ENTRY_INSERTED) != 0;
		if ((is_inserted ? i > step->entry : entry->line >= step->line) ||
		    entry->type == SABOT_EVENT_UNDO || is_card_of_moved(journal, i) ||
		    (entry->flags & (SABOT_ENTRY_UNDONE | SABOT_ENTRY_LEFT_OUT)) != 0 ||
		    sabot_entry_is_between(entry) || (!is_inserted && entry->line < last_line))
			continue;
		found = i;
		last_line = is_inserted ? last_line : entry->line;
	}
	return found;
}

/* It has removed what it takes back: it need not be derived again. */
static void
leave_journal(struct sabot_step *step)
{
	if (step->entry >= 0 && !step->revising) {
		sabot_journal_remove(step->journal, step->entry);
		step->entry = -1;
	}
}

static void
remove_target(struct sabot_step *step, int place)
{
	struct sabot_journal *journal = step->journal;

	leave_journal(step);
	step->update->scratch.unchanged_entries = place;
	/* The round that it ended stays closed. */
	if ((journal->entries[place].flags & SABOT_ENTRY_ENDED_ROUND) != 0)
		journal->entries[place].flags = SABOT_ENTRY_JUST_ENDS;
	else
		journal->entries[place] = (struct sabot_entry){
			.type = SABOT_EVENT_UNDO,
			.flags = SABOT_ENTRY_UNMADE,
			.line = journal->entries[place].line,
		};
	sabot_step_revise(step);
	if (step->table->round.open && journal->entries[place].flags == SABOT_ENTRY_UNMADE)
		sabot_journal_remove(journal, place);
}

/* It was laid while the round waited: whatever the cards were, it was not late. */
static bool
is_silent_bet(const struct sabot_round *round, unsigned line)
{
	for (int i = 0; i < round->n_log; i++)
		if (round->log[i].kind == SABOT_STEP_LATE_BET && round->log[i].line == line)
			return round->log[i].silent;
	return false;
}

/* A bet set aside is none of the next round's, unless it certainly was late. */
static void
drop_bet_aside(struct sabot_step *step, unsigned line)
{
	struct sabot_aside *aside = &step->table->aside;
	enum sabot_certainty decided = is_silent_bet(&step->table->round, line)
					       ? SABOT_FOR_ALL
					       : sabot_readings_test(step, sabot_round_is_decided);

	if (decided == SABOT_FOR_NONE)
		return;
	aside->may_be_more |= decided == SABOT_FOR_SOME;
	for (int i = aside->n_bets - 1; i >= 0; i--) {
		if (aside->bets[i].line != line)
			continue;
		aside->n_bets--;
		memmove(&aside->bets[i], &aside->bets[i + 1],
			(size_t)(aside->n_bets - i) * sizeof(aside->bets[0]));
	}
}

/* It was placed once the cards are known: the load is derived again without it. */
static void
leave_out(struct sabot_step *step, int place)
{
	step->journal->entries[place].flags |= SABOT_ENTRY_LEFT_OUT;
	step->journal->entries[step->entry].flags |= SABOT_ENTRY_LEFT_OUT;
	step->update->scratch.is_reordered = true;
}

/* What was found of the round's decisions before this: an action sent later may lie before it. */
static void
forget_decisions(struct sabot_step *step)
{
	struct sabot_step_facts *facts = step->facts;
	int n_kept = 0;

	for (int i = 0; i < facts->n_facts; i++) {
		const struct sabot_incident *fact = &facts->facts[i];
		bool is_decision = fact->code == SABOT_INCIDENT_ACTION_NOT_ALLOWED ||
				   fact->code == SABOT_INCIDENT_ACTION_OUT_OF_TURN;
		if (is_decision && sabot_round_has_logged(&step->table->round, fact->line))
			continue;
		if (n_kept != i)
			facts->facts[n_kept] = *fact;
		n_kept++;
	}
	facts->n_facts = n_kept;
}

/* Of the order of the cards nothing is known, but what it would take back has raised something. */
static bool
is_refused_as_said(const struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;
	const struct sabot_round_step *last = &round->log[round->n_log - 1];

	return sabot_readings_are_none(step->table) && last->kind == SABOT_STEP_UNDO &&
	       last->line == step->line && !last->undone;
}

/* Derived again: the round's log decides. */
static void
undo_by_log(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	sabot_step_log(step, &(struct sabot_round_step){
				     .kind = SABOT_STEP_UNDO,
				     .line = step->line,
			     });
	if (!sabot_readings_are_many(step->table))
		forget_decisions(step);
	sabot_step_derive_again(step);
	if (is_refused_as_said(step))
		sabot_step_refuse(step, SABOT_EVENT_UNDO, SABOT_WHY_NOTHING_TO_UNDO);
	/* Without what was taken back the last hand may have stood: what is certain of it all. */
	round->withheld |= sabot_readings_are_many(step->table);
	sabot_step_wait_for_hit(step);
	for (int i = 0; i < round->n_log; i++) {
		for (int j = 0; round->log[i].undone && j < step->journal->n_entries; j++)
			if (step->journal->entries[j].line == round->log[i].line)
				step->journal->entries[j].flags |= SABOT_ENTRY_UNDONE;
	}
}

/* A card of a round was not read: which round it is now may hang on it. */
static bool
has_unread_in_round(const struct sabot_load *load)
{
	for (int i = 0; i < load->n_order; i++)
		if (load->order[i].round != 0 && !sabot_card_is_known(load->order[i].card))
			return true;
	return false;
}

/*
 * What a card turns out to be may have it that there was nothing to take back: then the `undo`
 * stays in the journal, too, where bets were laid or closed.
 */
static bool
may_be_refused_later(const struct sabot_step *step)
{
	int n_left_out = 0;

	if (!has_unread_in_round(&step->table->load))
		return false;
	for (int i = 0; i < step->journal->n_entries; i++)
		n_left_out += step->journal->entries[i].type == SABOT_EVENT_UNDO &&
			      (step->journal->entries[i].flags & SABOT_ENTRY_LEFT_OUT) != 0;
	return n_left_out < KEPT_MAX;
}

/* Every reading refuses it. */
static bool
was_refused(const struct sabot_step *step)
{
	const struct sabot_step_facts *facts = &step->update->scratch.revised_facts;

	for (int i = 0; i < facts->n_facts; i++)
		if (facts->facts[i].code == SABOT_INCIDENT_EVENT_OUT_OF_ORDER &&
		    facts->facts[i].line == step->line)
			return true;
	return false;
}

/* As many stay in the round's log as may: what is taken back now is gone, whatever the cards. */
static bool
is_log_full(const struct sabot_round *round)
{
	int n_kept = 0;

	for (int i = 0; i < round->n_log; i++)
		n_kept += round->log[i].kind == SABOT_STEP_UNDO;
	return n_kept >= KEPT_MAX;
}

void
sabot_step_undo(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_journal *journal = step->journal;
	int place =
		step->entry >= 0 && !journal->full && table->round.open ? find_target(step) : -1;
	const struct sabot_entry *target = place >= 0 ? &journal->entries[place] : NULL;
	bool in_doubt = sabot_round_is_doubtful(&table->round) || table->load.in_doubt;
	bool is_bet = target != NULL && target->type == SABOT_EVENT_BET;
	bool can_be =
		target != NULL && !step->revising && (target->flags & SABOT_ENTRY_UNDOABLE) != 0;
	bool is_close = target != NULL && target->type == SABOT_EVENT_NO_MORE_BETS;
	bool in_log = target != NULL && sabot_round_has_logged(&table->round, target->line) &&
		      (sabot_entry_is_said(target) || (is_bet && (in_doubt || step->revising)));
	bool is_full = in_log && !step->revising && is_log_full(&table->round);

	if (in_log && step->revising) {
		undo_by_log(step);
		if (is_bet)
			drop_bet_aside(step, target->line);
	} else if ((is_bet || is_close) && step->revising &&
		   (target->flags & SABOT_ENTRY_RAISED) == 0) {
		leave_out(step, place);
	} else if (in_log ? !is_full
			  : can_be && (is_bet || is_close) && may_be_refused_later(step)) {
		step->update->scratch.unchanged_entries = step->entry;
		sabot_step_revise(step);
		step->update->applied = !was_refused(step);
	} else if (is_full && sabot_table_has_incident(table, target->line)) {
		leave_journal(step);
		step->update->applied = false;
	} else if (can_be || is_full) {
		remove_target(step, place);
	} else {
		sabot_step_out_of_order(step, SABOT_WHY_NOTHING_TO_UNDO);
	}
}
