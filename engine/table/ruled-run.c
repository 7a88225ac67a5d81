/*
 * Rulings on cards in a row that nobody wanted: their row ends, and they may go where the pit says.
 */
#include "ruled-run.h"

#include "readings-apply.h"

#include <string.h>

/* By some reading of the round in play the card of the incident is in its last row. */
static bool
may_be_of_last_run(const struct ruling *ruling)
{
	const struct sabot_round *round = &ruling->step->table->round;

	if (!sabot_readings_are_many(ruling->step->table) || ruling->kept.round != round->number)
		return false;
	for (int i = 0; i < round->n_log; i++)
		if (round->log[i].kind == SABOT_STEP_RUN_ENDED &&
		    round->log[i].line > ruling->kept.line)
			return false;
	return true;
}

bool
sabot_ruling_end_run(struct ruling *ruling)
{
	struct sabot_table *table = ruling->step->table;
	bool in_play = table->round.open && table->round.bets_closed;
	struct sabot_run run = in_play ? table->round.run : table->aside.run_max;
	bool is_of_it = run.n_cards > 0 &&
			sabot_load_find_line(&table->load, ruling->kept.line) >= run.first_index;

	if (!sabot_run_is_unwanted(ruling->kept.code) ||
	    !(is_of_it || (in_play && may_be_of_last_run(ruling))))
		return false;
	sabot_step_end_run(ruling->step);
	if (in_play)
		sabot_step_play(ruling->step,
				&(struct sabot_round_step){.kind = SABOT_STEP_RUN_ENDED});
	/* What was missed since the last card may be the first of the next row. */
	if (in_play && table->load.lost_since_card)
		sabot_step_play(ruling->step,
				&(struct sabot_round_step){.kind = SABOT_STEP_SILENCE});
	else if (table->load.lost_since_card)
		sabot_run_lose(table);
	return true;
}

void
sabot_ruling_put_aside_last(struct sabot_step *step, unsigned first, unsigned round)
{
	struct sabot_update *update = step->update;
	unsigned place = first;

	sabot_step_seal(step);
	while (place < update->n_outputs && update->outputs[place].kind != SABOT_OUTPUT_ASIDE)
		place++;
	for (unsigned i = place + 1; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		if (output->kind != SABOT_OUTPUT_ROUND ||
		    sabot_update_round(update, output)->number != round)
			continue;
		struct sabot_output aside = update->outputs[place];
		memmove(&update->outputs[place], &update->outputs[place + 1],
			(i - place) * sizeof(aside));
		update->outputs[i] = aside;
		return;
	}
}

static bool
banca_has_two(const struct sabot_table *as_if)
{
	return as_if->round.piles[SABOT_OWNER_BANCA].n_cards == 2;
}

void
sabot_ruling_use_as_third(struct ruling *ruling, int index)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;

	ruling->why = SABOT_WHY_ROUND_IS_CLOSED;
	if (table->rules.game != SABOT_PUNTO_BANCO || ruling->target != TARGET_OPEN)
		return;
	struct sabot_run run = sabot_run_of(table, &ruling->kept);
	/* The first of the row, where it was not certain which card was one too many. */
	if (ruling->kept.general && step->event->of == 0)
		index = sabot_round_find_line(&table->round, run.first_line);
	ruling->why = SABOT_WHY_BANCA_HAS_THREE;
	if (index < 0 || sabot_readings_test(step, banca_has_two) == SABOT_FOR_NONE)
		return;
	ruling->why = SABOT_WHY_NONE;
	sabot_run_mark_used(table, &run);
	table->round.torn |= ruling->run_differs;
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_BANCA_THIRD,
				      .card = (int16_t)index,
			      });
}

/* A card of a later round than the incident's has come. */
static bool
next_has_card(const struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	const struct sabot_round *round = &table->round;

	if (round->open && round->number != kept->round && round->n_cards > 0)
		return true;
	return table->closed.number != 0 && table->closed.number != kept->round &&
	       table->closed.line > kept->line;
}

void
sabot_ruling_keep_for_next(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;
	struct sabot_run run = sabot_run_of(table, &ruling->kept);
	struct sabot_round *round = &table->round;
	int16_t cards[SABOT_NEXT_CARDS_MAX];

	ruling->why = SABOT_WHY_LOAD_IS_OUT;
	if (ruling->kept.load != table->load.number || !table->load.in_shoe)
		return;
	ruling->why = SABOT_WHY_NEXT_CARD_CAME;
	if (next_has_card(table, &ruling->kept))
		return;
	ruling->why = SABOT_WHY_CARD_LIES_ELSEWHERE;
	if (ruling->kept.card_used)
		return;
	ruling->why = SABOT_WHY_NONE;
	int n_cards = sabot_run_cards(table, &run, cards, SABOT_NEXT_CARDS_MAX);
	sabot_run_mark_used(table, &run);
	bool at_once = round->open && round->bets_closed && round->number != ruling->kept.round;
	round->torn |= at_once && ruling->run_differs;
	if (!at_once && ruling->run_differs)
		table->aside.n_differing = n_cards;
	for (int i = 0; i < n_cards; i++) {
		if (at_once)
			sabot_step_deal(step, table->load.order[cards[i]].card, cards[i]);
		else if (table->n_next_cards < SABOT_NEXT_CARDS_MAX)
			table->next_cards[table->n_next_cards++] = cards[i];
	}
}

void
sabot_ruling_dummy_hand(struct ruling *ruling)
{
	struct sabot_step *step = ruling->step;
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_run run = sabot_run_of(table, &ruling->kept);
	int16_t cards[SABOT_NEXT_CARDS_MAX];

	ruling->why = table->rules.game != SABOT_PUNTO_BANCO ? SABOT_WHY_NOT_THIS_GAME
							     : SABOT_WHY_LOAD_IS_OUT;
	if (table->rules.game != SABOT_PUNTO_BANCO || ruling->kept.load != table->load.number ||
	    !table->load.in_shoe)
		return;
	ruling->why = SABOT_WHY_NEXT_BETS_CLOSED;
	if (round->open && round->bets_closed && ruling->target != TARGET_OPEN)
		return;
	ruling->why = SABOT_WHY_NEXT_CARD_CAME;
	if (ruling->kept.card_used || run.first_index + run.n_cards != table->load.n_order ||
	    next_has_card(table, &ruling->kept))
		return;
	ruling->why = SABOT_WHY_NONE;
	int n_cards = sabot_run_cards(table, &run, cards, SABOT_NEXT_CARDS_MAX);
	sabot_run_mark_used(table, &run);
	if (round->open && round->bets_closed)
		sabot_step_end_round(step);
	if (round->open)
		sabot_table_put_bets_aside(table);
	sabot_step_begin_round(step);
	round->dummy = true;
	round->torn = ruling->run_differs;
	sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_CLOSE_BETS});
	for (int i = 0; i < n_cards; i++)
		sabot_step_deal(step, table->load.order[cards[i]].card, cards[i]);
	sabot_step_close_if_due(step);
}
