/*
 * The round's log applied again from its beginning: for each reading of its open cards, and as it
 * lies after a ruling. What was taken back is found here, as the cards may have had it refused.
 */
#include "readings.h"
#include "revise.h"
#include "table-private.h"

#include <string.h>

/* The action at `place` was sent after the card behind it, and put before it since. */
static bool
is_of_next_card(const struct sabot_round *round, int place)
{
	int next = place + 1;

	return round->log[place].is_moved && next < round->n_log &&
	       round->log[next].kind == SABOT_STEP_CARD;
}

/* The next card is a hit that nobody announced, for the hand of that action. */
static bool
is_for_next_hit(struct sabot_table *table, const struct sabot_round_step *action)
{
	const struct sabot_round *round = &table->round;
	struct sabot_next next = sabot_play_next(table);
	bool is_announced = round->hit_box == next.box && round->hit_hand == next.hand;

	return next.kind == SABOT_NEXT_PLAY && action->box == next.box &&
	       (action->hand < 0 || action->hand == next.hand) && !is_announced;
}

/*
 * The place of a hit or double that was sent directly after the card at `place`, which is a hit for
 * that hand that nobody announced: it counts as sent before it. -1 = there is none.
 */
static int
find_late_action(struct sabot_table *table, int place)
{
	const struct sabot_round *round = &table->round;
	int sent = place + 1;

	if (table->rules.game != SABOT_BLACKJACK || round->log[place].kind != SABOT_STEP_CARD)
		return -1;
	while (sent < round->n_log &&
	       (round->log[sent].kind == SABOT_STEP_CUT_CARD || round->log[sent].undone))
		sent++;
	if (sent == round->n_log || round->log[sent].kind != SABOT_STEP_ACTION ||
	    (round->log[sent].what != SABOT_ACTION_HIT &&
	     round->log[sent].what != SABOT_ACTION_DOUBLE) ||
	    !round->log[sent].after_card || is_of_next_card(round, sent))
		return -1;
	return is_for_next_hit(table, &round->log[sent]) ? sent : -1;
}

/* It was put before the next card, but as the cards lie now that is none of its hand's hits. */
static bool
is_after_all(struct sabot_table *table, int place)
{
	const struct sabot_round *round = &table->round;

	return round->log[place].kind == SABOT_STEP_ACTION && !round->log[place].undone &&
	       is_of_next_card(round, place) && !is_for_next_hit(table, &round->log[place]);
}

/* The line of what an `undo` at `place` takes back, were it let; 0 = there is nothing. */
unsigned
sabot_round_find_undone_line(const struct sabot_round *round, int place)
{
	unsigned line = 0;
	bool is_said = false;

	for (int i = 0; i < place; i++) {
		const struct sabot_round_step *what = &round->log[i];
		/* The card for which an action was sent late came before that. */
		if (i > 0 && is_of_next_card(round, i - 1) && !round->log[i - 1].undone)
			continue;
		is_said &= !what->is_inserted;
		if (what->is_inserted || what->kind == SABOT_STEP_SILENCE || what->undone ||
		    what->kind == SABOT_STEP_UNDO || what->line < line ||
		    what->line > round->log[place].line)
			continue;
		is_said = sabot_step_is_said(what) || what->kind == SABOT_STEP_LATE_BET ||
			  (is_said && what->line == line);
		line = what->line;
	}
	return is_said ? line : 0;
}

/* Unless what was said last has raised something it is taken back. */
static bool
take_back(struct sabot_round *round, int place, const bool *raised, const struct sabot_let *let)
{
	unsigned line = sabot_round_find_undone_line(round, place);

	if (let != NULL && !let->undo[place])
		return false;
	for (int i = 0; let == NULL && i < place; i++)
		if (round->log[i].line == line && raised[i])
			return false;
	for (int i = 0; line != 0 && i < place; i++)
		round->log[i].undone |= round->log[i].line == line;
	round->log[place].undone = line != 0;
	return line != 0;
}

static void
replay_step(struct sabot_step *step, int place, bool *raised)
{
	const struct sabot_round_step *what = &step->table->round.log[place];
	bool applied = step->update->applied;
	int n_facts = step->facts->n_facts;

	sabot_step_apply_at(step, what);
	raised[place] = step->facts->n_facts != n_facts;
	/* That an earlier event was refused says nothing of this one. */
	if (what->line != step->line)
		step->update->applied = applied;
}

/* It was taken back. But a bet has ended the round all the same, and with it the insurance. */
static bool
is_left_out(const struct sabot_round *round, int place)
{
	if (!round->log[place].undone)
		return false;
	for (int i = place; i < round->n_log && round->log[i].line == round->log[place].line; i++)
		if (round->log[i].kind == SABOT_STEP_LATE_BET)
			return false;
	return true;
}

/* The log from that place on. False when something was taken back: then it is to be left out. */
static bool
replay_once(struct sabot_step *step, int from, const struct sabot_let *let)
{
	struct sabot_round *round = &step->table->round;
	bool raised[SABOT_ROUND_LOG_MAX];
	int done_before = -1;

	for (int i = from; i < round->n_log; i++) {
		int late = find_late_action(step->table, i);
		raised[i] = i == done_before && raised[i];
		if (i == done_before || is_left_out(round, i))
			continue;
		if (round->log[i].kind == SABOT_STEP_UNDO && take_back(round, i, raised, let))
			return false;
		if (late < 0 && is_after_all(step->table, i))
			late = i + 1;
		if (late >= 0) {
			replay_step(step, late, raised);
			done_before = late;
		}
		replay_step(step, i, raised);
	}
	return true;
}

void
sabot_step_replay_with(struct sabot_step *step, const struct sabot_let *let)
{
	struct sabot_round *round = &step->table->round;

	for (int i = 0; i < round->n_log; i++)
		round->log[i].undone = false;
	sabot_round_reset_play(round);
	while (!replay_once(step, 0, let)) {
		sabot_round_reset_play(round);
		step->facts->n_facts = 0;
	}
}

void
sabot_step_replay_from(struct sabot_step *step, int from)
{
	replay_once(step, from, NULL);
}

void
sabot_step_replay(struct sabot_step *step)
{
	sabot_step_replay_with(step, NULL);
}
