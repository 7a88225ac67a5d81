/* Main bank, foreign money and tronc: see cage-sections.h. */
#include "cage-sections.h"

#include "report/figures.h"
#include "shift/bank-currencies.h"
#include "shift/main-bank.h"
#include "shift/tips-pool.h"
#include "text/money.h"
#include "text/shift-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column bank_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"opener_minor", N_("Opener"), SABOT_REPORT_MONEY},
	{"fills_minor", N_("Fills"), SABOT_REPORT_MONEY},
	{"credits_minor", N_("Credits"), SABOT_REPORT_MONEY},
	{"redeemed_minor", N_("Markers redeemed"), SABOT_REPORT_MONEY},
	{"in_minor", N_("Came in"), SABOT_REPORT_MONEY},
	{"out_minor", N_("Went out"), SABOT_REPORT_MONEY},
	{"exchanged_minor", N_("Given for foreign money"), SABOT_REPORT_MONEY},
	{"float_minor", N_("Float"), SABOT_REPORT_MONEY},
	{"count_minor", N_("Last count"), SABOT_REPORT_MONEY},
	{"difference_minor", N_("Difference"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column currency_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"currency", N_("Currency"), SABOT_REPORT_TEXT},
	{"opener", N_("Opener"), SABOT_REPORT_UNITS},
	{"in", N_("Came in"), SABOT_REPORT_UNITS},
	{"out", N_("Went out"), SABOT_REPORT_UNITS},
	{"float", N_("Float"), SABOT_REPORT_UNITS},
	{"difference", N_("Difference"), SABOT_REPORT_UNITS},
};
static const struct sabot_report_column exchange_columns[] = {
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"entered", N_("Entered"), SABOT_REPORT_TIME},
	{"direction", N_("In or out"), SABOT_REPORT_TEXT},
	{"currency", N_("Currency"), SABOT_REPORT_TEXT},
	{"foreign", N_("Foreign amount"), SABOT_REPORT_UNITS},
	{"rate", N_("Rate"), SABOT_REPORT_RATE},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"patron", N_("Patron"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column tronc_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"document", N_("No."), SABOT_REPORT_NUMBER},
	{"happened", N_("When"), SABOT_REPORT_TIME},
	{"persons", N_("Persons"), SABOT_REPORT_COUNT},
	{"points", N_("Points"), SABOT_REPORT_COUNT},
	{"amount_minor", N_("Shared out"), SABOT_REPORT_MONEY},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column tips_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"before_minor", N_("Left before"), SABOT_REPORT_MONEY},
	{"collected_minor", N_("Collected"), SABOT_REPORT_MONEY},
	{"shared_minor", N_("Shared out"), SABOT_REPORT_MONEY},
	{"difference_minor", N_("More than there was (less: −)"), SABOT_REPORT_MONEY},
	{"left_minor", N_("Left"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column share_columns[] = {
	{"person", N_("Person"), SABOT_REPORT_TEXT},
	{"document", N_("No."), SABOT_REPORT_NUMBER},
	{"points", N_("Points"), SABOT_REPORT_COUNT},
	{"amount_minor", N_("Share"), SABOT_REPORT_MONEY},
};

/* A section before it is there. */
struct plan {
	const char *id, *title; /* `title` untranslated */
	const struct sabot_report_column *columns;
	guint n_columns;
};

#define PLAN(id, title, columns)                                                                   \
	{                                                                                          \
		id, title, columns, G_N_ELEMENTS(columns)                                          \
	}
static const struct plan bank_plan = PLAN("bank", N_("Main bank"), bank_columns);
static const struct plan currency_plan =
	PLAN("currencies", N_("Foreign money in the main bank"), currency_columns);
static const struct plan exchange_plan =
	PLAN("exchanges", N_("Foreign money taken and given"), exchange_columns);
static const struct plan tronc_plan = PLAN("tronc", N_("Tips shared out"), tronc_columns);
static const struct plan tips_plan =
	PLAN("tips_held", N_("Tips shared out against those collected"), tips_columns);
static const struct plan share_plan = PLAN("shares", N_("Shares of the tips"), share_columns);

struct cage {
	struct sabot_report *report;
	const struct sabot_facts *facts;
	/* NULL: nothing was written of it. */
	struct sabot_report_section *banks, *currencies, *exchanges, *tips, *troncs, *shares;
};

/* The section is made by its first row. */
static struct sabot_report_section *
begin_row(const struct cage *cage, struct sabot_report_section **section, const struct plan *plan)
{
	if (*section == NULL)
		*section = sabot_report_add_section(cage->report, plan->id, _(plan->title),
						    plan->columns, plan->n_columns);
	sabot_report_begin_row(*section, SABOT_REPORT_ROW);
	return *section;
}

static int64_t
known(bool is_known, int64_t minor)
{
	return is_known ? minor : SABOT_REPORT_NONE;
}

static void
write_bank(struct cage *cage, const char *shift)
{
	struct sabot_report_section *section;
	struct sabot_main_bank bank;

	sabot_main_bank_make(cage->facts->ledger, shift, &bank);
	if (!bank.is_kept)
		return;
	section = begin_row(cage, &cage->banks, &bank_plan);
	sabot_report_set_text(section, "shift", shift);
	sabot_report_set_number(section, "opener_minor", known(bank.has_opener, bank.opener_minor));
	sabot_report_set_number(section, "fills_minor", bank.fills_minor);
	sabot_report_set_number(section, "credits_minor", bank.credits_minor);
	sabot_report_set_number(section, "redeemed_minor", bank.redeemed_minor);
	sabot_report_set_number(section, "in_minor", bank.in_minor);
	sabot_report_set_number(section, "out_minor", bank.out_minor);
	sabot_report_set_number(section, "exchanged_minor", bank.exchanged_minor);
	sabot_report_set_number(section, "float_minor", known(bank.has_float, bank.float_minor));
	sabot_report_set_number(section, "count_minor",
				bank.count != NULL ? bank.count->amount_minor : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "difference_minor",
				known(bank.has_difference, bank.difference_minor));
}

static void
set_units(struct sabot_report_section *section, const char *id,
	  const struct sabot_bank_currency *one, int64_t minor)
{
	int digits = one->digits >= 0 ? one->digits : sabot_text_currency_digits(one->currency);

	sabot_report_set_units(section, id, minor, digits);
}

static void
write_currencies(struct cage *cage, const char *shift)
{
	g_autoptr(GArray) currencies = sabot_bank_currencies_list(cage->facts->ledger, shift);

	for (guint i = 0; i < currencies->len; i++) {
		const struct sabot_bank_currency *one =
			&g_array_index(currencies, struct sabot_bank_currency, i);
		struct sabot_report_section *section =
			begin_row(cage, &cage->currencies, &currency_plan);

		sabot_report_set_text(section, "shift", shift);
		sabot_report_set_text(section, "currency", one->currency);
		set_units(section, "opener", one, one->opener_minor);
		set_units(section, "in", one, one->in_minor);
		set_units(section, "out", one, one->out_minor);
		set_units(section, "float", one, one->float_minor);
		set_units(section, "difference", one, known(one->has_count, one->difference_minor));
	}
}

static void
write_exchange(struct cage *cage, const struct sabot_document *document)
{
	struct sabot_report_section *section = begin_row(cage, &cage->exchanges, &exchange_plan);

	sabot_report_set_number(section, "happened", document->happened_us);
	sabot_report_set_number(section, "entered", document->at_us);
	sabot_report_set_text(section, "direction",
			      document->step == SABOT_STEP_IN ? C_("cash", "in")
							      : C_("cash", "out"));
	sabot_report_set_text(section, "currency", document->currency);
	sabot_report_set_units(section, "foreign", document->foreign_minor,
			       (int)document->currency_digits);
	sabot_report_set_text(section, "rate", document->rate);
	sabot_report_set_number(section, "amount_minor", document->amount_minor);
	sabot_report_set_text(section, "patron", document->name);
	sabot_report_set_text(section, "by", sabot_facts_signer(cage->facts, document->by));
}

static int64_t
points_of(const GArray *shares)
{
	int64_t points = 0;

	for (guint i = 0; i < shares->len; i++)
		points += g_array_index(shares, struct sabot_tronc_share, i).points;
	return points;
}

static void
write_tronc(struct cage *cage, const struct sabot_document *document)
{
	struct sabot_report_section *section = begin_row(cage, &cage->troncs, &tronc_plan);

	sabot_report_set_text(section, "shift", document->shift);
	sabot_report_set_number(section, "document", document->n);
	sabot_report_set_number(section, "happened", document->happened_us);
	sabot_report_set_number(section, "persons", document->shares->len);
	sabot_report_set_number(section, "points", points_of(document->shares));
	sabot_report_set_number(section, "amount_minor", document->amount_minor);
	sabot_report_set_text(section, "by", sabot_facts_signer(cage->facts, document->by));
	sabot_report_set_text(section, "second", sabot_facts_signer(cage->facts, document->second));
}

/* What each person has got of it. */
static void
write_shares(struct cage *cage, const struct sabot_document *document)
{
	for (guint i = 0; i < document->shares->len; i++) {
		const struct sabot_tronc_share *share =
			&g_array_index(document->shares, struct sabot_tronc_share, i);
		struct sabot_report_section *section = begin_row(cage, &cage->shares, &share_plan);

		sabot_report_set_text(section, "person",
				      sabot_facts_signer(cage->facts, share->person));
		sabot_report_set_number(section, "document", document->n);
		sabot_report_set_number(section, "points", share->points);
		sabot_report_set_number(section, "amount_minor", share->share_minor);
	}
}

/* A share-out that is not what was collected is named, as it is before the shift is sealed. */
static void
name_difference(const struct cage *cage, const char *shift, int64_t difference_minor)
{
	g_autofree char *words = sabot_text_open_item("tips_differ", NULL, 0, difference_minor);

	sabot_report_remark(cage->report, "%s: %s.", shift, words);
}

static void
write_tips(struct cage *cage, const char *shift)
{
	struct sabot_report_section *section;
	struct sabot_tips_pool tips;

	sabot_tips_pool_make(cage->facts->ledger, shift, &tips);
	if (!tips.is_kept)
		return;
	section = begin_row(cage, &cage->tips, &tips_plan);
	sabot_report_set_text(section, "shift", shift);
	sabot_report_set_number(section, "before_minor", tips.before_minor);
	sabot_report_set_number(section, "collected_minor", tips.collected_minor);
	sabot_report_set_number(section, "shared_minor", tips.shared_minor);
	sabot_report_set_number(section, "difference_minor",
				known(tips.is_shared, tips.difference_minor));
	sabot_report_set_number(section, "left_minor", tips.left_minor);
	if (tips.difference_minor != 0)
		name_difference(cage, shift, tips.difference_minor);
}

static void
write_documents(struct cage *cage, const struct sabot_shift *shift, enum sabot_document_kind kind,
		void (*write)(struct cage *, const struct sabot_document *))
{
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (document->kind == kind && document->replaced_by == NULL)
			write(cage, document);
	}
}

static void
write_remarks(const struct cage *cage)
{
	if (cage->exchanges != NULL)
		sabot_report_remark(
			cage->report, "%s",
			_("The amount of foreign money is its number times the rate "
			  "as it is written, exactly; a half minor unit is rounded up."));
	if (cage->troncs == NULL)
		return;
	sabot_report_remark(cage->report, "%s",
			    _("A share is the amount times the person's points by all points, "
			      "rounded down; the minor units that are left go one each to the "
			      "largest fractions. The shares are the amount, to the unit."));
	if (!cage->facts->names_people)
		sabot_figure_why_no_people(cage->report, cage->facts,
					   _("Persons' shares: the house has not switched on "
					     "reports on single persons ([privacy] people = on)."));
}

void
sabot_cage_sections_write(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct cage cage = {.report = report, .facts = facts};
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++) {
		const struct sabot_shift *shift = g_ptr_array_index(shifts, i);

		write_bank(&cage, shift->id);
		write_currencies(&cage, shift->id);
		write_documents(&cage, shift, SABOT_DOCUMENT_EXCHANGE, write_exchange);
		write_tips(&cage, shift->id);
		write_documents(&cage, shift, SABOT_DOCUMENT_TRONC, write_tronc);
		if (facts->names_people)
			write_documents(&cage, shift, SABOT_DOCUMENT_TRONC, write_shares);
	}
	if (cage.troncs != NULL)
		sabot_report_add_sums(cage.troncs, _("Total"));
	if (cage.shares != NULL)
		sabot_report_add_sums(cage.shares, _("Total"));
	write_remarks(&cage);
}
