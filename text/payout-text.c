/* Payout lines: see payout-text.h. One format for each way a stake can end; the chips follow. */
#include "text/payout-text.h"
#include "text/money.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

/* "Box 3", "Box 3, punto", "Box 3, anna": what is clear by itself is not said. */
static char *
name_stake(const struct sabot_payout *payout)
{
	g_autofree char *seat = g_strdup_printf("%d", payout->box);
	bool has_name = payout->bettor != NULL && payout->bettor[0] != '\0' &&
			g_strcmp0(payout->bettor, seat) != 0;
	g_autofree char *box = NULL;

	if (payout->hand > 0 && payout->hand < G_MAXINT)
		/* Translators: a box, and which of its split hands. */
		box = g_strdup_printf(_("Box %d, hand %d"), payout->box, payout->hand + 1);
	else
		box = g_strdup_printf(_("Box %d"), payout->box);
	return g_strconcat(box, payout->on != SABOT_BET_MAIN ? ", " : "",
			   payout->on != SABOT_BET_MAIN ? sabot_text_bet(payout->on) : "",
			   has_name ? ", " : "", has_name ? payout->bettor : "", NULL);
}

/* "75.00 = 3:2 on 50.00", and what becomes of the commission. */
static char *
win(const char *where, const struct sabot_payout *payout)
{
	char due[SABOT_TEXT_MONEY_SIZE], stake[SABOT_TEXT_MONEY_SIZE], fee[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(payout->due_minor, due);
	sabot_text_money(payout->stake_minor, stake);
	sabot_text_money(payout->commission_minor, fee);
	if (payout->commission_minor == 0)
		/* Translators: place: amount = ratio on stake. */
		return g_strdup_printf(_("%s: %s = %d:%d on %s"), where, due, payout->ratio.pays,
				       payout->ratio.per, stake);
	if (payout->due_minor < payout->gross_minor)
		return g_strdup_printf(_("%s: %s = %d:%d on %s, less %s commission"), where, due,
				       payout->ratio.pays, payout->ratio.per, stake, fee);
	return g_strdup_printf(_("%s: %s = %d:%d on %s; %s commission is owed"), where, due,
			       payout->ratio.pays, payout->ratio.per, stake, fee);
}

static char *
phrase(const char *where, const struct sabot_payout *payout)
{
	char stake[SABOT_TEXT_MONEY_SIZE], other[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(payout->stake_minor, stake);
	if (payout->ratio.pays > 0 && payout->due_minor > 0)
		return win(where, payout);
	switch (payout->result) {
	case SABOT_RESULT_PUSH:
		return g_strdup_printf(_("%s: push, %s stays"), where, stake);
	case SABOT_RESULT_SURRENDER:
		sabot_text_money(payout->pay_minor, other);
		return g_strdup_printf(_("%s: surrender, %s back of %s"), where, other, stake);
	case SABOT_RESULT_VOID:
		return g_strdup_printf(_("%s: void, %s back"), where, stake);
	case SABOT_RESULT_BLACKJACK:
	case SABOT_RESULT_WIN:
	case SABOT_RESULT_EVEN_MONEY:
	case SABOT_RESULT_LOSE:
	case SABOT_RESULT_BUST:
		break;
	}
	return g_strdup_printf(_("%s: %s is taken"), where,
			       sabot_text_money(payout->due_minor == INT64_MIN ? INT64_MAX
									       : -payout->due_minor,
						other));
}

/* "1×50 1×25", and what no chip can pay: "+ 0.30". */
static char *
chips(const struct sabot_chips *paid)
{
	GString *list = g_string_new(NULL);
	char amount[SABOT_TEXT_MONEY_SIZE];

	for (int i = 0; i < paid->n; i++)
		g_string_append_printf(list, "%s%" G_GINT64_FORMAT "×%s", i > 0 ? " " : "",
				       paid->stacks[i].count,
				       sabot_text_money_short(paid->stacks[i].minor, amount));
	if (paid->rest_minor > 0)
		g_string_append_printf(list, "%s%s", paid->n > 0 ? " + " : "",
				       sabot_text_money(paid->rest_minor, amount));
	return g_string_free(list, FALSE);
}

char *
sabot_text_payout(const struct sabot_payout *payout)
{
	g_autofree char *where = name_stake(payout);
	g_autofree char *line = phrase(where, payout);
	g_autofree char *paid = chips(&payout->chips);

	if (payout->pay_minor <= 0 || payout->chips.n == 0)
		return g_steal_pointer(&line);
	return g_strconcat(line, " → ", paid, NULL);
}

char *
sabot_text_payout_unverified(const struct sabot_payout *payout, const int64_t *due_min_minor,
			     const int64_t *due_max_minor)
{
	g_autofree char *where = name_stake(payout);
	char least[SABOT_TEXT_MONEY_SIZE], most[SABOT_TEXT_MONEY_SIZE];
	char stake[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(payout->stake_minor, stake);
	if (!due_min_minor || !due_max_minor)
		/* Translators: a stake, its amount: what is due on it is not known. */
		return g_strdup_printf(_("%s: ? on %s"), where, stake);
	/* Translators: a stake, the least and the most that may be due on it, its amount. */
	return g_strdup_printf(_("%s: ? (%s to %s) on %s"), where,
			       sabot_text_money(*due_min_minor, least),
			       sabot_text_money(*due_max_minor, most), stake);
}

/* "Round 211, box 3, ann". */
static char *
round_and_seat(const struct sabot_redress_line *line)
{
	if (line->box <= 0)
		return g_strdup_printf(_("Round %d"), (int)line->round);
	if (!line->bettor || line->bettor[0] == '\0')
		return g_strdup_printf(_("Round %d, box %d"), (int)line->round, line->box);
	/* Translators: the last one is a player's name. */
	return g_strdup_printf(_("Round %d, box %d, %s"), (int)line->round, line->box,
			       line->bettor);
}

char *
sabot_text_redress(const struct sabot_redress_line *line)
{
	g_autofree char *where = round_and_seat(line);
	g_autofree char *paid = chips(&line->chips);
	g_autofree char *text = NULL;
	char amount[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(line->amount_minor < 0 ? -line->amount_minor : line->amount_minor, amount);
	if (line->amount_minor < 0)
		/* Translators: a round and box: what the dealer takes back from the player. */
		text = g_strdup_printf(_("%s: collect %s"), where, amount);
	else
		/* Translators: a round and box: what the dealer is to pay. */
		text = g_strdup_printf(_("%s: pay %s"), where, amount);
	if (line->chips.n == 0)
		return g_steal_pointer(&text);
	return g_strconcat(text, " → ", paid, NULL);
}

/* In punto banco a bet is the same for all boxes. */
static char *
name_shared_stake(const struct sabot_payout *payout)
{
	if (payout->hand > 0 && payout->hand < G_MAXINT)
		return g_strdup_printf(_("Box %d, hand %d"), payout->box, payout->hand + 1);
	if (payout->on == SABOT_BET_MAIN)
		return g_strdup_printf(_("Box %d"), payout->box);
	return g_strdup(sabot_text_bet(payout->on));
}

char *
sabot_text_payout_per_100(const struct sabot_payout *payout)
{
	g_autofree char *where = name_shared_stake(payout);
	char due[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money_short(payout->due_minor, due);
	switch (payout->result) {
	case SABOT_RESULT_PUSH: /* Translators: a box or bet: equal, the stake stays. */
		return g_strdup_printf(_("%s: push"), where);
	case SABOT_RESULT_SURRENDER:
		return g_strdup_printf(_("%s: surrender, half goes back"), where);
	case SABOT_RESULT_VOID:
		return g_strdup_printf(_("%s: void, all goes back"), where);
	case SABOT_RESULT_LOSE:
	case SABOT_RESULT_BUST:
		return g_strdup_printf(_("%s: loses"), where);
	case SABOT_RESULT_BLACKJACK:
	case SABOT_RESULT_WIN:
	case SABOT_RESULT_EVEN_MONEY:
		break;
	}
	if (payout->due_minor < payout->gross_minor)
		/* Translators: box or bet: ratio, and what 100 are paid, the commission off it. */
		return g_strdup_printf(_("%s: %d:%d less commission, %s per 100"), where,
				       payout->ratio.pays, payout->ratio.per, due);
	/* Translators: box or bet: ratio, and what 100 are paid. */
	return g_strdup_printf(_("%s: %d:%d, %s per 100"), where, payout->ratio.pays,
			       payout->ratio.per, due);
}
