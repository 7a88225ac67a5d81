/*
 * Drawing functions for the parts of a board: text that fits its place, plates; in units of the
 * layout (gui/model/board/board-layout.h) and colours by name.
 */
#pragma once

#include "board-style.h"
#include "gui/model/board/board-layout.h"
#include "gui/model/board/board-table.h"

/* The smallest text. */
enum { SABOT_BOARD_LEAST_TEXT_PX = 13 };

/* Everything that a part shows. Owned by the board. */
struct sabot_board_scene {
	SabotBoardTable *table;
	struct sabot_board_style *style;
	struct sabot_board_layout layout;
};

/* How well the texts of a drawing fitted. */
struct sabot_board_texts {
	int n_cut;       /* texts that did not fit even at the least size */
	double least_px; /* size of the smallest letters */
	int out_px;      /* how far a title extends beyond its place, up or down */
};

struct sabot_board_pen {
	GtkWidget *widget;
	cairo_t *cr;
	double unit_px;
	struct sabot_board_texts *texts;
};

struct sabot_board_text {
	const char *text;
	double size; /* size of the letters, in units */
	PangoWeight weight;
	const char *colour; /* name of a colour of the style sheet */
	double align;       /* 0 left … 1 right */
};

/* Draw a line of text vertically centred in `box`, in units. Returns its width. */
double
sabot_board_write(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const struct sabot_board_text *text);

/* The same for a title, which does not touch what is right below its box. */
void
sabot_board_write_title(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
			const struct sabot_board_text *text);

/* The width that the text would have, in units. */
double
sabot_board_measure(const struct sabot_board_pen *pen, const struct sabot_board_text *text);

/* True if the text fits in that width without being cut. */
bool
sabot_board_has_room(const struct sabot_board_pen *pen, const struct sabot_board_text *text,
		     double width);

/* True if the installed fonts have all of its characters. */
bool
sabot_board_can_write(const struct sabot_board_pen *pen, const char *text);

/* Draw a rounded plate with a frame `line` units wide; either colour may be NULL. */
void
sabot_board_plate(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const char *fill, const char *frame, double line);

/* Convert to pixels, for other widgets' paint functions. */
GdkRectangle
sabot_board_pixels(const struct sabot_board_pen *pen, const struct sabot_board_box *box);

/* The style sheet's colour for a winner. */
const char *
sabot_board_colour_of(enum sabot_winner who);

/*
 * The functions that draw a part, in a place whose corner is 0, 0, and that return its accessible
 * name, transferred.
 */
typedef void
sabot_board_draw_fn(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		    const struct sabot_board_box *place);
typedef char *
sabot_board_name_fn(const struct sabot_board_scene *scene);
