/*
 * Table inventory slips on paper: what was counted at each table, one page per part. A closer has
 * two parts (N.J.A.C. 13:69D-1.21(a)): the original goes into the table's drop box, the duplicate
 * stays with the chips as the opener of the next shift. An opener that was counted has a page of
 * its own.
 */
#include "chip-section.h"
#include "report-private.h"
#include "report/report-words.h"
#include "reports.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column signer_columns[] = {
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"by", N_("Counted by"), SABOT_REPORT_TEXT},
	{"second", N_("Watched by"), SABOT_REPORT_TEXT},
	{"note", N_("Note"), SABOT_REPORT_TEXT},
};

/* The game of its first part, and its name; only the name if nothing was dealt there. */
static char *
game_and_table(const struct sabot_facts *facts, const char *name)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);
		const struct sabot_sheet *sheet =
			table->sheets->len > 0 ? g_ptr_array_index(table->sheets, 0) : NULL;

		if (sheet != NULL && g_str_equal(table->name, name))
			return g_strdup_printf("%s %s", sabot_report_game_words(sheet->game), name);
	}
	return g_strdup(name);
}

static void
write_signers(struct sabot_report *report, const struct sabot_facts *facts, const char *id,
	      const struct sabot_document *count)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, id, _("Counted and watched"), signer_columns, G_N_ELEMENTS(signer_columns));

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "happened", count->happened_us);
	sabot_report_set_number(section, "entered", count->at_us);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, count->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(facts, count->second));
	sabot_report_set_text(section, "note", count->note);
}

static void
write_part(struct sabot_report *report, const struct sabot_facts *facts,
	   const struct sabot_document *count, const char *part)
{
	guint number = report->sections->len / 2 + 1;
	g_autofree char *table = game_and_table(facts, count->table);
	g_autofree char *id = g_strdup_printf("slip-%u", number);
	g_autofree char *signers_id = g_strdup_printf("signed-%u", number);
	/* Translators: shift, game and table, which part of the slip this is. */
	g_autofree char *title = g_strdup_printf(_("Table inventory slip, shift %s, %s · %s"),
						 count->shift, table, part);

	sabot_chip_section_add(report, id, title, count);
	write_signers(report, facts, signers_id, count);
}

static void
write_table(struct sabot_report *report, const struct sabot_facts *facts,
	    const struct sabot_table_money *money)
{
	const struct sabot_document *opener =
		sabot_table_money_count(money, SABOT_STEP_OPENER, SABOT_LEDGER_NOW);
	const struct sabot_document *closer =
		sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW);

	if (opener != NULL)
		write_part(report, facts, opener, _("opener, as it was counted"));
	if (closer == NULL)
		return;
	write_part(report, facts, closer, _("closer (original): into the table's drop box"));
	write_part(report, facts, closer,
		   _("opener (duplicate): stays with the chips for the next shift"));
}

void
sabot_report_fill_inventory_slips(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		for (guint j = 0; j < shift->tables->len; j++) {
			const struct sabot_table_money *money = g_ptr_array_index(shift->tables, j);

			if (sabot_facts_asks(facts, money->table))
				write_table(report, facts, money);
		}
	}
	if (report->sections->len == 0)
		sabot_report_add_section(report, "slips", _("Counts"), signer_columns,
					 G_N_ELEMENTS(signer_columns));
}
