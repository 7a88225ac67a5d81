/*
 * Table inventory slips on paper: what was counted at each table, one page per part. A closer has
 * two parts (N.J.A.C. 13:69D-1.21(a)): the original goes into the table's drop box, the duplicate
 * stays with the chips as the opener of the next shift. An opener that was counted has a page of
 * its own. After a seal the pages stay what they were: what amends a count has its own page.
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
static const struct sabot_report_column amender_columns[] = {
	{"happened", N_("When"), SABOT_REPORT_TIME}, {"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"by", N_("By"), SABOT_REPORT_TEXT},         {"second", N_("With"), SABOT_REPORT_TEXT},
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
write_row(struct sabot_report_section *section, const struct sabot_facts *facts,
	  const struct sabot_document *count)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "happened", count->happened_us);
	sabot_report_set_number(section, "entered", count->at_us);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, count->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(facts, count->second));
	sabot_report_set_text(section, "note", count->note);
}

static void
write_signers(struct sabot_report *report, const struct sabot_facts *facts, const char *id,
	      const struct sabot_document *count)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, id, _("Counted and watched"), signer_columns, G_N_ELEMENTS(signer_columns));

	write_row(section, facts, count);
}

/* Who amended a sealed count did not count. */
static void
write_amenders(struct sabot_report *report, const struct sabot_facts *facts, const char *id,
	       const struct sabot_document *count)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, id, _("Amended after the seal"), amender_columns,
					 G_N_ELEMENTS(amender_columns));

	write_row(section, facts, count);
}

static void
write_part(struct sabot_report *report, const struct sabot_facts *facts,
	   const struct sabot_document *count, const char *part, bool is_amended)
{
	guint number = report->sections->len / 2 + 1;
	g_autofree char *table = game_and_table(facts, count->table);
	g_autofree char *id = g_strdup_printf("slip-%u", number);
	g_autofree char *signers_id = g_strdup_printf("signed-%u", number);
	/* Translators: shift, game and table, which part of the slip this is. */
	g_autofree char *title = g_strdup_printf(_("Table inventory slip, shift %s, %s · %s"),
						 count->shift, table, part);

	sabot_chip_section_add(report, id, title, count);
	if (is_amended)
		write_amenders(report, facts, signers_id, count);
	else
		write_signers(report, facts, signers_id, count);
}

/* `seal_n` is the event of the shift's seal. */
static void
write_table(struct sabot_report *report, const struct sabot_facts *facts,
	    const struct sabot_table_money *money, int64_t seal_n)
{
	const struct sabot_document *opener =
		sabot_table_money_count(money, SABOT_STEP_OPENER, seal_n);
	const struct sabot_document *closer =
		sabot_table_money_count(money, SABOT_STEP_CLOSER, seal_n);
	const struct sabot_document *opener_now =
		sabot_table_money_count(money, SABOT_STEP_OPENER, SABOT_LEDGER_NOW);
	const struct sabot_document *closer_now =
		sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW);

	if (opener != NULL)
		write_part(report, facts, opener, _("opener, as it was counted"), false);
	if (opener_now != NULL && opener_now != opener)
		write_part(report, facts, opener_now, _("opener, amended after the seal"), true);
	if (closer != NULL) {
		write_part(report, facts, closer, _("closer (original): into the table's drop box"),
			   false);
		write_part(report, facts, closer,
			   _("opener (duplicate): stays with the chips for the next shift"), false);
	}
	if (closer_now != NULL && closer_now != closer)
		write_part(report, facts, closer_now, _("closer, amended after the seal"), true);
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
				write_table(report, facts, money,
					    shift->seal ? shift->seal->n : SABOT_LEDGER_NOW);
		}
	}
	if (report->sections->len == 0)
		sabot_report_add_section(report, "slips", _("Counts"), signer_columns,
					 G_N_ELEMENTS(signer_columns));
}
