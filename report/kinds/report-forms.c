/*
 * Blank forms for when nothing works: slips with the numbers reserved for them, a count, rounds and
 * incidents of a table. What is written on them is entered later with both times.
 */
#include "reports.h"
#include "report-private.h"
#include "report/report-words.h"

#include <glib/gi18n-lib.h>

enum { LINES_OF_ROUNDS = 18, LINES_OF_INCIDENTS = 14 };

static const struct sabot_report_column chip_columns[] = {
	{"chip", N_("Chip"), SABOT_REPORT_TEXT},
	{"count", N_("How many"), SABOT_REPORT_TEXT},
	{"amount", N_("Amount"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column part_columns[] = {
	{"part", N_("Part"), SABOT_REPORT_TEXT},
	{"time", N_("Time"), SABOT_REPORT_TEXT},
	{"by", N_("Signed"), SABOT_REPORT_TEXT},
	{"second", N_("And"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column round_columns[] = {
	{"time", N_("Time"), SABOT_REPORT_TEXT},   {"round", N_("Round"), SABOT_REPORT_TEXT},
	{"cards", N_("Cards"), SABOT_REPORT_TEXT}, {"winner", N_("Winner"), SABOT_REPORT_TEXT},
	{"notes", N_("Notes"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column incident_columns[] = {
	{"time", N_("Time"), SABOT_REPORT_TEXT}, {"round", N_("Round"), SABOT_REPORT_TEXT},
	{"what", N_("What"), SABOT_REPORT_TEXT}, {"ruling", N_("Decision"), SABOT_REPORT_TEXT},
	{"by", N_("Signed"), SABOT_REPORT_TEXT},
};

static struct sabot_report_section *
add_blank(struct sabot_report *report, const char *id, const char *title,
	  const struct sabot_report_column *columns, guint n_columns)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, id, title, columns, n_columns);

	section->is_blank = true;
	return section;
}

/* A line to be filled in: only its first cell may be printed. */
static void
add_line(struct sabot_report_section *section, const char *first)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, section->columns[0].id, first);
}

static void
add_lines(struct sabot_report_section *section, int n_lines)
{
	for (int i = 0; i < n_lines; i++)
		add_line(section, NULL);
}

static void
add_chips(struct sabot_report *report, const struct sabot_facts *facts, const char *id,
	  const char *title)
{
	struct sabot_report_section *section =
		add_blank(report, id, title, chip_columns, G_N_ELEMENTS(chip_columns));

	section->begins_page = true;
	for (guint i = 0; i < facts->chips->len; i++) {
		g_autofree char *value =
			sabot_report_money_words(g_array_index(facts->chips, int64_t, i));

		add_line(section, value);
	}
	add_line(section, _("Total"));
}

static void
add_slip(struct sabot_report *report, const struct sabot_facts *facts, int64_t number)
{
	g_autofree char *id = g_strdup_printf("slip-%d", (int)number);
	g_autofree char *parts = g_strdup_printf("parts-%d", (int)number);
	g_autofree char *title = g_strdup_printf(
		_("Slip no. %d    fill / credit (strike out one)    table: ____________"),
		(int)number);
	struct sabot_report_section *section;

	add_chips(report, facts, id, title);
	section =
		add_blank(report, parts, _("Its parts"), part_columns, G_N_ELEMENTS(part_columns));
	add_line(section, _("requested"));
	add_line(section, _("issued"));
	add_line(section, _("received (two)"));
	add_line(section, _("void, because (two)"));
}

static void
add_count(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section;

	add_chips(report, facts, "count",
		  _("Count    opener / closer (strike out one)    table: ____________"));
	section = add_blank(report, "count-signed", _("Counted and watched"), part_columns,
			    G_N_ELEMENTS(part_columns));
	add_line(section, _("counted (two)"));
	add_line(section, _("counted again (two)"));
}

void
sabot_report_fill_forms(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section;

	for (int64_t number = facts->form_from; number > 0 && number <= facts->form_to; number++)
		add_slip(report, facts, number);
	add_count(report, facts);
	section = add_blank(report, "rounds", _("Rounds    table: ____________    load: ______"),
			    round_columns, G_N_ELEMENTS(round_columns));
	section->begins_page = true;
	add_lines(section, LINES_OF_ROUNDS);
	section = add_blank(report, "incidents", _("Incidents    table: ____________"),
			    incident_columns, G_N_ELEMENTS(incident_columns));
	section->begins_page = true;
	add_lines(section, LINES_OF_INCIDENTS);
}
