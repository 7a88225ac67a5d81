/* tests of report: values in words, CSV's quoting, sums, sheets that are damaged, chances. */
#include "report/report.h"
#include "report/sheet.h"
#include "report/output/to-csv.h"
#include "report/figures.h"
#include "report/report-words.h"

#include <glib.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

static const struct sabot_report_column columns[] = {
	{"what", "What", SABOT_REPORT_TEXT},
	{"round", "Round", SABOT_REPORT_NUMBER},
	{"amount_minor", "Amount", SABOT_REPORT_MONEY},
	{"at", "When", SABOT_REPORT_TIME},
};

static void
add(struct sabot_report_section *section, const char *what, int64_t amount)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "what", what);
	sabot_report_set_number(section, "round", 3);
	sabot_report_set_number(section, "amount_minor", amount);
	sabot_report_set_number(section, "at", INT64_C(1795248000000000));
}

static void
test_csv(void **state)
{
	struct sabot_report *report = sabot_report_new("test", "Test");
	struct sabot_report_section *section =
		sabot_report_add_section(report, "s", "S", columns, G_N_ELEMENTS(columns));
	g_autoptr(GString) csv = NULL;

	(void)state;
	add(section, "plain", 1);
	add(section, "=1+1", -2);
	add(section, "-3", 3);
	add(section, "a \"b\", c", SABOT_REPORT_NONE);
	add(section, "@x\ny", 4);
	sabot_report_add_sums(section, "Total");
	csv = sabot_report_to_csv(section);
	assert_string_equal(csv->str, "what,round,amount_minor,at\r\n"
				      "plain,3,1,2026-11-21T08:00:00Z\r\n"
				      "'=1+1,3,-2,2026-11-21T08:00:00Z\r\n"
				      "'-3,3,3,2026-11-21T08:00:00Z\r\n"
				      "\"a \"\"b\"\", c\",3,,2026-11-21T08:00:00Z\r\n"
				      "\"'@x\ny\",3,4,2026-11-21T08:00:00Z\r\n");
	sabot_report_free(report);
}

enum mistake { NO_SUCH_COLUMN, OTHER_KIND, TWICE, MISSING, NO_MISTAKE };

static void
make(enum mistake mistake)
{
	struct sabot_report *report = sabot_report_new("test", "Test");
	struct sabot_report_section *section =
		sabot_report_add_section(report, "s", "S", columns, G_N_ELEMENTS(columns));

	add(section, "whole", 1);
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "amount_minor", 2); /* in any order */
	sabot_report_set_text(section, "what", NULL);
	sabot_report_set_number(section, "at", SABOT_REPORT_NONE);
	if (mistake == NO_SUCH_COLUMN)
		sabot_report_set_number(section, "rounds", 3);
	if (mistake == OTHER_KIND)
		sabot_report_set_text(section, "round", "3");
	if (mistake != MISSING)
		sabot_report_set_number(section, "round", 3);
	if (mistake == TWICE)
		sabot_report_set_number(section, "round", 3);
	sabot_report_check(report);
	sabot_report_free(report);
}

/* True if the program ends by it, with a sentence that nobody needs here. */
static bool
ends(enum mistake mistake)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		signal(SIGTRAP, SIG_DFL);
		signal(SIGABRT, SIG_DFL);
		fclose(stderr);
		make(mistake);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void
test_cells_by_name(void **state)
{
	(void)state;
	assert_false(ends(NO_MISTAKE));
	assert_true(ends(NO_SUCH_COLUMN));
	assert_true(ends(OTHER_KIND));
	assert_true(ends(TWICE));
	assert_true(ends(MISSING));
}

static void
test_sums(void **state)
{
	struct sabot_report *report = sabot_report_new("test", "Test");
	struct sabot_report_section *section =
		sabot_report_add_section(report, "s", "S", columns, G_N_ELEMENTS(columns));
	const struct sabot_report_row *total;

	(void)state;
	add(section, "one", 100);
	add(section, "none", SABOT_REPORT_NONE);
	add(section, "other", -350);
	sabot_report_add_sums(section, "Total");
	total = g_ptr_array_index(section->rows, 3);
	assert_int_equal(total->role, SABOT_REPORT_TOTAL);
	assert_int_equal(total->cells[1].number, SABOT_REPORT_NONE); /* which one: no sum */
	assert_int_equal(total->cells[2].number, -250);
	assert_int_equal(total->cells[3].number, SABOT_REPORT_NONE);
	sabot_report_free(report);
}

/* With the decimals of its currency, whichever that is; it goes into no sum of the house's. */
static void
test_units(void **state)
{
	static const struct sabot_report_column of_currency[] = {
		{"currency", "Currency", SABOT_REPORT_TEXT},
		{"float", "Float", SABOT_REPORT_UNITS},
	};
	static const char *const words[] = {"-1,234.50", "-123,450", "-123.450"};
	static const char *const currencies[] = {"USD", "JPY", "KWD"};
	static const int digits[] = {2, 0, 3};
	struct sabot_report *report = sabot_report_new("test", "Test");
	struct sabot_report_section *section = sabot_report_add_section(
		report, "money", "Money", of_currency, G_N_ELEMENTS(of_currency));

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
		const struct sabot_report_row *row;
		g_autofree char *shown = NULL;

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "currency", currencies[i]);
		sabot_report_set_units(section, "float", -123450, digits[i]);
		row = g_ptr_array_index(section->rows, i);
		shown = sabot_report_cell_words(report, SABOT_REPORT_UNITS, &row->cells[1]);
		assert_string_equal(shown, words[i]);
	}
	sabot_report_add_sums(section, "Total");
	assert_int_equal(
		((struct sabot_report_row *)g_ptr_array_index(section->rows, 3))->cells[1].number,
		SABOT_REPORT_NONE);
	sabot_report_free(report);
}

static void
test_words(void **state)
{
	static const struct {
		enum sabot_report_kind kind;
		int64_t number;
		const char *words;
	} cases[] = {
		{SABOT_REPORT_MONEY, 0, "0.00"},
		{SABOT_REPORT_MONEY, -5, "-0.05"},
		{SABOT_REPORT_MONEY, 123456789, "1,234,567.89"},
		{SABOT_REPORT_MONEY, -100000, "-1,000.00"},
		{SABOT_REPORT_COUNT, 999, "999"},
		{SABOT_REPORT_COUNT, -1000, "-1,000"},
		{SABOT_REPORT_NUMBER, 12345, "12345"},
		{SABOT_REPORT_RATIO, 123450, "12.35\u00a0%"},
		{SABOT_REPORT_RATIO, -50, "-0.01\u00a0%"},
		{SABOT_REPORT_RATIO, 1000000, "100.00\u00a0%"},
		{SABOT_REPORT_DECIMAL, -1500, "-1.500"},
		{SABOT_REPORT_DURATION, INT64_C(90061000000), "25:01:01"},
		{SABOT_REPORT_TIME, INT64_C(1795248000000000), "2026-11-21 08:00:00"},
		{SABOT_REPORT_TIME, SABOT_REPORT_NONE, ""},
	};
	struct sabot_report *report = sabot_report_new("test", "Test");

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct sabot_report_cell cell = {.number = cases[i].number};
		g_autofree char *words = sabot_report_cell_words(report, cases[i].kind, &cell);

		assert_string_equal(words, cases[i].words);
	}
	sabot_report_free(report);
}

static struct sabot_sheet *
make_sheet(void)
{
	struct sabot_sheet_writer *writer = sabot_sheet_writer_new();
	struct sabot_sheet_facts facts = {.rules = "punto-banco-es", .overrides = "", .from_n = 1};
	struct sabot_sheet *sheet;

	for (uint32_t i = 0; i < 10; i++) {
		struct sabot_sheet_round round = {.end_us = i * 10,
						  .number = i + 1,
						  .dealer = sabot_sheet_writer_word(writer, "p7")};

		g_array_append_val(writer->rounds, round);
	}
	sheet = sabot_sheet_writer_finish(writer, &facts);
	sabot_sheet_writer_free(writer);
	return sheet;
}

static void
test_sheet(void **state)
{
	struct sabot_sheet *sheet = make_sheet();

	(void)state;
	assert_int_equal(sheet->n_rounds, 10);
	assert_string_equal(sheet->rules, "punto-banco-es");
	assert_string_equal(sabot_sheet_word(sheet, sheet->rounds[9].dealer), "p7");
	assert_string_equal(sabot_sheet_word(sheet, 1000000), "");
	assert_int_equal(sabot_sheet_first_round(sheet, 41), 5);
	assert_int_equal(sabot_sheet_first_round(sheet, 40), 4);
	assert_int_equal(sabot_sheet_first_round(sheet, 91), 10);
	sabot_sheet_free(sheet);
}

/* Cut anywhere, or with a byte of its head changed, it is refused or as good as it was. */
static void
test_damaged_sheet(void **state)
{
	struct sabot_sheet *sheet = make_sheet();
	gsize length;
	const guint8 *data = g_bytes_get_data(sheet->bytes, &length);

	(void)state;
	for (gsize cut = 0; cut < length; cut++)
		assert_null(sabot_sheet_open(g_bytes_new(data, cut)));
	for (gsize place = 0; place < 64; place++) {
		g_autofree guint8 *copy = g_memdup2(data, length);
		struct sabot_sheet *opened;

		copy[place] ^= 0x41;
		opened = sabot_sheet_open(g_bytes_new(copy, length));
		if (opened != NULL)
			assert_int_equal(opened->n_rounds, 10);
		sabot_sheet_free(opened);
	}
	sabot_sheet_free(sheet);
}

static void
test_causes(void **state)
{
	(void)state;
	assert_int_equal(sabot_cause_of_code(SABOT_INCIDENT_CARD_MISSING), SABOT_CAUSE_HUMAN);
	assert_int_equal(sabot_cause_of_code(SABOT_INCIDENT_FRAMES_LOST), SABOT_CAUSE_DEVICE);
	assert_int_equal(sabot_cause_of_code(SABOT_INCIDENT_BOXED_CARD), SABOT_CAUSE_PROCEDURE);
}

/* A card too many in a round in which the shoe lost messages is not the dealer's. */
static void
test_no_blame(void **state)
{
	struct sabot_sheet_incident incidents[] = {
		{.round = 4, .load = 1, .code = SABOT_INCIDENT_CARD_IN_EXCESS},
		{.round = 5, .load = 1, .code = SABOT_INCIDENT_FRAMES_LOST},
		{.round = 5, .load = 1, .code = SABOT_INCIDENT_CARD_IN_EXCESS},
		{.round = 0, .load = 1, .code = SABOT_INCIDENT_BET_ABOVE_MAXIMUM},
	};
	struct sabot_sheet sheet = {.incidents = incidents, .n_incidents = G_N_ELEMENTS(incidents)};

	(void)state;
	assert_int_equal(sabot_cause_of(&sheet, &incidents[0]), SABOT_CAUSE_HUMAN);
	assert_int_equal(sabot_cause_of(&sheet, &incidents[2]), SABOT_CAUSE_DEVICE);
	assert_int_equal(sabot_cause_of(&sheet, &incidents[3]), SABOT_CAUSE_HUMAN);
}

/* A night's hours are in their order, not those after midnight first. */
static void
test_hours_of_a_gaming_day(void **state)
{
	struct sabot_facts *facts = sabot_facts_new();

	(void)state;
	assert_int_equal(sabot_figure_nth_hour(facts, 0), 0);
	facts->calendar = sabot_calendar_new("21:00", "late 21:00, early 09:00", "UTC", NULL);
	assert_non_null(facts->calendar);
	assert_int_equal(sabot_figure_nth_hour(facts, 0), 21);
	assert_int_equal(sabot_figure_nth_hour(facts, 3), 0);
	assert_int_equal(sabot_figure_nth_hour(facts, 23), 20);
	sabot_facts_free(facts);
}

/* Rounds that lie seconds apart are no pace: a load keyed in late made 55,693 an hour. */
static void
test_a_pace_rests_on_rounds_and_time(void **state)
{
	(void)state;
	assert_int_equal(sabot_figure_pace(30, 30, 2 * G_USEC_PER_SEC), SABOT_REPORT_NONE);
	assert_int_equal(sabot_figure_pace(2, 2, G_TIME_SPAN_HOUR), SABOT_REPORT_NONE);
	assert_int_equal(sabot_figure_pace(3, 3, 0), SABOT_REPORT_NONE);
	assert_int_equal(sabot_figure_pace(3, 3, 3 * G_TIME_SPAN_MINUTE), 60 * 1000);
	assert_int_equal(sabot_figure_pace(9, 3, 3 * G_TIME_SPAN_MINUTE), 180 * 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hours_of_a_gaming_day),
		cmocka_unit_test(test_a_pace_rests_on_rounds_and_time),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_cells_by_name),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_sheet),
		cmocka_unit_test(test_causes),
		cmocka_unit_test(test_damaged_sheet),
		cmocka_unit_test(test_no_blame),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
