/*
 * The worth of a main bet of blackjack by simulation: see worth-blackjack.h. The mean comes from
 * millions of rounds of one box, variance and covariance from some thousands of two boxes. Both are
 * played in the same way.
 */
#include "worth-blackjack.h"

#include "shoe-pack.h"
#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "engine/games/settle.h"
#include "engine/table/table.h"

#include <math.h>
#include <string.h>

enum {
	SEED = 1,
	MEAN_ROUNDS = 4000000,
	SPREAD_ROUNDS = 30000,    /* where the mean is played for itself */
	ONE_DECK_ROUNDS = 200000, /* shuffled every other round: mean and spread from the same */
	BOXES = 2,
	STEPS_MAX = 2000, /* of one round; more is a fault of ours */
	BEHIND = 60,      /* the cut card, where two boxes play */
	LEAST_LEFT = 30,  /* a round of two boxes is begun only with so many cards in the shoe */
	LEAST_LEFT_OF_ONE_DECK = 46,
	LEAST_BEHIND =
		20, /* where one box plays: beyond what the rules ask, at least and at most */
	SPREAD_BEHIND = 40,
};

struct game {
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_pack pack;
	struct shoe_random random;
	int n_boxes;
	uint8_t order[SABOT_LOAD_CARDS_MAX]; /* one box: which card of the full load lies where */
	int64_t unit_minor;
	int64_t rounds, due_minor;
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
emit(struct game *game, enum sabot_event_type type)
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
		emit(game, SABOT_EVENT_CUT_CARD);
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

/* A hand that is not split. */
static enum sabot_action
choose_by_total(struct sabot_total total, bool may_double, unsigned up_value)
{
	bool is_strong = up_value == SABOT_ACE || up_value >= 7;

	if (may_double && (total.total == 10 || total.total == 11))
		return SABOT_ACTION_DOUBLE;
	if (total.soft ? total.total >= 18 : total.total >= (is_strong ? 17 : 13))
		return SABOT_ACTION_STAND;
	return SABOT_ACTION_HIT;
}

static enum sabot_action
choose(const struct game *game, const struct sabot_prompt *prompt)
{
	const struct sabot_round *round = &game->table.round;
	const struct sabot_pile *pile = &round->boxes[prompt->box].hands[prompt->hand].pile;
	unsigned first = sabot_card_value(pile->first[0]);

	if (may(prompt, SABOT_ACTION_SPLIT) && (first == 1 || first == 8))
		return SABOT_ACTION_SPLIT;
	return choose_by_total(sabot_blackjack_hand_total(&game->table.rules, round, prompt->box,
							  prompt->hand),
			       may(prompt, SABOT_ACTION_DOUBLE),
			       sabot_card_value(round->piles[SABOT_OWNER_DEALER].first[0]));
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

	while (sabot_settle_next(&game->table.rules, last, &walk, &settlement)) {
		if (settlement.on != SABOT_BET_MAIN)
			continue;
		game->due_minor += settlement.due_minor;
		nets[settlement.box] += (double)settlement.due_minor / (double)game->unit_minor;
	}
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
		emit(game, SABOT_EVENT_INSURANCE_CLOSED);
		return true;
	case SABOT_PROMPT_RESULT:
		emit(game, SABOT_EVENT_RESULT);
		return true;
	case SABOT_PROMPT_LOAD:
	case SABOT_PROMPT_BURN:
	case SABOT_PROMPT_BETS:
	case SABOT_PROMPT_RULING:
	case SABOT_PROMPT_UNLOAD:
	case SABOT_PROMPT_READ:
		break;
	}
	return false;
}

static bool
play_round(struct game *game)
{
	unsigned number = game->table.last.number;
	struct sabot_prompt prompt;

	for (int box = 1; box <= game->n_boxes; box++) {
		struct sabot_event bet = event_of(SABOT_EVENT_BET);

		bet.box = box;
		bet.on = SABOT_BET_MAIN;
		bet.amount_minor = game->unit_minor;
		step(game, &bet);
	}
	emit(game, SABOT_EVENT_NO_MORE_BETS);
	for (int i = 0; i < STEPS_MAX && game->table.last.number == number; i++) {
		sabot_table_prompt(&game->table, &prompt);
		if (!obey(game, &prompt))
			return false;
	}
	if (game->table.last.number != number && !game->table.last.is_void)
		add_up(game);
	return game->update.fault == NULL;
}

/* Shuffle the load once more and put it into the pack. */
static void
shuffle_again(struct game *game, int decks)
{
	uint16_t n_cards = (uint16_t)(decks * SABOT_DECK_CARDS);

	shoe_random_shuffle(&game->random, game->order, n_cards);
	game->pack = (struct shoe_pack){.n_cards = n_cards};
	for (int i = 0; i < n_cards; i++)
		game->pack.cards[i] = sabot_card_of_number(game->order[i] + 1U);
}

static void
fill_pack(struct game *game)
{
	const struct sabot_rules *rules = &game->table.rules;

	if (game->n_boxes == 1) {
		shuffle_again(game, rules->decks);
		game->pack.behind_cards = (unsigned)rules->cut_min_cards + LEAST_BEHIND +
					  shoe_random_below(&game->random, SPREAD_BEHIND);
		return;
	}
	shoe_pack_fill(&game->pack, rules->decks, &game->random);
	/* One deck is shuffled by need, without a cut card. */
	game->pack.behind_cards =
		rules->decks > 1 ? (unsigned)MAX(rules->cut_min_cards, BEHIND) : 0;
}

static void
put_load_in(struct game *game)
{
	struct sabot_event load = event_of(SABOT_EVENT_LOAD);
	int decks = game->table.rules.decks;

	fill_pack(game);
	load.u.load.decks = decks;
	load.u.load.behind_cards = decks > 1 ? (int)game->pack.behind_cards : -1;
	step(game, &load);
}

static void
take_load_out(struct game *game)
{
	struct sabot_event unload = event_of(SABOT_EVENT_UNLOAD);

	unload.u.unload.left_cards = (int)shoe_pack_left(&game->pack);
	step(game, &unload);
}

/* With fewer cards no round is begun. One box always gets to the cut card. */
static unsigned
least_left(const struct game *game)
{
	if (game->table.rules.decks == 1)
		return LEAST_LEFT_OF_ONE_DECK;
	return game->n_boxes == 1 ? 0 : LEAST_LEFT;
}

static bool
go_on(struct game *game)
{
	struct sabot_prompt prompt;

	sabot_table_prompt(&game->table, &prompt);
	if (prompt.kind == SABOT_PROMPT_LOAD)
		put_load_in(game);
	else if (shoe_pack_left(&game->pack) < least_left(game))
		take_load_out(game);
	else if (prompt.kind == SABOT_PROMPT_BURN)
		draw(game);
	else if (prompt.kind == SABOT_PROMPT_BETS)
		return play_round(game);
	else
		take_load_out(game);
	return game->update.fault == NULL;
}

static struct game *
game_new(const struct sabot_rules *rules, int n_boxes)
{
	struct game *game = g_new0(struct game, 1);

	for (int i = 0; i < SABOT_LOAD_CARDS_MAX; i++)
		game->order[i] = (uint8_t)(i % SABOT_DECK_CARDS);
	shoe_random_init(&game->random, SEED);
	sabot_table_init(&game->table, rules, 0, 0, 0);
	game->unit_minor = rules->min_minor;
	game->n_boxes = n_boxes;
	return game;
}

/* Variance and covariance, and a mean that is good enough where there is no better. */
static bool
play_two_boxes(const struct sabot_rules *rules, int64_t rounds, struct blackjack_worth *ret_worth)
{
	g_autofree struct game *game = game_new(rules, BOXES);
	double n, mean;

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

/* A better mean, from whole loads. */
static bool
play_one_box(const struct sabot_rules *rules, int64_t rounds, struct blackjack_worth *worth)
{
	g_autofree struct game *game = game_new(rules, 1);

	while (game->rounds < rounds || game->table.load.in_shoe)
		if (!go_on(game))
			return false;
	worth->rounds = game->rounds;
	worth->edge = -(double)game->due_minor / ((double)game->unit_minor * (double)game->rounds);
	worth->error = sqrt(worth->variance / (double)game->rounds);
	return true;
}

bool
blackjack_worth_simulate(const struct sabot_rules *house_rules, struct blackjack_worth *ret_worth)
{
	struct sabot_rules rules = *house_rules;

	if (rules.game != SABOT_BLACKJACK)
		return false;
	/* Side bets take nothing from the main bet, and keep nobody from playing it. */
	memset(rules.side_bets, 0, sizeof(rules.side_bets));
	if (rules.decks == 1)
		return play_two_boxes(&rules, ONE_DECK_ROUNDS, ret_worth);
	return play_two_boxes(&rules, SPREAD_ROUNDS, ret_worth) &&
	       play_one_box(&rules, MEAN_ROUNDS, ret_worth);
}
