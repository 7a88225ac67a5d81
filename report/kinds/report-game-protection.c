/*
 * Game protection: patterns that are unlikely to be chance, and all comparisons, each with its
 * named test, its interval and their meaning in words. None of it proves anything against anybody.
 */
#include "protection-try.h"
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "report/report-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct sabot_report_column found_columns[] = {
	{"what", N_("What"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"who", N_("Who"), SABOT_REPORT_TEXT},
	{"sentence", N_("How much"), SABOT_REPORT_TEXT},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column rate_columns[] = {
	{"what", N_("What"), SABOT_REPORT_TEXT},
	{"game", N_("Game"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"count", N_("How often"), SABOT_REPORT_COUNT},
	{"per_thousand", N_("A thousand rounds"), SABOT_REPORT_DECIMAL},
	/* xgettext:no-c-format */
	{"least", N_("95 % from"), SABOT_REPORT_DECIMAL},
	/* xgettext:no-c-format */
	{"most", N_("95 % to"), SABOT_REPORT_DECIMAL},
	{"others", N_("All others"), SABOT_REPORT_DECIMAL},
	{"p", N_("p"), SABOT_REPORT_RATIO},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column payout_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"bettor", N_("Player"), SABOT_REPORT_TEXT},
	{"wrong", N_("Wrong payments"), SABOT_REPORT_COUNT},
	{"too_much", N_("Too much"), SABOT_REPORT_COUNT},
	{"share", N_("Share"), SABOT_REPORT_RATIO},
	/* xgettext:no-c-format */
	{"least", N_("95 % from"), SABOT_REPORT_RATIO},
	/* xgettext:no-c-format */
	{"most", N_("95 % to"), SABOT_REPORT_RATIO},
	{"others", N_("All others"), SABOT_REPORT_RATIO},
	{"amount_minor", N_("Paid too much"), SABOT_REPORT_MONEY},
	{"p", N_("p"), SABOT_REPORT_RATIO},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column count_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"bettor", N_("Player"), SABOT_REPORT_TEXT},
	{"loads", N_("Loads"), SABOT_REPORT_COUNT},
	{"bets", N_("Bets"), SABOT_REPORT_COUNT},
	{"high_minor", N_("Mean bet, count 2 and up"), SABOT_REPORT_MONEY},
	{"low_minor", N_("Mean bet, below"), SABOT_REPORT_MONEY},
	{"correlation", N_("Correlation"), SABOT_REPORT_DECIMAL},
	/* xgettext:no-c-format */
	{"least", N_("95 % from"), SABOT_REPORT_DECIMAL},
	/* xgettext:no-c-format */
	{"most", N_("95 % to"), SABOT_REPORT_DECIMAL},
	{"p", N_("p"), SABOT_REPORT_RATIO},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column moment_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"bettor", N_("Player"), SABOT_REPORT_TEXT},
	{"bets", N_("Bets of the last moment"), SABOT_REPORT_COUNT},
	{"won", N_("Of them won"), SABOT_REPORT_COUNT},
	{"share", N_("Share"), SABOT_REPORT_RATIO},
	/* xgettext:no-c-format */
	{"least", N_("95 % from"), SABOT_REPORT_RATIO},
	/* xgettext:no-c-format */
	{"most", N_("95 % to"), SABOT_REPORT_RATIO},
	{"others", N_("All others"), SABOT_REPORT_RATIO},
	{"p", N_("p"), SABOT_REPORT_RATIO},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column shuffle_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"loads", N_("Loads"), SABOT_REPORT_COUNT},
	{"cards", N_("Most cards in a row"), SABOT_REPORT_COUNT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"p", N_("p"), SABOT_REPORT_RATIO},
	{"p_all", N_("p of all"), SABOT_REPORT_RATIO},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};

static int64_t
thousandths(double number)
{
	return llround(number * 1000);
}

static int64_t
millionths(double share)
{
	return llround(share * 1000000);
}

static int64_t
minor_of(double mean)
{
	return isnan(mean) ? SABOT_REPORT_NONE : llround(mean);
}

static int64_t
tried(const struct sabot_trial *trial, int64_t number)
{
	return trial->is_tried ? number : SABOT_REPORT_NONE;
}

static const char *
kind_words(enum sabot_trial_kind kind)
{
	switch (kind) {
	case SABOT_TRIAL_LATE_BETS:
		return _("bets after no more bets");
	case SABOT_TRIAL_ERRORS:
		return _("other errors of people");
	case SABOT_TRIAL_VOID_ROUNDS:
		return _("rounds made void");
	case SABOT_TRIAL_PAYOUTS:
		return _("wrong payments in one direction");
	case SABOT_TRIAL_COUNT:
		return _("bets that follow the count of the cards");
	case SABOT_TRIAL_LAST_MOMENT:
		return _("bets of the last moment that win");
	case SABOT_TRIAL_SHUFFLE:
		return _("cards in the order of the load before");
	}
	return "";
}

/* How sure it is, and of what. */
static const char *
sure_words(const struct sabot_trial *trial)
{
	if (!trial->is_tried)
		return _("too few to say anything");
	if (!trial->is_found)
		return trial->p < 0.05 && trial->p_all >= 0.05
			       ? _("chance: among so many compared some look like this")
			       : _("as chance makes it");
	return trial->p_all < 0.001
		       ? _("hardly chance: in fewer than one report of 1,000 by chance alone")
		       : _("unlikely to be chance: in fewer than one report of 20 by chance alone");
}

static void
write_sure(struct sabot_report_section *section, const struct sabot_trial *trial)
{
	sabot_report_set_number(section, "p", tried(trial, millionths(trial->p)));
	sabot_report_set_number(section, "p_all", tried(trial, millionths(trial->p_all)));
	sabot_report_set_text(section, "words", sure_words(trial));
}

static const char *
who_of(const struct sabot_trial *trial, enum sabot_trial_unit unit)
{
	if (trial->unit != unit || trial->who == NULL)
		return NULL;
	return trial->who[0] != '\0' ? trial->who : _("(not named)");
}

static const char *
dealer_of(const struct sabot_facts *facts, const struct sabot_trial *trial)
{
	return sabot_facts_signer(facts, who_of(trial, SABOT_TRIAL_DEALER));
}

static void
write_rate(struct sabot_report_section *section, const struct sabot_facts *facts,
	   const struct sabot_trial *trial)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "what", kind_words(trial->kind));
	sabot_report_set_text(section, "game", sabot_report_game_words(trial->game));
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_text(section, "dealer", dealer_of(facts, trial));
	sabot_report_set_number(section, "rounds", trial->cases);
	sabot_report_set_number(section, "count", trial->hits);
	sabot_report_set_number(section, "per_thousand",
				sabot_figure_per_thousand(trial->hits, trial->cases));
	sabot_report_set_number(section, "least", thousandths(trial->low * 1000));
	sabot_report_set_number(section, "most", thousandths(trial->high * 1000));
	sabot_report_set_number(section, "others",
				sabot_figure_per_thousand(trial->others_hits, trial->others_cases));
	write_sure(section, trial);
}

/* How often it happened, between which bounds, and how often to the others. */
static void
write_shares(struct sabot_report_section *section, const struct sabot_trial *trial,
	     const char *cases_id, const char *hits_id)
{
	sabot_report_set_number(section, cases_id, trial->cases);
	sabot_report_set_number(section, hits_id, trial->hits);
	sabot_report_set_number(section, "share", sabot_figure_share(trial->hits, trial->cases));
	sabot_report_set_number(section, "least", millionths(trial->low));
	sabot_report_set_number(section, "most", millionths(trial->high));
	sabot_report_set_number(section, "others",
				sabot_figure_share(trial->others_hits, trial->others_cases));
}

static void
write_payout(struct sabot_report_section *section, const struct sabot_facts *facts,
	     const struct sabot_trial *trial)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_text(section, "dealer", dealer_of(facts, trial));
	sabot_report_set_text(section, "bettor", who_of(trial, SABOT_TRIAL_BETTOR));
	write_shares(section, trial, "wrong", "too_much");
	sabot_report_set_number(section, "amount_minor", trial->amount_minor);
	write_sure(section, trial);
}

static void
write_count(struct sabot_report_section *section, const struct sabot_trial *trial)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_number(section, "box", sabot_figure_number((uint32_t)trial->box));
	sabot_report_set_text(section, "bettor", who_of(trial, SABOT_TRIAL_SEAT));
	sabot_report_set_number(section, "loads", trial->cases);
	sabot_report_set_number(section, "bets", trial->bets);
	sabot_report_set_number(section, "high_minor", minor_of(trial->at_high_minor));
	sabot_report_set_number(section, "low_minor", minor_of(trial->at_low_minor));
	sabot_report_set_number(section, "correlation",
				tried(trial, thousandths(trial->statistic)));
	sabot_report_set_number(section, "least", tried(trial, thousandths(trial->low)));
	sabot_report_set_number(section, "most", tried(trial, thousandths(trial->high)));
	write_sure(section, trial);
}

static void
write_moment(struct sabot_report_section *section, const struct sabot_trial *trial)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_number(section, "box", sabot_figure_number((uint32_t)trial->box));
	sabot_report_set_text(section, "bettor", who_of(trial, SABOT_TRIAL_SEAT));
	write_shares(section, trial, "bets", "won");
	write_sure(section, trial);
}

static void
write_shuffle(struct sabot_report_section *section, const struct sabot_trial *trial)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_number(section, "loads", trial->cases);
	sabot_report_set_number(section, "cards", trial->hits);
	sabot_report_set_number(section, "load", sabot_figure_number(trial->load));
	write_sure(section, trial);
}

static char *
count_sentence(const struct sabot_trial *trial)
{
	g_autofree char *high = sabot_report_money_words(llround(trial->at_high_minor));
	g_autofree char *low = sabot_report_money_words(llround(trial->at_low_minor));

	if (isnan(trial->at_high_minor) || isnan(trial->at_low_minor))
		return NULL;
	/* Translators: two amounts, a number of loads. */
	return g_strdup_printf(_("on average %s at a count of 2 and up, %s below; in %d loads"),
			       high, low, (int)trial->cases);
}

/* What was found, as one sentence. Transferred. */
static char *
sentence_of(const struct sabot_trial *trial)
{
	g_autofree char *amount = sabot_report_money_words(trial->amount_minor);

	switch (trial->kind) {
	case SABOT_TRIAL_LATE_BETS:
	case SABOT_TRIAL_ERRORS:
	case SABOT_TRIAL_VOID_ROUNDS:
		/* Translators: rounds with it, all rounds; the same of all others. */
		return g_strdup_printf(_("%d of %d rounds; all others %d of %d"), (int)trial->hits,
				       (int)trial->cases, (int)trial->others_hits,
				       (int)trial->others_cases);
	case SABOT_TRIAL_PAYOUTS:
		/* Translators: how many, of how many, a sum of money. */
		return g_strdup_printf(_("%d of %d were too much, %s in all"), (int)trial->hits,
				       (int)trial->cases, amount);
	case SABOT_TRIAL_COUNT:
		return count_sentence(trial);
	case SABOT_TRIAL_LAST_MOMENT:
		/* Translators: bets that won, of how many; the same of all others. */
		return g_strdup_printf(_("%d of %d won; all others %d of %d"), (int)trial->hits,
				       (int)trial->cases, (int)trial->others_hits,
				       (int)trial->others_cases);
	case SABOT_TRIAL_SHUFFLE:
		/* Translators: a number of cards, of a load. */
		return g_strdup_printf(_("%d cards in a row, in load %u"), (int)trial->hits,
				       trial->load);
	}
	return NULL;
}

static void
write_found(struct sabot_report_section *section, const struct sabot_facts *facts,
	    const struct sabot_trial *trial)
{
	const char *dealer = dealer_of(facts, trial);

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "what", kind_words(trial->kind));
	sabot_report_set_text(section, "table", trial->table);
	sabot_report_set_number(section, "box", sabot_figure_number((uint32_t)trial->box));
	sabot_report_set_text(section, "who", dealer != NULL ? dealer : trial->who);
	sabot_report_set_own_text(section, "sentence", sentence_of(trial));
	sabot_report_set_number(section, "p_all", millionths(trial->p_all));
	sabot_report_set_text(section, "words", sure_words(trial));
}

static void
remark_all(struct sabot_report *report, const struct sabot_facts *facts)
{
	sabot_figure_why_no_people(
		report, facts,
		_("Dealers, players and single boxes are not compared: the house "
		  "has not switched on what is reported about single persons "
		  "([privacy] people = on)."));
	sabot_report_remark(
		report, "%s",
		_("p: how often chance alone would look so or worse, were all alike. p "
		  "of all: corrected for all that were compared here, an equal part for each "
		  "kind and in it by Holm. Named first is what is below 5 %: at most in one "
		  "report of twenty something is named though nothing is wrong. What is named is a "
		  "reason to look, no proof: a busy table, a new dealer or another "
		  "custom differ, too."));
	sabot_report_remark(report, "%s",
			    _("Bets of the last moment: main bets put down or changed in the three "
			      "seconds before no more bets; whether they won more often than all "
			      "others of the same game, Fisher's test. When a bet is made has "
			      "nothing to do with the cards, unless somebody knows one."));
	sabot_report_remark(report, "%s",
			    _("Order: cards in a row that came as in the load before. So many in "
			      "one place are as seldom as cards of 52 kinds agree; p is that, "
			      "times the places of all loads."));
	sabot_report_remark(report, "%s",
			    _("Rates: Fisher's exact test against all others of the same game. "
			      "Wrong payments: which way they went, Fisher's test against all "
			      "others, with few others the sign test. Count: Hi-Lo over the decks "
			      "not seen yet, blackjack only, loads that have left the shoe; the "
			      "correlation with the bet in each load, weighed by how far the count "
			      "went, Student's t over the loads. "
			      "A correlation below 0.1 is not named."));
}

void
sabot_report_fill_game_protection(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *found =
		sabot_report_add_section(report, "found", _("Unlikely to be chance"), found_columns,
					 G_N_ELEMENTS(found_columns));
	struct sabot_report_section *rates = sabot_report_add_section(
		report, "rates", _("Unusual rates"), rate_columns, G_N_ELEMENTS(rate_columns));
	struct sabot_report_section *payouts =
		sabot_report_add_section(report, "payouts", _("Direction of wrong payments"),
					 payout_columns, G_N_ELEMENTS(payout_columns));
	struct sabot_report_section *counts =
		sabot_report_add_section(report, "counts", _("Bets and the count of the cards"),
					 count_columns, G_N_ELEMENTS(count_columns));
	struct sabot_report_section *moments =
		sabot_report_add_section(report, "last_moment", _("Bets of the last moment"),
					 moment_columns, G_N_ELEMENTS(moment_columns));
	struct sabot_report_section *shuffles =
		sabot_report_add_section(report, "shuffles",
					 _("Cards in the order of the load before"),
					 shuffle_columns, G_N_ELEMENTS(shuffle_columns));
	g_autoptr(GPtrArray) trials = sabot_protection_try(facts);

	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		if (trial->is_found)
			write_found(found, facts, trial);
		if (trial->kind == SABOT_TRIAL_COUNT)
			write_count(counts, trial);
		else if (trial->kind == SABOT_TRIAL_LAST_MOMENT)
			write_moment(moments, trial);
		else if (trial->kind == SABOT_TRIAL_SHUFFLE)
			write_shuffle(shuffles, trial);
		else if (trial->kind == SABOT_TRIAL_PAYOUTS)
			write_payout(payouts, facts, trial);
		else
			write_rate(rates, facts, trial);
	}
	remark_all(report, facts);
}
