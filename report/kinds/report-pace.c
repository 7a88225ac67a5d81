/* Game pace: rounds per hour at each table, without stops of the shoe, and by hour of the day. */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"

#include <glib/gi18n-lib.h>

enum { HOURS = 24 };

/* Longer between two rounds is no play: the table was closed, or nobody sat there. */
#define PAUSE_US (10 * 60 * G_USEC_PER_SEC)

static const struct sabot_report_column table_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"hands", N_("Hands"), SABOT_REPORT_COUNT},
	{"played_us", N_("Time played"), SABOT_REPORT_DURATION},
	{"away_us", N_("Shoe away"), SABOT_REPORT_DURATION},
	{"rounds_an_hour", N_("Rounds an hour"), SABOT_REPORT_DECIMAL},
};
static const struct sabot_report_column hour_columns[] = {
	{"hour", N_("Hour of the day"), SABOT_REPORT_NUMBER},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"rounds_an_hour", N_("Rounds an hour"), SABOT_REPORT_DECIMAL},
};

struct pace {
	int64_t rounds, played_us;
};

/* From the end of a round to the next one's: what it took, breaks left out. */
static void
add_rounds(const struct sabot_facts *facts, struct pace *tables, struct pace *hours)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_round *round;
	int64_t before_us = SABOT_REPORT_NONE;
	guint table = 0;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		int hour = sabot_figure_hour_of_day(facts, round->end_us);

		if (walk.table != table)
			before_us = SABOT_REPORT_NONE;
		table = walk.table;
		if (before_us != SABOT_REPORT_NONE && hour >= 0 &&
		    round->end_us - before_us <= PAUSE_US) {
			tables[table].rounds++;
			tables[table].played_us += round->end_us - before_us;
			hours[hour].rounds++;
			hours[hour].played_us += round->end_us - before_us;
		}
		before_us = round->end_us;
	}
}

static void
write_hours(struct sabot_report *report, const struct sabot_facts *facts, const struct pace *hours)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "hours", _("By hour"), hour_columns, G_N_ELEMENTS(hour_columns));

	for (int i = 0; i < HOURS; i++) {
		int hour = sabot_figure_nth_hour(facts, i);

		if (hours[hour].rounds == 0)
			continue;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "hour", hour);
		sabot_report_set_number(section, "rounds", hours[hour].rounds);
		sabot_report_set_number(section, "rounds_an_hour",
					sabot_figure_pace(hours[hour].rounds, hours[hour].rounds,
							  hours[hour].played_us));
	}
	sabot_report_add_chart(section, _("Rounds an hour, by hour of the day"), "hour",
			       "rounds_an_hour");
}

void
sabot_report_fill_pace(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "tables", _("By table"), table_columns, G_N_ELEMENTS(table_columns));
	g_autofree struct sabot_figure_table *reported = sabot_figure_tables(facts);
	g_autofree struct pace *tables = g_new0(struct pace, facts->tables->len + 1);
	struct pace hours[HOURS] = {0};

	add_rounds(facts, tables, hours);
	for (guint i = 0; i < facts->tables->len; i++) {
		int64_t played_us = MAX(tables[i].played_us - reported[i].away_us, 0);

		if (reported[i].n_rounds == 0 && reported[i].away_us == 0)
			continue; /* it was not opened */
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", reported[i].name);
		sabot_report_set_number(section, "rounds", reported[i].n_rounds);
		sabot_report_set_number(section, "hands",
					reported[i].n_hands > 0 ? reported[i].n_hands
								: SABOT_REPORT_NONE);
		sabot_report_set_number(section, "played_us", played_us);
		sabot_report_set_number(section, "away_us", reported[i].away_us);
		sabot_report_set_number(section, "rounds_an_hour",
					sabot_figure_pace(tables[i].rounds, tables[i].rounds,
							  played_us));
	}
	sabot_report_add_chart(section, _("Rounds an hour, by table"), "table", "rounds_an_hour");
	write_hours(report, facts, hours);
	sabot_report_remark(
		report, "%s",
		_("Time played runs from the end of one round to the end of the next; "
		  "more than ten minutes between two are a break. What the shoe was "
		  "away is taken off. A pace rests on at least four rounds and three minutes."));
}
