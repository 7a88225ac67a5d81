/*
 * The predicates of the side bets. A card not fully read matches no pair and no suit.
 */
#include "side-bets.h"

#include <string.h>

enum royal_match { CROWN_TREASURE, ROYAL_MATCH, SUITED };
enum bet_set { SUITED_PAIR, PAIR };
enum kings_bounty {
	TWO_KINGS_OF_SPADES_BLACKJACK,
	TWO_KINGS_OF_SPADES,
	SUITED_KINGS,
	BOUNTY_SUITED_PAIR,
	SUITED_20,
	KINGS,
	ANY_20,
};

enum lucky_6 { LUCKY_THREE_CARDS, LUCKY_TWO_CARDS };
enum dragon_bonus { NATURAL, BY_9 };

static const char *const royal_match_names[] = {"crown_treasure", "royal_match", "suited"};
static const char *const bet_set_names[] = {"suited_pair", "pair"};
static const char *const kings_bounty_names[] = {
	"two_kings_of_spades_blackjack",
	"two_kings_of_spades",
	"suited_kings",
	"suited_pair",
	"suited_20",
	"kings",
	"any_20",
};

static const char *const lucky_6_names[] = {"three_cards", "two_cards"};
static const char *const dragon_bonus_names[] = {
	"natural", "by_9", "by_8", "by_7", "by_6", "by_5", "by_4",
};

#define NAMES(bet_, game_, names_)                                                                 \
	{                                                                                          \
		.bet = bet_, .game = game_, .names = names_,                                       \
		.n_names = (int)(sizeof(names_) / sizeof((names_)[0]))                             \
	}

/* The bets that have outcomes of their own. */
static const struct side_bet {
	enum sabot_bet bet;
	enum sabot_game game;
	const char *const *names;
	int n_names;
} side_bets[] = {
	NAMES(SABOT_BET_ROYAL_MATCH_21, SABOT_BLACKJACK, royal_match_names),
	NAMES(SABOT_BET_BET_SET_21, SABOT_BLACKJACK, bet_set_names),
	NAMES(SABOT_BET_KINGS_BOUNTY, SABOT_BLACKJACK, kings_bounty_names),
	NAMES(SABOT_BET_LUCKY_6, SABOT_PUNTO_BANCO, lucky_6_names),
	NAMES(SABOT_BET_PUNTO_DRAGON_BONUS, SABOT_PUNTO_BANCO, dragon_bonus_names),
	NAMES(SABOT_BET_BANCA_DRAGON_BONUS, SABOT_PUNTO_BANCO, dragon_bonus_names),
};

static const struct side_bet *
find_side_bet(enum sabot_bet bet)
{
	for (size_t i = 0; i < sizeof(side_bets) / sizeof(side_bets[0]); i++)
		if (side_bets[i].bet == bet)
			return &side_bets[i];
	return NULL;
}

const char *
sabot_side_bet_outcome_name(enum sabot_bet bet, int outcome)
{
	const struct side_bet *found = find_side_bet(bet);

	return found != NULL && outcome >= 0 && outcome < found->n_names ? found->names[outcome]
									 : NULL;
}

bool
sabot_side_bet_is_of_game(enum sabot_bet bet, enum sabot_game game)
{
	const struct side_bet *found = find_side_bet(bet);

	return found != NULL && found->game == game;
}

static bool
is_pair(const struct sabot_card *cards)
{
	return cards[0].rank != SABOT_RANK_UNKNOWN && cards[0].rank == cards[1].rank;
}

static bool
is_suited(const struct sabot_card *cards)
{
	return cards[0].suit != SABOT_SUIT_UNKNOWN && cards[0].suit == cards[1].suit;
}

static bool
is_royal_match(const struct sabot_card *cards)
{
	return is_suited(cards) && ((cards[0].rank == SABOT_KING && cards[1].rank == SABOT_QUEEN) ||
				    (cards[0].rank == SABOT_QUEEN && cards[1].rank == SABOT_KING));
}

static bool
are_twenty(const struct sabot_card *cards)
{
	unsigned a = sabot_card_value(cards[0]), b = sabot_card_value(cards[1]);

	return (a == 10 && b == 10) || (a == 1 && b == 9) || (a == 9 && b == 1);
}

static bool
royal_match_has(int outcome, const struct sabot_side_bet_cards *cards)
{
	if (outcome == CROWN_TREASURE)
		return is_royal_match(cards->player) && is_royal_match(cards->bank);
	return outcome == ROYAL_MATCH ? is_royal_match(cards->player) : is_suited(cards->player);
}

static bool
are_equal_value(const struct sabot_card *cards)
{
	return cards[0].rank != SABOT_RANK_UNKNOWN && cards[1].rank != SABOT_RANK_UNKNOWN &&
	       sabot_card_value(cards[0]) == sabot_card_value(cards[1]);
}

static bool
bet_set_has(const struct sabot_rules *rules, int outcome, const struct sabot_side_bet_cards *cards)
{
	const struct sabot_card *player = cards->player;
	bool pair = rules->bet_set_21_by_value ? are_equal_value(player) : is_pair(player);

	return pair && (outcome == PAIR || is_suited(player));
}

static bool
kings_bounty_has(int outcome, const struct sabot_side_bet_cards *cards)
{
	const struct sabot_card *player = cards->player;
	bool suited = is_suited(player);
	bool kings = is_pair(player) && player[0].rank == SABOT_KING;
	bool of_spades = kings && suited && player[0].suit == SABOT_SPADES;

	switch ((enum kings_bounty)outcome) {
	case TWO_KINGS_OF_SPADES_BLACKJACK:
		return of_spades && cards->bank_blackjack;
	case TWO_KINGS_OF_SPADES:
		return of_spades;
	case SUITED_KINGS:
		return kings && suited;
	case BOUNTY_SUITED_PAIR:
		return is_pair(player) && suited && player[0].rank >= SABOT_TEN;
	case SUITED_20:
		return are_twenty(player) && suited;
	case KINGS:
		return kings;
	case ANY_20:
		return are_twenty(player);
	}
	return false;
}

static bool
has_outcome(const struct sabot_rules *rules, enum sabot_bet bet, int outcome,
	    const struct sabot_side_bet_cards *cards)
{
	if (bet == SABOT_BET_ROYAL_MATCH_21)
		return royal_match_has(outcome, cards);
	if (bet == SABOT_BET_BET_SET_21)
		return bet_set_has(rules, outcome, cards);
	return bet == SABOT_BET_KINGS_BOUNTY && kings_bounty_has(outcome, cards);
}

struct sabot_ratio
sabot_side_bet_pays(const struct sabot_rules *rules, enum sabot_bet bet,
		    const struct sabot_side_bet_cards *cards)
{
	for (int outcome = 0; sabot_side_bet_outcome_name(bet, outcome) != NULL; outcome++) {
		struct sabot_ratio ratio = rules->side_bets[bet][outcome];
		if (ratio.pays > 0 && has_outcome(rules, bet, outcome, cards))
			return ratio;
	}
	return (struct sabot_ratio){0, 1};
}

static bool
is_perfect_pair(const struct sabot_coup *coup)
{
	return (is_pair(coup->punto) && is_suited(coup->punto)) ||
	       (is_pair(coup->banca) && is_suited(coup->banca));
}

static bool
coup_bet_wins(enum sabot_bet bet, const struct sabot_coup *coup)
{
	bool banca_wins = coup->winner == SABOT_WINNER_BANCA;

	if (bet == SABOT_BET_TIE)
		return coup->winner == SABOT_WINNER_TIE;
	if (bet == SABOT_BET_PUNTO_PAIR)
		return is_pair(coup->punto);
	if (bet == SABOT_BET_BANCA_PAIR)
		return is_pair(coup->banca);
	if (bet == SABOT_BET_EITHER_PAIR)
		return is_pair(coup->punto) || is_pair(coup->banca);
	if (bet == SABOT_BET_PERFECT_PAIR)
		return is_perfect_pair(coup);
	if (bet == SABOT_BET_DRAGON_7)
		return banca_wins && coup->n_banca == 3 && coup->banca_points == 7;
	if (bet == SABOT_BET_PANDA_8)
		return coup->winner == SABOT_WINNER_PUNTO && coup->n_punto == 3 &&
		       coup->punto_points == 8;
	if (bet == SABOT_BET_SUPER_6)
		return banca_wins && coup->banca_points == 6;
	if (bet == SABOT_BET_BIG)
		return coup->n_punto + coup->n_banca > 4;
	return bet == SABOT_BET_SMALL && coup->n_punto + coup->n_banca == 4;
}

enum sabot_coup_bet_result
sabot_coup_bet_judge(enum sabot_bet bet, const struct sabot_coup *coup)
{
	if (coup->winner == SABOT_WINNER_VOID)
		return SABOT_COUP_BET_PUSH;
	return coup_bet_wins(bet, coup) ? SABOT_COUP_BET_WON : SABOT_COUP_BET_LOST;
}

static bool
is_dragon_bonus(enum sabot_bet bet)
{
	return bet == SABOT_BET_PUNTO_DRAGON_BONUS || bet == SABOT_BET_BANCA_DRAGON_BONUS;
}

/* The name's order: a natural, then by 9 … by 4 without one. -1 when the side did not win so. */
static int
dragon_bonus_outcome(enum sabot_bet bet, const struct sabot_coup *coup)
{
	bool punto = bet == SABOT_BET_PUNTO_DRAGON_BONUS;
	int margin = punto ? coup->punto_points - coup->banca_points
			   : coup->banca_points - coup->punto_points;
	int n_cards = punto ? coup->n_punto : coup->n_banca;
	int points = punto ? coup->punto_points : coup->banca_points;

	if (margin > 0 && n_cards == 2 && points >= 8)
		return NATURAL;
	return margin >= 4 ? BY_9 + (9 - margin) : -1;
}

static int
coup_outcome(enum sabot_bet bet, const struct sabot_coup *coup)
{
	if (is_dragon_bonus(bet))
		return dragon_bonus_outcome(bet, coup);
	if (bet != SABOT_BET_LUCKY_6 || coup->winner != SABOT_WINNER_BANCA ||
	    coup->banca_points != 6)
		return -1;
	return coup->n_banca == 3 ? LUCKY_THREE_CARDS : LUCKY_TWO_CARDS;
}

static bool
is_natural_tie(const struct sabot_coup *coup)
{
	return coup->winner == SABOT_WINNER_TIE && coup->n_punto == 2 && coup->n_banca == 2 &&
	       coup->punto_points >= 8;
}

enum sabot_coup_bet_result
sabot_coup_bet_pays(const struct sabot_rules *rules, enum sabot_bet bet,
		    const struct sabot_coup *coup, struct sabot_ratio *ret_pays)
{
	enum sabot_coup_bet_result result = sabot_coup_bet_judge(bet, coup);
	struct sabot_ratio pays = rules->bets[bet];

	if (coup->winner != SABOT_WINNER_VOID && sabot_side_bet_outcome_name(bet, 0) != NULL) {
		int outcome = coup_outcome(bet, coup);
		pays = outcome >= 0 ? rules->side_bets[bet][outcome] : (struct sabot_ratio){0, 1};
		result = pays.pays > 0 ? SABOT_COUP_BET_WON : SABOT_COUP_BET_LOST;
		if (is_dragon_bonus(bet) && is_natural_tie(coup))
			result = SABOT_COUP_BET_PUSH;
	}
	if (result == SABOT_COUP_BET_WON)
		*ret_pays = pays;
	return result;
}
