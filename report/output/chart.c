/* Bars: see chart.h. */
#include "chart.h"

#include "report/report-words.h"

/* Points. */
#define BAR_HEIGHT 9.0
#define BAR_GAP 4.0
#define LABEL_SHARE 0.28
#define VALUE_ROOM 72.0
#define CHART_GAP 10.0
#define GREY_PLUS 0.45
#define HATCH_STEP 4.0

enum { BARS_MAX = 40 };

struct bars {
	double left, right; /* where bars may be */
	double zero;        /* x of 0 */
	double unit;        /* points a unit of value */
};

static const struct sabot_report_row *
bar_row(const struct sabot_report_section *section, const struct sabot_report_chart *chart, guint i)
{
	const struct sabot_report_row *row = g_ptr_array_index(section->rows, i);

	return row->role == SABOT_REPORT_ROW &&
			       row->cells[chart->value_column].number != SABOT_REPORT_NONE
		       ? row
		       : NULL;
}

/* How many bars there are; their least and greatest value, 0 among them. */
static guint
span_of(const struct sabot_report_section *section, const struct sabot_report_chart *chart,
	double *ret_least, double *ret_most)
{
	guint n_bars = 0;

	*ret_least = *ret_most = 0;
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = bar_row(section, chart, i);

		if (row == NULL)
			continue;
		n_bars++;
		*ret_least = MIN(*ret_least, (double)row->cells[chart->value_column].number);
		*ret_most = MAX(*ret_most, (double)row->cells[chart->value_column].number);
	}
	return n_bars;
}

/* What is below zero is hatched, what is above is grey. */
static void
fill_bar(cairo_t *cairo, double x, double y, double width, bool is_negative)
{
	cairo_save(cairo);
	cairo_rectangle(cairo, x, y, width, BAR_HEIGHT);
	cairo_clip(cairo);
	if (is_negative) {
		cairo_set_line_width(cairo, 0.8);
		for (double at = x - BAR_HEIGHT; at < x + width; at += HATCH_STEP) {
			cairo_move_to(cairo, at, y + BAR_HEIGHT);
			cairo_line_to(cairo, at + BAR_HEIGHT, y);
		}
		cairo_stroke(cairo);
	} else {
		cairo_set_source_rgb(cairo, GREY_PLUS, GREY_PLUS, GREY_PLUS);
		cairo_paint(cairo);
	}
	cairo_restore(cairo);
	cairo_set_line_width(cairo, 0.5);
	cairo_rectangle(cairo, x, y, width, BAR_HEIGHT);
	cairo_stroke(cairo);
}

static void
show_bar(struct sabot_printer *printer, const struct sabot_report_section *section,
	 const struct sabot_report_chart *chart, const struct sabot_report_row *row,
	 const struct bars *bars)
{
	g_autofree char *label =
		sabot_report_cell_words(printer->report, section->columns[chart->label_column].kind,
					&row->cells[chart->label_column]);
	g_autofree char *value =
		sabot_report_cell_words(printer->report, section->columns[chart->value_column].kind,
					&row->cells[chart->value_column]);
	double number = (double)row->cells[chart->value_column].number;
	double end = bars->zero + number * bars->unit, width, height, tall;
	double room = bars->left - sabot_printer_left(printer) - BAR_GAP;
	g_autoptr(PangoLayout) words =
		sabot_printer_layout(printer, SABOT_PRINTER_PLAIN, label, room);
	g_autoptr(PangoLayout) reported =
		sabot_printer_layout(printer, SABOT_PRINTER_PLAIN, value, -1);

	sabot_printer_measure(words, &width, &tall);
	sabot_printer_measure(reported, &width, &height);
	sabot_printer_need(printer, MAX(tall, height) + BAR_GAP);
	sabot_printer_show(printer, words, sabot_printer_left(printer), printer->y);
	fill_bar(printer->cairo, MIN(bars->zero, end), printer->y + (height - BAR_HEIGHT) / 2,
		 ABS(end - bars->zero), number < 0);
	sabot_printer_show(printer, reported, sabot_printer_right(printer) - width, printer->y);
	printer->y += MAX(tall, height) + BAR_GAP;
}

/* A chart stays on one page, if it is not longer. */
static double
room_for(const struct sabot_printer *printer, guint n_bars)
{
	double line = 2 * BAR_HEIGHT, whole = CHART_GAP + (n_bars + 1) * line;

	return whole < sabot_printer_bottom(printer) - printer->top ? whole : CHART_GAP + 6 * line;
}

void
sabot_chart_show(struct sabot_printer *printer, const struct sabot_report_section *section,
		 const struct sabot_report_chart *chart)
{
	double least, most;
	guint n_bars = span_of(section, chart, &least, &most);
	double room = sabot_printer_right(printer) - sabot_printer_left(printer);
	struct bars bars = {.left = sabot_printer_left(printer) + room * LABEL_SHARE,
			    .right = sabot_printer_right(printer) - VALUE_ROOM};

	if (n_bars < 2 || n_bars > BARS_MAX || most == least)
		return;
	bars.unit = (bars.right - bars.left) / (most - least);
	bars.zero = bars.left - least * bars.unit;
	sabot_printer_need(printer, room_for(printer, n_bars));
	printer->y += CHART_GAP;
	sabot_printer_paragraph(printer, SABOT_PRINTER_BOLD, chart->title);
	printer->y += BAR_GAP;
	for (guint i = 0; i < section->rows->len; i++) {
		const struct sabot_report_row *row = bar_row(section, chart, i);

		if (row != NULL)
			show_bar(printer, section, chart, row, &bars);
	}
}
