/* Plain text: see to-text.h. */
#include "report/to-text.h"

#include "report/words.h"

#include <glib/gi18n-lib.h>

enum { COLUMN_GAP = 2, LINE_COLUMNS = 100 };

static glong
length_of(const char *text)
{
	return g_utf8_strlen(text, -1);
}

static void
append_line(GString *out, const char *text, char under)
{
	g_string_append_printf(out, "%s\n", text);
	for (glong i = length_of(text); under && i > 0; i--)
		g_string_append_c(out, under);
	if (under)
		g_string_append_c(out, '\n');
}

static void
append_padded(GString *out, const char *text, glong width, bool to_the_right)
{
	glong pad = MAX(width - length_of(text), 0);

	g_string_append_printf(out, "%*s%s%*s", to_the_right ? (int)pad : 0, "", text,
			       to_the_right ? 0 : (int)pad, "");
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

/* Its cells in words, the header's first. */
static GPtrArray *
lines_of(const struct sabot_report *report, const struct sabot_report_section *section)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
	GStrv header = g_new0(char *, section->n_columns + 1);

	for (guint i = 0; i < section->n_columns; i++)
		header[i] = g_strdup(sabot_report_column_title(&section->columns[i]));
	g_ptr_array_add(lines, header);
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);
		GStrv cells = g_new0(char *, section->n_columns + 1);

		for (guint j = 0; j < section->n_columns; j++)
			cells[j] = sabot_report_cell_words(report, section->columns[j].kind,
							   &row->cells[j]);
		g_ptr_array_add(lines, cells);
	}
	return lines;
}

static glong *
widths_of(const struct sabot_report_section *section, const GPtrArray *lines)
{
	glong *widths = g_new0(glong, section->n_columns);

	for (guint i = 0; i < lines->len; i++) {
		const struct sabot_report_row *row =
			i > 0 ? g_ptr_array_index(section->rows, i - 1) : NULL;

		if (row != NULL && row->role == SABOT_REPORT_GROUP)
			continue;
		for (guint j = 0; j < section->n_columns; j++)
			widths[j] =
				MAX(widths[j], length_of(((GStrv)g_ptr_array_index(lines, i))[j]));
	}
	return widths;
}

static void
append_rule(GString *out, const struct sabot_report_section *section, const glong *widths)
{
	for (guint i = 0; i < section->n_columns; i++) {
		if (i > 0)
			append_padded(out, "", COLUMN_GAP, false);
		for (glong j = 0; j < widths[i]; j++)
			g_string_append_c(out, '-');
	}
	g_string_append_c(out, '\n');
}

static void
append_cells(GString *out, const struct sabot_report_section *section, GStrv cells,
	     const glong *widths)
{
	for (guint i = 0; i < section->n_columns; i++) {
		if (i > 0)
			append_padded(out, "", COLUMN_GAP, false);
		append_padded(out, cells[i], widths[i], is_right(section, i));
	}
	trim_line(out);
}

static void
append_section(GString *out, const struct sabot_report *report,
	       const struct sabot_report_section *section)
{
	g_autoptr(GPtrArray) lines = lines_of(report, section);
	g_autofree glong *widths = widths_of(section, lines);

	g_string_append_c(out, '\n');
	append_line(out, section->title, 0);
	if (section->rows->len == 0) {
		append_line(out, _("Nothing."), 0);
		return;
	}
	append_cells(out, section, g_ptr_array_index(lines, 0), widths);
	append_rule(out, section, widths);
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		if (row->role == SABOT_REPORT_TOTAL)
			append_rule(out, section, widths);
		append_cells(out, section, g_ptr_array_index(lines, i + 1), widths);
	}
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
	if (report->checkpoint != NULL) {
		g_string_append_c(out, '\n');
		/* Translators: the last signed checkpoint that covers the report. */
		g_string_append_printf(out, _("Sealed: %s"), report->checkpoint);
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
