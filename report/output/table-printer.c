/*
 * Tables on paper: see table-printer.h. Cells are drawn line by line, so that a row can continue on
 * the next page.
 */
#include "table-printer.h"
#include "code128.h"
#include "column-widths.h"

#include "report/report-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Points. */
#define GAP 7.0
#define ROW_GAP 2.5
#define TEXT_MIN 46.0
#define SECTION_GAP 10.0
#define BARCODE_MODULE 1.1
#define BARCODE_HEIGHT 34.0
#define TITLE_MIN 80.0    /* so much of a title is not broken, where there is room */
#define TITLE_PART 0.6    /* of a longer one: in two lines */
#define BLANK_HEIGHT 22.0 /* of a row to write on */

enum { SAMPLE_ROWS = 400 }; /* measured; longer cells below wrap */

struct table {
	struct sabot_printer *printer;
	const struct sabot_report_section *section;
	double *natural, *widths; /* a column each */
	double *least;            /* its longest word, below which words would break */
	double *firm;             /* that, but moments whole, where there is room for that */
	double *titled;           /* with its title in two lines, where there is room for that */
	struct sabot_column_words words;
};

/* A length that becomes smaller with the words. */
static double
scaled(const struct table *table, double points)
{
	return points * table->printer->scale;
}

static double
width_of(struct table *table, enum sabot_printer_face face, const char *text)
{
	g_autoptr(PangoLayout) layout = sabot_printer_layout(table->printer, face, text, -1);
	double width, height;

	sabot_printer_measure(layout, &width, &height);
	return width;
}

/* Where a line may end behind a hyphen: between letters, as in a double name. */
static const char *
find_hyphen(const char *text, const char *end)
{
	for (const char *at = text + 1; at + 1 < end; at++)
		if (*at == '-' && g_unichar_isalpha(g_utf8_get_char(g_utf8_prev_char(at))) &&
		    g_unichar_isalpha(g_utf8_get_char(at + 1)))
			return at + 1;
	return end;
}

static void
measure_word(struct table *table, enum sabot_printer_face face, const char *text, GArray *words)
{
	const char *end = text + strlen(text);

	do {
		const char *next = text < end ? find_hyphen(text, end) : end;
		g_autofree char *part = g_strndup(text, (gsize)(next - text));
		struct sabot_column_word word = {.width = width_of(table, face, part)};

		g_array_append_val(words, word);
		text = next;
	} while (text < end);
}

/* The words of a text, as column-widths.h wants them. */
static GArray *
measure_words(struct table *table, enum sabot_printer_face face, const char *text)
{
	GArray *words = g_array_new(FALSE, FALSE, sizeof(struct sabot_column_word));
	double space = width_of(table, face, " ");
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (guint i = 0; lines[i] != NULL; i++) {
		g_auto(GStrv) parts = g_strsplit(lines[i], " ", -1);

		for (guint j = 0; parts[j] != NULL; j++) {
			guint place = words->len;

			measure_word(table, face, parts[j], words);
			g_array_index(words, struct sabot_column_word, place).gap = space;
			g_array_index(words, struct sabot_column_word, place).is_line = j == 0;
		}
	}
	return words;
}

static double
longest_of(const GArray *words)
{
	double longest = 0;

	for (guint i = 0; i < words->len; i++)
		longest = MAX(longest, g_array_index(words, struct sabot_column_word, i).width);
	return longest;
}

static char *
words_of(const struct table *table, const struct sabot_report_row *row, guint column)
{
	return sabot_report_cell_words(table->printer->report, table->section->columns[column].kind,
				       &row->cells[column]);
}

static enum sabot_printer_face
face_of(const struct sabot_report_row *row)
{
	return row->role == SABOT_REPORT_ROW ? SABOT_PRINTER_PLAIN : SABOT_PRINTER_BOLD;
}

static void
measure_cell(struct table *table, const struct sabot_report_row *row, guint column)
{
	g_autofree char *text = words_of(table, row, column);
	GArray *words = measure_words(table, face_of(row), text);
	double width = longest_of(words);

	if (sabot_report_kind_is_text(table->section->columns[column].kind))
		width = MIN(width, scaled(table, TEXT_MIN * 2));
	table->natural[column] = MAX(table->natural[column], width_of(table, face_of(row), text));
	table->least[column] = MAX(table->least[column], width);
	g_ptr_array_add(table->words.cells, words);
}

/* The first row of words is the header's. */
static void
measure_rows(struct table *table)
{
	const struct sabot_report_section *section = table->section;
	guint n_rows = section->rows->len, step = MAX(n_rows / SAMPLE_ROWS, 1);

	for (guint i = 0; i < section->n_columns; i++)
		g_ptr_array_add(table->words.cells,
				measure_words(table, SABOT_PRINTER_BOLD,
					      sabot_report_column_title(&section->columns[i])));
	for (guint i = 0; i < n_rows; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		if (i % step != 0 && row->role == SABOT_REPORT_ROW)
			continue;
		for (guint j = 0; j < section->n_columns; j++)
			measure_cell(table, row, j);
	}
}

static void
measure(struct table *table)
{
	const struct sabot_report_section *section = table->section;

	measure_rows(table);
	for (guint i = 0; i < section->n_columns; i++) {
		const char *title = sabot_report_column_title(&section->columns[i]);
		bool is_text = sabot_report_kind_is_text(section->columns[i].kind);
		double whole;

		table->least[i] =
			MAX(table->least[i], longest_of(g_ptr_array_index(table->words.cells, i)));
		table->natural[i] = MAX(table->natural[i], table->least[i]);
		table->firm[i] = is_text ? table->least[i] : table->natural[i];
		whole = width_of(table, SABOT_PRINTER_BOLD, title);
		table->natural[i] = MAX(table->natural[i], MIN(whole, scaled(table, TEXT_MIN)));
		table->titled[i] =
			MAX(table->natural[i],
			    MIN(whole, MAX(whole * TITLE_PART, scaled(table, TITLE_MIN))));
	}
}

static double
gaps_of(const struct table *table)
{
	return scaled(table, GAP) * (table->section->n_columns - 1);
}

static double
sum_of(const struct table *table, const double *widths)
{
	double sum = gaps_of(table);

	for (guint i = 0; i < table->section->n_columns; i++)
		sum += widths[i];
	return sum;
}

/* Words are in several lines: in as few as can be; with whole moments where that costs none. */
static void
share_lines(struct table *table, double room)
{
	const struct sabot_column_words *words = &table->words;
	g_autofree double *broken = g_new(double, words->n_columns);
	bool is_firm = sum_of(table, table->firm) <= room;
	guint lines = 0, lines_broken;

	room -= gaps_of(table);
	if (is_firm)
		lines = sabot_column_widths_share(words, table->firm, table->natural, room,
						  table->widths);
	lines_broken = sabot_column_widths_share(words, table->least, table->natural, room, broken);
	if (!is_firm || lines_broken < lines)
		memcpy(table->widths, broken, words->n_columns * sizeof(*broken));
}

/* Not even the longest words fit: they are broken rather than cut off. */
static void
share_too_little(struct table *table, double room)
{
	double part = (room - gaps_of(table)) / (sum_of(table, table->least) - gaps_of(table));

	for (guint i = 0; i < table->section->n_columns; i++)
		table->widths[i] = table->least[i] * part;
}

/* Every cell in one line, and titles in as few as there is room for. */
static void
share_plenty(struct table *table, double room)
{
	guint n_columns = table->section->n_columns;
	double natural = sum_of(table, table->natural), titled = sum_of(table, table->titled);
	double part = titled <= room ? 1 : (room - natural) / (titled - natural);
	double more = table->section->is_blank ? MAX(room - titled, 0) / n_columns : 0;

	for (guint i = 0; i < n_columns; i++)
		table->widths[i] =
			table->natural[i] + (table->titled[i] - table->natural[i]) * part + more;
}

/* Every column has what it cannot do without, and its share of the room that is left. */
static void
share(struct table *table)
{
	double room = sabot_printer_right(table->printer) - sabot_printer_left(table->printer);

	if (sum_of(table, table->natural) <= room)
		share_plenty(table, room);
	else if (sum_of(table, table->least) <= room)
		share_lines(table, room);
	else
		share_too_little(table, room);
}

static void
table_init(struct table *table, struct sabot_printer *printer,
	   const struct sabot_report_section *section)
{
	table->printer = printer;
	table->section = section;
	table->natural = g_new0(double, section->n_columns);
	table->widths = g_new0(double, section->n_columns);
	table->least = g_new0(double, section->n_columns);
	table->firm = g_new0(double, section->n_columns);
	table->titled = g_new0(double, section->n_columns);
	table->words = (struct sabot_column_words){
		.n_columns = section->n_columns,
		.cells = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref),
	};
	measure(table);
}

static void
table_clear(struct table *table)
{
	g_free(table->natural);
	g_free(table->widths);
	g_free(table->least);
	g_free(table->firm);
	g_free(table->titled);
	g_ptr_array_unref(table->words.cells);
}

void
sabot_table_printer_measure(struct sabot_printer *printer,
			    const struct sabot_report_section *section, double *ret_natural,
			    double *ret_least)
{
	struct table table;

	table_init(&table, printer, section);
	*ret_natural = sum_of(&table, table.natural);
	*ret_least = sum_of(&table, table.least);
	table_clear(&table);
}

double
sabot_table_printer_lines(struct sabot_printer *printer, const struct sabot_report_section *section)
{
	struct table table;
	guint n_rows, lines;

	table_init(&table, printer, section);
	share(&table);
	n_rows = table.words.cells->len / section->n_columns - 1; /* without the header */
	lines = sabot_column_widths_count(&table.words, table.widths, 1);
	table_clear(&table);
	return n_rows > 0 ? (double)lines / n_rows : 0;
}

/* The layouts of a row; NULL: of the columns' titles. */
static PangoLayout **
lay_row(struct table *table, const struct sabot_report_row *row)
{
	guint n_columns = table->section->n_columns;
	PangoLayout **layouts = g_new0(PangoLayout *, n_columns);

	for (guint i = 0; i < n_columns; i++) {
		g_autofree char *words =
			row != NULL
				? words_of(table, row, i)
				: g_strdup(sabot_report_column_title(&table->section->columns[i]));

		layouts[i] = sabot_printer_layout(table->printer,
						  row != NULL ? face_of(row) : SABOT_PRINTER_BOLD,
						  words, table->widths[i]);
		if (!sabot_report_kind_is_text(table->section->columns[i].kind))
			pango_layout_set_alignment(layouts[i], PANGO_ALIGN_RIGHT);
	}
	return layouts;
}

static int
lines_in(PangoLayout **layouts, guint n_columns)
{
	int lines = 0;

	for (guint i = 0; i < n_columns; i++)
		if (layouts[i] != NULL)
			lines = MAX(lines, pango_layout_get_line_count(layouts[i]));
	return lines;
}

/* Line `number` of every cell. Returns its height. */
static double
show_line(struct table *table, PangoLayout **layouts, int number, double y)
{
	double x = sabot_printer_left(table->printer), height = 0;

	for (guint i = 0; i < table->section->n_columns;
	     x += table->widths[i++] + scaled(table, GAP)) {
		PangoLayoutLine *line = layouts[i] != NULL
						? pango_layout_get_line_readonly(layouts[i], number)
						: NULL;
		PangoRectangle extents;
		bool is_right = layouts[i] != NULL &&
				pango_layout_get_alignment(layouts[i]) == PANGO_ALIGN_RIGHT;

		if (line == NULL)
			continue;
		pango_layout_line_get_extents(line, NULL, &extents);
		cairo_move_to(table->printer->cairo,
			      is_right ? x + table->widths[i] - pango_units_to_double(extents.width)
				       : x,
			      y - pango_units_to_double(extents.y));
		pango_cairo_show_layout_line(table->printer->cairo, line);
		height = MAX(height, pango_units_to_double(extents.height));
	}
	return height;
}

static double
line_height(struct table *table)
{
	g_autoptr(PangoLayout) layout =
		sabot_printer_layout(table->printer, SABOT_PRINTER_BOLD, "X", -1);
	double width, height;

	sabot_printer_measure(layout, &width, &height);
	return height;
}

static void
free_row(struct table *table, PangoLayout **layouts)
{
	for (guint i = 0; i < table->section->n_columns; i++)
		g_clear_object(&layouts[i]);
	g_free(layouts);
}

static void
show_header(struct table *table)
{
	PangoLayout **layouts = lay_row(table, NULL);

	for (int i = 0; i < lines_in(layouts, table->section->n_columns); i++)
		table->printer->y += show_line(table, layouts, i, table->printer->y);
	sabot_printer_rule(table->printer, table->printer->y + 1, 0.8);
	table->printer->y += ROW_GAP + 1;
	free_row(table, layouts);
}

static void
continue_on_page(struct table *table)
{
	sabot_printer_continue(table->printer, table->section->title);
	table->printer->y += ROW_GAP;
	show_header(table);
}

/* Its words at the foot of the room, and a line to write on. */
static void
show_blank_row(struct table *table, const struct sabot_report_row *row)
{
	struct sabot_printer *printer = table->printer;
	PangoLayout **layouts = lay_row(table, row);
	double height = line_height(table);

	if (sabot_printer_need(printer, BLANK_HEIGHT))
		continue_on_page(table);
	show_line(table, layouts, 0, printer->y + BLANK_HEIGHT - height - ROW_GAP);
	printer->y += BLANK_HEIGHT;
	sabot_printer_rule(printer, printer->y - ROW_GAP, 0.4);
	free_row(table, layouts);
}

/* What stays on the page of row `place`: below the last one its total. */
static double
kept_below(const struct table *table, guint place, double height)
{
	const GPtrArray *rows = table->section->rows;
	const struct sabot_report_row *next =
		place + 1 < rows->len ? g_ptr_array_index(rows, place + 1) : NULL;

	if (next == NULL)
		return table->printer->keep;
	return next->role == SABOT_REPORT_TOTAL ? height + ROW_GAP + table->printer->keep : 0;
}

/* A row stays together where it can; one that is longer than a third of a page continues. */
static void
show_row(struct table *table, guint place)
{
	const struct sabot_report_row *row = g_ptr_array_index(table->section->rows, place);
	struct sabot_printer *printer = table->printer;
	PangoLayout **layouts = lay_row(table, row);
	int n_lines = lines_in(layouts, table->section->n_columns);
	double height = line_height(table), whole = n_lines * height;
	bool is_long = whole > printer->height / 3;

	whole += kept_below(table, place, height);
	if (sabot_printer_need(printer, is_long ? height : whole))
		continue_on_page(table);
	if (row->role == SABOT_REPORT_TOTAL)
		sabot_printer_rule(printer, printer->y - ROW_GAP / 2, 0.6);
	for (int i = 0; i < n_lines; i++) {
		if (sabot_printer_need(printer, height))
			continue_on_page(table);
		printer->y += show_line(table, layouts, i, printer->y);
	}
	printer->y += ROW_GAP;
	free_row(table, layouts);
}

/* A barcode below the section's title, and its text in words beside it. */
static void
show_barcode(struct sabot_printer *printer, const char *barcode)
{
	g_autoptr(GArray) bars = sabot_code128_make(barcode);
	g_autoptr(PangoLayout) words =
		sabot_printer_layout(printer, SABOT_PRINTER_PLAIN, barcode, -1);
	double end;

	printer->y += ROW_GAP;
	end = sabot_printer_bars(printer, bars, BARCODE_MODULE, BARCODE_HEIGHT);
	sabot_printer_show(printer, words, end + 10 * BARCODE_MODULE, printer->y);
	printer->y += BARCODE_HEIGHT + ROW_GAP;
}

/* How high a row is (NULL: the header), as far as it must stay together. */
static double
height_of(struct table *table, const struct sabot_report_row *row)
{
	PangoLayout **layouts = lay_row(table, row);
	double height = line_height(table), whole;

	whole = lines_in(layouts, table->section->n_columns) * height;
	free_row(table, layouts);
	return whole > table->printer->height / 3 ? height : whole;
}

/* A section's title and header are on the page of its first row, and of what stays with that. */
static double
height_of_beginning(struct table *table)
{
	const GPtrArray *rows = table->section->rows;
	double height = line_height(table);
	double above = SECTION_GAP + height + 2 * ROW_GAP + 1;

	if (rows->len == 0)
		return SECTION_GAP + 5 * height;
	if (table->section->barcode != NULL)
		above += BARCODE_HEIGHT + 2 * ROW_GAP;
	above += height_of(table, NULL) + height_of(table, g_ptr_array_index(rows, 0));
	return MAX(above + kept_below(table, 0, height), SECTION_GAP + 5 * height);
}

void
sabot_table_printer_show(struct sabot_printer *printer, const struct sabot_report_section *section)
{
	struct table table;

	table_init(&table, printer, section);
	share(&table);
	if (section->begins_page && printer->y > printer->top)
		sabot_printer_turn(printer);
	sabot_printer_need(printer, height_of_beginning(&table));
	printer->y += SECTION_GAP;
	sabot_printer_paragraph(printer, SABOT_PRINTER_BOLD, section->title);
	printer->y += ROW_GAP;
	if (section->barcode != NULL)
		show_barcode(printer, section->barcode);
	if (section->rows->len == 0)
		sabot_printer_paragraph(printer, SABOT_PRINTER_PLAIN, _("Nothing."));
	else
		show_header(&table);
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

		if (section->is_blank)
			show_blank_row(&table, row);
		else
			show_row(&table, i);
	}
	table_clear(&table);
}
