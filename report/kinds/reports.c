/* The list of reports: see reports.h. */
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_kind_of kinds[] = {
	{"shoe", N_("Shoe audit certificate"),
	 N_("every load: who, when, what was proven and what not"), sabot_report_fill_shoe, 0},
	{"coups", N_("Hand and coup log"), N_("every round with its cards, stakes and payments"),
	 sabot_report_fill_coups, 0},
	{"exceptions", N_("Exceptions report"),
	 N_("what was not right, by kind, cause, table, shoe, dealer and hour; corrections"),
	 sabot_report_fill_exceptions, 0},
	{"device-faults", N_("Device fault report"),
	 N_("what shoes reported, how long they were away"), sabot_report_fill_device_faults, 0},
	{"table-shift", N_("Table shift report"),
	 N_("what each table should have won by its cards, what was really paid, the float"),
	 sabot_report_fill_table_shift, 0},
	{"master-games", N_("Master games report"),
	 N_("all tables of the shift, with float, drop and hold"), sabot_report_fill_master_games,
	 0},
	{"monthly-exceptions", N_("Monthly exception report"),
	 N_("differences by table and shift, what was entered after a seal, shifts not sealed"),
	 sabot_report_fill_monthly_exceptions, 0},
	{"fill-credit", N_("Fill and credit register"),
	 N_("every slip with its signatures; void ones, numbers that have not come back"),
	 sabot_report_fill_fill_credit, 0},
	{"slips", N_("Fill and credit slips"),
	 N_("each slip in three parts, a page a part, with its number as a barcode"),
	 sabot_report_fill_slips, 0},
	{"inventory", N_("Table inventory"),
	 N_("chips by value from opener to closer, who counted them, and each drop box"),
	 sabot_report_fill_inventory, 0},
	{"inventory-slips", N_("Table inventory slips"),
	 N_("each count of a table's chips, a page a part: the closer, and the opener after it"),
	 sabot_report_fill_inventory_slips, 0},
	{"cash", N_("Tips, cash and markers"),
	 N_("tips by table, cash that the house has to know about, open markers"),
	 sabot_report_fill_cash, 0},
	{"commission", N_("Commission reconciliation"),
	 N_("commission by table and box: due, collected, still owed"),
	 sabot_report_fill_commission, 0},
	{"dealer-performance", N_("Dealer performance report"),
	 N_("hands an hour, breaks, errors; only where the house has switched it on"),
	 sabot_report_fill_dealer_performance, SABOT_REPORT_ABOUT_PEOPLE},
	{"game-protection", N_("Game protection report"),
	 N_("bets that follow the count, late bets, payments in one direction, unusual rates"),
	 sabot_report_fill_game_protection, 0},
	{"pace", N_("Game pace report"), N_("rounds an hour, stops of the shoe taken off"),
	 sabot_report_fill_pace, 0},
	{"statistical", N_("Statistical report"),
	 /* xgettext:no-c-format */
	 N_("win against what the bets are worth, with its 95 % interval"),
	 sabot_report_fill_statistical, 0},
	{"cards", N_("Card inventory"), N_("decks in play by load, cards too many or missing"),
	 sabot_report_fill_cards, 0},
	{"user-activity", N_("User activity and override report"),
	 N_("who logged in, who decided what, who was refused"), sabot_report_fill_user_activity,
	 SABOT_REPORT_ABOUT_USERS},
	{"surveillance", N_("Surveillance review requests"),
	 N_("what to look at on which camera, from when to when"), sabot_report_fill_surveillance,
	 0},
	{"forms", N_("Blank forms"), N_("numbered slips, counts, rounds and incidents, on paper"),
	 sabot_report_fill_forms, SABOT_REPORT_IS_FORM},
};

const struct sabot_report_kind_of *
sabot_reports(guint *ret_n)
{
	*ret_n = G_N_ELEMENTS(kinds);
	return kinds;
}

char *
sabot_report_kinds_list(void)
{
	const char *names[G_N_ELEMENTS(kinds) + 1] = {0};

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		names[i] = kinds[i].name;
	return g_strjoinv(", ", (char **)names);
}

const struct sabot_report_kind_of *
sabot_report_kind_find(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

/* Nobody's real cards: said, whether they are in the figures or not. */
static void
remark_simulated(struct sabot_report *report, const struct sabot_facts *facts)
{
	for (guint i = 0; i < facts->simulated->len; i++)
		/* Translators: a table's name. */
		sabot_report_remark(
			report,
			_("%s is a simulated table: left out, unless simulated tables are "
			  "requested, too."),
			(const char *)g_ptr_array_index(facts->simulated, i));
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);
		const struct sabot_sheet *sheet =
			table->sheets->len > 0 ? g_ptr_array_index(table->sheets, 0) : NULL;

		if (sheet != NULL && sheet->is_simulated)
			sabot_report_remark(
				report,
				_("%s is a simulated table: these are nobody's real cards."),
				table->name);
	}
}

static void
remark_veiled(struct sabot_report *report, const struct sabot_facts *facts)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		if (table->veiled_load > 0 && table->veiled_us < facts->to_us)
			sabot_report_remark(report,
					    _("%s: load %u is still in the shoe: its rounds are "
					      "veiled, and not in this."),
					    table->name, table->veiled_load);
	}
}

/* Figures of a time of which a part is not at hand are not all. */
static void
remark_missing(struct sabot_report *report, const struct sabot_facts *facts)
{
	if (facts->missing_archive == 0 || facts->from_us >= facts->missing_us)
		return;
	sabot_report_remark(
		report,
		/* Translators: the number of an archive file. */
		_("Archive %d is not at hand, nor are those before it: what they hold is "
		  "not in this report."),
		(int)facts->missing_archive);
}

struct sabot_report *
sabot_report_make(const struct sabot_report_kind_of *kind, const struct sabot_facts *facts)
{
	struct sabot_report *report = sabot_report_new(kind->name, _(kind->title));

	g_free(report->house);
	report->house = g_strdup(facts->site);
	report->span = g_strdup(facts->span);
	report->from_us = facts->from_us == G_MININT64 ? SABOT_REPORT_NONE : facts->from_us;
	report->to_us = facts->to_us == G_MAXINT64 ? SABOT_REPORT_NONE : facts->to_us;
	report->made_us = facts->made_us;
	report->checkpoint = g_strdup(facts->checkpoint);
	report->letterhead = g_strdup(facts->letterhead);
	report->licence = g_strdup(facts->licence);
	report->copy = facts->copy;
	report->is_form = (kind->flags & SABOT_REPORT_IS_FORM) != 0;
	g_time_zone_unref(report->zone);
	report->zone = g_time_zone_ref(facts->zone);
	if (!(kind->flags & SABOT_REPORT_ABOUT_PEOPLE) || facts->names_people)
		kind->fill(report, facts);
	else
		sabot_figure_why_no_people(
			report, facts,
			_("The house has not switched on what is reported about single persons "
			  "([privacy] people = on)."));
	sabot_seals_set_foot(report, facts);
	remark_simulated(report, facts);
	remark_veiled(report, facts);
	remark_missing(report, facts);
	sabot_report_number(report, facts->load, facts->asked_tables);
	sabot_report_check(report);
	return report;
}
