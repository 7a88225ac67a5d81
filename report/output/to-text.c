/* Plain text: see to-text.h. */
#include "to-text.h"

#include "report/report-words.h"
#include "text/escape.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { COLUMN_GAP = 2, LINE_COLUMNS = 100 };

static glong
length_of(const char *text)
{
	return g_utf8_strlen(text, -1);
}

static void
append_line(GString *out, const char *words, char under)
{
	g_autofree char *text = sabot_text_escape(words);

	g_string_append_printf(out, "%s\n", text);
	for (glong i = length_of(text); under && i > 0; i--)
		g_string_append_c(out, under);
	if (under)
		g_string_append_c(out, '\n');
}

static void
append_spaces(GString *out, glong n_spaces)
{
	for (glong i = 0; i < n_spaces; i++)
		g_string_append_c(out, ' ');
}

static void
append_padded(GString *out, const char *text, glong width, bool to_the_right)
{
	glong pad = MAX(width - length_of(text), 0);

	append_spaces(out, to_the_right ? pad : 0);
	g_string_append(out, text);
	append_spaces(out, to_the_right ? 0 : pad);
}

static bool
is_right(const struct sabot_report_section *section, guint column)
{
	return !sabot_report_kind_is_text(section->columns[column].kind);
}

static void
trim_line(GString *out)
{
	while (out->len > 0 && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

/* A section's cells in words, one after the other, row by row, and how wide its columns are. */
struct cells {
	GByteArray *words; /* each with its end */
	glong *widths;
};

static void
add_cells(struct cells *cells, const struct sabot_report *report,
	  const struct sabot_report_section *section, const struct sabot_report_row *row)
{
	for (guint i = 0; i < section->n_columns; i++) {
		g_autofree char *said =
			sabot_report_cell_words(report, section->columns[i].kind, &row->cells[i]);
		g_autofree char *words = sabot_text_escape(said);

		cells->widths[i] = MAX(cells->widths[i], length_of(words));
		g_byte_array_append(cells->words, (const guint8 *)words, (guint)strlen(words) + 1);
	}
}

static struct cells
cells_of(const struct sabot_report *report, const struct sabot_report_section *section)
{
	struct cells cells = {g_byte_array_new(), g_new0(glong, section->n_columns)};

	for (guint i = 0; i < section->n_columns; i++)
		cells.widths[i] = length_of(sabot_report_column_title(&section->columns[i]));
	for (guint i = 0; i < section->rows->len; i++)
		add_cells(&cells, report, section, g_ptr_array_index(section->rows, i));
	return cells;
}

static void
clear_cells(struct cells *cells)
{
	g_byte_array_unref(cells->words);
	g_free(cells->widths);
}

static void
append_rule(GString *out, const struct sabot_report_section *section, const glong *widths)
{
	for (guint i = 0; i < section->n_columns; i++) {
		if (i > 0)
			append_spaces(out, COLUMN_GAP);
		for (glong j = 0; j < widths[i]; j++)
			g_string_append_c(out, '-');
	}
	g_string_append_c(out, '\n');
}

static void
append_cell(GString *out, const struct sabot_report_section *section, guint column,
	    const char *words, glong width)
{
	if (column > 0)
		append_spaces(out, COLUMN_GAP);
	append_padded(out, words, width, is_right(section, column));
	if (column + 1 == section->n_columns)
		trim_line(out);
}

static void
append_rows(GString *out, const struct sabot_report_section *section, const struct cells *cells)
{
	const char *words = (const char *)cells->words->data;

	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		if (row->role == SABOT_REPORT_TOTAL)
			append_rule(out, section, cells->widths);
		for (guint j = 0; j < section->n_columns; j++) {
			append_cell(out, section, j, words, cells->widths[j]);
			words += strlen(words) + 1;
		}
	}
}

static void
append_section(GString *out, const struct sabot_report *report,
	       const struct sabot_report_section *section)
{
	struct cells cells;

	g_string_append_c(out, '\n');
	append_line(out, section->title, 0);
	if (section->rows->len == 0) {
		append_line(out, _("Nothing."), 0);
		return;
	}
	cells = cells_of(report, section);
	for (guint i = 0; i < section->n_columns; i++)
		append_cell(out, section, i, sabot_report_column_title(&section->columns[i]),
			    cells.widths[i]);
	append_rule(out, section, cells.widths);
	append_rows(out, section, &cells);
	clear_cells(&cells);
}

/* A sentence, broken between words. */
static void
append_sentence(GString *out, const char *sentence)
{
	g_auto(GStrv) words = g_strsplit(sentence, " ", -1);
	glong column = 0;

	for (guint i = 0; words[i] != NULL; i++) {
		glong length = length_of(words[i]);
		bool breaks = column > 0 && column + 1 + length > LINE_COLUMNS;

		g_string_append(out, breaks ? "\n" : column > 0 ? " " : "");
		g_string_append(out, words[i]);
		column = (breaks || column == 0 ? 0 : column + 1) + length;
	}
	g_string_append_c(out, '\n');
}

static void
append_foot(GString *out, const struct sabot_report *report)
{
	if (report->remarks->len > 0)
		g_string_append_c(out, '\n');
	for (guint i = 0; i < report->remarks->len; i++)
		append_sentence(out, g_ptr_array_index(report->remarks, i));
	for (guint i = 0; i < report->signatures->len; i++)
		g_string_append_printf(out, "\n%s: ______________________________\n",
				       (const char *)g_ptr_array_index(report->signatures, i));
	if (report->seal != NULL)
		g_string_append_printf(out, "\n%s\n", report->seal);
	if (report->checkpoint != NULL) {
		g_string_append_c(out, '\n');
		/* Translators: the last signed checkpoint that covers the report. */
		g_string_append_printf(out, _("Log signed up to: %s"), report->checkpoint);
		g_string_append_c(out, '\n');
	}
}

GString *
sabot_report_to_text(const struct sabot_report *report)
{
	GString *out = g_string_new(NULL);
	g_autofree char *span = sabot_report_span_words(report);

	append_line(out, report->title, '=');
	if (report->house[0] != '\0')
		append_line(out, report->house, 0);
	append_line(out, span, 0);
	for (guint i = 0; i < report->sections->len; i++)
		append_section(out, report, g_ptr_array_index(report->sections, i));
	append_foot(out, report);
	return out;
}
