/* The board's places: see board-layout.h. The figures are those of the drawings. */
#include "board-layout.h"

enum {
	WIDE_WIDTH = 1920,
	WIDE_HEIGHT = 1080,
	TALL_WIDTH = 1080,
	TALL_HEIGHT = 1920,
	TILE_WIDTH = 960,
	TILE_HEIGHT = 540,
	MARGIN = 24,
	LABEL = 35, /* height of a road's name, including the gap above it */
	TALL_LABEL = 38,
	BEAD = 54, /* cells of the bead plate */
	TALL_BEAD = 44,
	LINE = 1, /* the last line of a grid */
	TILE_TOP = 168,
	TILE_COUNTS = 104, /* counts and ask-road, each two lines */
	TILE_GAP = 12,
	TILE_CELL_PX = 20, /* smallest cell on a wall */
};

/* The least scale at which a board of a wall is drawn like a single one. */
static const double large_enough = 0.7;

static void
put(struct sabot_board_layout *layout, enum sabot_board_part part, struct sabot_board_box box)
{
	layout->parts[part] = box;
}

/* Place a road with its name above its grid. */
static void
put_road(struct sabot_board_layout *layout, enum sabot_wire_road road, struct sabot_board_box box,
	 double cell)
{
	double label = layout->form == SABOT_BOARD_TALL ? TALL_LABEL : LABEL;

	layout->cells[road] = cell;
	layout->roads[road] = (struct sabot_board_box){box.x, box.y, box.width,
						       SABOT_ROAD_GRID_ROWS * cell + LINE};
	layout->labels[road] = (struct sabot_board_box){box.x, box.y - label, box.width, label};
}

#define BOX(...) ((struct sabot_board_box){__VA_ARGS__})
/* A road's line: its height follows from its cells. */
#define LINE_AT(left, top, length) BOX(.x = (left), .y = (top), .width = (length))

/* The big road, with the derived ones below it, two of which share a line. */
static void
put_wide_roads(struct sabot_board_layout *layout, double y, double width)
{
	double half = (width - 16) / 2;

	put_road(layout, SABOT_WIRE_ROAD_BIG, LINE_AT(MARGIN, y + 512, width),
		 SABOT_ROAD_CELL_FULL);
	put_road(layout, SABOT_WIRE_ROAD_BIG_EYE, LINE_AT(MARGIN, y + 788, width),
		 SABOT_ROAD_MARK_FULL);
	put_road(layout, SABOT_WIRE_ROAD_SMALL, LINE_AT(MARGIN, y + 944, half),
		 SABOT_ROAD_MARK_FULL);
	put_road(layout, SABOT_WIRE_ROAD_COCKROACH, LINE_AT(MARGIN + half + 16, y + 944, half),
		 SABOT_ROAD_MARK_FULL);
}

/* If the screen is higher than the drawing, everything but the head is centred vertically. */
static void
lay_out_wide(struct sabot_board_layout *layout)
{
	double y = (layout->height - WIDE_HEIGHT) / 2, right = layout->width - 420;

	put(layout, SABOT_BOARD_PUNTO, BOX(MARGIN, y + 132, 420, 227));
	put(layout, SABOT_BOARD_BANCA, BOX(460, y + 132, 420, 227));
	put(layout, SABOT_BOARD_BAND, BOX(MARGIN, y + 372, 856, 86));
	put_road(layout, SABOT_WIRE_ROAD_BEAD, LINE_AT(904, y + 152, layout->width - 904 - MARGIN),
		 BEAD);
	put_wide_roads(layout, y, right - 52);
	put(layout, SABOT_BOARD_COUNTS, BOX(right, y + 512, 396, 288));
	put(layout, SABOT_BOARD_ASK, BOX(right, y + 826, 396, 202));
	put(layout, SABOT_BOARD_LEGEND, BOX(right, y + 1036, 396, 30));
}

static void
lay_out_tall(struct sabot_board_layout *layout)
{
	double y = (layout->height - TALL_HEIGHT) / 2, width = layout->width - 2 * MARGIN;
	double half = (width - 16) / 2;

	put(layout, SABOT_BOARD_PUNTO, BOX(MARGIN, y + 220, half, 280));
	put(layout, SABOT_BOARD_BANCA, BOX(MARGIN + half + 16, y + 220, half, 280));
	put(layout, SABOT_BOARD_BAND, BOX(MARGIN, y + 512, width, 100));
	put_road(layout, SABOT_WIRE_ROAD_BEAD, LINE_AT(MARGIN, y + 658, width - 326), TALL_BEAD);
	put(layout, SABOT_BOARD_COUNTS, BOX(MARGIN + width - 296, y + 658, 296, 264));
	put_road(layout, SABOT_WIRE_ROAD_BIG, LINE_AT(MARGIN, y + 966, width),
		 SABOT_ROAD_CELL_FULL);
	put_road(layout, SABOT_WIRE_ROAD_BIG_EYE, LINE_AT(MARGIN, y + 1252, width),
		 SABOT_ROAD_MARK_FULL);
	put_road(layout, SABOT_WIRE_ROAD_SMALL, LINE_AT(MARGIN, y + 1418, half),
		 SABOT_ROAD_MARK_FULL);
	put_road(layout, SABOT_WIRE_ROAD_COCKROACH, LINE_AT(MARGIN + half + 16, y + 1418, half),
		 SABOT_ROAD_MARK_FULL);
	put(layout, SABOT_BOARD_ASK, BOX(MARGIN, y + 1562, width, 206));
	put(layout, SABOT_BOARD_NOW, BOX(MARGIN, y + 1784, width, 84));
	put(layout, SABOT_BOARD_LEGEND, BOX(MARGIN, y + 1872, width, 34));
}

/*
 * A board so small that the usual cells would be unreadable keeps its road; counts and ask-road are
 * below it if there is room.
 */
static void
lay_out_tile(struct sabot_board_layout *layout)
{
	double width = layout->width - 32, extra = (layout->height - TILE_HEIGHT) / 2;
	double least = TILE_CELL_PX / layout->unit_px, y = 422 + extra;
	bool is_small = least > SABOT_ROAD_CELL_FULL;

	put(layout, SABOT_BOARD_BAND, BOX(16, 84 + (is_small ? 0 : extra / 2), width, 72));
	put_road(layout, SABOT_WIRE_ROAD_BIG, LINE_AT(16, TILE_TOP + extra, width),
		 SABOT_ROAD_CELL_FULL);
	if (is_small) {
		put_road(layout, SABOT_WIRE_ROAD_BIG, LINE_AT(16, TILE_TOP, width),
			 MIN(least, (layout->height - TILE_TOP - LINE) / SABOT_ROAD_GRID_ROWS));
		y = TILE_TOP + layout->roads[SABOT_WIRE_ROAD_BIG].height + TILE_GAP;
	}
	layout->labels[SABOT_WIRE_ROAD_BIG].width = 0;
	if (y + TILE_COUNTS > layout->height)
		return;
	put(layout, SABOT_BOARD_COUNTS, BOX(16, y, width - 316, TILE_COUNTS));
	put(layout, SABOT_BOARD_ASK, BOX(width - 284, y, 300, TILE_COUNTS));
}

static void
lay_out_blackjack(struct sabot_board_layout *layout)
{
	double width = layout->width - 2 * MARGIN, bottom = layout->height - MARGIN;

	switch (layout->form) {
	case SABOT_BOARD_WIDE:
		put(layout, SABOT_BOARD_DEALER, BOX(MARGIN, 140, 856, 460));
		put(layout, SABOT_BOARD_BAND, BOX(MARGIN, 620, 856, 100));
		put(layout, SABOT_BOARD_RULES, BOX(MARGIN, 740, 856, bottom - 740));
		put(layout, SABOT_BOARD_LAST, BOX(904, 140, width - 880, bottom - 140));
		break;
	case SABOT_BOARD_TALL:
		put(layout, SABOT_BOARD_DEALER, BOX(MARGIN, 224, width, 460));
		put(layout, SABOT_BOARD_BAND, BOX(MARGIN, 704, width, 100));
		put(layout, SABOT_BOARD_RULES, BOX(MARGIN, 824, width, 260));
		put(layout, SABOT_BOARD_LAST, BOX(MARGIN, 1104, width, bottom - 1104));
		break;
	case SABOT_BOARD_TILE:
		put(layout, SABOT_BOARD_BAND, BOX(16, 84, width + 16, 72));
		put(layout, SABOT_BOARD_DEALER, BOX(16, 168, 400, 220));
		put(layout, SABOT_BOARD_LAST, BOX(432, 168, width - 400, 220));
		put(layout, SABOT_BOARD_RULES, BOX(16, 400, width + 16, layout->height - 414));
		break;
	}
}

/* The scale at which a drawing of that size fits. */
static double
scale_of(int width_px, int height_px, int width, int height)
{
	return MIN(width_px / (double)width, height_px / (double)height);
}

static void
choose_form(struct sabot_board_layout *layout, int width_px, int height_px, bool is_one_of_many)
{
	bool is_tall = height_px > width_px;

	layout->form = is_tall ? SABOT_BOARD_TALL : SABOT_BOARD_WIDE;
	layout->unit_px = is_tall ? scale_of(width_px, height_px, TALL_WIDTH, TALL_HEIGHT)
				  : scale_of(width_px, height_px, WIDE_WIDTH, WIDE_HEIGHT);
	if (is_one_of_many && layout->unit_px < large_enough) {
		layout->form = SABOT_BOARD_TILE;
		layout->unit_px = scale_of(width_px, height_px, TILE_WIDTH, TILE_HEIGHT);
	}
	layout->width = width_px / layout->unit_px;
	layout->height = height_px / layout->unit_px;
}

void
sabot_board_lay_out(int width_px, int height_px, bool is_one_of_many, enum sabot_wire_game game,
		    struct sabot_board_layout *ret_layout)
{
	static const double head_heights[] = {
		[SABOT_BOARD_WIDE] = 115, [SABOT_BOARD_TALL] = 203, [SABOT_BOARD_TILE] = 72};

	*ret_layout = (struct sabot_board_layout){0};
	choose_form(ret_layout, MAX(width_px, 1), MAX(height_px, 1), is_one_of_many);
	put(ret_layout, SABOT_BOARD_HEAD,
	    BOX(0, 0, ret_layout->width, head_heights[ret_layout->form]));
	if (game == SABOT_WIRE_GAME_BLACKJACK)
		lay_out_blackjack(ret_layout);
	else if (ret_layout->form == SABOT_BOARD_WIDE)
		lay_out_wide(ret_layout);
	else if (ret_layout->form == SABOT_BOARD_TALL)
		lay_out_tall(ret_layout);
	else
		lay_out_tile(ret_layout);
}

void
sabot_board_fit_roads(const struct sabot_board_layout *layout,
		      const GArray *const cells[SABOT_WIRE_ROADS],
		      struct sabot_road_grid ret_grids[SABOT_WIRE_ROADS])
{
	double unit = layout->unit_px, most = SABOT_ROAD_MARK_FULL * unit;

	for (int i = 0; i < SABOT_WIRE_ROADS; i++) {
		bool is_derived = i > SABOT_WIRE_ROAD_BIG;

		ret_grids[i] = (struct sabot_road_grid){0};
		if (layout->roads[i].width <= 0)
			continue;
		ret_grids[i] = sabot_road_grid_fit(cells[i], (enum sabot_wire_road)i,
						   (layout->roads[i].width - LINE) * unit, unit,
						   is_derived ? most : layout->cells[i] * unit);
		if (layout->form == SABOT_BOARD_TILE && ret_grids[i].cell_px < TILE_CELL_PX)
			ret_grids[i] =
				sabot_road_grid_fill(cells[i],
						     (layout->roads[i].width - LINE) * unit,
						     MIN(TILE_CELL_PX, layout->cells[i] * unit));
		if (i == SABOT_WIRE_ROAD_BIG)
			most = MIN(most, ret_grids[i].cell_px / SABOT_ROAD_MARKS_A_CELL);
	}
}

int
sabot_board_wall_columns(int n, int width_px, int height_px)
{
	double best_scale = 0;
	int best = 1;

	for (int columns = 1; columns <= n; columns++) {
		int rows = (n + columns - 1) / columns;
		double scale =
			scale_of(width_px / columns, height_px / rows, TILE_WIDTH, TILE_HEIGHT);

		if (scale > best_scale * 1.001) {
			best_scale = scale;
			best = columns;
		}
	}
	return best;
}
