/*
 * Laying ink on pages: words, lines, and where the next page begins. What to-pdf.c and the charts
 * draw with. Points of 1/72 inch, y downwards.
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
	PangoContext *words; /* borrowed: the printer's fonts may differ from the screen's */
	const struct sabot_report *report;
	double width, height; /* of the paper */
	double y;             /* where the next thing goes */
	double top;           /* y where the page's content begins */
	double keep;          /* what must stand below the last row of a table, on its page */
	int page, n_pages;    /* n_pages 0: they are being counted */
	double scale;         /* of the words in tables: 1, less where columns are many */
};

/* Begin the first page on `surface`, borrowed; `n_pages` 0 where nobody knows yet. */
void
sabot_printer_begin(struct sabot_printer *printer, cairo_surface_t *surface,
		    const struct sabot_report *report, int n_pages);
/* The last page ends. */
void
sabot_printer_end(struct sabot_printer *printer);

/* Where words may stand. */
double
sabot_printer_left(const struct sabot_printer *printer);
double
sabot_printer_right(const struct sabot_printer *printer);
double
sabot_printer_bottom(const struct sabot_printer *printer);

/* The page ends and another begins. */
void
sabot_printer_turn(struct sabot_printer *printer);
/* Turn the page unless so much still fits. True if it was turned. */
bool
sabot_printer_need(struct sabot_printer *printer, double points);

/* Words broken at `width` points (negative: in one line). Transferred: g_object_unref(). */
PangoLayout *
sabot_printer_layout(struct sabot_printer *printer, enum sabot_printer_face face, const char *text,
		     double width);
/* How wide and high they are. */
void
sabot_printer_measure(PangoLayout *layout, double *ret_width, double *ret_height);
/* Draw them with their upper left corner there. */
void
sabot_printer_show(struct sabot_printer *printer, PangoLayout *layout, double x, double y);
/* A paragraph at the place where we are, and on to below it; pages turn within a long one. */
void
sabot_printer_paragraph(struct sabot_printer *printer, enum sabot_printer_face face,
			const char *text);
/* A line from left to right at y. */
void
sabot_printer_rule(struct sabot_printer *printer, double y, double thickness);
