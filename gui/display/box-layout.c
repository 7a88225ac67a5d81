/* Layout of the parts of a box: see box-layout.h. */
#include "gui/display/box-layout.h"

#include "gui/display/table-paint.h"

enum {
	MARGIN_PX = 4, /* around the box, for the frame of the one in turn */
	FRAME_PX = 6,
	ROW_FRAME_PX = 5,
	LOW_ROW_FRAME_PX = 2,
	ROW_HAND_PX = 36, /* height of a readable card in a row, and the gap around it */
	FINGER_PX = 44,
	STRIP_PX = 27,
	LOW_PX = 180, /* design pixels: a lower box has its cards in one row */
	WIDE_PX = 80, /* design pixels: a lower box has its total beside the cards */
};

static int
px(GtkWidget *widget, double design_px)
{
	return sabot_table_px(widget, design_px);
}

/* Size of a thing that must not shrink on a small screen. */
static int
grown(GtkWidget *widget, double least_px)
{
	return sabot_table_grow(widget, least_px);
}

/* Number, chips and amount; the tick at the other end. */
static void
place_head(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle inner)
{
	int circle = px(widget, 26), chip = px(widget, layout->n_tags > 0 ? 32 : 38);
	int pad = grown(widget, 4); /* distance from the frame */

	if (layout->is_empty) {
		circle = MIN(px(widget, 60), inner.width);
		layout->number = (GdkRectangle){inner.x + (inner.width - circle) / 2,
						inner.y + inner.height * 42 / 100 - circle / 2,
						circle, circle};
		return;
	}
	layout->number =
		(GdkRectangle){inner.x + pad, inner.y + (chip - circle) / 2 + 1, circle, circle};
	layout->chip =
		(GdkRectangle){inner.x + pad + circle + px(widget, 8), inner.y + 1, chip, chip};
	layout->tick = (GdkRectangle){inner.x + inner.width - circle - pad / 2, inner.y + 3, circle,
				      circle};
	layout->stake = (GdkRectangle){layout->chip.x + chip + px(widget, 6), inner.y, 0, chip};
	layout->stake.width = inner.x + inner.width - pad / 2 - layout->stake.x;
}

/* The hand in turn keeps its width, the others are strips. */
static void
place_split(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	int n = (int)layout->n_hands, gap = grown(widget, n == 2 ? 4 : 3), x = zone.x;
	int equal_px = (zone.width - (n - 1) * gap) / n;
	int strip_px = MIN(grown(widget, STRIP_PX), equal_px);
	int turn_px = MIN(zone.width - (n - 1) * (strip_px + gap), px(widget, 96));

	for (int i = 0; i < n; i++) {
		bool is_wide = n == 2 || layout->turn < 0 || i == layout->turn;
		int width = n == 2 || layout->turn < 0 ? equal_px : is_wide ? turn_px : strip_px;

		layout->hands[i].place = (GdkRectangle){x, zone.y, width, zone.height};
		layout->hands[i].form =
			is_wide && width >= px(widget, 60) ? SABOT_HAND_COLUMN : SABOT_HAND_STRIP;
		x += width + gap;
	}
}

static void
place_hands(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	if (layout->n_hands == 0)
		return;
	if (layout->n_hands > 1) {
		place_split(layout, widget, zone);
		return;
	}
	layout->hands[0].place = zone;
	layout->hands[0].form = zone.height < px(widget, LOW_PX) ? SABOT_HAND_LOW : SABOT_HAND_WIDE;
}

/* In rows of `columns`. They touch: each is drawn with a rim, which is part of the touch target. */
static void
place_tags(struct sabot_box_layout *layout, GdkRectangle zone, int columns, int height)
{
	int width = zone.width / columns;

	for (int i = 0; i < (int)layout->n_tags; i++)
		layout->tags[i] = (GdkRectangle){zone.x + i % columns * width,
						 zone.y + i / columns * height, width, height};
}

/* One hand: its cards are as large as its payments allow. */
static void
place_paid_hand(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	int n = (int)layout->n_tags, columns = n > 3 ? 2 : 1, rows = (n + columns - 1) / columns;
	int least_px = px(widget, 30), rest_px;
	int finger_px = grown(widget, FINGER_PX);
	int tag_px = n == 1 ? MAX(px(widget, 54), finger_px) : finger_px;
	GdkRectangle tags = zone;

	tag_px = MIN(tag_px, (zone.height - least_px) / rows);
	rest_px = zone.height - rows * tag_px;
	layout->hands[0].place = (GdkRectangle){zone.x, zone.y, zone.width, rest_px};
	layout->hands[0].form = rest_px >= px(widget, LOW_PX)    ? SABOT_HAND_WIDE
				: rest_px >= px(widget, WIDE_PX) ? SABOT_HAND_LOW
								 : SABOT_HAND_PAID;
	tags.y += rest_px;
	place_tags(layout, tags, columns, tag_px);
}

/* Two hands with a payment each: cards and total, with the payment below. */
static void
place_two_paid(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	int height = zone.height / 2, tag_px = MIN(grown(widget, FINGER_PX), height * 6 / 10);

	for (int i = 0; i < 2; i++) {
		int y = zone.y + i * height;

		layout->hands[i].place = (GdkRectangle){zone.x, y, zone.width, height - tag_px - 2};
		layout->hands[i].form = SABOT_HAND_PAID;
		layout->tags[i] = (GdkRectangle){zone.x, y + height - tag_px, zone.width, tag_px};
	}
}

static int
find_hand_tag(const struct sabot_box_layout *layout, int hand)
{
	for (guint i = 0; i < layout->n_tags; i++)
		if (layout->tag_hands[i] == hand && layout->is_tag_own[i])
			return (int)i;
	return -1;
}

/* The total took room from the first of two payments on a line: they share what is left. */
static void
share_line(struct sabot_box_layout *layout, int tag)
{
	GdkRectangle *one = &layout->tags[tag], *other = one + 1;
	int each;

	if (tag + 1 >= (int)layout->n_tags || other->y != one->y || layout->is_tag_own[tag + 1])
		return;
	each = (one->width + other->width) / 2;
	other->x += other->width - each;
	one->width = other->width = each;
}

/* Each hand's total before the payment of its stake, which is narrower by that much. */
static void
place_totals(struct sabot_box_layout *layout, GdkRectangle zone, int total_px, int gap_px)
{
	for (guint i = 0; i < layout->n_hands; i++) {
		int tag = find_hand_tag(layout, (int)i);

		layout->hands[i].form = SABOT_HAND_TOTAL;
		layout->hands[i].place = (GdkRectangle){zone.x, zone.y, 1, 1};
		if (tag < 0)
			continue;
		layout->hands[i].place = layout->tags[tag];
		layout->hands[i].place.width = total_px;
		layout->tags[tag].x += total_px + gap_px;
		layout->tags[tag].width -= total_px + gap_px;
		share_line(layout, tag);
	}
}

/* Two payments side by side, each below the total of its hand. */
static void
place_grid(struct sabot_box_layout *layout, GdkRectangle zone, int total_px)
{
	int rows = ((int)layout->n_tags + 1) / 2;

	place_tags(layout, zone, 2, zone.height / rows);
	for (guint i = 0; i < layout->n_tags; i++) {
		GdkRectangle *tag = &layout->tags[i], *hand = &layout->hands[i].place;

		*hand = *tag;
		hand->height = total_px;
		layout->hands[i].form = SABOT_HAND_TOTAL;
		tag->y += total_px;
		tag->height -= total_px;
	}
}

/* True if each hand has one payment, in the order of the hands. */
static bool
has_tag_a_hand(const struct sabot_box_layout *layout)
{
	bool is_so = layout->n_tags == layout->n_hands;

	for (guint i = 0; is_so && i < layout->n_tags; i++)
		is_so = layout->tag_hands[i] == (int)i && layout->is_tag_own[i];
	return is_so;
}

/*
 * Each payment is a line; a hand's first line begins with its total. Many payments are laid out
 * with two lines side by side.
 */
static void
place_lines(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	int n = (int)layout->n_tags, columns = n > 4 ? 2 : 1, rows = (n + columns - 1) / columns;
	int line_px = zone.height / MAX(rows, 1), total_px = px(widget, 24);

	/* The lines are too low for a finger. */
	if (has_tag_a_hand(layout) && line_px < grown(widget, FINGER_PX) &&
	    MIN(zone.width / 2, zone.height / ((n + 1) / 2) - total_px) > line_px) {
		place_grid(layout, zone, total_px);
		return;
	}
	place_tags(layout, zone, columns, line_px);
	place_totals(layout, zone, px(widget, columns == 1 ? 40 : 30), 2);
}

static void
place_content(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	if (layout->n_tags == 0)
		place_hands(layout, widget, zone);
	else if (layout->n_hands == 1)
		place_paid_hand(layout, widget, zone);
	else if (layout->n_hands == 2 && layout->n_tags == 2)
		place_two_paid(layout, widget, zone);
	else
		place_lines(layout, widget, zone);
}

/*
 * One line if each payment is large enough for a finger, else two; each payment after the total of
 * its hand.
 */
static void
place_row_tags(struct sabot_box_layout *layout, GtkWidget *widget, GdkRectangle zone)
{
	int n = (int)layout->n_tags, total_px = px(widget, n > 2 ? 34 : 50);
	int columns = zone.width / n >= grown(widget, FINGER_PX) + total_px ? n : (n + 1) / 2;

	place_tags(layout, zone, columns, zone.height / ((n + columns - 1) / columns));
	place_totals(layout, zone, total_px, 0);
}

/* One or two hands: the last one's place ends at the frame, as its tab does when it is in turn. */
static void
place_row_hands(struct sabot_box_layout *layout, GdkRectangle zone, int end)
{
	int n = (int)layout->n_hands;

	for (int i = 0; i < n; i++) {
		layout->hands[i].place = (GdkRectangle){zone.x + i * (zone.width / n), zone.y,
							zone.width / n - 4, zone.height};
		layout->hands[i].form = SABOT_HAND_ROW;
	}
	if (n == 1 || n == 2)
		layout->hands[n - 1].place.width = end - layout->hands[n - 1].place.x;
}

/*
 * A row: the hands side by side within the frame, which is thin if the row is low, each followed by
 * its payments or, if there are several, by a column of both.
 */
static void
place_row(struct sabot_box_layout *layout, GtkWidget *widget, int width, int height)
{
	int circle = MIN(px(widget, 39), height - 12), chip = MIN(px(widget, 44), height - 8);
	GdkRectangle zone = {px(widget, 190), 4, 0, height - 8};
	int n = (int)layout->n_hands, frame = grown(widget, ROW_FRAME_PX);
	bool is_low = height - 2 * frame < grown(widget, ROW_HAND_PX);
	int inset = is_low ? 0 : frame;

	zone.width = width - zone.x - px(widget, 10);
	layout->frame = (GdkRectangle){2, 0, width - 4, height};
	layout->frame_px = is_low ? LOW_ROW_FRAME_PX : ROW_FRAME_PX;
	layout->notch_px = 0;
	layout->number = (GdkRectangle){px(widget, 18), (height - circle) / 2, circle, circle};
	layout->chip = (GdkRectangle){px(widget, 66), (height - chip) / 2, chip, chip};
	layout->stake = (GdkRectangle){px(widget, 116), 0, px(widget, 70), height};
	if (layout->n_tags > 0 && n == 1) {
		GdkRectangle tags = zone;
		int columns = layout->n_tags > 1 ? 2 : 1; /* as high as needed for a finger */
		int rows = ((int)layout->n_tags + columns - 1) / columns;

		tags.x += zone.width / 2;
		tags.width -= zone.width / 2;
		layout->hands[0].place = (GdkRectangle){zone.x, inset, zone.width / 2 - 4,
							height - 2 * inset};
		layout->hands[0].form = SABOT_HAND_ROW;
		place_tags(layout, tags, columns, tags.height / rows);
	} else if (layout->n_tags > 0) {
		place_row_tags(layout, widget, zone);
	}
	if (layout->n_tags == 0)
		place_row_hands(layout,
				(GdkRectangle){zone.x, inset, zone.width, height - 2 * inset},
				width - frame);
}

void
sabot_box_layout_fill(struct sabot_box_layout *layout, GtkWidget *widget, int width, int height)
{
	bool is_crowded = layout->n_hands > 3 && layout->n_tags > 3;
	int notch_px = px(widget, 10);
	int head_px = px(widget, is_crowded ? 30 : layout->n_tags > 0 ? 36 : 44);
	int margin = grown(widget, MARGIN_PX), frame = grown(widget, FRAME_PX);
	GdkRectangle inner = {margin, margin, width - 2 * margin, height - 2 * margin - notch_px};
	GdkRectangle zone = inner;

	if (layout->is_row) {
		place_row(layout, widget, width, height);
		return;
	}
	layout->frame = (GdkRectangle){0, 0, width, height - notch_px};
	layout->frame_px = FRAME_PX;
	layout->notch_px = notch_px;
	inner.x = zone.x = frame;
	inner.width = zone.width = width - 2 * frame;
	place_head(layout, widget, inner);
	zone.y += head_px;
	zone.height -= head_px;
	place_content(layout, widget, zone);
}
