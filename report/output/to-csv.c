/* CSV: see to-csv.h. */
#include "to-csv.h"

#include "proto/rfc3339.h"
#include "plain.h"

#include <string.h>

/* Spreadsheets run text that begins so. */
static bool
is_formula(const char *text)
{
	return text[0] != '\0' && strchr("=+-@\t\r\n", text[0]) != NULL;
}

static void
append_text(GString *csv, const char *text)
{
	const char *guard = is_formula(text) ? "'" : "";

	if (strpbrk(text, "\",\r\n") == NULL) {
		g_string_append(csv, guard);
		g_string_append(csv, text);
		return;
	}
	g_string_append_c(csv, '"');
	g_string_append(csv, guard);
	for (const char *at = text; *at; at++) {
		if (*at == '"')
			g_string_append_c(csv, '"');
		g_string_append_c(csv, *at);
	}
	g_string_append_c(csv, '"');
}

static void
append_cell(GString *csv, enum sabot_report_kind kind, const struct sabot_report_cell *cell)
{
	if (cell->text != NULL) {
		append_text(csv, cell->text);
	} else if (cell->number != SABOT_REPORT_NONE && kind == SABOT_REPORT_TIME) {
		g_autofree char *time = sabot_time_format(cell->number);

		g_string_append(csv, time);
	} else if (cell->number != SABOT_REPORT_NONE) {
		sabot_report_append_integer(csv, cell->number);
	}
}

GString *
sabot_report_to_csv(const struct sabot_report_section *section)
{
	GString *csv = g_string_new(NULL);

	for (guint i = 0; i < section->n_columns; i++)
		g_string_append_printf(csv, "%s%s", i > 0 ? "," : "", section->columns[i].id);
	g_string_append(csv, "\r\n");
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		if (row->role != SABOT_REPORT_ROW)
			continue;
		for (guint j = 0; j < section->n_columns; j++) {
			if (j > 0)
				g_string_append_c(csv, ',');
			append_cell(csv, section->columns[j].kind, &row->cells[j]);
		}
		g_string_append(csv, "\r\n");
	}
	return csv;
}
