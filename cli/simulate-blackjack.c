/*
 * Many loads of blackjack with one box in play: shuffled, dealt and audited as bytes. Money and
 * results are counted by how the hands ended.
 */
#include "cli/simulate.h"

#include "engine/batch-blackjack.h"
#include "engine/settle.h"

#include <string.h>

enum {
	BOX = 1,
	LEAST_BEHIND = 20, /* cards behind the cut card, at least and beyond what the rules ask */
	SPREAD_BEHIND = 40,
	LOADS_PER_STEPPED = 1000,
};

struct blackjack_run {
	const struct simulate_options *options;
	struct simulate_report *report;
	struct sabot_blackjack_batch batch;
	struct sabot_batch_witness witness;
	struct shoe_random random;
	struct sabot_batch_load load;
	struct sabot_blackjack_places places;
	uint8_t cards[SABOT_LOAD_CARDS_MAX];
	struct sabot_batch_play play;
	struct sabot_blackjack_told told;
	uint64_t counts[SABOT_BATCH_OUTCOMES];
	/* for the loads that are stepped */
	struct sabot_table table;
	struct sabot_update update;
	struct sabot_blackjack_told stepped;
	unsigned n_incidents;
	int64_t stepped_minor;
	struct sabot_round scratch;
};

static void
stake(struct blackjack_run *run)
{
	struct sabot_event bet = {
		.type = SABOT_EVENT_BET,
		.at_us = SABOT_TIME_NONE,
		.box = BOX,
		.on = SABOT_BET_MAIN,
		.hand = SABOT_HAND_IN_TURN,
		.amount_minor = run->options->rules.min_minor,
	};

	sabot_table_step(&run->table, &bet, &run->update);
}

static void
count_incident(struct blackjack_run *run, enum sabot_incident_code code)
{
	struct simulate_report *report = run->report;

	run->n_incidents++;
	if (code == SABOT_INCIDENT_UNSHUFFLED_ORDER) {
		report->unshuffled++;
	} else if (report->false_alarms++ == 0) {
		report->first_false_alarm = code;
		report->first_false_alarm_round = report->rounds;
	}
}

static void
note_round(struct blackjack_run *run)
{
	const struct sabot_round *last = &run->table.last;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;

	for (int hand = 0; hand < last->boxes[BOX].n_hands; hand++)
		run->stepped.outcomes[run->stepped.n_hands++] = sabot_batch_outcome(
			sabot_settle_hand_result(&run->table.rules, last, BOX, hand),
			last->boxes[BOX].hands[hand].doubled);
	while (sabot_settle_next(&run->table.rules, last, &walk, &settlement))
		run->stepped_minor += settlement.due_minor;
}

static void
listen(struct blackjack_run *run)
{
	run->report->events++;
	if (run->update.fault != NULL)
		run->report->fault = run->update.fault;
	for (unsigned i = 0; i < run->update.n_outputs; i++) {
		const struct sabot_output *output = &run->update.outputs[i];
		if (output->kind == SABOT_OUTPUT_INCIDENT)
			count_incident(run, output->u.incident.code);
		else if (output->kind == SABOT_OUTPUT_ROUND)
			note_round(run);
	}
}

/* The same load through the engine, event by event. */
static void
step_load(struct blackjack_run *run)
{
	struct sabot_blackjack_walk walk = {0};
	struct sabot_event event;

	run->stepped.n_hands = 0;
	run->n_incidents = 0;
	run->stepped_minor = 0;
	run->report->stepped_loads++;
	while (sabot_blackjack_batch_next_event(&run->batch, &run->load, &walk, &event)) {
		if (event.type == SABOT_EVENT_NO_MORE_BETS)
			stake(run);
		sabot_table_step(&run->table, &event, &run->update);
		listen(run);
	}
}

/* What the batch told of this load is what stepping it told. */
static bool
agrees(const struct blackjack_run *run)
{
	const struct sabot_blackjack_told *told = &run->told, *stepped = &run->stepped;
	int64_t due_minor = 0;

	for (int i = 0; i < told->n_hands; i++)
		due_minor += run->batch.dues_minor[told->outcomes[i]];
	return run->n_incidents == 0 && due_minor == run->stepped_minor &&
	       told->n_hands == stepped->n_hands &&
	       memcmp(told->outcomes, stepped->outcomes, (size_t)told->n_hands) == 0;
}

static bool
deal(struct blackjack_run *run)
{
	struct sabot_batch_load *load = &run->load;

	shoe_random_shuffle(&run->random, run->cards, (uint16_t)load->n_cards);
	load->behind_cards = run->options->rules.cut_min_cards + LEAST_BEHIND +
			     (int)shoe_random_below(&run->random, SPREAD_BEHIND);
	load->cut_at = load->n_cards - load->behind_cards;
	return sabot_blackjack_batch_read(load, &run->places) &&
	       sabot_blackjack_batch_deal(&run->batch, &run->places, &run->witness, load,
					  &run->play);
}

static void
play_load(struct blackjack_run *run)
{
	const struct sabot_batch_load *load = &run->load;
	struct simulate_report *report = run->report;

	if (!deal(run)) {
		report->fault = "a load does not last";
		return;
	}
	bool clean = sabot_blackjack_batch_audit(&run->batch, &run->places, load, &run->witness,
						 &run->told);
	bool is_sample = report->loads % LOADS_PER_STEPPED == 0;
	if (!clean || is_sample)
		step_load(run);
	if (clean && is_sample && !agrees(run))
		report->fault = "the batch and the engine do not agree";
	const struct sabot_blackjack_told *told = clean ? &run->told : &run->stepped;
	for (int i = 0; i < told->n_hands; i++)
		run->counts[told->outcomes[i]]++;
	report->asked_rounds += (uint64_t)run->told.n_asked;
	report->loads++;
	report->rounds += (uint64_t)load->n_rounds;
	report->cards += (uint64_t)load->n_drawn;
}

static void
sum_up(struct blackjack_run *run)
{
	struct simulate_report *report = run->report;

	for (int i = 0; i < SABOT_BATCH_OUTCOMES; i++) {
		int64_t count = (int64_t)run->counts[i];
		report->results[sabot_batch_result_of((uint8_t)i)] += run->counts[i];
		report->due_minor += count * run->batch.dues_minor[i];
		report->staked_minor += count * run->batch.stakes_minor[i];
	}
}

static void
fill(struct blackjack_run *run)
{
	struct sabot_batch_load *load = &run->load;

	load->decks = run->options->rules.decks;
	load->n_cards = load->decks * SABOT_DECK_CARDS;
	load->cards = run->cards;
	for (int i = 0; i < load->n_cards; i++)
		run->cards[i] = sabot_batch_card((struct sabot_card){
			.rank = (uint8_t)(i % SABOT_RANKS + SABOT_ACE),
			.suit = (uint8_t)(i / SABOT_RANKS % SABOT_SUITS + SABOT_SPADES),
		});
}

/* Bets beside the main one are settled by cards, not by how a hand ended. */
static bool
offers_side_bets(const struct sabot_rules *rules)
{
	for (int on = 0; on < SABOT_BETS; on++)
		if (on != SABOT_BET_MAIN && on != SABOT_BET_INSURANCE &&
		    sabot_rules_offer_bet(rules, (enum sabot_bet)on))
			return true;
	return false;
}

bool
simulate_blackjack_run(const struct simulate_options *options, struct simulate_report *ret_report)
{
	static struct blackjack_run run;

	memset(&run, 0, sizeof(run));
	run.options = options;
	run.report = ret_report;
	/* One deck is reshuffled before any cut card can come. */
	if (options->rules.decks < 2 || offers_side_bets(&options->rules) ||
	    !sabot_blackjack_batch_init(&run.batch, &options->rules, options->rules.min_minor,
					&run.scratch))
		return false;
	memset(ret_report, 0, sizeof(*ret_report));
	shoe_random_init(&run.random, options->seed);
	sabot_table_init(&run.table, &options->rules, 0, 0, 0);
	run.play.n_boxes = BOX;
	fill(&run);
	while (ret_report->rounds < options->rounds && ret_report->fault == NULL)
		play_load(&run);
	sum_up(&run);
	return true;
}
