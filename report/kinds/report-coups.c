/* Hand and coup log: every round with its cards, and the amounts staked, due and paid. */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"end", N_("Ended"), SABOT_REPORT_TIME},
	{"winner", N_("Winner"), SABOT_REPORT_TEXT},
	{"cards", N_("Cards"), SABOT_REPORT_CARDS},
	{"stakes", N_("Stakes"), SABOT_REPORT_COUNT},
	{"staked_minor", N_("Staked"), SABOT_REPORT_MONEY},
	{"won_minor", N_("Won by the house"), SABOT_REPORT_MONEY},
	{"paid_minor", N_("Paid"), SABOT_REPORT_MONEY},
	{"notes", N_("Notes"), SABOT_REPORT_TEXT},
};

/* What is out of the ordinary with it; NULL for nothing. */
static char *
notes_of(const struct sabot_sheet_round *round)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	g_auto(GStrv) list = NULL;

	if (round->flags & SABOT_SHEET_VOID)
		g_strv_builder_add(words, C_("round", "void"));
	if (round->flags & SABOT_SHEET_DUMMY)
		g_strv_builder_add(words, C_("round", "without bets"));
	if (round->flags & SABOT_SHEET_UNVERIFIED)
		g_strv_builder_add(words, C_("round", "not verified"));
	if (round->flags & SABOT_SHEET_RULED)
		g_strv_builder_add(words, C_("round", "settled again by a ruling"));
	list = g_strv_builder_end(words);
	return list[0] != NULL ? g_strjoinv(", ", list) : NULL;
}

/* Also where what is due is not certain; SABOT_REPORT_NONE where a stake itself is not. */
static int64_t
staked_minor(const struct sabot_sheet *sheet, const struct sabot_sheet_round *round)
{
	int64_t sum_minor = 0;

	for (uint32_t i = 0; i < round->n_stakes; i++) {
		const struct sabot_sheet_stake *stake = &sheet->stakes[round->first_stake + i];

		if (stake->is_uncertain && stake->stake_minor == 0)
			return SABOT_REPORT_NONE;
		sum_minor += stake->stake_minor;
	}
	return sum_minor;
}

void
sabot_report_fill_coups(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "rounds", _("Rounds"), columns, G_N_ELEMENTS(columns));
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		struct sabot_facts_money money = {0};
		const char *winner = sabot_text_winner(round->winner);

		sabot_facts_add_round(&money, walk.its_sheet, round);
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", walk.its_table->name);
		sabot_report_set_number(section, "load", round->load);
		sabot_report_set_number(section, "round", round->number);
		sabot_report_set_number(section, "end", round->end_us);
		sabot_report_set_text(section, "winner", winner[0] != '\0' ? winner : NULL);
		sabot_report_set_text(section, "cards",
				      sabot_figure_word(walk.its_sheet, round->cards));
		sabot_report_set_number(section, "stakes", money.n_stakes + money.n_uncertain);
		sabot_report_set_number(section, "staked_minor",
					staked_minor(walk.its_sheet, round));
		sabot_report_set_number(section, "won_minor",
					money.n_uncertain > 0 ? SABOT_REPORT_NONE
							      : money.won_minor);
		sabot_report_set_number(section, "paid_minor",
					money.n_paid > 0 ? money.paid_minor : SABOT_REPORT_NONE);
		sabot_report_set_own_text(section, "notes", notes_of(round));
	}
	sabot_report_remark(report, "%s",
			    _("Cards: P punto, B banca, D dealer, a number a box. Paid: winnings "
			      "without the stake, less what was collected."));
}
