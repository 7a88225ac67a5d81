/*
 * Draws text and lines on pages and decides where a page ends; used by to-pdf.c and the charts.
 * Lengths in points of 1/72 inch, y downwards.
 */
#pragma once

#include "report/report.h"

#include <pango/pangocairo.h>

enum sabot_printer_face {
	SABOT_PRINTER_PLAIN,
	SABOT_PRINTER_BOLD,
	SABOT_PRINTER_SMALL,
	SABOT_PRINTER_TITLE
};

struct sabot_printer {
	cairo_t *cairo;      /* owned */
	PangoContext *words; /* borrowed; the printer's fonts may differ from the screen's */
	const struct sabot_report *report;
	double width, height; /* of the paper */
	double y;             /* top of the next item */
	double top;           /* y of the start of the page's content */
	double foot;          /* height of the page's foot */
	double keep;          /* height that must follow the last row of a table on the same page */
	int page, n_pages;    /* n_pages 0: not known yet, this pass counts them */
	double scale;         /* of text in tables: 1, or less if there are many columns */
};

/* Begin the first page on `surface`, borrowed; `n_pages` 0: not known yet. */
void
sabot_printer_begin(struct sabot_printer *printer, cairo_surface_t *surface,
		    const struct sabot_report *report, int n_pages);
/* End the last page. */
void
sabot_printer_end(struct sabot_printer *printer);

/* The edges of the area for text. */
double
sabot_printer_left(const struct sabot_printer *printer);
double
sabot_printer_right(const struct sabot_printer *printer);
double
sabot_printer_bottom(const struct sabot_printer *printer);

/* End the page and begin another. */
void
sabot_printer_turn(struct sabot_printer *printer);
/* Begin another page unless `points` still fit on this one. True if another was begun. */
bool
sabot_printer_need(struct sabot_printer *printer, double points);

/* The title of a section that continues on another page, so that each page says what it lists. */
void
sabot_printer_continue(struct sabot_printer *printer, const char *title);

/* Lay out text, wrapped at `width` points (negative: one line). Transferred: g_object_unref(). */
PangoLayout *
sabot_printer_layout(struct sabot_printer *printer, enum sabot_printer_face face, const char *text,
		     double width);
/* The size of a layout. */
void
sabot_printer_measure(PangoLayout *layout, double *ret_width, double *ret_height);
/* Draw a layout with its upper left corner at x, y. */
void
sabot_printer_show(struct sabot_printer *printer, PangoLayout *layout, double x, double y);
/* Draw a paragraph at `y` and move `y` below it; a long one continues on the next page. */
void
sabot_printer_paragraph(struct sabot_printer *printer, enum sabot_printer_face face,
			const char *text);
/*
 * Draw a barcode at the left edge, below `y`: widths of bars and gaps by turns in modules (int;
 * NULL: none), a module and the height in points. Returns where it ends.
 */
double
sabot_printer_bars(struct sabot_printer *printer, const GArray *bars, double module, double height);
/* Draw a line from the left to the right edge at `y`. */
void
sabot_printer_rule(struct sabot_printer *printer, double y, double thickness);
