/*
 * What the cloth's widgets are drawn with: texts that fit their place, cards as they lie, sizes in
 * the design's pixels (those of a screen of 1280 × 800, where one em is 16).
 */
#pragma once

#include "gui/widgets/paint.h"
#include "proto/view.h"

#include <gtk/gtk.h>

#include <stdbool.h>

/* Real pixels of one of the design's: the em of the widget's font, over 16. */
double
sabot_table_scale(GtkWidget *widget);
/* So many of the design's pixels. */
int
sabot_table_px(GtkWidget *widget, double px);
/* How much larger than the least thing that can be read or touched such a thing is here: at least
 * 1, on smaller screens too. */
double
sabot_table_growth(GtkWidget *widget);
/* So many pixels of a thing that may not be smaller on a small screen: a line, a margin, a key. */
int
sabot_table_grow(GtkWidget *widget, double px);
/* So many of the design's pixels of letters, which are never under 14 (13: `is_least`); on a large
 * screen never under as much more. */
double
sabot_table_letters(GtkWidget *widget, double px, bool is_least);

struct sabot_table_text {
	const char *text;
	double size_px; /* the largest */
	PangoWeight weight;
	const char *colour; /* of the style sheets */
	double align;       /* 0: left, 0.5: in the middle, 1: right */
};

/* The size of its letters, at most its own, with which it is no wider than that. */
double
sabot_table_text_fitting(GtkWidget *widget, int width_px, const struct sabot_table_text *text);
/* On one line in the middle of the height; smaller where it is too wide. The width it takes. */
int
sabot_table_text_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *text);
/* Two of them on one line as one, the second's bottom at the first's; `align` is the first's. Where
 * both would be too small to be read the second is left out. */
void
sabot_table_pair_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *first, const struct sabot_table_text *second);

struct sabot_table_rim {
	double radius_px;       /* of the corners; all of this grows with the screen */
	double line_px;         /* 0: it is filled */
	double dash_px, gap_px; /* 0: an unbroken line */
};

/* Fill a box with rounded corners, or draw its outline inside it. */
void
sabot_table_box_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const char *colour,
		      struct sabot_table_rim rim);

/* The tick of what was done, in a square. */
void
sabot_table_tick_paint(GtkWidget *widget, cairo_t *cr, struct sabot_point corner, double size_px,
		       const char *colour);

/* How the face of a card is laid out. */
enum sabot_card_face {
	SABOT_CARD_TALL,   /* rank over suit at the corner, a large suit */
	SABOT_CARD_BESIDE, /* rank and suit beside each other: others lie on it from below */
	SABOT_CARD_SMALL,  /* rank over one suit */
};

/* `card` is 1.4 times as high as wide. */
void
sabot_table_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card,
		       enum sabot_card_face face, const struct sabot_wire_card *value);
/* The outline of a card that comes next. */
void
sabot_table_card_expect(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card);

/* A stake as its largest chip on as many others as it has, in the fewest of `chips` (of int64_t,
 * ascending; NULL: of the usual ones). */
void
sabot_table_stake_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
			int64_t stake_minor, const GArray *chips);

/* How much higher that line is in the middle, in the design's pixels. */
enum { SABOT_TABLE_ARC_PX = 36 };
/* The line that divides the boxes from the dealer's place; `bottom`: where its ends are. */
void
sabot_table_arc_paint(GtkWidget *widget, cairo_t *cr, int bottom);
