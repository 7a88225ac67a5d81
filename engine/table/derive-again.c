/* Derive the round in play again from its log, and report what follows. */
#include "readings-apply.h"
#include "table-private.h"

#include <string.h>

/* An incident about that line has been said, or is known while the load is derived again. */
static bool
is_said_of(const struct sabot_step *step, unsigned line)
{
	if (step->sink == SABOT_SINK_PRINT)
		return sabot_table_has_incident(step->table, line);
	for (int i = 0; i < step->facts->n_facts; i++)
		if (step->facts->facts[i].line == line)
			return true;
	return false;
}

/* Where nothing is known about the cards' order: what has raised nothing so far is taken back. */
static void
find_let_by_said(const struct sabot_step *step, struct sabot_let *ret_let)
{
	struct sabot_round *round = &step->table->round;

	for (int i = 0; i < round->n_log; i++)
		round->log[i].undone = false;
	for (int i = 0; i < round->n_log; i++) {
		unsigned line = round->log[i].kind == SABOT_STEP_UNDO
					? sabot_round_find_undone_line(round, i)
					: 0;
		if (line == 0 || is_said_of(step, line))
			continue;
		ret_let->undo[i] = true;
		for (int j = 0; j <= i; j++)
			round->log[j].undone |= j == i || round->log[j].line == line;
	}
}

/* What that `undo` was found to do before, of which nothing has changed since. */
static bool
was_let(const struct sabot_step *step, const struct sabot_round_step *undo)
{
	const struct sabot_journal *journal = step->journal;
	int place = sabot_journal_find(journal, undo->line, SABOT_EVENT_UNDO);

	if (place == step->entry)
		return step->update->scratch.was_undone;
	return place >= 0 && (journal->entries[place].flags & SABOT_ENTRY_UNDONE) != 0;
}

/*
 * As the round lies an unread card counts 0, and what was taken back may have raised something by
 * that alone, of which nothing was said. So it stays taken back unless every reading refuses it.
 */
static void
find_let(struct sabot_step *step, struct sabot_let *ret_let)
{
	const struct sabot_round *round = &step->table->round;
	struct sabot_readings readings;
	bool has_undo = false;

	memset(ret_let, 0, sizeof(*ret_let));
	for (int i = 0; i < round->n_log; i++)
		has_undo |= round->log[i].kind == SABOT_STEP_UNDO;
	if (!has_undo)
		return;
	if (sabot_readings_are_none(step->table)) {
		find_let_by_said(step, ret_let);
		return;
	}
	bool is_unchanged =
		step->revising && step->entry < step->update->scratch.unchanged_entries;
	for (int i = 0; is_unchanged && i < round->n_log; i++)
		ret_let->undo[i] =
			round->log[i].kind == SABOT_STEP_UNDO && was_let(step, &round->log[i]);
	if (is_unchanged || !sabot_readings_begin(&readings, step, false))
		return;
	while (sabot_readings_next(&readings))
		for (int i = 0; i < round->n_log; i++)
			ret_let->undo[i] |= round->log[i].kind == SABOT_STEP_UNDO &&
					    readings.as_if->round.log[i].undone;
}

void
sabot_step_derive_again(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;
	struct sabot_step_facts *facts = &step->update->scratch.facts;
	struct sabot_step inner = *step;
	bool in_doubt = sabot_round_is_doubtful(&table->round) || table->load.in_doubt;
	struct sabot_let let;

	if (table->round.log_full)
		return;
	if (in_doubt)
		find_let(step, &let);
	facts->n_facts = 0;
	inner.sink = SABOT_SINK_COLLECT;
	inner.facts = facts;
	inner.pending = NULL;
	sabot_step_replay_with(&inner, in_doubt ? &let : NULL);
	if (sabot_readings_are_many(step->table))
		return;
	for (int i = 0; i < facts->n_facts; i++)
		sabot_step_report_fact(step, &facts->facts[i]);
}
