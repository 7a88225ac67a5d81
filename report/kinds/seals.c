/* See seals.h. */
#include "seals.h"
#include "report/document-words.h"
#include "report/figures.h"
#include "report/report-words.h"

#include <glib/gi18n-lib.h>

enum { LISTED_SHIFTS = 12 }; /* of more than these it is only said how many are sealed */

static const struct sabot_report_column seal_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"sealed", N_("Sealed"), SABOT_REPORT_TIME},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
	{"state", N_("State"), SABOT_REPORT_TEXT},
	{"amendments", N_("Entered since"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column amendment_columns[] = {
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"document", N_("Document"), SABOT_REPORT_TEXT},
	{"corrects", N_("Corrects no."), SABOT_REPORT_NUMBER},
	{"before_minor", N_("Before"), SABOT_REPORT_MONEY},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"note", N_("Note"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column figure_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"figure", N_("Figure"), SABOT_REPORT_TEXT},
	{"sealed_minor", N_("As sealed"), SABOT_REPORT_MONEY},
	{"amended_minor", N_("As amended"), SABOT_REPORT_MONEY},
	{"difference_minor", N_("Difference"), SABOT_REPORT_MONEY},
};

/* --- Who sealed them -------------------------------------------------------------------------- */

static void
write_seal(struct sabot_report_section *section, const struct sabot_facts *facts,
	   const struct sabot_shift *shift)
{
	const struct sabot_document *seal = shift->seal;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", shift->id);
	sabot_report_set_number(section, "sealed", seal != NULL ? seal->at_us : SABOT_REPORT_NONE);
	sabot_report_set_text(section, "by",
			      seal != NULL ? sabot_facts_signer(facts, seal->by) : NULL);
	sabot_report_set_text(section, "second",
			      seal != NULL ? sabot_facts_signer(facts, seal->second) : NULL);
	/* Translators: of a shift: two persons have signed for its figures, or not yet; or they
	 * have, and something was entered since. */
	sabot_report_set_text(section, "state",
			      seal == NULL                  ? C_("seal", "not sealed")
			      : shift->exceptions->len == 0 ? C_("seal", "sealed")
							    : C_("seal", "sealed, amended since"));
	sabot_report_set_number(section, "amendments", shift->exceptions->len);
}

/* --- What was entered afterwards -------------------------------------------------------------- */

/* The document whose place it took; NULL: none. */
static const struct sabot_document *
find_replaced(const struct sabot_shift *shift, const struct sabot_document *document)
{
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *other = g_ptr_array_index(shift->documents, i);

		if (other->replaced_by == document)
			return other;
	}
	return NULL;
}

static void
write_amendment(struct sabot_report_section *section, const struct sabot_facts *facts,
		const struct sabot_shift *shift, const struct sabot_document *document)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "entered", document->at_us);
	sabot_report_set_number(section, "happened", document->happened_us);
	sabot_report_set_text(section, "shift", document->shift);
	sabot_report_set_text(section, "table", document->table);
	sabot_report_set_text(section, "document", sabot_document_words(document));
	sabot_report_set_number(section, "corrects",
				sabot_figure_number((uint32_t)document->corrects));
	sabot_report_set_number(section, "before_minor",
				sabot_figure_amount(find_replaced(shift, document)));
	sabot_report_set_number(section, "amount_minor", sabot_figure_amount(document));
	sabot_report_set_text(section, "note", document->note);
	sabot_report_set_text(section, "by", sabot_facts_signer(facts, document->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(facts, document->second));
}

void
sabot_seals_write_amendments(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "after_seal",
					 _("Entered after the shift was sealed"), amendment_columns,
					 G_N_ELEMENTS(amendment_columns));
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		for (guint j = 0; j < shift->exceptions->len; j++)
			write_amendment(section, facts, shift,
					g_ptr_array_index(shift->exceptions, j));
	}
}

/* --- What it made of the figures -------------------------------------------------------------- */

struct figure {
	const char *name;
	bool was, is; /* had */
	int64_t sealed_minor, amended_minor;
};

static void
write_figure(struct sabot_report_section *section, const struct sabot_shift *shift,
	     const char *table, const struct figure *figure)
{
	if (figure->was == figure->is && figure->sealed_minor == figure->amended_minor)
		return;
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", shift->id);
	sabot_report_set_text(section, "table", table);
	sabot_report_set_text(section, "figure", figure->name);
	sabot_report_set_number(section, "sealed_minor",
				sabot_figure_if(figure->was, figure->sealed_minor));
	sabot_report_set_number(section, "amended_minor",
				sabot_figure_if(figure->is, figure->amended_minor));
	sabot_report_set_number(section, "difference_minor",
				sabot_figure_if(figure->was && figure->is,
						figure->amended_minor - figure->sealed_minor));
}

static void
write_figures(struct sabot_report_section *section, const struct sabot_facts *facts,
	      const struct sabot_shift *shift, const char *table)
{
	struct sabot_result was, is;

	sabot_result_make_sealed(facts->ledger, shift->id, table, &facts->formula, &was);
	sabot_result_make(facts->ledger, shift->id, table, &facts->formula, &is);
	const struct figure figures[] = {
		{_("Opener"), was.has_opener, is.has_opener, was.opener_minor, is.opener_minor},
		{_("Fills"), true, true, was.fills_minor, is.fills_minor},
		{_("Credits"), true, true, was.credits_minor, is.credits_minor},
		{_("Drop"), was.has_drop, is.has_drop, was.drop_minor, is.drop_minor},
		{_("Closer"), was.has_closer, is.has_closer, was.closer_minor, is.closer_minor},
		{_("Win"), was.has_win, is.has_win, was.win_minor, is.win_minor},
		{_("Tips"), true, true, was.tips_minor, is.tips_minor},
		{_("Cash in"), true, true, was.cash_in_minor, is.cash_in_minor},
		{_("Cash out"), true, true, was.cash_out_minor, is.cash_out_minor},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(figures); i++)
		write_figure(section, shift, table, &figures[i]);
}

static void
write_amended(struct sabot_report *report, const struct sabot_facts *facts, const GPtrArray *shifts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "amended", _("Figures amended after the seal"),
					 figure_columns, G_N_ELEMENTS(figure_columns));

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		for (guint j = 0; shift->seal != NULL && j < shift->tables->len; j++) {
			const struct sabot_table_money *money = g_ptr_array_index(shift->tables, j);

			write_figures(section, facts, shift, money->table);
		}
	}
}

static void
write_seals(struct sabot_report *report, const struct sabot_facts *facts, const GPtrArray *shifts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "seals", _("Sealing"), seal_columns, G_N_ELEMENTS(seal_columns));

	for (guint i = 0; i < shifts->len; i++)
		write_seal(section, facts, g_ptr_array_index(shifts, i));
}

/* Of many shifts how many; that of each would be a page of its own. */
static void
remark_seals(struct sabot_report *report, const GPtrArray *shifts, guint n_amended)
{
	guint n_sealed = 0;

	for (guint i = 0; i < shifts->len; i++)
		n_sealed +=
			((const struct sabot_shift *)g_ptr_array_index(shifts, i))->seal != NULL;
	sabot_report_remark(
		report,
		_("Shifts in which something was written: %u; sealed: %u; amended after "
		  "the seal: %u."),
		shifts->len, n_sealed, n_amended);
}

void
sabot_seals_set_foot(struct sabot_report *report, const struct sabot_facts *facts)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(facts->ledger, facts->shift);
	const struct sabot_document *seal = shift != NULL ? shift->seal : NULL;
	g_autofree char *time = seal != NULL ? sabot_report_time_words(report, seal->at_us) : NULL;

	if (facts->shift[0] == '\0' || !facts->has_house || report->is_form)
		return;
	report->seal = seal != NULL
			       /* Translators: of a shift: a time, two persons. */
			       ? g_strdup_printf(_("Sealed %s by %s and %s"), time,
						 sabot_facts_signer(facts, seal->by),
						 sabot_facts_signer(facts, seal->second))
			       : g_strdup(_("The shift is not sealed: these figures may change."));
}

void
sabot_seals_write(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);
	guint n_amended = 0;

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		n_amended += shift->exceptions->len > 0;
	}
	if (shifts->len > LISTED_SHIFTS)
		remark_seals(report, shifts, n_amended);
	else if (shifts->len > 0)
		write_seals(report, facts, shifts);
	if (n_amended == 0)
		return;
	sabot_seals_write_amendments(report, facts);
	write_amended(report, facts, shifts);
}
