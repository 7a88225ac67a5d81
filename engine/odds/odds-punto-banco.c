/*
 * The enumeration goes over ranks; suits matter to pairs only, so how often two first cards are of
 * one suit is counted once for every four ranks.
 */
#include "odds-punto-banco.h"

#include "engine/games/settle.h"

#include <string.h>

enum { N_INITIAL = 4 };

struct walk {
	const struct sabot_rules *rules;
	struct sabot_round *round;
	struct sabot_coup_odds *odds;
	unsigned left[SABOT_RANKS + 1]; /* cards by rank */
	unsigned n_left;
	uint64_t initial[SABOT_COUP_KINDS][SABOT_COUP_KINDS]; /* orders of the four first cards */
};

static int
kind_of(const struct sabot_card *cards)
{
	return (cards[0].rank == cards[1].rank ? 1 : 0) | (cards[0].suit == cards[1].suit ? 2 : 0);
}

int
sabot_coup_class_index(const struct sabot_coup *coup)
{
	int index = (coup->n_punto - 2) * 2 + coup->n_banca - 2;

	index = (index * 10 + coup->punto_points) * 10 + coup->banca_points;
	index = index * SABOT_COUP_KINDS + kind_of(coup->punto);
	return index * SABOT_COUP_KINDS + kind_of(coup->banca);
}

/* In how many ways these four cards can be drawn from as many decks. */
static uint64_t
count_copies(unsigned decks, const struct sabot_card cards[N_INITIAL])
{
	uint64_t ways = 1;

	for (int i = 0; i < N_INITIAL; i++) {
		unsigned left = decks;
		for (int j = 0; j < i && left > 0; j++)
			if (cards[j].rank == cards[i].rank && cards[j].suit == cards[i].suit)
				left--;
		ways *= left;
	}
	return ways;
}

/* The four first cards lie: count their suits. */
static void
count_initial(struct walk *walk, const struct sabot_coup *coup)
{
	struct sabot_card cards[N_INITIAL] = {coup->punto[0], coup->punto[1], coup->banca[0],
					      coup->banca[1]};

	memset(walk->initial, 0, sizeof(walk->initial));
	for (unsigned suits = 0; suits < 1U << (2 * N_INITIAL); suits++) {
		for (unsigned i = 0; i < N_INITIAL; i++)
			cards[i].suit = (uint8_t)(SABOT_SPADES + (suits >> (2 * i) & 3));
		walk->initial[kind_of(cards)][kind_of(cards + 2)] +=
			count_copies((unsigned)walk->rules->decks, cards);
	}
}

/* Give the two first cards suits that make their kind. */
static void
set_suits(struct sabot_card *cards, int kind)
{
	cards[0].suit = SABOT_SPADES;
	cards[1].suit = (kind & 2) != 0 ? SABOT_SPADES : SABOT_HEARTS;
}

static void
add_coup(struct walk *walk, struct sabot_coup coup, uint64_t ways)
{
	unsigned n_left = walk->n_left;

	for (int n = coup.n_punto + coup.n_banca; n < 6; n++)
		ways *= n_left--;
	for (int punto = 0; punto < SABOT_COUP_KINDS; punto++) {
		for (int banca = 0; banca < SABOT_COUP_KINDS; banca++) {
			if (walk->initial[punto][banca] == 0)
				continue;
			set_suits(coup.punto, punto);
			set_suits(coup.banca, banca);
			struct sabot_coup_class *class =
				&walk->odds->classes[sabot_coup_class_index(&coup)];
			class->coup = coup;
			class->count += walk->initial[punto][banca] * ways;
			walk->odds->total += walk->initial[punto][banca] * ways;
		}
	}
}

/* `ways` counts the cards after the first four. At most six deep. */
static void
deal(struct walk *walk, uint64_t ways)
{
	struct sabot_round *round = walk->round;
	struct sabot_coup coup;

	sabot_punto_banco_read(round, &coup);
	enum sabot_owner owner = sabot_punto_banco_next(walk->rules, round);
	if (round->n_cards == N_INITIAL)
		count_initial(walk, &coup);
	if (owner == SABOT_OWNER_NONE) {
		add_coup(walk, coup, ways);
		return;
	}
	for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
		struct sabot_card card = {rank, SABOT_CLUBS};
		unsigned copies = walk->left[rank];
		if (copies == 0)
			continue;
		sabot_round_place_card(round, sabot_round_add_card(round, card, -1, 0), owner, 0,
				       0);
		walk->left[rank]--;
		walk->n_left--;
		deal(walk, round->n_cards > N_INITIAL ? ways * copies : 1);
		walk->n_left++;
		walk->left[rank]++;
		sabot_round_drop_card(round);
	}
}

bool
sabot_coup_odds_count(const struct sabot_rules *rules, struct sabot_round *scratch,
		      struct sabot_coup_odds *ret_odds)
{
	struct walk walk = {.rules = rules, .round = scratch, .odds = ret_odds};

	if (rules->game != SABOT_PUNTO_BANCO || rules->decks < 1 || rules->decks > SABOT_DECKS_MAX)
		return false;
	walk.n_left = (unsigned)(rules->decks * SABOT_DECK_CARDS);
	for (int rank = SABOT_ACE; rank <= SABOT_KING; rank++)
		walk.left[rank] = (unsigned)(rules->decks * SABOT_SUITS);
	memset(ret_odds, 0, sizeof(*ret_odds));
	sabot_round_init(scratch, 1, 1);
	deal(&walk, 1);
	return true;
}

static void
lay_hand(struct sabot_round *round, enum sabot_owner owner, const struct sabot_card *cards, int n)
{
	for (int i = 0; i < n; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, cards[i], -1, 0), owner,
				       0, 0);
}

/* A round in which box 1 has a unit on the bet, and no cards. */
static void
stake_unit(const struct sabot_rules *rules, enum sabot_bet bet, struct sabot_round *round)
{
	sabot_round_init(round, 1, 1);
	int bettor = sabot_round_find_bettor(round, 1, NULL, true);
	round->boxes[1].bettors[bettor].stakes_minor[bet] = sabot_odds_unit(rules, bet);
}

/* With such a round, whose cards may be another coup's. */
static int64_t
net_of(const struct sabot_rules *rules, const struct sabot_coup *coup, enum sabot_bet bet,
       struct sabot_round *round)
{
	struct sabot_settlement settlement = {
		.box = 1,
		.hand = -1,
		.on = bet,
		.bettor = round->boxes[1].bettors[0].name,
	};
	while (round->n_cards > 0)
		sabot_round_drop_card(round);
	lay_hand(round, SABOT_OWNER_PUNTO, coup->punto, coup->n_punto);
	lay_hand(round, SABOT_OWNER_BANCA, coup->banca, coup->n_banca);
	sabot_settle_find(rules, round, &settlement);
	/* PB-12: a commission owed until the end is paid all the same. */
	return settlement.due_minor - (rules->commission_when == SABOT_COMMISSION_AT_ONCE
					       ? 0
					       : settlement.commission_minor);
}

int64_t
sabot_coup_odds_net(const struct sabot_rules *rules, const struct sabot_coup *coup,
		    enum sabot_bet bet, struct sabot_round *scratch)
{
	stake_unit(rules, bet, scratch);
	return net_of(rules, coup, bet, scratch);
}

bool
sabot_coup_odds_bet(const struct sabot_rules *rules, const struct sabot_coup_odds *odds,
		    enum sabot_bet bet, struct sabot_round *scratch,
		    struct sabot_bet_odds *ret_odds)
{
	struct sabot_bet_odds result = {.bet = bet, .unit_minor = sabot_odds_unit(rules, bet)};

	if (!sabot_rules_offer_bet(rules, bet))
		return false;
	stake_unit(rules, bet, scratch);
	for (int i = 0; i < SABOT_COUP_CLASSES; i++) {
		const struct sabot_coup_class *class = &odds->classes[i];
		if (class->count == 0)
			continue;
		int64_t net_minor = net_of(rules, &class->coup, bet, scratch);
		if (!sabot_bet_odds_add(&result, net_minor, NULL, class->count))
			return false;
	}
	sabot_bet_odds_finish(&result);
	*ret_odds = result;
	return true;
}
