/*
 * Drawing functions for the cloth's widgets: texts that fit their place, cards, sizes in the
 * design's pixels (those of a screen of 1280 × 800, where one em is 16).
 */
#pragma once

#include "gui/widgets/paint.h"
#include "proto/view.h"

#include <gtk/gtk.h>

#include <stdbool.h>

/* Real pixels per design pixel: the em of the widget's font, over 16. */
double
sabot_table_scale(GtkWidget *widget);
/* Convert design pixels to real ones. */
int
sabot_table_px(GtkWidget *widget, double px);
/*
 * How much larger than the minimum things that are read or touched are on this screen: at least 1,
 * on smaller screens too.
 */
double
sabot_table_growth(GtkWidget *widget);
/* Convert pixels of a thing that must not shrink on a small screen: a line, a margin, a key. */
int
sabot_table_grow(GtkWidget *widget, double px);
/*
 * Convert the design's size of letters, which are never under 14 pixels (13: `is_least`); the limit
 * grows with a large screen.
 */
double
sabot_table_letters(GtkWidget *widget, double px, bool is_least);

struct sabot_table_text {
	const char *text;
	double size_px; /* largest size */
	PangoWeight weight;
	const char *colour; /* of the style sheets */
	double align;       /* 0: left, 0.5: in the middle, 1: right */
};

/* The size of the letters, at most the text's own, at which it is no wider than `width_px`. */
double
sabot_table_text_fitting(GtkWidget *widget, int width_px, const struct sabot_table_text *text);
/* Paint on one line, vertically centred; smaller if it is too wide. Returns its width. */
int
sabot_table_text_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *text);
/*
 * Paint two texts on one line as one, aligned at the bottom; `align` is the first's. If both would
 * be too small to read, the second is left out.
 */
void
sabot_table_pair_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *first, const struct sabot_table_text *second);

struct sabot_table_rim {
	double radius_px;       /* radius of the corners; all lengths grow with the screen */
	double line_px;         /* 0: filled */
	double dash_px, gap_px; /* 0: a solid line */
};

/* Fill a box with rounded corners, or draw its outline inside it. */
void
sabot_table_box_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const char *colour,
		      struct sabot_table_rim rim);

/* Paint the tick for something done, in a square. */
void
sabot_table_tick_paint(GtkWidget *widget, cairo_t *cr, struct sabot_point corner, double size_px,
		       const char *colour);

/* Layout of the face of a card. */
enum sabot_card_face {
	SABOT_CARD_TALL,   /* rank over suit at the corner, a large suit */
	SABOT_CARD_BESIDE, /* rank and suit side by side: other cards overlap it from below */
	SABOT_CARD_SMALL,  /* rank over one suit */
};

/* `card` is 1.4 times as high as wide. */
void
sabot_table_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card,
		       enum sabot_card_face face, const struct sabot_wire_card *value);
/* Paint the outline of the card that comes next. */
void
sabot_table_card_expect(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card);

/*
 * Paint a stake as its largest chip on top of the rest, in the fewest of `chips` (of int64_t,
 * ascending; NULL: the usual ones).
 */
void
sabot_table_stake_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
			int64_t stake_minor, const GArray *chips);
