/*
 * Taking back the last thing said: it leaves the journal, and the load is derived without it.
 */
#include "table-private.h"

#include "revise.h"

/* The last entry that is more than a note; -1 = none. */
static int
find_last(const struct sabot_journal *journal)
{
	for (int i = journal->n_entries - 1; i >= 0; i--)
		if (!sabot_entry_is_note(&journal->entries[i]))
			return i;
	return -1;
}

void
sabot_step_undo(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_journal *journal = &table->journal;
	int place = find_last(journal);

	if (place < 0 || journal->full || !table->round.open ||
	    (journal->entries[place].flags & SABOT_ENTRY_UNDOABLE) == 0) {
		sabot_step_out_of_order(step, SABOT_WHY_NOTHING_TO_UNDO);
		return;
	}
	/* The round that it ended stays closed. */
	if ((journal->entries[place].flags & SABOT_ENTRY_ENDED_ROUND) != 0)
		journal->entries[place].flags = SABOT_ENTRY_JUST_ENDS;
	else
		sabot_journal_remove(journal, place);
	sabot_step_revise(step);
	step->raised = false;
}
