/*
 * What is said and paid, against what is owed: no call without its arguments, no total that is not
 * a hand's, no payout that the settlements do not have, no chip too many.
 */
#include "engine/table/call.h"
#include "engine/table/payout.h"
#include "engine/table/prompt.h"
#include "engine/games/settle.h"
#include "invariants.h"

/* Of a round's stakes: how many, what is staked, owed, and owed of commission. */
struct sums {
	int n;
	int64_t stake_minor, due_minor, commission_minor;
};

static const char *
check_chips(const struct sabot_rules *rules, const struct sabot_payout *payout)
{
	int64_t sum_minor = payout->chips.rest_minor;

	for (int i = 0; i < payout->chips.n; i++) {
		if (payout->chips.stacks[i].count < 1)
			return "an empty stack of chips is paid";
		if (i > 0 && payout->chips.stacks[i].minor >= payout->chips.stacks[i - 1].minor)
			return "the chips are not paid from the largest down";
		sum_minor += payout->chips.stacks[i].minor * payout->chips.stacks[i].count;
	}
	if (payout->chips.rest_minor < 0 ||
	    (rules->chips.n > 0 && payout->chips.rest_minor >= rules->chips.minor[0]))
		return "chips could pay more of it";
	return sum_minor == payout->pay_minor ? NULL : "chips and rest are not what is paid";
}

static const char *
check_payout(const struct sabot_rules *rules, const struct sabot_round *round,
	     const struct sabot_payout *payout)
{
	bool at_once = rules->commission_when == SABOT_COMMISSION_AT_ONCE;
	bool won = payout->ratio.pays > 0;

	if (payout->rule == NULL || (payout->rule[0] == '\0') != round->is_void)
		return "a payout has no rule";
	if ((payout->result == SABOT_RESULT_VOID) != round->is_void)
		return "a payout of a void round is none, or the other way round";
	if (payout->due_minor > 0 && !won)
		return "something is paid at no ratio";
	if (won &&
	    payout->due_minor != payout->gross_minor - (at_once ? payout->commission_minor : 0))
		return "a payout is not stake times ratio less commission";
	if (payout->due_minor > 0 && payout->pay_minor != payout->due_minor)
		return "something else is paid than is due";
	if (payout->due_minor <= 0 && payout->pay_minor != 0 &&
	    payout->result != SABOT_RESULT_SURRENDER)
		return "something is paid that is not due";
	return check_chips(rules, payout);
}

static const char *
check_payouts(const struct sabot_table *table, const struct sabot_round *round)
{
	struct sabot_payout_walk walk = {0};
	struct sabot_settle_walk settle_walk = {0};
	struct sabot_payout payout;
	struct sabot_settlement stake;
	struct sums paid = {0}, settled = {0};

	while (sabot_payout_next(table, round, &walk, &payout)) {
		const char *wrong = check_payout(&table->rules, round, &payout);
		if (wrong != NULL)
			return wrong;
		paid.n++;
		paid.stake_minor += payout.stake_minor;
		paid.due_minor += payout.due_minor;
		paid.commission_minor += payout.commission_minor;
	}
	while (sabot_settle_next(&table->rules, round, &settle_walk, &stake)) {
		settled.n++;
		settled.stake_minor += stake.stake_minor;
		settled.due_minor += stake.due_minor;
		settled.commission_minor += stake.commission_minor;
	}
	if (round->open ? paid.n > settled.n : paid.n != settled.n)
		return "there are more or fewer payouts than settlements";
	if (paid.n == settled.n &&
	    (paid.stake_minor != settled.stake_minor || paid.due_minor != settled.due_minor ||
	     paid.commission_minor != settled.commission_minor))
		return "payouts and settlements come to different sums";
	return NULL;
}

static const char *
check_call(const struct sabot_table *table, const struct sabot_call *call)
{
	bool of_player = call->owner == SABOT_OWNER_PLAYER;
	bool of_box = call->id == SABOT_CALL_SHOE_PASSES || call->id == SABOT_CALL_BANK_PASSES ||
		      call->id == SABOT_CALL_EVEN_MONEY;

	if (sabot_call_id_to_string(call->id) == NULL)
		return "a call has no word";
	if (call->box < 0 || call->box > table->rules.boxes || (of_box && call->box == 0))
		return "a call is for no box";
	if (of_player && (call->box == 0 || call->hand >= table->round.boxes[call->box].n_hands))
		return "a call is for no hand";
	if ((call->id == SABOT_CALL_STANDS || call->id == SABOT_CALL_WINS) &&
	    (call->number < 0 || call->number > 9))
		return "points are called that are none";
	if (call->id == SABOT_CALL_BUST && call->number <= 21)
		return "a hand is called bust that is not";
	if (call->id == SABOT_CALL_BURN && call->number < 1)
		return "a burn of nothing is called";
	return NULL;
}

static const char *
check_calls(const struct sabot_table *table)
{
	struct sabot_call calls[SABOT_CALLS_MAX];
	struct sabot_prompt prompt;
	unsigned n_calls = sabot_table_calls(table, calls);

	/* The last place is where calls too many would fall on each other. */
	if (n_calls >= SABOT_CALLS_MAX)
		return "there are more calls than a list holds";
	for (unsigned i = 0; i < n_calls; i++) {
		const char *wrong = check_call(table, &calls[i]);
		if (wrong != NULL)
			return wrong;
		for (unsigned j = 0; j < i; j++)
			if (calls[i].id == calls[j].id && calls[i].owner == calls[j].owner &&
			    calls[i].box == calls[j].box && calls[i].hand == calls[j].hand)
				return "the same is called twice";
	}
	sabot_table_prompt(table, &prompt);
	if (prompt.why.rule == NULL)
		return "a prompt has no reason";
	return prompt.kind == SABOT_PROMPT_BETS && n_calls == 0 ? "nobody calls for bets" : NULL;
}

const char *
invariants_check_prompts(const struct sabot_table *table)
{
	const char *wrong = check_calls(table);

	if (wrong == NULL && (table->holder.box < 0 || table->holder.box > table->rules.boxes))
		return "the holder is at no box";
	if (wrong == NULL)
		wrong = check_payouts(table, &table->last);
	if (wrong == NULL && table->round.open)
		wrong = check_payouts(table, &table->round);
	return wrong;
}
