/*
 * What the parts of a board draw with: text that fits its place, plates, in units of the layout
 * (gui/model/board/board-layout.h) and colours by name.
 */
#pragma once

#include "board-style.h"
#include "gui/model/board/board-layout.h"
#include "gui/model/board/board-table.h"

/* Text is never smaller. */
enum { SABOT_BOARD_LEAST_TEXT_PX = 13 };

/* All that a part shows. Owned by the board. */
struct sabot_board_scene {
	SabotBoardTable *table;
	struct sabot_board_style *style;
	struct sabot_board_layout layout;
};

/* How the texts of a drawing came out. */
struct sabot_board_texts {
	int n_cut;       /* so many did not fit even at the least size */
	double least_px; /* the smallest letters */
	int out_px;      /* so far a title reaches out of its place, up or down */
};

struct sabot_board_pen {
	GtkWidget *widget;
	cairo_t *cr;
	double unit_px;
	struct sabot_board_texts *texts;
};

struct sabot_board_text {
	const char *text;
	double size; /* of its letters, in units */
	PangoWeight weight;
	const char *colour; /* of the style sheet */
	double align;       /* 0 left … 1 right */
};

/* Draws a line of text in the middle of the height of `box`, in units. Returns its width. */
double
sabot_board_write(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const struct sabot_board_text *text);

/* The same of a title, which does not touch what is right below its box. */
void
sabot_board_write_title(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
			const struct sabot_board_text *text);

/* The width that it would have, in units. */
double
sabot_board_measure(const struct sabot_board_pen *pen, const struct sabot_board_text *text);

/* True if that line has room in so many units without being cut off. */
bool
sabot_board_has_room(const struct sabot_board_pen *pen, const struct sabot_board_text *text,
		     double width);

/* True if the fonts that there are have all of its characters. */
bool
sabot_board_can_write(const struct sabot_board_pen *pen, const char *text);

/* A rounded plate, `line` units of frame; either colour may be NULL. */
void
sabot_board_plate(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const char *fill, const char *frame, double line);

/* In pixels, as other widgets' paint functions take it. */
GdkRectangle
sabot_board_pixels(const struct sabot_board_pen *pen, const struct sabot_board_box *box);

/* The colour of who wins, of the style sheet. */
const char *
sabot_board_colour_of(enum sabot_winner who);

/* Each part's drawing, in a place whose corner is 0, 0; and its accessible name, transferred. */
typedef void
sabot_board_draw_fn(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		    const struct sabot_board_box *place);
typedef char *
sabot_board_name_fn(const struct sabot_board_scene *scene);
