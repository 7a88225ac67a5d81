/*
 * Exceptions: what was wrong, one by one, and by kind, cause, table, shoe, hour and, if the house
 * allows names, dealer; and the later corrections. No blame: errors caused by a shoe or a procedure
 * are not counted as people's.
 */
#include "exception-sums.h"
#include "reports.h"
#include "report-private.h"
#include "seals.h"
#include "report/figures.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column kind_columns[] = {
	{"code", N_("What"), SABOT_REPORT_INCIDENT},
	{"count", N_("How often"), SABOT_REPORT_COUNT},
	{"human", N_("People"), SABOT_REPORT_COUNT},
	{"device", N_("Device"), SABOT_REPORT_COUNT},
	{"procedure", N_("Procedure"), SABOT_REPORT_COUNT},
	{"ruled", N_("Decided"), SABOT_REPORT_COUNT},
	{"explained", N_("Explained"), SABOT_REPORT_COUNT},
	{"false_alarms", N_("False alarms"), SABOT_REPORT_COUNT},
	{"precision", N_("Rightly raised"), SABOT_REPORT_RATIO},
	{"amount_minor", N_("Paid too much"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column cause_columns[] = {
	{"cause", N_("Cause"), SABOT_REPORT_TEXT},
	{"count", N_("How often"), SABOT_REPORT_COUNT},
	{"share", N_("Share"), SABOT_REPORT_RATIO},
};
/* Behind what they are of: how often, by cause, and in how many rounds. */
#define RATE_COLUMNS                                                                               \
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT}, {"human", N_("People"), SABOT_REPORT_COUNT}, \
		{"device", N_("Device"), SABOT_REPORT_COUNT},                                      \
		{"procedure", N_("Procedure"), SABOT_REPORT_COUNT},                                \
		{"count", N_("How often"), SABOT_REPORT_COUNT},                                    \
	{                                                                                          \
		"per_thousand", N_("A thousand rounds"), SABOT_REPORT_DECIMAL                      \
	}

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	RATE_COLUMNS,
};
static const struct sabot_report_column shoe_columns[] = {
	{"shoe", N_("Shoe"), SABOT_REPORT_TEXT},
	RATE_COLUMNS,
};
static const struct sabot_report_column dealer_columns[] = {
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	RATE_COLUMNS,
};
static const struct sabot_report_column hour_columns[] = {
	{"hour", N_("Hour of the day"), SABOT_REPORT_NUMBER},
	RATE_COLUMNS,
};
static const struct sabot_report_column incident_columns[] = {
	{"at", N_("When"), SABOT_REPORT_TIME},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"incident", N_("No."), SABOT_REPORT_NUMBER},
	{"code", N_("Incident"), SABOT_REPORT_INCIDENT},
	{"severity", N_("Severity"), SABOT_REPORT_TEXT},
	{"cause", N_("Cause"), SABOT_REPORT_TEXT},
	{"text", N_("What"), SABOT_REPORT_TEXT},
	{"amount_minor", N_("Paid too much"), SABOT_REPORT_MONEY},
	{"ruling", N_("Decision"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},
	{"second", N_("With"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column correction_columns[] = {
	{"at", N_("When"), SABOT_REPORT_TIME},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"round", N_("Round"), SABOT_REPORT_NUMBER},
	{"box", N_("Box"), SABOT_REPORT_NUMBER},
	{"amount_minor", N_("Amount"), SABOT_REPORT_MONEY},
	{"note", N_("Note"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},
};

static void
write_causes_of(struct sabot_report_section *section, const int64_t causes[SABOT_CAUSES])
{
	sabot_report_set_number(section, "human", causes[SABOT_CAUSE_HUMAN]);
	sabot_report_set_number(section, "device", causes[SABOT_CAUSE_DEVICE]);
	sabot_report_set_number(section, "procedure", causes[SABOT_CAUSE_PROCEDURE]);
}

static void
write_kinds(struct sabot_report *report, const struct sabot_exception_sums *sums)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "kinds", _("By kind"), kind_columns, G_N_ELEMENTS(kind_columns));

	for (int code = 1; code < SABOT_INCIDENT_CODES; code++) {
		const struct sabot_exception_kind *kind = &sums->kinds[code];
		int64_t count = sabot_exception_count(kind->causes);

		if (count == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "code", sabot_incident_code_to_string(code));
		sabot_report_set_number(section, "count", count);
		write_causes_of(section, kind->causes);
		sabot_report_set_number(section, "ruled", kind->ruled);
		sabot_report_set_number(section, "explained", kind->explained);
		sabot_report_set_number(section, "false_alarms", kind->false_alarms);
		sabot_report_set_number(section, "precision",
					sabot_figure_share(kind->right, kind->judged));
		sabot_report_set_number(section, "amount_minor", kind->amount_minor);
	}
	if (section->rows->len > 0)
		sabot_report_add_sums(section, _("Total"));
	sabot_report_add_chart(section, _("Incidents by kind"), "code", "count");
}

static void
write_causes(struct sabot_report *report, const struct sabot_exception_sums *sums)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "causes", _("By cause"), cause_columns, G_N_ELEMENTS(cause_columns));
	int64_t causes[SABOT_CAUSES] = {0};

	for (int code = 1; code < SABOT_INCIDENT_CODES; code++)
		for (int cause = 0; cause < SABOT_CAUSES; cause++)
			causes[cause] += sums->kinds[code].causes[cause];
	for (int cause = 0; cause < SABOT_CAUSES; cause++) {
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "cause", sabot_cause_words(cause));
		sabot_report_set_number(section, "count", causes[cause]);
		sabot_report_set_number(section, "share",
					sabot_figure_share(causes[cause],
							   sabot_exception_count(causes)));
	}
}

/* The cells of a row behind its first. */
static void
write_sum(struct sabot_report_section *section, const struct sabot_exception_sum *sum)
{
	int64_t count = sabot_exception_count(sum->causes);

	sabot_report_set_number(section, "rounds", sum->rounds);
	write_causes_of(section, sum->causes);
	sabot_report_set_number(section, "count", count);
	sabot_report_set_number(section, "per_thousand",
				sabot_figure_per_thousand(count, sum->rounds));
}

static void
write_tables(struct sabot_report *report, const struct sabot_facts *facts,
	     const struct sabot_exception_sums *sums)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));

	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);
		const struct sabot_exception_sum *sum = &sums->tables[i];

		if (sum->rounds == 0 && sabot_exception_count(sum->causes) == 0)
			continue; /* it was not opened */
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", table->name);
		write_sum(section, sum);
	}
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
}

/* By shoe or dealer, in the column `id`; `nobody` stands for the empty one. */
static void
write_named(struct sabot_report_section *section, const struct sabot_facts *facts, const char *id,
	    GHashTable *sums, const char *nobody)
{
	g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(sums), (GCompareFunc)strcmp);

	for (const GList *at = names; at != NULL; at = at->next) {
		const char *name = at->data;

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, id,
				      name[0] != '\0' ? sabot_facts_signer(facts, name) : nobody);
		write_sum(section, g_hash_table_lookup(sums, name));
	}
}

static void
write_shoes(struct sabot_report *report, const struct sabot_facts *facts,
	    const struct sabot_exception_sums *sums)
{
	write_named(sabot_report_add_section(report, "shoes", _("By shoe"), shoe_columns,
					     G_N_ELEMENTS(shoe_columns)),
		    facts, "shoe", sums->shoes, _("(no shoe named)"));
}

static void
write_dealers(struct sabot_report *report, const struct sabot_facts *facts,
	      const struct sabot_exception_sums *sums)
{
	if (facts->names_people)
		write_named(sabot_report_add_section(report, "dealers", _("By dealer"),
						     dealer_columns, G_N_ELEMENTS(dealer_columns)),
			    facts, "dealer", sums->dealers, _("(not named)"));
	sabot_figure_why_no_people(
		report, facts,
		_("By dealer: the house has not switched on what is reported about single "
		  "persons ([privacy] people = on)."));
}

static void
write_hours(struct sabot_report *report, const struct sabot_facts *facts,
	    const struct sabot_exception_sums *sums)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "hours", _("By hour"), hour_columns, G_N_ELEMENTS(hour_columns));

	for (int i = 0; i < 24; i++) {
		int hour = sabot_figure_nth_hour(facts, i);

		if (sums->hours[hour].rounds == 0 &&
		    sabot_exception_count(sums->hours[hour].causes) == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "hour", hour);
		write_sum(section, &sums->hours[hour]);
	}
	sabot_report_add_chart(section, _("Incidents by hour"), "hour", "count");
}

static void
write_incident(struct sabot_report_section *section, const struct sabot_facts_walk *walk,
	       const struct sabot_sheet_incident *incident)
{
	const struct sabot_sheet *sheet = walk->its_sheet;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "at", incident->at_us);
	sabot_report_set_text(section, "table", walk->its_table->name);
	sabot_report_set_number(section, "load", sabot_figure_number(incident->load));
	sabot_report_set_number(section, "round", sabot_figure_number(incident->round));
	sabot_report_set_number(section, "incident", incident->id);
	sabot_report_set_text(section, "code", sabot_incident_code_to_string(incident->code));
	sabot_report_set_text(section, "severity",
			      sabot_text_severity(sabot_incident_severity(incident->code)));
	sabot_report_set_text(section, "cause", sabot_cause_words(sabot_cause_of(sheet, incident)));
	sabot_report_set_own_text(section, "text", sabot_figure_incident(sheet, incident));
	sabot_report_set_number(section, "amount_minor",
				incident->amount_minor != 0 ? incident->amount_minor
							    : SABOT_REPORT_NONE);
	sabot_report_set_text(section, "ruling",
			      incident->is_ruled       ? sabot_text_remedy(incident->remedy)
			      : incident->is_explained ? _("explained by what came later")
						       : NULL);
	sabot_report_set_text(section, "by", sabot_figure_person(walk->facts, sheet, incident->by));
	sabot_report_set_text(section, "second",
			      sabot_figure_person(walk->facts, sheet, incident->second));
}

static void
write_corrections(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "corrections", _("Put right afterwards"),
					 correction_columns, G_N_ELEMENTS(correction_columns));
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_note *note;

	while ((note = sabot_facts_next_note(&walk)) != NULL) {
		if (note->ev != SABOT_EVENT_CORRECTION)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "at", note->at_us);
		sabot_report_set_text(section, "table", walk.its_table->name);
		sabot_report_set_number(section, "round", note->round);
		sabot_report_set_number(section, "box",
					note->box > 0 ? note->box : SABOT_REPORT_NONE);
		sabot_report_set_number(section, "amount_minor", note->amount_minor);
		sabot_report_set_text(section, "note",
				      sabot_figure_word(walk.its_sheet, note->words));
		sabot_report_set_text(section, "by",
				      sabot_figure_person(facts, walk.its_sheet, note->who));
	}
}

void
sabot_report_fill_exceptions(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *incidents =
		sabot_report_add_section(report, "incidents", _("One by one"), incident_columns,
					 G_N_ELEMENTS(incident_columns));
	struct sabot_exception_sums *sums = sabot_exception_sums_new(facts);
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL)
		write_incident(incidents, &walk, incident);
	write_corrections(report, facts);
	sabot_seals_write_amendments(report, facts);
	write_kinds(report, sums);
	write_causes(report, sums);
	write_tables(report, facts, sums);
	write_shoes(report, facts, sums);
	write_dealers(report, facts, sums);
	write_hours(report, facts, sums);
	sabot_exception_sums_free(sums);
	sabot_report_remark(report, "%s",
			    _("Rightly raised: of the incidents that somebody decided, those that "
			      "were no false alarm. What follows from a fault of the shoe in the "
			      "same round is counted as the device's."));
}
