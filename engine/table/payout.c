/*
 * Payout lines: the settlements in the order of settling, with their reasons and chips.
 */
#include "payout.h"

#include "engine/rules/articles.h"
#include "engine/games/blackjack.h"
#include "shown.h"
#include "table-private.h"

#include <string.h>

/* The bettor's own even money; a hand's result is that only when all took it. */
static bool
took_even_money(const struct sabot_round *round, const struct sabot_settlement *stake)
{
	const struct sabot_box *box = &round->boxes[stake->box];

	for (int i = 0; i < box->n_bettors; i++)
		if (strcmp(box->bettors[i].name, stake->bettor) == 0)
			return box->bettors[i].even_money;
	return false;
}

static enum sabot_hand_result
result_of(const struct sabot_rules *rules, const struct sabot_round *round,
	  const struct sabot_settlement *stake)
{
	if (round->is_void)
		return SABOT_RESULT_VOID;
	if (stake->hand < 0) {
		if (stake->ratio.pays > 0)
			return SABOT_RESULT_WIN;
		return stake->due_minor < 0 ? SABOT_RESULT_LOSE : SABOT_RESULT_PUSH;
	}
	if (took_even_money(round, stake) &&
	    sabot_blackjack_hand_total(rules, round, stake->box, stake->hand).is_blackjack)
		return SABOT_RESULT_EVEN_MONEY;
	return sabot_settle_hand_result(rules, round, stake->box, stake->hand);
}

/* A win, push or loss by comparing the hand with the dealer's. */
static const char *
rule_of_comparison(const struct sabot_rules *rules, const struct sabot_round *round,
		   const struct sabot_payout *payout)
{
	struct sabot_total player =
		sabot_blackjack_hand_total(rules, round, payout->box, payout->hand);
	struct sabot_total dealer = sabot_blackjack_dealer_total(round);
	bool pontoon = rules->pontoon && player.total == 21 &&
		       (player.n_cards == 5 || player.is_three_sevens);

	if (pontoon && payout->result == SABOT_RESULT_WIN)
		return "FA-03";
	if (dealer.is_blackjack)
		return player.is_blackjack
			       ? "BJ-03"
			       : sabot_rules_article_of_bank(rules,
							     sabot_blackjack_shows_ace(round));
	return rules->fewer_cards_win && player.total == dealer.total ? "IT-06" : "BJ-03";
}

static const char *
rule_of_hand(const struct sabot_rules *rules, const struct sabot_round *round,
	     const struct sabot_payout *payout)
{
	switch (payout->result) {
	case SABOT_RESULT_BLACKJACK:
		return rules->blackjack_paid_at_once ? "IT-05" : "BJ-03";
	case SABOT_RESULT_WIN:
	case SABOT_RESULT_PUSH:
	case SABOT_RESULT_LOSE:
		return rule_of_comparison(rules, round, payout);
	case SABOT_RESULT_BUST:
		return "BJ-04";
	case SABOT_RESULT_SURRENDER:
		return sabot_rules_article_or(rules, SABOT_RULE_SURRENDER,
					      rules->surrender == SABOT_SURRENDER_LATE ? "HB-04"
										       : "ST-07");
	case SABOT_RESULT_EVEN_MONEY:
		return sabot_rules_article_or(rules, SABOT_RULE_EVEN_MONEY, "ST-06");
	case SABOT_RESULT_VOID:
		break;
	}
	return "";
}

/* PB-12, or the two ways of a banca without commission. */
static const char *
rule_of_banca(const struct sabot_rules *rules, const struct sabot_round *round)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(round, &coup);
	if (coup.winner != SABOT_WINNER_BANCA)
		return "PB-12";
	if (rules->banca_three_card_7_pushes && coup.n_banca == 3 && coup.banca_points == 7)
		return "PB-16";
	bool half = rules->banca_6_pays.pays != rules->banca_6_pays.per;
	return half && coup.banca_points == 6 ? "PB-15" : "PB-12";
}

static const char *
rule_of(const struct sabot_rules *rules, const struct sabot_round *round,
	const struct sabot_payout *payout)
{
	if (round->is_void)
		return "";
	if (payout->on == SABOT_BET_BANCA)
		return rule_of_banca(rules, round);
	if (rules->game == SABOT_PUNTO_BANCO)
		return "PB-12";
	if (payout->on == SABOT_BET_MAIN)
		return rule_of_hand(rules, round, payout);
	if (payout->on == SABOT_BET_INSURANCE)
		return sabot_rules_article_or(rules, SABOT_RULE_INSURANCE,
					      rules->insurance == SABOT_INSURE_HALF ? "IT-10"
										    : "BJ-09");
	return "TB-07";
}

/* Of a surrender half the stake goes back: the dealer takes it all and returns the rest. */
static int64_t
pay_of(const struct sabot_payout *payout)
{
	if (payout->due_minor > 0)
		return payout->due_minor;
	return payout->result == SABOT_RESULT_SURRENDER ? payout->stake_minor + payout->due_minor
							: 0;
}

static void
make_payout(const struct sabot_rules *rules, const struct sabot_round *round,
	    const struct sabot_settlement *stake, struct sabot_payout *ret_payout)
{
	struct sabot_payout payout = {
		.box = stake->box,
		.hand = stake->hand,
		.on = stake->on,
		.bettor = stake->bettor,
		.result = result_of(rules, round, stake),
		.stake_minor = stake->stake_minor,
		.ratio = stake->ratio,
		.commission_minor = stake->commission_minor,
		.due_minor = stake->due_minor,
	};

	payout.rule = rule_of(rules, round, &payout);
	if (stake->ratio.pays > 0)
		payout.gross_minor = sabot_settle_ratio(stake->stake_minor, stake->ratio);
	payout.pay_minor = pay_of(&payout);
	sabot_chips_pay(&rules->chips, payout.pay_minor, &payout.chips);
	*ret_payout = payout;
}

/* What hangs on the dealer's cards, and on those that are still to come. */
static bool
is_open_to_all(const struct sabot_table *table)
{
	if (!sabot_round_is_decided(table))
		return false;
	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_table_is_shown(table, SABOT_OWNER_DEALER);
	return sabot_table_is_shown(table, SABOT_OWNER_PUNTO) &&
	       sabot_table_is_shown(table, SABOT_OWNER_BANCA);
}

/* Settled before the round is decided, and not by a hole card that nobody has seen. */
static bool
is_settled_early(const struct sabot_table *table, const struct sabot_settlement *stake)
{
	const struct sabot_rules *rules = &table->rules;
	const struct sabot_round *round = &table->round;

	if (!sabot_settle_is_certain(rules, round, stake))
		return false;
	if (sabot_table_is_shown(table, SABOT_OWNER_DEALER))
		return true;
	/* A hidden blackjack is found out when insurance is over and it is turned. */
	if (sabot_blackjack_insurance_is_open(rules, round) ||
	    sabot_blackjack_dealer_total(round).is_blackjack)
		return took_even_money(round, stake);
	/* The top prizes of side bets look at the hole card; a lost one is lost without. */
	return stake->on == SABOT_BET_MAIN || stake->on == SABOT_BET_INSURANCE ||
	       stake->due_minor < 0;
}

static bool
is_reported(const struct sabot_table *table, const struct sabot_round *round,
	    const struct sabot_settlement *stake)
{
	return !round->open || is_open_to_all(table) || is_settled_early(table, stake);
}

/* The next settlement of this pass: in punto banco what the house takes, then the others. */
static bool
next_stake(const struct sabot_table *table, const struct sabot_round *round,
	   struct sabot_payout_walk *walk, struct sabot_settlement *ret_stake)
{
	bool two_passes = table->rules.game == SABOT_PUNTO_BANCO;

	while (sabot_settle_next(&table->rules, round, &walk->stakes, ret_stake))
		if (!two_passes || (ret_stake->due_minor < 0) == !walk->taken)
			return true;
	if (!two_passes || walk->taken)
		return false;
	*walk = (struct sabot_payout_walk){.taken = true};
	return next_stake(table, round, walk, ret_stake);
}

bool
sabot_payout_next(const struct sabot_table *table, const struct sabot_round *round,
		  struct sabot_payout_walk *walk, struct sabot_payout *ret_payout)
{
	struct sabot_settlement stake;

	while (next_stake(table, round, walk, &stake)) {
		if (!is_reported(table, round, &stake))
			continue;
		make_payout(&table->rules, round, &stake, ret_payout);
		return true;
	}
	return false;
}

static void
stake_box(const struct sabot_rules *rules, int64_t stake_minor, struct sabot_round *round, int box)
{
	struct sabot_box *place = &round->boxes[box];
	int bettor = sabot_round_find_bettor(round, box, NULL, true);

	for (int bet = 0; bettor >= 0 && bet < SABOT_BETS; bet++) {
		if (!sabot_rules_offer_bet(rules, (enum sabot_bet)bet))
			continue;
		place->bettors[bettor].stakes_minor[bet] = stake_minor;
		place->bets |= UINT32_C(1) << bet;
	}
}

void
sabot_payout_stake_all(const struct sabot_rules *rules, int64_t stake_minor,
		       struct sabot_round *round)
{
	if (rules->game == SABOT_PUNTO_BANCO)
		stake_box(rules, stake_minor, round, 1);
	for (int i = 0; rules->game == SABOT_BLACKJACK && i < round->n_seats; i++)
		stake_box(rules, stake_minor, round, round->seats[i]);
}
