/*
 * Layout of the squares: see bet-layout.h. Measures are in pixels of the smallest screen of a class
 * (docs/design.md) and grow with the display's letters.
 */
#include "gui/display/bet-layout.h"

#include <string.h>

enum {
	MANY_BOXES = 9, /* with more of them each bet has a row of its own */
	LEAST_KEY_PX = 44,
	LEAST_NAME_PX = 34, /* of two lines */
	LARGE_EM_PX = 15,   /* letters of a large screen */
	MIDDLE_EM_PX = 13,  /* letters of the smallest one */
	TALL_GAP_PX = 3,
	SHARED_GAP_PX = 4, /* gap between squares of one row */
};

/* The differences between a large screen and a smaller one. */
struct measures {
	double edge, gap, row_gap, top, head, head_gap, spare;
	double label, label_many, gap_many;
	double large_weight, small_weight;
	double bend; /* how much nearer to the dealer the outer boxes of blackjack are */
};

static const struct measures large = {
	.edge = 16,
	.gap = 8,
	.row_gap = 3,
	.top = 6,
	.head = 36,
	.head_gap = 6,
	.spare = 6,
	.label = 104,
	.label_many = 88,
	.gap_many = 5,
	.large_weight = 32,
	.small_weight = 18,
	.bend = 34,
};
static const struct measures middle = {
	.edge = 8,
	.gap = 4,
	.row_gap = 2,
	.top = 3,
	.head = 22,
	.head_gap = 2,
	.spare = 2,
	.label = 76,
	.label_many = 60,
	.gap_many = 4,
	.large_weight = 27.8,
	.small_weight = 22.2,
	.bend = 8,
};

static bool
is_large(const struct sabot_bet_layout *layout)
{
	return layout->em_px > LARGE_EM_PX;
}

static const struct measures *
get_measures(const struct sabot_bet_layout *layout)
{
	return is_large(layout) ? &large : &middle;
}

/* Pixels of this screen per pixel of the smallest one of its class. */
static double
unit(const struct sabot_bet_layout *layout)
{
	return MAX(layout->em_px / (is_large(layout) ? 16.0 : MIDDLE_EM_PX), 1);
}

static struct sabot_bet_row *
add_row(struct sabot_bet_layout *layout, bool is_large_row)
{
	struct sabot_bet_row *row = &layout->rows[layout->n_rows];

	*row = (struct sabot_bet_row){.is_large = is_large_row};
	if (layout->n_rows < SABOT_BET_ROWS - 1)
		layout->n_rows++;
	return row;
}

static void
add_square(struct sabot_bet_row *row, const char *on, int bettor)
{
	if (row->n == SABOT_ROW_SQUARES)
		return;
	row->on[row->n] = g_intern_string(on);
	row->bettors[row->n++] = bettor;
}

static bool
is_pair(const char *on)
{
	return strcmp(on, "punto_pair") == 0 || strcmp(on, "banca_pair") == 0;
}

static bool
is_even(const char *on)
{
	return strcmp(on, "punto") == 0 || strcmp(on, "banca") == 0;
}

/* Bets other than those of every round and the tie share a row in pairs if there are few seats. */
static void
make_coup_rows(struct sabot_bet_layout *layout, const struct sabot_wire_rules *rules)
{
	bool are_many = layout->n_boxes > MANY_BOXES;
	struct sabot_bet_row *shared = NULL;

	add_square(add_row(layout, true), "punto", 0);
	add_square(add_row(layout, true), "banca", 0);
	for (int pass = 0; pass < 2; pass++) {
		shared = NULL;
		for (guint i = 0; i < rules->bets->len; i++) {
			const char *on = g_ptr_array_index(rules->bets, i);
			bool is_alone = are_many || strcmp(on, "tie") == 0;

			if (is_even(on) || is_pair(on) != (pass == 1))
				continue;
			if (is_alone || !shared || shared->n == 2)
				shared = add_row(layout, false);
			add_square(shared, on, 0);
			if (is_alone)
				shared = NULL;
		}
	}
}

static void
make_box_rows(struct sabot_bet_layout *layout, const struct sabot_wire_rules *rules)
{
	struct sabot_bet_row *row = add_row(layout, true);

	add_square(row, layout->has_stakes ? "main" : "box", 0);
	if (!layout->has_stakes)
		return;
	row = NULL;
	for (guint i = 0; i < rules->bets->len; i++) {
		const char *on = g_ptr_array_index(rules->bets, i);

		if (strcmp(on, "main") == 0 || strcmp(on, "insurance") == 0)
			continue;
		if (!row)
			row = add_row(layout, false);
		add_square(row, on, 0);
	}
	row = add_row(layout, false);
	add_square(row, "main", 1);
	add_square(row, "main", 2);
}

void
sabot_bet_layout_make_rows(struct sabot_bet_layout *layout, const struct sabot_wire_rules *rules)
{
	layout->n_rows = 0;
	layout->n_boxes = (int)rules->boxes;
	layout->is_blackjack = g_strcmp0(rules->game, "blackjack") == 0;
	if (layout->is_blackjack)
		make_box_rows(layout, rules);
	else if (layout->has_stakes)
		make_coup_rows(layout, rules);
}

bool
sabot_bet_layout_is_tall(const struct sabot_bet_layout *layout)
{
	return layout->width_px < layout->height_px * 3 / 2;
}

static double
tall_head(const struct sabot_bet_layout *layout)
{
	return layout->em_px * 2;
}

/* Boxes on a page of a tall screen. */
static int
tall_boxes(const struct sabot_bet_layout *layout)
{
	double room = layout->height_px - tall_head(layout) - 2;
	int n = (int)(room / (LEAST_KEY_PX + TALL_GAP_PX));

	if (n >= layout->n_boxes)
		return layout->n_boxes;
	n = (int)((room - LEAST_KEY_PX - 2) / (LEAST_KEY_PX + TALL_GAP_PX));
	return MAX(n, 1);
}

static double
label_width(const struct sabot_bet_layout *layout)
{
	const struct measures *m = get_measures(layout);

	return (layout->n_boxes > MANY_BOXES ? m->label_many : m->label) * unit(layout);
}

bool
sabot_bet_layout_has_box(const struct sabot_bet_layout *layout, int box)
{
	return !sabot_bet_layout_is_tall(layout) || box / tall_boxes(layout) == layout->page;
}

/* Columns of a tall screen: all squares of a seat side by side. */
static int
count_columns(const struct sabot_bet_layout *layout)
{
	int n = 0;

	for (int i = 0; i < layout->n_rows; i++)
		n += layout->rows[i].n;
	return MAX(n, 1);
}

static GdkRectangle
tall_square(const struct sabot_bet_layout *layout, int box, int row, int n)
{
	double label = layout->em_px * 2.6, gap = TALL_GAP_PX, edge = 8;
	int columns = count_columns(layout), column = n, boxes = tall_boxes(layout);
	bool is_paged = boxes < layout->n_boxes;
	double room = layout->height_px - tall_head(layout) - (is_paged ? LEAST_KEY_PX + 4 : 2);
	double width = (layout->width_px - 2 * edge - label) / columns, height = room / boxes;

	for (int i = 0; i < row; i++)
		column += layout->rows[i].n;
	return (GdkRectangle){(int)(edge + label + column * width),
			      (int)(tall_head(layout) + box % boxes * height), (int)(width - gap),
			      (int)(height - gap)};
}

/* Position and width of the columns. */
struct columns {
	double x, step, width;
};

static struct columns
get_columns(const struct sabot_bet_layout *layout)
{
	const struct measures *m = get_measures(layout);
	double u = unit(layout), n = MAX(layout->n_boxes, 1);
	double gap = (layout->n_boxes > MANY_BOXES ? m->gap_many : m->gap) * u;
	double label = layout->is_blackjack ? -gap : label_width(layout);
	double width = (layout->width_px - 2 * m->edge * u - label - n * gap) / n;

	return (struct columns){m->edge * u + label + gap, width + gap, width};
}

/*
 * True if squares that share a row are one below the other, because they would be too small for a
 * finger.
 */
static bool
is_unfolded(const struct sabot_bet_layout *layout)
{
	return (get_columns(layout).width - SHARED_GAP_PX) / 2 < LEAST_KEY_PX;
}

/* Lines are the rows as laid out. */
static int
find_line(const struct sabot_bet_layout *layout, int row, int n)
{
	int line = is_unfolded(layout) ? n : 0;

	for (int i = 0; i < row; i++)
		line += is_unfolded(layout) ? layout->rows[i].n : 1;
	return line;
}

static double
weigh(const struct sabot_bet_layout *layout, int line)
{
	const struct measures *m = get_measures(layout);

	if (line < 2)
		return m->large_weight;
	return layout->n_boxes > MANY_BOXES && is_large(layout) ? 21 : m->small_weight;
}

/*
 * Top and height of a line, with the lines from `first` to before `end` on the page; `foot`: height
 * of the page's key below them.
 */
static GdkRectangle
place_line(const struct sabot_bet_layout *layout, int line, int first, int end, double foot)
{
	const struct measures *m = get_measures(layout);
	double u = unit(layout), top = (m->top + m->head + m->head_gap) * u, sum = 0, above = 0;
	double room = layout->height_px - top - m->spare * u - foot;

	for (int i = first; i < end; i++) {
		sum += weigh(layout, i);
		above += i < line ? weigh(layout, i) : 0;
	}
	room -= (end - first - 1) * m->row_gap * u;
	return (GdkRectangle){
		0, (int)(top + room * above / MAX(sum, 1) + (line - first) * m->row_gap * u), 0,
		(int)(room * weigh(layout, line) / MAX(sum, 1))};
}

/* The number of lines on the first page: all, if each is large enough for a finger. */
static int
count_first_lines(const struct sabot_bet_layout *layout)
{
	int n = find_line(layout, layout->n_rows, 0), first = n;

	if (layout->is_blackjack || n < 3 ||
	    place_line(layout, n - 1, 0, n, 0).height >= LEAST_KEY_PX)
		return n;
	for (first = 3; first > 2; first--) {
		if (place_line(layout, first - 1, 0, first, LEAST_KEY_PX + 2).height >=
		    LEAST_KEY_PX)
			break;
	}
	return first;
}

/* The number of lines on each further page, so that each is large enough for a finger. */
static int
count_further_lines(const struct sabot_bet_layout *layout, int first)
{
	int n = find_line(layout, layout->n_rows, 0) - first;

	while (n > 1 &&
	       place_line(layout, first + n - 1, first, first + n, 0).height < LEAST_KEY_PX)
		n--;
	return MAX(n, 1);
}

/* The page of a line, from 0. */
static int
page_of_line(const struct sabot_bet_layout *layout, int line)
{
	int first = count_first_lines(layout);

	return line < first ? 0 : 1 + (line - first) / count_further_lines(layout, first);
}

bool
sabot_bet_layout_is_shared(const struct sabot_bet_layout *layout, int row)
{
	return layout->rows[row].n > 1 && !is_unfolded(layout);
}

int
sabot_bet_layout_count_pages(const struct sabot_bet_layout *layout, GdkRectangle *ret_key)
{
	int edge = (int)(get_measures(layout)->edge * unit(layout));

	*ret_key = (GdkRectangle){edge, layout->height_px - LEAST_KEY_PX - 2, 0, LEAST_KEY_PX};
	if (sabot_bet_layout_is_tall(layout)) {
		ret_key->width = layout->width_px - 2 * edge;
		return (layout->n_boxes + tall_boxes(layout) - 1) / MAX(tall_boxes(layout), 1);
	}
	ret_key->width = (int)label_width(layout);
	return page_of_line(layout, MAX(find_line(layout, layout->n_rows, 0) - 1, 0)) + 1;
}

bool
sabot_bet_layout_has_row(const struct sabot_bet_layout *layout, int row, int n)
{
	if (sabot_bet_layout_is_tall(layout) || layout->is_blackjack)
		return true;
	return page_of_line(layout, find_line(layout, row, n)) == layout->page;
}

/* Top and height of a square of punto banco on its page. */
static GdkRectangle
coup_row(const struct sabot_bet_layout *layout, int row, int n)
{
	int line = find_line(layout, row, n), first = count_first_lines(layout);
	int end = find_line(layout, layout->n_rows, 0), page = page_of_line(layout, line);

	if (page > 0) {
		int further = count_further_lines(layout, first);

		first += (page - 1) * further;
		return place_line(layout, line, first, MIN(first + further, end), 0);
	}
	return place_line(layout, line, 0, first, first < end ? LEAST_KEY_PX + 2 : 0);
}

/* The outer boxes are nearer to the dealer. */
static double
bend(const struct sabot_bet_layout *layout, int box)
{
	double centre = (layout->n_boxes - 1) / 2.0;
	double from_centre = centre > 0 ? (box - centre) / centre : 0;

	return get_measures(layout)->bend * unit(layout) * from_centre * from_centre;
}

/* Heights of a box's number, of its circle, and of the rows below. */
struct box_heights {
	double number, circle, small, gap;
};

static struct box_heights
get_box_heights(const struct sabot_bet_layout *layout)
{
	const struct measures *m = get_measures(layout);
	double u = unit(layout), em = layout->em_px;
	double room = layout->height_px - (m->bend + 2 * m->top) * u;
	struct box_heights heights = {
		.number = MAX(em * 2, 24),
		.small = MAX(em * (layout->n_rows > 2 ? 3.6 : 4.6), LEAST_KEY_PX),
		.gap = em * 0.4,
	};
	int n_small = layout->n_rows - 1;

	room -= heights.number + heights.gap + n_small * (heights.small + heights.gap);
	heights.circle = MIN(room, em * (n_small > 1 ? 7.5 : 9));
	return heights;
}

static GdkRectangle
box_square(const struct sabot_bet_layout *layout, int box, int row, int n)
{
	const struct measures *m = get_measures(layout);
	struct box_heights heights = get_box_heights(layout);
	struct columns columns = get_columns(layout);
	double y = m->top * unit(layout) + bend(layout, box) + heights.number + heights.gap / 2;
	double centre = columns.x + box * columns.step + columns.width / 2;
	double room = MIN(columns.width, layout->em_px * 10), gap = heights.gap, width;
	int in_row = layout->rows[row].n;

	if (row == 0)
		return (GdkRectangle){(int)(centre - heights.circle / 2), (int)y,
				      (int)heights.circle, (int)heights.circle};
	y += heights.circle + gap + (row - 1) * (heights.small + gap);
	if (in_row > 2)
		room = columns.width;
	width = (room - (in_row - 1) * gap) / MAX(in_row, 1);
	return (GdkRectangle){(int)(centre - room / 2 + n * (width + gap)), (int)y, (int)width,
			      (int)heights.small};
}

GdkRectangle
sabot_bet_layout_square(const struct sabot_bet_layout *layout, int box, int row, int n)
{
	struct columns columns = get_columns(layout);
	GdkRectangle place;
	double width;
	int shared;

	if (sabot_bet_layout_is_tall(layout))
		return tall_square(layout, box, row, n);
	if (layout->is_blackjack)
		return box_square(layout, box, row, n);
	place = coup_row(layout, row, n);
	shared = is_unfolded(layout) ? 1 : MAX(layout->rows[row].n, 1);
	width = (columns.width - (shared - 1) * SHARED_GAP_PX) / shared;
	place.x = (int)(columns.x + box * columns.step +
			(shared > 1 ? n * (width + SHARED_GAP_PX) : 0));
	place.width = (int)width;
	return place;
}

GdkRectangle
sabot_bet_layout_head(const struct sabot_bet_layout *layout, int box)
{
	const struct measures *m = get_measures(layout);
	struct columns columns = get_columns(layout);
	double u = unit(layout);

	if (sabot_bet_layout_is_tall(layout)) {
		GdkRectangle place = tall_square(layout, box, 0, 0);

		return (GdkRectangle){8, place.y, place.x - 12, place.height};
	}
	if (layout->is_blackjack)
		return (GdkRectangle){(int)(columns.x + box * columns.step),
				      (int)(m->top * u + bend(layout, box)), (int)columns.width,
				      (int)get_box_heights(layout).number};
	return (GdkRectangle){(int)(columns.x + box * columns.step), (int)(m->top * u),
			      (int)columns.width, (int)(m->head * u)};
}

GdkRectangle
sabot_bet_layout_name(const struct sabot_bet_layout *layout, int row, int n)
{
	int edge = (int)(get_measures(layout)->edge * unit(layout));
	GdkRectangle place, key;

	if (sabot_bet_layout_is_tall(layout)) {
		place = tall_square(layout, 0, row, n);
		return (GdkRectangle){place.x, 0, place.width, (int)tall_head(layout)};
	}
	place = coup_row(layout, row, n);
	place.x = edge;
	place.width = (int)label_width(layout);
	if (sabot_bet_layout_count_pages(layout, &key) > 1 && place.y + place.height > key.y)
		place.height = key.y - place.y < LEAST_NAME_PX ? 0 : key.y - place.y;
	return place;
}
