/*
 * The ledger of commission owed. Integer arithmetic only.
 */
#include "commission.h"

#include "engine/games/settle.h"

#include <stdio.h>
#include <string.h>

/* The place of a bettor's line, or -1. */
static int
find(const struct sabot_commission *commission, int box, const char *bettor)
{
	for (int i = 0; i < commission->n_debts; i++)
		if (commission->debts[i].box == box &&
		    strcmp(commission->debts[i].bettor, bettor) == 0)
			return i;
	return -1;
}

/* A new line, in the place of one that is paid up when there is no more room; or -1. */
static int
make_room(struct sabot_commission *commission)
{
	if (commission->n_debts < SABOT_COMMISSION_DEBTS_MAX)
		return commission->n_debts++;
	for (int i = 0; i < commission->n_debts; i++)
		if (commission->debts[i].owed_minor == 0 &&
		    commission->debts[i].last_round_minor == 0)
			return i;
	return -1;
}

/* Where a bettor's commission is written, made when there was none. */
static struct sabot_commission_debt *
line_of(struct sabot_commission *commission, int box, const char *bettor)
{
	int place = find(commission, box, bettor);

	if (place >= 0)
		return &commission->debts[place];
	place = make_room(commission);
	if (place < 0)
		return &commission->others;
	struct sabot_commission_debt *debt = &commission->debts[place];
	memset(debt, 0, sizeof(*debt));
	debt->box = box;
	snprintf(debt->bettor, sizeof(debt->bettor), "%s", bettor);
	return debt;
}

void
sabot_commission_copy(const struct sabot_commission *commission, struct sabot_commission *copy)
{
	copy->n_debts = commission->n_debts;
	copy->others = commission->others;
	memcpy(copy->debts, commission->debts,
	       (size_t)commission->n_debts * sizeof(commission->debts[0]));
}

static void
begin_round(struct sabot_commission_debt *debt, bool again)
{
	if (again)
		debt->owed_minor -= debt->last_round_minor;
	debt->last_round_minor = 0;
}

/* Not inline: a round without commission owed has nothing to do with it. */
__attribute__((noinline)) static void
write_round(struct sabot_commission *commission, const struct sabot_rules *rules,
	    const struct sabot_round *last, bool again)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	for (int i = 0; i < commission->n_debts; i++)
		begin_round(&commission->debts[i], again);
	begin_round(&commission->others, again);
	/* In a certain round only banca's win owes any; an unread card would count as 0. */
	if (!last->unverified && last->winner != SABOT_WINNER_BANCA)
		return;
	while (sabot_settle_next(rules, last, &walk, &stake)) {
		if (stake.commission_minor == 0 &&
		    (!last->unverified || stake.on != SABOT_BET_BANCA))
			continue;
		struct sabot_commission_debt *debt = line_of(commission, stake.box, stake.bettor);
		debt->uncertain |= last->unverified;
		/* Of what is not certain the least is owed: nothing. */
		if (last->unverified)
			continue;
		debt->owed_minor += stake.commission_minor;
		debt->last_round_minor += stake.commission_minor;
	}
}

static bool
is_owed_until_the_end(const struct sabot_rules *rules)
{
	return rules->game == SABOT_PUNTO_BANCO &&
	       rules->commission_when == SABOT_COMMISSION_AT_END;
}

void
sabot_commission_update(struct sabot_commission *commission, const struct sabot_rules *rules,
			const struct sabot_round *last, bool again)
{
	if (is_owed_until_the_end(rules))
		write_round(commission, rules, last, again);
}

void
sabot_commission_pay(struct sabot_commission *commission, const struct sabot_rules *rules, int box,
		     const char *bettor, int64_t amount_minor)
{
	char seat[SABOT_SEAT_NAME_SIZE];

	if (!is_owed_until_the_end(rules))
		return;
	if (bettor == NULL || bettor[0] == '\0')
		bettor = sabot_seat_name(box, seat);
	/* Who has no line of his own owes among the others. */
	int place = find(commission, box, bettor);
	if (place < 0 && commission->others.owed_minor > 0) {
		commission->others.owed_minor -= amount_minor;
	} else {
		struct sabot_commission_debt *debt = line_of(commission, box, bettor);
		debt->owed_minor -= amount_minor;
		debt->paid_minor += amount_minor;
	}
}

int64_t
sabot_commission_of(const struct sabot_commission *commission, int box, const char *bettor)
{
	char seat[SABOT_SEAT_NAME_SIZE];

	if (bettor == NULL || bettor[0] == '\0')
		bettor = sabot_seat_name(box, seat);
	int place = find(commission, box, bettor);
	return place < 0 ? 0 : commission->debts[place].owed_minor;
}

int64_t
sabot_commission_total(const struct sabot_commission *commission)
{
	int64_t total_minor = commission->others.owed_minor;

	for (int i = 0; i < commission->n_debts; i++)
		total_minor += commission->debts[i].owed_minor;
	return total_minor;
}
