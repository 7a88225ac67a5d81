/*
 * Commission by table and box: the amount due by the cards, the amount collected, the amount still
 * owed.
 */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"banca_staked_minor", N_("Staked on banca"), SABOT_REPORT_MONEY},
	{"commission_minor", N_("Commission"), SABOT_REPORT_MONEY},
	{"at_once_minor", N_("Kept when paying"), SABOT_REPORT_MONEY},
	{"collected_minor", N_("Collected later"), SABOT_REPORT_MONEY},
	{"owed_minor", N_("Still owed"), SABOT_REPORT_MONEY},
};

struct seat {
	int64_t staked_minor, commission_minor, at_once_minor, collected_minor;
};

typedef struct seat seats[SABOT_BOXES_MAX + 1];

static void
add_rounds(seats *tables, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		for (uint32_t i = 0; i < round->n_stakes; i++) {
			const struct sabot_sheet_stake *stake =
				&walk.its_sheet->stakes[round->first_stake + i];
			struct seat *seat = &tables[walk.table][stake->box];

			if (stake->on == SABOT_BET_BANCA)
				seat->staked_minor += stake->stake_minor;
			seat->commission_minor += stake->commission_minor;
			if (!walk.its_sheet->owes_commission)
				seat->at_once_minor += stake->commission_minor;
		}
	}
}

static void
add_collected(seats *tables, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_note *note;

	while ((note = sabot_facts_next_note(&walk)) != NULL)
		if (note->ev == SABOT_EVENT_COMMISSION_PAID && note->box <= SABOT_BOXES_MAX)
			tables[walk.table][note->box].collected_minor += note->amount_minor;
}

static void
write_seat(struct sabot_report_section *section, const char *table, int box,
	   const struct seat *seat)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", table);
	sabot_report_set_number(section, "box", box);
	sabot_report_set_number(section, "banca_staked_minor", seat->staked_minor);
	sabot_report_set_number(section, "commission_minor", seat->commission_minor);
	sabot_report_set_number(section, "at_once_minor", seat->at_once_minor);
	sabot_report_set_number(section, "collected_minor", seat->collected_minor);
	sabot_report_set_number(section, "owed_minor",
				seat->commission_minor - seat->at_once_minor -
					seat->collected_minor);
}

void
sabot_report_fill_commission(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "boxes", _("By table and box"), columns, G_N_ELEMENTS(columns));
	g_autofree seats *tables = g_new0(seats, facts->tables->len + 1);

	add_rounds(tables, facts);
	add_collected(tables, facts);
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		for (int box = 1; box <= SABOT_BOXES_MAX; box++) {
			const struct seat *seat = &tables[i][box];

			if (seat->staked_minor != 0 || seat->commission_minor != 0 ||
			    seat->collected_minor != 0)
				write_seat(section, table->name, box, seat);
		}
	}
	if (section->rows->len > 0)
		sabot_report_add_sums(section, _("Total"));
	sabot_report_remark(report, "%s",
			    _("Still owed counts what became due in the time of this report; "
			      "what was owed before is not in it."));
	sabot_report_add_signature(report, _("Supervisor"));
}
