/* Building a report: see report.h. */
#include "report.h"

#include <string.h>

static void
free_row(gpointer data)
{
	struct sabot_report_row *row = data;

	for (guint i = 0; i < row->n_cells; i++)
		g_free(row->cells[i].text);
	g_free(row);
}

static void
free_chart(gpointer data)
{
	struct sabot_report_chart *chart = data;

	g_free(chart->title);
	g_free(chart);
}

static void
free_section(gpointer data)
{
	struct sabot_report_section *section = data;

	g_free(section->id);
	g_free(section->title);
	g_free(section->barcode);
	g_ptr_array_unref(section->rows);
	g_ptr_array_unref(section->charts);
	g_free(section);
}

struct sabot_report *
sabot_report_new(const char *name, const char *title)
{
	struct sabot_report *report = g_new0(struct sabot_report, 1);

	report->name = g_strdup(name);
	report->title = g_strdup(title);
	report->house = g_strdup("");
	report->from_us = report->to_us = report->made_us = SABOT_REPORT_NONE;
	report->zone = g_time_zone_new_utc();
	report->sections = g_ptr_array_new_with_free_func(free_section);
	report->remarks = g_ptr_array_new_with_free_func(g_free);
	report->signatures = g_ptr_array_new_with_free_func(g_free);
	return report;
}

void
sabot_report_free(struct sabot_report *report)
{
	if (report == NULL)
		return;
	g_free(report->name);
	g_free(report->title);
	g_free(report->house);
	g_free(report->span);
	g_free(report->checkpoint);
	g_free(report->letterhead);
	g_free(report->licence);
	g_free(report->number);
	g_free(report->seal);
	g_time_zone_unref(report->zone);
	g_ptr_array_unref(report->sections);
	g_ptr_array_unref(report->remarks);
	g_ptr_array_unref(report->signatures);
	g_free(report);
}

struct sabot_report_section *
sabot_report_add_section(struct sabot_report *report, const char *id, const char *title,
			 const struct sabot_report_column *columns, guint n_columns)
{
	struct sabot_report_section *section = g_new0(struct sabot_report_section, 1);

	section->id = g_strdup(id);
	section->title = g_strdup(title);
	section->columns = columns;
	section->n_columns = n_columns;
	section->rows = g_ptr_array_new_with_free_func(free_row);
	section->charts = g_ptr_array_new_with_free_func(free_chart);
	g_ptr_array_add(report->sections, section);
	return section;
}

struct sabot_report_section *
sabot_report_find_section(const struct sabot_report *report, const char *id)
{
	for (guint i = 0; i < report->sections->len; i++) {
		struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		if (strcmp(section->id, id) == 0)
			return section;
	}
	return NULL;
}

void
sabot_report_begin_row(struct sabot_report_section *section, enum sabot_report_role role)
{
	size_t n_bytes = sizeof(struct sabot_report_row) +
			 section->n_columns * sizeof(struct sabot_report_cell);
	struct sabot_report_row *row = g_malloc0(n_bytes);

	row->role = role;
	for (guint i = 0; i < section->n_columns; i++)
		row->cells[i].number = SABOT_REPORT_NONE;
	g_ptr_array_add(section->rows, row);
}

static struct sabot_report_cell *
next_cell(struct sabot_report_section *section, bool is_text)
{
	struct sabot_report_row *row = g_ptr_array_index(section->rows, section->rows->len - 1);

	g_assert(row->n_cells < section->n_columns);
	g_assert(row->role == SABOT_REPORT_GROUP ||
		 sabot_report_kind_is_text(section->columns[row->n_cells].kind) == is_text);
	return &row->cells[row->n_cells++];
}

void
sabot_report_add_text(struct sabot_report_section *section, const char *text)
{
	next_cell(section, true)->text = g_strdup(text);
}

void
sabot_report_take_text(struct sabot_report_section *section, char *text)
{
	next_cell(section, true)->text = text;
}

void
sabot_report_add_number(struct sabot_report_section *section, int64_t number)
{
	next_cell(section, false)->number = number;
}

static bool
has_sum(enum sabot_report_kind kind)
{
	return kind == SABOT_REPORT_COUNT || kind == SABOT_REPORT_MONEY ||
	       kind == SABOT_REPORT_DURATION;
}

static int64_t
sum_of_column(const struct sabot_report_section *section, guint column)
{
	int64_t sum = SABOT_REPORT_NONE;

	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);
		int64_t number = row->cells[column].number;

		if (row->role == SABOT_REPORT_ROW && number != SABOT_REPORT_NONE)
			sum = sum == SABOT_REPORT_NONE ? number : sum + number;
	}
	return sum;
}

void
sabot_report_add_sums(struct sabot_report_section *section, const char *label)
{
	g_autofree int64_t *sums = g_new(int64_t, section->n_columns);

	for (guint i = 0; i < section->n_columns; i++)
		sums[i] = has_sum(section->columns[i].kind) ? sum_of_column(section, i)
							    : SABOT_REPORT_NONE;
	sabot_report_begin_row(section, SABOT_REPORT_TOTAL);
	sabot_report_add_text(section, label);
	for (guint i = 1; i < section->n_columns; i++) {
		if (sabot_report_kind_is_text(section->columns[i].kind))
			sabot_report_add_text(section, NULL);
		else
			sabot_report_add_number(section, sums[i]);
	}
}

static guint
find_column(const struct sabot_report_section *section, const char *id)
{
	guint column = 0;

	while (strcmp(section->columns[column].id, id) != 0)
		column++;
	g_assert(column < section->n_columns);
	return column;
}

void
sabot_report_add_chart(struct sabot_report_section *section, const char *title,
		       const char *label_id, const char *value_id)
{
	struct sabot_report_chart *chart = g_new0(struct sabot_report_chart, 1);

	chart->title = g_strdup(title);
	chart->label_column = find_column(section, label_id);
	chart->value_column = find_column(section, value_id);
	g_ptr_array_add(section->charts, chart);
}

void
sabot_report_remark(struct sabot_report *report, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	g_ptr_array_add(report->remarks, g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

void
sabot_report_add_signature(struct sabot_report *report, const char *who)
{
	g_ptr_array_add(report->signatures, g_strdup(who));
}

bool
sabot_report_kind_is_text(enum sabot_report_kind kind)
{
	return kind == SABOT_REPORT_TEXT || kind == SABOT_REPORT_CARDS;
}

guint
sabot_report_count_rows(const struct sabot_report_section *section)
{
	guint n_rows = 0;

	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		n_rows += row->role == SABOT_REPORT_ROW;
	}
	return n_rows;
}
