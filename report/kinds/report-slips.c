/*
 * Fill and credit slips on paper: each in three parts, one page per part, which names its
 * recipient. Number and part are printed in words and as a barcode (Code 128): gaming day, number,
 * part, digits.
 */
#include "chip-section.h"
#include "reports.h"
#include "report-private.h"
#include "slip-parts.h"
#include "report/figures.h"
#include "shift/ledger-slip.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column signer_columns[] = {
	{"part", N_("Part"), SABOT_REPORT_TEXT},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"by", N_("Signed by"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
	{"note", N_("Reason"), SABOT_REPORT_TEXT},
};

/* The parts of a slip, in the order of their numbers (from 1 on), untranslated. */
static const char *const parts[] = {
	NC_("slip part", "original: to the accounting department"),
	NC_("slip part", "cage copy: stays in the cage"),
	NC_("slip part", "table copy: with the chips, into the table's drop box"),
};

static char *
title_of(const struct sabot_slip *slip, guint part)
{
	const char *for_whom = g_dpgettext2(GETTEXT_PACKAGE, "slip part", parts[part]);
	const char *table = sabot_slip_table(slip);
	const char *format;

	if (slip->state == SABOT_SLIP_VOID)
		/* Translators: gaming day, number, table, which part of the slip this is. */
		format = slip->is_credit ? _("VOID: credit slip %s, no. %d, %s · %s")
					 : _("VOID: fill slip %s, no. %d, %s · %s");
	else
		/* Translators: gaming day, number, table, which part of the slip this is. */
		format = slip->is_credit ? _("Credit slip %s, no. %d, %s · %s")
					 : _("Fill slip %s, no. %d, %s · %s");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	return g_strdup_printf(format, slip->day, (int)slip->number, table != NULL ? table : "",
			       for_whom);
#pragma GCC diagnostic pop
}

/* "2026112100000701": the gaming day, six digits of the number, two of the part. */
static char *
bars_of(const struct sabot_slip *slip, guint part)
{
	g_auto(GStrv) day = g_strsplit(slip->day, "-", -1);
	g_autofree char *digits = g_strjoinv("", day);

	return g_strdup_printf("%s%06d%02u", digits, (int)slip->number, part + 1);
}

static void
write_signers(struct sabot_report_section *section, const struct sabot_facts *facts,
	      const struct sabot_slip *slip)
{
	g_autoptr(GPtrArray) signed_parts = sabot_slip_parts_new(facts, slip);

	for (guint i = 0; i < signed_parts->len; i++) {
		const struct sabot_document *part = g_ptr_array_index(signed_parts, i);

		if (part == slip->paper)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_own_text(section, "part", sabot_slip_part_words(facts, part));
		sabot_report_set_number(section, "happened", part->happened_us);
		sabot_report_set_number(section, "amount_minor", sabot_figure_amount(part));
		sabot_report_set_text(section, "by", sabot_facts_signer(facts, part->by));
		sabot_report_set_text(section, "second", sabot_facts_signer(facts, part->second));
		sabot_report_set_text(section, "note", part->note);
	}
}

static void
write_part(struct sabot_report *report, const struct sabot_facts *facts,
	   const struct sabot_slip *slip, guint part)
{
	g_autofree char *bars = bars_of(slip, part), *title = title_of(slip, part);
	g_autofree char *id = g_strdup_printf("slip-%s", bars);
	g_autofree char *signers_id = g_strdup_printf("signed-%s", bars);
	struct sabot_report_section *section = sabot_chip_section_add(
		report, id, title, slip->issue != NULL ? slip->issue : slip->request);

	section->barcode = g_steal_pointer(&bars);
	section = sabot_report_add_section(report, signers_id, _("Its parts"), signer_columns,
					   G_N_ELEMENTS(signer_columns));
	write_signers(section, facts, slip);
}

/* Of the shifts that the report is about, of the tables and numbers that it is to be of. */
static bool
is_wanted(const struct sabot_facts *facts, const GPtrArray *shifts, const struct sabot_slip *slip)
{
	if (slip->request == NULL || !sabot_facts_asks(facts, slip->request->table) ||
	    (facts->form_from > 0 &&
	     (slip->number < facts->form_from || slip->number > facts->form_to)))
		return false;
	for (guint i = 0; i < shifts->len; i++)
		if (strcmp(((struct sabot_shift *)g_ptr_array_index(shifts, i))->id, slip->shift) ==
		    0)
			return true;
	return false;
}

void
sabot_report_fill_slips(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < facts->ledger->slips->len; i++) {
		const struct sabot_slip *slip = g_ptr_array_index(facts->ledger->slips, i);

		for (guint part = 0; part < G_N_ELEMENTS(parts); part++)
			if (is_wanted(facts, shifts, slip))
				write_part(report, facts, slip, part);
	}
	if (report->sections->len == 0)
		sabot_report_add_section(report, "slips", _("Slips"), signer_columns,
					 G_N_ELEMENTS(signer_columns));
}
