/*
 * Table shift: what each table should have won by its cards, what was actually paid, and every
 * difference by round and amount.
 */
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "shift-differences.h"
#include "table-float.h"
#include "report/figures.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"staked_minor", N_("Staked"), SABOT_REPORT_MONEY},
	{"won_minor", N_("Won by the cards"), SABOT_REPORT_MONEY},
	{"paid_wrong_minor", N_("Paid too much"), SABOT_REPORT_MONEY},
	{"corrected_minor", N_("Put right"), SABOT_REPORT_MONEY},
	{"commission_open_minor", N_("Commission owed"), SABOT_REPORT_MONEY},
	{"result_minor", N_("Result to be found"), SABOT_REPORT_MONEY},
	{"uncertain", N_("Stakes not certain"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column difference_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"end", N_("Ended"), SABOT_REPORT_TIME},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"bettor", N_("Bettor"), SABOT_REPORT_TEXT},
	{"bet", N_("Bet"), SABOT_REPORT_TEXT},
	{"due_minor", N_("Due"), SABOT_REPORT_MONEY},
	{"paid_minor", N_("Paid"), SABOT_REPORT_MONEY},
	{"difference_minor", N_("Paid too much"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column hour_columns[] = {
	{"hour", N_("Hour of the day"), SABOT_REPORT_NUMBER},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"won_minor", N_("Won by the cards"), SABOT_REPORT_MONEY},
};

static void
write_difference(struct sabot_report_section *section, const struct sabot_facts_walk *walk,
		 const struct sabot_sheet_round *round, const struct sabot_sheet_stake *stake)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", walk->its_table->name);
	sabot_report_set_number(section, "load", round->load);
	sabot_report_set_number(section, "round", round->number);
	sabot_report_set_number(section, "end", round->end_us);
	sabot_report_set_number(section, "box", stake->box);
	sabot_report_set_text(section, "bettor", sabot_figure_word(walk->its_sheet, stake->bettor));
	sabot_report_set_text(section, "bet", sabot_text_bet(stake->on));
	sabot_report_set_number(section, "due_minor", stake->due_minor);
	sabot_report_set_number(section, "paid_minor",
				stake->is_paid ? stake->paid_minor : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "difference_minor",
				sabot_figure_difference(walk->its_sheet, stake));
}

/* Every difference; `ret_hours`: what the cards won. */
static void
write_differences(struct sabot_report_section *section, const struct sabot_facts *facts,
		  struct sabot_facts_money ret_hours[24], int64_t ret_rounds[24])
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		int hour = sabot_figure_hour_of_day(facts, round->end_us);

		if (hour >= 0) {
			sabot_facts_add_round(&ret_hours[hour], walk.its_sheet, round);
			ret_rounds[hour]++;
		}
		for (uint32_t i = 0; i < round->n_stakes; i++) {
			const struct sabot_sheet_stake *stake =
				&walk.its_sheet->stakes[round->first_stake + i];
			int64_t difference = sabot_figure_difference(walk.its_sheet, stake);

			if (difference != 0)
				write_difference(section, &walk, round, stake);
		}
	}
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
}

static void
write_table(struct sabot_report_section *section, const struct sabot_figure_table *reported)
{
	int64_t open_minor = reported->owes_commission ? reported->money.commission_minor -
								 reported->commission_paid_minor
						       : 0;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", reported->name);
	sabot_report_set_number(section, "rounds", reported->n_rounds);
	sabot_report_set_number(section, "staked_minor", reported->money.staked_minor);
	sabot_report_set_number(section, "won_minor", reported->money.won_minor);
	sabot_report_set_number(section, "paid_wrong_minor", reported->paid_wrong_minor);
	sabot_report_set_number(section, "corrected_minor", reported->corrected_minor);
	sabot_report_set_number(section, "commission_open_minor", open_minor);
	sabot_report_set_number(section, "result_minor",
				reported->money.won_minor - reported->paid_wrong_minor -
					reported->corrected_minor - open_minor);
	sabot_report_set_number(section, "uncertain", reported->money.n_uncertain);
}

static void
write_hours(struct sabot_report *report, const struct sabot_facts *facts,
	    const struct sabot_facts_money hours[24], const int64_t rounds[24])
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "hours", _("By hour"), hour_columns, G_N_ELEMENTS(hour_columns));

	for (int i = 0; i < 24; i++) {
		int hour = sabot_figure_nth_hour(facts, i);

		if (rounds[hour] == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "hour", hour);
		sabot_report_set_number(section, "rounds", rounds[hour]);
		sabot_report_set_number(section, "won_minor", hours[hour].won_minor);
	}
	sabot_report_add_chart(section, _("Won by the cards, by hour"), "hour", "won_minor");
}

void
sabot_report_fill_table_shift(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *tables = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));
	struct sabot_report_section *differences =
		sabot_report_add_section(report, "differences", _("Paid otherwise than due"),
					 difference_columns, G_N_ELEMENTS(difference_columns));
	g_autofree struct sabot_figure_table *reported = sabot_figure_tables(facts);
	struct sabot_facts_money hours[24] = {0};
	int64_t rounds[24] = {0};

	write_differences(differences, facts, hours, rounds);
	for (guint i = 0; i < facts->tables->len; i++)
		if (reported[i].n_rounds > 0 || reported[i].corrected_minor != 0 ||
		    reported[i].commission_paid_minor != 0)
			write_table(tables, &reported[i]);
	if (tables->rows->len > 1)
		sabot_report_add_sums(tables, _("Total"));
	write_hours(report, facts, hours, rounds);
	sabot_floats_write(report, facts);
	sabot_shift_differences_write(report, facts);
	sabot_seals_write(report, facts);
	sabot_report_remark(
		report, "%s",
		_("Won by the cards: what the rounds gave the house by the rules, commission "
		  "included. Result to be found: that, less what was paid too much, less what was "
		  "put right afterwards, less commission that is still owed; the float must agree "
		  "with it. Stakes that nobody recorded are not in it."));
	sabot_report_add_signature(report, _("Supervisor going"));
	sabot_report_add_signature(report, _("Supervisor coming"));
}
