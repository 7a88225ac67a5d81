/*
 * Monthly exceptions: the findings of a month's daily audits, as an accounting department files
 * them at the month's end (N.J.A.C. 13:69D-1.34(a): every adjustment of the master game report, and
 * every exception): the differences of each table and shift, documents entered after a shift was
 * sealed with the previous figure, and the shifts that nobody has sealed.
 */
#include "report-private.h"
#include "report/figures.h"
#include "reports.h"
#include "seals.h"
#include "shift-differences.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column open_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"documents", N_("Documents"), SABOT_REPORT_COUNT},
};

/* Shifts of which figures stand that nobody has signed for. */
static void
write_open(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "not_sealed", _("Shifts that are not sealed"),
					 open_columns, G_N_ELEMENTS(open_columns));
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		if (shift->seal != NULL)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "shift", shift->id);
		sabot_report_set_number(section, "documents", shift->documents->len);
	}
}

void
sabot_report_fill_monthly_exceptions(struct sabot_report *report, const struct sabot_facts *facts)
{
	sabot_shift_differences_write(report, facts);
	sabot_seals_write(report, facts);
	write_open(report, facts);
	sabot_report_add_signature(report, _("Accounting"));
}
