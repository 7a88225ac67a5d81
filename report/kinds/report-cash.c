/* Tips by table, markers that are not redeemed, and the log of cash that the house must keep. */
#include "report/document-words.h"
#include "reports.h"
#include "report-private.h"
#include "cage-sections.h"
#include "patron-days.h"
#include "seals.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column tips_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"amount_minor", N_("Tips"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column cash_columns[] = {
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"direction", N_("In or out"), SABOT_REPORT_TEXT},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"patron", N_("Patron"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column marker_columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"number", N_("No."), SABOT_REPORT_NUMBER},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"patron", N_("Patron"), SABOT_REPORT_TEXT},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"left_minor", N_("Not redeemed"), SABOT_REPORT_MONEY},
};

static const struct sabot_report_column entry_columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"number", N_("No."), SABOT_REPORT_NUMBER},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"entry", N_("Part"), SABOT_REPORT_TEXT},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
	{"note", N_("Note"), SABOT_REPORT_TEXT},
};

static void
write_tips(struct sabot_report_section *section, const struct sabot_facts *facts,
	   const struct sabot_document *document)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", document->shift);
	sabot_report_set_text(section, "table", document->table);
	sabot_report_set_number(section, "amount_minor", document->amount_minor);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, document->by));
}

static void
write_cash(struct sabot_report_section *section, const struct sabot_facts *facts,
	   const struct sabot_document *document)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "happened", document->happened_us);
	sabot_report_set_number(section, "entered", document->at_us);
	sabot_report_set_text(section, "table", document->table);
	sabot_report_set_text(section, "direction",
			      document->step == SABOT_STEP_IN ? C_("cash", "in")
							      : C_("cash", "out"));
	sabot_report_set_number(section, "amount_minor", document->amount_minor);
	sabot_report_set_text(section, "patron", document->name);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, document->by));
}

static void
write_entry(struct sabot_report_section *section, const struct sabot_facts *facts,
	    const struct sabot_document *document)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "day", document->day);
	sabot_report_set_number(section, "number", document->number);
	sabot_report_set_text(section, "table", document->table);
	sabot_report_set_text(section, "entry", sabot_document_words(document));
	sabot_report_set_number(section, "happened", document->happened_us);
	sabot_report_set_number(section, "entered", document->at_us);
	sabot_report_set_number(section, "amount_minor", sabot_figure_amount(document));
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, document->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(facts, document->second));
	sabot_report_set_text(section, "note", document->note);
}

static void
write_markers(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "markers", _("Markers that are open today"),
					 marker_columns, G_N_ELEMENTS(marker_columns));

	for (guint i = 0; i < facts->ledger->markers->len; i++) {
		const struct sabot_marker *marker = g_ptr_array_index(facts->ledger->markers, i);

		if (marker->left_minor == 0 || marker->voided != NULL || marker->issue == NULL)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "day", marker->day);
		sabot_report_set_number(section, "number", marker->number);
		sabot_report_set_text(section, "table", marker->issue->table);
		sabot_report_set_text(section, "patron", marker->issue->name);
		sabot_report_set_number(section, "amount_minor", marker->issue->amount_minor);
		sabot_report_set_number(section, "left_minor", marker->left_minor);
	}
}

void
sabot_report_fill_cash(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *tips = sabot_report_add_section(
		report, "tips", _("Tips"), tips_columns, G_N_ELEMENTS(tips_columns));
	struct sabot_report_section *cash = sabot_report_add_section(
		report, "cash", _("Cash"), cash_columns, G_N_ELEMENTS(cash_columns));
	struct sabot_report_section *entries =
		sabot_report_add_section(report, "entries", _("Markers, entry by entry"),
					 entry_columns, G_N_ELEMENTS(entry_columns));
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		for (guint j = 0; j < shift->documents->len; j++) {
			const struct sabot_document *document =
				g_ptr_array_index(shift->documents, j);

			if (document->replaced_by != NULL)
				continue;
			if (document->kind == SABOT_DOCUMENT_TIPS)
				write_tips(tips, facts, document);
			else if (document->kind == SABOT_DOCUMENT_CASH)
				write_cash(cash, facts, document);
			else if (document->kind == SABOT_DOCUMENT_MARKER)
				write_entry(entries, facts, document);
		}
	}
	if (tips->rows->len > 1)
		sabot_report_add_sums(tips, _("Total"));
	sabot_patron_days_write(report, facts);
	write_markers(report, facts);
	sabot_cage_sections_write(report, facts);
	sabot_seals_write(report, facts);
	sabot_report_add_signature(report, _("Cashier"));
	sabot_report_add_signature(report, _("Shift manager"));
}
