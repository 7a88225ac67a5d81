/*
 * Many loads of punto banco: shuffled, dealt and audited as bytes; money and winners are counted by
 * the classes of their coups.
 */
#include "cli/simulate.h"

#include "engine/batch.h"
#include "engine/odds-punto-banco.h"
#include "engine/settle.h"

#include <string.h>

enum {
	BOX = 1,
	LEAST_BEHIND = 20, /* cards behind the cut card */
	SPREAD_BEHIND = 40,
	LOADS_PER_STEPPED = 1000,
};

struct batch_run {
	const struct simulate_options *options;
	struct simulate_report *report;
	struct sabot_batch batch;
	struct shoe_random random;
	struct sabot_batch_load load;
	struct sabot_batch_places places;
	uint8_t cards[SABOT_LOAD_CARDS_MAX];
	uint8_t rounds[SABOT_BATCH_ROUNDS_MAX];
	uint16_t classes[SABOT_BATCH_ROUNDS_MAX];
	uint64_t counts[SABOT_COUP_CLASSES];
	struct sabot_coup_odds odds; /* a coup of each class */
	struct sabot_round scratch;
	/* for the loads that are stepped */
	struct sabot_table table;
	struct sabot_update update;
	uint16_t told_classes[SABOT_BATCH_ROUNDS_MAX];
	int n_told;
	unsigned n_incidents;
	int64_t told_minor;
};

/* The least stake on each bet of the profile, every round. */
static void
stake(struct batch_run *run)
{
	struct sabot_event bet = {
		.type = SABOT_EVENT_BET,
		.at_us = SABOT_TIME_NONE,
		.box = BOX,
		.hand = SABOT_HAND_IN_TURN,
		.amount_minor = run->options->rules.min_minor,
	};

	for (int on = SABOT_BET_PUNTO; on < SABOT_BETS; on++) {
		bet.on = (enum sabot_bet)on;
		if (sabot_rules_offer_bet(&run->options->rules, bet.on))
			sabot_table_step(&run->table, &bet, &run->update);
	}
}

static void
count_incident(struct batch_run *run, enum sabot_incident_code code)
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
note_round(struct batch_run *run)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;
	struct sabot_coup coup;

	sabot_punto_banco_read(&run->table.last, &coup);
	run->told_classes[run->n_told++] = (uint16_t)sabot_coup_class_index(&coup);
	while (sabot_settle_next(&run->table.rules, &run->table.last, &walk, &settlement))
		run->told_minor += settlement.due_minor;
}

static void
listen(struct batch_run *run)
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
step_load(struct batch_run *run)
{
	struct sabot_batch_walk walk = {0};
	struct sabot_event event;

	run->n_told = 0;
	run->n_incidents = 0;
	run->told_minor = 0;
	run->report->stepped_loads++;
	while (sabot_batch_next_event(&run->load, &walk, &event)) {
		if (event.type == SABOT_EVENT_NO_MORE_BETS)
			stake(run);
		sabot_table_step(&run->table, &event, &run->update);
		listen(run);
	}
}

/* A round in which there is one stake on each bet; its cards are laid by the caller. */
static void
stake_scratch(struct batch_run *run)
{
	struct sabot_round *round = &run->scratch;

	sabot_round_init(round, 1, 1);
	int bettor = sabot_round_find_bettor(round, BOX, NULL, true);
	for (int on = SABOT_BET_PUNTO; on < SABOT_BETS; on++) {
		if (!sabot_rules_offer_bet(&run->options->rules, (enum sabot_bet)on))
			continue;
		round->boxes[BOX].bettors[bettor].stakes_minor[on] = run->options->rules.min_minor;
		round->boxes[BOX].bets |= UINT32_C(1) << on;
	}
}

static void
lay(struct sabot_round *round, enum sabot_owner owner, const struct sabot_card *cards, int n_cards)
{
	for (int i = 0; i < n_cards; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, cards[i], -1), owner, 0,
				       0);
}

/* What the stakes of one round come to when it is of this class. */
static int64_t
settle_class(struct batch_run *run, const struct sabot_coup *coup, int64_t *ret_stake_minor)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;
	int64_t due_minor = 0;

	*ret_stake_minor = 0;
	stake_scratch(run);
	lay(&run->scratch, SABOT_OWNER_PUNTO, coup->punto, coup->n_punto);
	lay(&run->scratch, SABOT_OWNER_BANCA, coup->banca, coup->n_banca);
	while (sabot_settle_next(&run->options->rules, &run->scratch, &walk, &settlement)) {
		due_minor += settlement.due_minor;
		*ret_stake_minor += settlement.stake_minor;
	}
	return due_minor;
}

/* What the batch told of this load is what stepping it told. */
static bool
agrees(struct batch_run *run)
{
	int64_t due_minor = 0, stake_minor;

	for (int i = 0; i < run->n_told; i++)
		due_minor +=
			settle_class(run, &run->odds.classes[run->classes[i]].coup, &stake_minor);
	return run->n_incidents == 0 && run->n_told == run->load.n_rounds &&
	       due_minor == run->told_minor &&
	       memcmp(run->classes, run->told_classes,
		      (size_t)run->n_told * sizeof(run->classes[0])) == 0;
}

static void
play_load(struct batch_run *run)
{
	struct sabot_batch_load *load = &run->load;
	struct simulate_report *report = run->report;

	shoe_random_shuffle(&run->random, run->cards, (uint16_t)load->n_cards);
	load->behind_cards = run->options->rules.cut_min_cards + LEAST_BEHIND +
			     (int)shoe_random_below(&run->random, SPREAD_BEHIND);
	load->cut_at = load->n_cards - load->behind_cards;
	if (!sabot_batch_read(&run->batch, load, &run->places) ||
	    !sabot_batch_deal(&run->batch, &run->places, load, run->rounds)) {
		report->fault = "a load does not last";
		return;
	}
	bool clean = sabot_batch_audit(&run->batch, &run->places, load, run->classes);
	if (!clean || report->loads % LOADS_PER_STEPPED == 0)
		step_load(run);
	if (clean && report->loads % LOADS_PER_STEPPED == 0 && !agrees(run))
		report->fault = "the batch and the engine do not agree";
	for (int i = 0; i < load->n_rounds; i++)
		run->counts[clean ? run->classes[i] : run->told_classes[i]]++;
	report->loads++;
	report->rounds += (uint64_t)load->n_rounds;
	report->cards += (uint64_t)load->n_drawn;
}

static void
sum_up(struct batch_run *run)
{
	struct simulate_report *report = run->report;

	for (int i = 0; i < SABOT_COUP_CLASSES; i++) {
		const struct sabot_coup *coup = &run->odds.classes[i].coup;
		int64_t count = (int64_t)run->counts[i], stake_minor;
		if (count == 0)
			continue;
		report->winners[coup->winner] += run->counts[i];
		report->due_minor += count * settle_class(run, coup, &stake_minor);
		report->staked_minor += count * stake_minor;
	}
}

static void
fill(struct batch_run *run)
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

bool
simulate_batch_run(const struct simulate_options *options, struct simulate_report *ret_report)
{
	static struct batch_run run;

	if (options->rules.game == SABOT_BLACKJACK)
		return simulate_blackjack_run(options, ret_report);
	memset(&run, 0, sizeof(run));
	run.options = options;
	run.report = ret_report;
	/* One deck is reshuffled before any cut card can come. */
	if (options->rules.decks < 2 ||
	    !sabot_batch_init(&run.batch, &options->rules, &run.scratch) ||
	    !sabot_coup_odds_count(&options->rules, &run.scratch, &run.odds))
		return false;
	memset(ret_report, 0, sizeof(*ret_report));
	shoe_random_init(&run.random, options->seed);
	sabot_table_init(&run.table, &options->rules, 0, 0, 0);
	fill(&run);
	while (ret_report->rounds < options->rounds && ret_report->fault == NULL)
		play_load(&run);
	sum_up(&run);
	return true;
}
