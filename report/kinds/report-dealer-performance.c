/*
 * Dealers, if the house has enabled it: hands per hour, time at tables, breaks, and only errors
 * caused by people. Errors caused by a shoe or a procedure are listed separately and are attributed
 * to nobody.
 */
#include "people.h"
#include "reports.h"
#include "report-private.h"

#include <glib/gi18n-lib.h>

static const struct sabot_report_column columns[] = {
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"name", N_("Name"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"hands", N_("Hands"), SABOT_REPORT_COUNT},
	{"dealing_us", N_("Time dealing"), SABOT_REPORT_DURATION},
	{"rounds_an_hour", N_("Rounds an hour"), SABOT_REPORT_DECIMAL},
	{"hands_an_hour", N_("Hands an hour"), SABOT_REPORT_DECIMAL},
	{"at_table_us", N_("Time at tables"), SABOT_REPORT_DURATION},
	{"breaks", N_("Breaks"), SABOT_REPORT_COUNT},
	{"breaks_us", N_("Time of breaks"), SABOT_REPORT_DURATION},
	{"errors", N_("Errors"), SABOT_REPORT_COUNT},
	{"per_thousand", N_("A thousand rounds"), SABOT_REPORT_DECIMAL},
	{"device", N_("Device's"), SABOT_REPORT_COUNT},
	{"procedure", N_("Procedure's"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column error_columns[] = {
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"code", N_("What"), SABOT_REPORT_INCIDENT},
	{"count", N_("How often"), SABOT_REPORT_COUNT},
	{"per_thousand", N_("A thousand rounds"), SABOT_REPORT_DECIMAL},
};
static const struct sabot_report_column stint_columns[] = {
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"from", N_("From"), SABOT_REPORT_TIME},
	{"to", N_("Until"), SABOT_REPORT_TIME},
	{"at_table_us", N_("Time at the table"), SABOT_REPORT_DURATION},
	{"break_us", N_("Break before"), SABOT_REPORT_DURATION},
};

static int64_t
none_if_zero(int64_t number)
{
	return number != 0 ? number : SABOT_REPORT_NONE;
}

static const char *
name_of(const struct sabot_dealer_figures *dealer)
{
	return dealer->who[0] != '\0' ? dealer->who : _("(not named)");
}

static void
write_dealer(struct sabot_report_section *section, const struct sabot_facts *facts,
	     const struct sabot_dealer_figures *dealer)
{
	int64_t hands_an_hour = dealer->timed_hands > 0 ? sabot_figure_pace(dealer->timed_hands,
									    dealer->timed_rounds,
									    dealer->dealing_us)
							: SABOT_REPORT_NONE;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "dealer", name_of(dealer));
	sabot_report_set_text(section, "name", g_hash_table_lookup(facts->names, dealer->who));
	sabot_report_set_number(section, "rounds", dealer->rounds);
	sabot_report_set_number(section, "hands", none_if_zero(dealer->hands));
	sabot_report_set_number(section, "dealing_us", dealer->dealing_us);
	sabot_report_set_number(section, "rounds_an_hour",
				sabot_figure_pace(dealer->timed_rounds, dealer->timed_rounds,
						  dealer->dealing_us));
	sabot_report_set_number(section, "hands_an_hour", hands_an_hour);
	sabot_report_set_number(section, "at_table_us", none_if_zero(dealer->at_table_us));
	sabot_report_set_number(section, "breaks", dealer->n_pauses);
	sabot_report_set_number(section, "breaks_us", none_if_zero(dealer->pauses_us));
	sabot_report_set_number(section, "errors", dealer->causes[SABOT_CAUSE_HUMAN]);
	sabot_report_set_number(section, "per_thousand",
				sabot_figure_per_thousand(dealer->causes[SABOT_CAUSE_HUMAN],
							  dealer->rounds));
	sabot_report_set_number(section, "device", dealer->causes[SABOT_CAUSE_DEVICE]);
	sabot_report_set_number(section, "procedure", dealer->causes[SABOT_CAUSE_PROCEDURE]);
}

static void
write_errors(struct sabot_report_section *section, const struct sabot_facts *facts,
	     const struct sabot_dealer_figures *dealer)
{
	for (int code = 1; code < SABOT_INCIDENT_CODES; code++) {
		if (dealer->kinds[code] == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "dealer",
				      sabot_facts_signer(facts, name_of(dealer)));
		sabot_report_set_text(section, "code", sabot_incident_code_to_string(code));
		sabot_report_set_number(section, "count", dealer->kinds[code]);
		sabot_report_set_number(section, "per_thousand",
					sabot_figure_per_thousand(dealer->kinds[code],
								  dealer->rounds));
	}
}

static void
write_stints(struct sabot_report_section *section, const struct sabot_facts *facts,
	     const GArray *stints)
{
	for (guint i = 0; i < stints->len; i++) {
		const struct sabot_stint *stint = &g_array_index(stints, struct sabot_stint, i);
		const struct sabot_facts_table *table =
			g_ptr_array_index(facts->tables, stint->table);

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "dealer", sabot_facts_signer(facts, stint->who));
		sabot_report_set_text(section, "table", table->name);
		sabot_report_set_number(section, "from", stint->from_us);
		sabot_report_set_number(section, "to", stint->to_us);
		sabot_report_set_number(section, "at_table_us", stint->to_us - stint->from_us);
		sabot_report_set_number(section, "break_us", stint->pause_us);
	}
}

void
sabot_report_fill_dealer_performance(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *dealers = sabot_report_add_section(
		report, "dealers", _("By dealer"), columns, G_N_ELEMENTS(columns));
	struct sabot_report_section *errors = sabot_report_add_section(
		report, "errors", _("Errors by kind"), error_columns, G_N_ELEMENTS(error_columns));
	struct sabot_report_section *stints = sabot_report_add_section(
		report, "stints", _("At the tables"), stint_columns, G_N_ELEMENTS(stint_columns));
	struct sabot_people *people = sabot_people_new(facts);

	for (guint i = 0; i < people->dealers->len; i++) {
		write_dealer(dealers, facts, g_ptr_array_index(people->dealers, i));
		write_errors(errors, facts, g_ptr_array_index(people->dealers, i));
	}
	write_stints(stints, facts, people->stints);
	sabot_people_free(people);
	sabot_report_remark(report, "%s",
			    _("Errors: incidents that people brought about, false alarms left "
			      "out; players' late or wrong bets are among them. Few rounds make "
			      "large rates: compare nobody by less than a thousand."));
	sabot_report_remark(
		report, "%s",
		_("Time dealing runs from the end of one round to the end of the "
		  "next, without what the shoe was away; more than ten minutes between "
		  "two are no dealing. Time at tables: from taking a dealer's post to leaving "
		  "it. More than four hours between two stints are no break."));
}
