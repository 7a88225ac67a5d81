/*
 * The worth of a main bet of blackjack by simulation: see worth-blackjack.h. The mean comes from
 * millions of rounds of one box, played and audited as bytes (engine/batch-blackjack.h); how two
 * boxes hang together, from some thousands that the engine steps. Both play the same way.
 */
#include "cli/worth-blackjack.h"

#include "cli/simulate.h"
#include "engine/batch-blackjack.h"
#include "engine/prompt.h"
#include "engine/settle.h"

#include <math.h>
#include <string.h>

enum {
	SEED = 1,
	BATCH_ROUNDS = 4000000,
	STEPPED_ROUNDS = 30000, /* where the batch gives the mean */
	STEPPED_ALONE = 200000, /* where it does not know such rules */
	BOXES = 2,
	STEPS_MAX = 2000, /* of one round; more is a fault of ours */
	LEAST_LEFT = 60,  /* a round is begun only with so many cards in the shoe */
	LEAST_LEFT_OF_ONE_DECK = 46,
};

struct game {
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_pack pack;
	struct shoe_random random;
	int64_t unit_minor;
	int64_t rounds;
	double sum, squares, products; /* of nets per unit: both boxes; both; one by the other */
};

static void
step(struct game *game, const struct sabot_event *event)
{
	sabot_table_step(&game->table, event, &game->update);
}

static struct sabot_event
event_of(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

static void
say(struct game *game, enum sabot_event_type type)
{
	struct sabot_event event = event_of(type);

	step(game, &event);
}

static void
draw(struct game *game)
{
	struct sabot_event event = event_of(SABOT_EVENT_CARD);

	if (shoe_pack_cut_is_next(&game->pack)) {
		shoe_pack_draw_cut(&game->pack);
		say(game, SABOT_EVENT_CUT_CARD);
	}
	event.has_card = shoe_pack_draw(&game->pack, &event.card);
	if (event.has_card)
		step(game, &event);
}

static bool
may(const struct sabot_prompt *prompt, enum sabot_action action)
{
	return (prompt->can >> action & 1) != 0;
}

static enum sabot_action
choose(const struct game *game, const struct sabot_prompt *prompt)
{
	const struct sabot_round *round = &game->table.round;
	const struct sabot_pile *pile = &round->boxes[prompt->box].hands[prompt->hand].pile;
	unsigned first = sabot_card_value(pile->first[0]);

	if (may(prompt, SABOT_ACTION_SPLIT) && (first == 1 || first == 8))
		return SABOT_ACTION_SPLIT;
	return sabot_batch_choose(sabot_blackjack_hand_total(&game->table.rules, round, prompt->box,
							     prompt->hand),
				  may(prompt, SABOT_ACTION_DOUBLE),
				  (int)sabot_card_value(round->piles[SABOT_OWNER_DEALER].first[0]));
}

static void
play(struct game *game, const struct sabot_prompt *prompt)
{
	struct sabot_event event = event_of(SABOT_EVENT_ACTION);

	event.u.action.kind = choose(game, prompt);
	if (event.u.action.kind == SABOT_ACTION_HIT) {
		draw(game);
		return;
	}
	event.box = prompt->box;
	event.hand = prompt->hand;
	step(game, &event);
}

static void
add_up(struct game *game)
{
	const struct sabot_round *last = &game->table.last;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;
	double nets[BOXES + 1] = {0};

	while (sabot_settle_next(&game->table.rules, last, &walk, &settlement))
		if (settlement.on == SABOT_BET_MAIN && settlement.box <= BOXES)
			nets[settlement.box] +=
				(double)settlement.due_minor / (double)game->unit_minor;
	game->rounds++;
	game->sum += nets[1] + nets[2];
	game->squares += nets[1] * nets[1] + nets[2] * nets[2];
	game->products += nets[1] * nets[2];
}

/* What the engine asks for next; false when it asks for what no round has. */
static bool
obey(struct game *game, const struct sabot_prompt *prompt)
{
	switch (prompt->kind) {
	case SABOT_PROMPT_DEAL:
	case SABOT_PROMPT_DRAW:
		draw(game);
		return true;
	case SABOT_PROMPT_PLAY:
		play(game, prompt);
		return true;
	case SABOT_PROMPT_INSURANCE:
		say(game, SABOT_EVENT_INSURANCE_CLOSED);
		return true;
	case SABOT_PROMPT_RESULT:
		say(game, SABOT_EVENT_RESULT);
		return true;
	case SABOT_PROMPT_LOAD:
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_BETS:
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_UNLOAD:
		break;
	}
	return false;
}

static bool
play_round(struct game *game)
{
	unsigned number = game->table.last.number;
	struct sabot_prompt prompt;

	for (int box = 1; box <= BOXES; box++) {
		struct sabot_event bet = event_of(SABOT_EVENT_BET);

		bet.box = box;
		bet.on = SABOT_BET_MAIN;
		bet.amount_minor = game->unit_minor;
		step(game, &bet);
	}
	say(game, SABOT_EVENT_NO_MORE_BETS);
	for (int i = 0; i < STEPS_MAX && game->table.last.number == number; i++) {
		sabot_table_prompt(&game->table, &prompt);
		if (!obey(game, &prompt))
			return false;
	}
	if (game->table.last.number != number && !game->table.last.is_void)
		add_up(game);
	return game->update.fault == NULL;
}

static void
put_load_in(struct game *game)
{
	struct sabot_event load = event_of(SABOT_EVENT_LOAD);
	const struct sabot_rules *rules = &game->table.rules;

	shoe_pack_fill(&game->pack, rules->decks, &game->random);
	/* One deck is shuffled by need, without a cut card. */
	game->pack.behind_cards =
		rules->decks > 1 ? (unsigned)MAX(rules->cut_min_cards, LEAST_LEFT) : 0;
	load.u.load.decks = rules->decks;
	load.u.load.behind_cards = rules->decks > 1 ? (int)game->pack.behind_cards : -1;
	step(game, &load);
}

static void
take_load_out(struct game *game)
{
	struct sabot_event unload = event_of(SABOT_EVENT_UNLOAD);

	unload.u.unload.left_cards = (int)shoe_pack_left(&game->pack);
	step(game, &unload);
}

static bool
go_on(struct game *game)
{
	struct sabot_prompt prompt;
	unsigned needed = game->table.rules.decks > 1 ? LEAST_LEFT / 2 : LEAST_LEFT_OF_ONE_DECK;

	sabot_table_prompt(&game->table, &prompt);
	if (prompt.kind == SABOT_PROMPT_LOAD)
		put_load_in(game);
	else if (shoe_pack_left(&game->pack) < needed)
		take_load_out(game);
	else if (prompt.kind == SABOT_PROMPT_BURN)
		draw(game);
	else if (prompt.kind == SABOT_PROMPT_BETS)
		return play_round(game);
	else
		take_load_out(game);
	return game->update.fault == NULL;
}

/* Variance and covariance, and a mean that is good enough where there is no better. */
static bool
step_rounds(const struct sabot_rules *rules, int64_t rounds, struct blackjack_worth *ret_worth)
{
	g_autofree struct game *game = g_new0(struct game, 1);
	double n, mean;

	shoe_random_init(&game->random, SEED);
	sabot_table_init(&game->table, rules, 0, 0, 0);
	game->unit_minor = rules->min_minor;
	while (game->rounds < rounds)
		if (!go_on(game))
			return false;
	n = (double)game->rounds;
	mean = game->sum / n / BOXES;
	*ret_worth = (struct blackjack_worth){
		.edge = -mean,
		.variance = game->squares / n / BOXES - mean * mean,
		.covariance = game->products / n - mean * mean,
		.rounds = game->rounds,
	};
	ret_worth->error = sqrt((ret_worth->variance + ret_worth->covariance) / n / BOXES);
	return true;
}

static void
play_batch(const struct sabot_rules *rules, struct blackjack_worth *worth)
{
	struct simulate_options options = {.rules = *rules, .rounds = BATCH_ROUNDS, .seed = SEED};
	struct simulate_report report;

	if (!simulate_blackjack_run(&options, &report) || report.fault != NULL)
		return;
	worth->rounds = (int64_t)report.rounds;
	worth->edge =
		-(double)report.due_minor / ((double)rules->min_minor * (double)report.rounds);
	worth->error = sqrt(worth->variance / (double)report.rounds);
}

static bool
is_batched(const struct sabot_rules *rules)
{
	g_autofree struct sabot_blackjack_batch *batch = g_new(struct sabot_blackjack_batch, 1);
	g_autofree struct sabot_round *scratch = g_new0(struct sabot_round, 1);

	return rules->decks > 1 &&
	       sabot_blackjack_batch_init(batch, rules, rules->min_minor, scratch);
}

bool
blackjack_worth_simulate(const struct sabot_rules *house_rules, struct blackjack_worth *ret_worth)
{
	struct sabot_rules rules = *house_rules;

	if (rules.game != SABOT_BLACKJACK)
		return false;
	/* Side bets take nothing from the main bet, and keep nobody from playing it. */
	memset(rules.side_bets, 0, sizeof(rules.side_bets));
	if (!is_batched(&rules))
		return step_rounds(&rules, STEPPED_ALONE, ret_worth);
	if (!step_rounds(&rules, STEPPED_ROUNDS, ret_worth))
		return false;
	play_batch(&rules, ret_worth);
	return true;
}
