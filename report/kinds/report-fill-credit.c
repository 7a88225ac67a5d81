/*
 * Fill and credit register: every slip number of the time with its parts and their signers, void
 * ones with their reason, and numbers that were never returned.
 */
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "slip-parts.h"
#include "report/figures.h"
#include "shift/ledger-slip.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"number", N_("No."), SABOT_REPORT_NUMBER},
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"kind", N_("Slip"), SABOT_REPORT_TEXT},
	{"state", N_("State"), SABOT_REPORT_TEXT},
	{"requested", N_("Requested"), SABOT_REPORT_TIME},
	{"received", N_("Received"), SABOT_REPORT_TIME},
	{"issued_minor", N_("Amount issued"), SABOT_REPORT_MONEY},
	{"received_minor", N_("Amount received"), SABOT_REPORT_MONEY},
	{"requested_by", N_("Requested by"), SABOT_REPORT_TEXT},
	{"issued_by", N_("Issued by"), SABOT_REPORT_TEXT},
	{"received_by", N_("Received or made void by"), SABOT_REPORT_TEXT},
	{"note", N_("Reason"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column part_columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"number", N_("No."), SABOT_REPORT_NUMBER},
	{"part", N_("Part"), SABOT_REPORT_TEXT},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"by", N_("Signed by"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column gap_columns[] = {
	{"day", N_("Gaming day"), SABOT_REPORT_TEXT},
	{"number", N_("No."), SABOT_REPORT_NUMBER},
	{"printed", N_("Form printed"), SABOT_REPORT_TIME},
	{"by", N_("By"), SABOT_REPORT_TEXT},
};

static const char *
state_words(enum sabot_slip_state state)
{
	switch (state) {
	case SABOT_SLIP_RESERVED:
		return C_("slip", "not come back");
	case SABOT_SLIP_REQUESTED:
		return C_("slip", "requested");
	case SABOT_SLIP_ISSUED:
		return C_("slip", "on its way");
	case SABOT_SLIP_RECEIVED:
		return C_("slip", "received");
	case SABOT_SLIP_VOID:
		return C_("slip", "made void");
	}
	return NULL;
}

/* "p7, p4". NULL where there is no such part. */
static char *
signers(const struct sabot_facts *facts, const struct sabot_document *part)
{
	if (part == NULL)
		return NULL;
	return part->second != NULL ? g_strjoin(", ", sabot_facts_signer(facts, part->by),
						sabot_facts_signer(facts, part->second), NULL)
				    : g_strdup(sabot_facts_signer(facts, part->by));
}

static int64_t
time_of(const struct sabot_document *part)
{
	return part != NULL ? part->happened_us : SABOT_REPORT_NONE;
}

static void
write_slip(struct sabot_report_section *section, const struct sabot_facts *facts,
	   const struct sabot_slip *slip)
{
	const struct sabot_document *issue = slip->issue, *receipt = slip->receipt;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "day", slip->day);
	sabot_report_set_number(section, "number", slip->number);
	sabot_report_set_text(section, "shift", slip->shift);
	sabot_report_set_text(section, "table", sabot_slip_table(slip));
	sabot_report_set_text(section, "kind",
			      slip->request == NULL ? NULL
			      : slip->is_credit     ? C_("slip", "credit")
						    : C_("slip", "fill"));
	sabot_report_set_text(section, "state", state_words(slip->state));
	sabot_report_set_number(section, "requested", time_of(slip->request));
	sabot_report_set_number(section, "received", time_of(receipt));
	sabot_report_set_number(section, "issued_minor", sabot_figure_amount(issue));
	sabot_report_set_number(section, "received_minor", sabot_figure_amount(receipt));
	sabot_report_set_own_text(section, "requested_by", signers(facts, slip->request));
	sabot_report_set_own_text(section, "issued_by", signers(facts, issue));
	sabot_report_set_own_text(section, "received_by",
				  signers(facts, slip->voided != NULL ? slip->voided : receipt));
	sabot_report_set_text(section, "note", slip->voided != NULL ? slip->voided->note : NULL);
}

/* Each with both times: what was written on a form is entered later. */
static void
write_parts(struct sabot_report_section *section, const struct sabot_facts *facts,
	    const struct sabot_slip *slip)
{
	g_autoptr(GPtrArray) parts = sabot_slip_parts_new(facts, slip);

	for (guint i = 0; i < parts->len; i++) {
		const struct sabot_document *part = g_ptr_array_index(parts, i);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "day", slip->day);
		sabot_report_set_number(section, "number", slip->number);
		sabot_report_set_own_text(section, "part", sabot_slip_part_words(facts, part));
		sabot_report_set_number(section, "happened", time_of(part));
		sabot_report_set_number(section, "entered", part->at_us);
		sabot_report_set_number(section, "amount_minor", sabot_figure_amount(part));
		sabot_report_set_own_text(section, "by", signers(facts, part));
	}
}

static void
write_gap(struct sabot_report_section *section, const struct sabot_facts *facts,
	  const struct sabot_slip *slip)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "day", slip->day);
	sabot_report_set_number(section, "number", slip->number);
	sabot_report_set_number(section, "printed", time_of(slip->paper));
	sabot_report_set_own_text(section, "by", signers(facts, slip->paper));
}

static bool
is_of_shifts(const struct sabot_slip *slip, const GPtrArray *shifts)
{
	for (guint i = 0; i < shifts->len; i++)
		if (strcmp(((struct sabot_shift *)g_ptr_array_index(shifts, i))->id, slip->shift) ==
		    0)
			return true;
	return false;
}

void
sabot_report_fill_fill_credit(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *register_ = sabot_report_add_section(
		report, "slips", _("Slips"), columns, G_N_ELEMENTS(columns));
	struct sabot_report_section *gaps =
		sabot_report_add_section(report, "gaps", _("Numbers that have not come back"),
					 gap_columns, G_N_ELEMENTS(gap_columns));
	struct sabot_report_section *parts = sabot_report_add_section(
		report, "parts", _("Part by part"), part_columns, G_N_ELEMENTS(part_columns));
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < facts->ledger->slips->len; i++) {
		const struct sabot_slip *slip = g_ptr_array_index(facts->ledger->slips, i);

		if (!is_of_shifts(slip, shifts))
			continue;
		write_slip(register_, facts, slip);
		write_parts(parts, facts, slip);
		if (slip->state == SABOT_SLIP_RESERVED)
			write_gap(gaps, facts, slip);
	}
	sabot_seals_write(report, facts);
	sabot_report_add_signature(report, _("Cashier"));
	sabot_report_add_signature(report, _("Supervisor"));
}
