/* The differences of reckonings, one by one: see shift-differences.h. */
#include "shift-differences.h"
#include "shift-reckonings.h"

#include "report/figures.h"
#include "text/shift-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"difference", N_("Difference"), SABOT_REPORT_DIFFERENCE},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"number", N_("Slip or marker"), SABOT_REPORT_NUMBER},
	{"amount_minor", N_("The house is short by (over: −)"), SABOT_REPORT_MONEY},
	{"words", N_("In words"), SABOT_REPORT_TEXT},
};

static void
write_difference(struct sabot_report_section *section, const char *shift, const char *table,
		 const struct sabot_difference *difference)
{
	const char *kind = sabot_difference_kind_to_string(difference->kind);
	const struct sabot_difference_args args = {
		.table = table,
		.on = difference->on,
		.round = difference->round,
		.box = difference->box,
		.number = difference->number,
		.expected_minor = difference->expected_minor,
		.is_minor = difference->is_minor,
	};

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", shift);
	sabot_report_set_text(section, "table", table);
	sabot_report_set_text(section, "difference", kind);
	sabot_report_set_number(section, "round", sabot_figure_number((uint32_t)difference->round));
	sabot_report_set_number(section, "box", sabot_figure_number((uint32_t)difference->box));
	sabot_report_set_number(section, "number",
				sabot_figure_number((uint32_t)difference->number));
	sabot_report_set_number(section, "amount_minor", difference->amount_minor);
	sabot_report_set_own_text(section, "words", sabot_text_difference(kind, &args));
}

static void
write_table(struct sabot_report_section *section, const char *shift, const char *table,
	    const struct sabot_shift_reckoning *reckoned)
{
	const GPtrArray *differences = sabot_reckoning_differences(reckoned->reckoning);

	for (guint i = 0; i < differences->len; i++) {
		const struct sabot_difference *difference = g_ptr_array_index(differences, i);

		/* Where nobody records stakes the cards say nothing of the money. */
		if (difference->kind != SABOT_DIFFERENCE_UNEXPLAINED || reckoned->sum.n_stakes > 0)
			write_difference(section, shift, table, difference);
	}
}

static void
write_shift(struct sabot_report_section *section, const struct sabot_facts *facts,
	    const char *shift)
{
	g_autoptr(GPtrArray) reckoned = sabot_shift_reckonings_make(facts, shift);

	for (guint i = 0; i < reckoned->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		write_table(section, shift, table->name, g_ptr_array_index(reckoned, i));
	}
}

void
sabot_shift_differences_write(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);
	struct sabot_report_section *section;

	if (shifts->len == 0)
		return;
	section = sabot_report_add_section(report, "named", _("Every difference by itself"),
					   columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < shifts->len; i++)
		write_shift(section, facts,
			    ((struct sabot_shift *)g_ptr_array_index(shifts, i))->id);
}
