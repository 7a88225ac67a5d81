/* Building a report: see report.h. */
#include "report.h"

#include <string.h>

enum { REPORT_NUMBER_DIGITS = 12 };

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
sabot_report_number(struct sabot_report *report, unsigned load, char *const *tables)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *times =
		g_strdup_printf("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "/%u",
				report->from_us, report->to_us, report->made_us, load);
	const char *const parts[] = {report->name, report->house, times};

	for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
		g_checksum_update(sum, (const guchar *)parts[i], (gssize)strlen(parts[i]) + 1);
	for (; tables != NULL && *tables != NULL; tables++)
		g_checksum_update(sum, (const guchar *)*tables, (gssize)strlen(*tables) + 1);
	g_free(report->number);
	report->number = g_ascii_strup(g_checksum_get_string(sum), REPORT_NUMBER_DIGITS);
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
	row->n_cells = section->n_columns;
	for (guint i = 0; i < section->n_columns; i++)
		row->cells[i].number = SABOT_REPORT_NONE;
	g_ptr_array_add(section->rows, row);
}

static struct sabot_report_row *
last_row(const struct sabot_report_section *section)
{
	return g_ptr_array_index(section->rows, section->rows->len - 1);
}

static guint
find_column(const struct sabot_report_section *section, const char *id)
{
	for (guint column = 0; column < section->n_columns; column++)
		if (strcmp(section->columns[column].id, id) == 0)
			return column;
	g_error("report: section %s has no column %s", section->id, id);
}

static struct sabot_report_cell *
set_cell(struct sabot_report_section *section, const char *id, bool is_text)
{
	struct sabot_report_row *row = last_row(section);
	guint column = find_column(section, id);
	struct sabot_report_cell *cell = &row->cells[column];

	if (cell->is_set || sabot_report_kind_is_text(section->columns[column].kind) != is_text)
		g_error("report: section %s, column %s: %s", section->id, id,
			cell->is_set ? "set twice" : "of the other kind");
	cell->is_set = true;
	return cell;
}

void
sabot_report_set_text(struct sabot_report_section *section, const char *id, const char *text)
{
	set_cell(section, id, true)->text = g_strdup(text);
}

void
sabot_report_set_own_text(struct sabot_report_section *section, const char *id, char *text)
{
	set_cell(section, id, true)->text = text;
}

void
sabot_report_set_number(struct sabot_report_section *section, const char *id, int64_t number)
{
	set_cell(section, id, false)->number = number;
}

void
sabot_report_set_units(struct sabot_report_section *section, const char *id, int64_t minor,
		       int digits)
{
	struct sabot_report_cell *cell = set_cell(section, id, false);

	cell->number = minor;
	cell->digits = (uint8_t)digits;
}

void
sabot_report_copy_cell(struct sabot_report_section *section, guint column,
		       const struct sabot_report_cell *cell)
{
	struct sabot_report_cell *copy = &last_row(section)->cells[column];

	copy->number = cell->number;
	copy->digits = cell->digits;
	copy->text = g_strdup(cell->text);
	copy->is_set = true;
}

static void
check_row(const struct sabot_report_section *section, const struct sabot_report_row *row)
{
	for (guint i = 0; i < row->n_cells; i++)
		if (!row->cells[i].is_set)
			g_error("report: section %s, column %s: not set", section->id,
				section->columns[i].id);
}

void
sabot_report_check(const struct sabot_report *report)
{
	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		for (guint j = 0; !section->is_blank && j < section->rows->len; j++)
			check_row(section, g_ptr_array_index(section->rows, j));
	}
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
	sabot_report_set_text(section, section->columns[0].id, label);
	for (guint i = 1; i < section->n_columns; i++) {
		const char *id = section->columns[i].id;

		if (sabot_report_kind_is_text(section->columns[i].kind))
			sabot_report_set_text(section, id, NULL);
		else
			sabot_report_set_number(section, id, sums[i]);
	}
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
	return kind <= SABOT_REPORT_RATE;
}
