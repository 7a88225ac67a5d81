/* Master games: all tables of a shift, with their floats, drop and hold. */
#include "table-float.h"
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"loads", N_("Loads"), SABOT_REPORT_COUNT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"void", N_("Void"), SABOT_REPORT_COUNT},
	{"incidents", N_("Incidents"), SABOT_REPORT_COUNT},
	{"staked_minor", N_("Staked"), SABOT_REPORT_MONEY},
	{"won_minor", N_("Won by the cards"), SABOT_REPORT_MONEY},
	{"hold", N_("Of what was staked"), SABOT_REPORT_RATIO},
	{"commission_minor", N_("Commission"), SABOT_REPORT_MONEY},
	{"away_us", N_("Shoe away"), SABOT_REPORT_DURATION},
};

void
sabot_report_fill_master_games(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "tables", _("By table"), columns, G_N_ELEMENTS(columns));
	g_autofree struct sabot_figure_table *reported = sabot_figure_tables(facts);
	g_autofree int64_t *loads = g_new0(int64_t, facts->tables->len + 1);
	struct sabot_facts_walk walk = {.facts = facts};
	unsigned n_uncertain = 0;

	while (sabot_facts_next_load(&walk) != NULL)
		loads[walk.table]++;
	for (guint i = 0; i < facts->tables->len; i++) {
		if (loads[i] == 0 && reported[i].n_rounds == 0 && reported[i].n_incidents == 0)
			continue; /* it was not opened */
		n_uncertain += reported[i].money.n_uncertain;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", reported[i].name);
		sabot_report_set_number(section, "loads", loads[i]);
		sabot_report_set_number(section, "rounds", reported[i].n_rounds);
		sabot_report_set_number(section, "void", reported[i].n_void);
		sabot_report_set_number(section, "incidents", reported[i].n_incidents);
		sabot_report_set_number(section, "staked_minor", reported[i].money.staked_minor);
		sabot_report_set_number(section, "won_minor", reported[i].money.won_minor);
		sabot_report_set_number(section, "hold",
					sabot_figure_share(reported[i].money.won_minor,
							   reported[i].money.staked_minor));
		sabot_report_set_number(section, "commission_minor",
					reported[i].money.commission_minor);
		sabot_report_set_number(section, "away_us", reported[i].away_us);
	}
	if (n_uncertain > 0)
		sabot_report_remark(report,
				    ngettext("%u stake is in no sum: what was due on it is not "
					     "certain.",
					     "%u stakes are in no sum: what was due on them is "
					     "not certain.",
					     n_uncertain),
				    n_uncertain);
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
	sabot_report_add_chart(section, _("Won by the cards, by table"), "table", "won_minor");
	sabot_floats_write(report, facts);
	sabot_floats_write_drop(report, facts);
	sabot_seals_write(report, facts);
	sabot_report_add_signature(report, _("Shift manager"));
	sabot_report_add_signature(report, _("Accounting"));
}
