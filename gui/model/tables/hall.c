/* See hall.h. */
#include "hall.h"

#include <stdlib.h>

struct sabot_hall_size
sabot_hall_table_size(guint n_tables)
{
	static const struct {
		guint n_tables;
		struct sabot_hall_size size;
	} sizes[] = {{24, {208, 128}}, {56, {168, 104}}, {150, {112, 64}}, {G_MAXUINT, {88, 40}}};
	gsize i = 0;

	while (n_tables > sizes[i].n_tables)
		i++;
	return sizes[i].size;
}

bool
sabot_hall_is_free(const GArray *others, const struct sabot_wire_place *place,
		   struct sabot_hall_size size)
{
	for (guint i = 0; i < others->len; i++) {
		const struct sabot_wire_place *other =
			&g_array_index(others, struct sabot_wire_place, i);

		if (llabs(other->x_px - place->x_px) < size.width_px &&
		    llabs(other->y_px - place->y_px) < size.height_px)
			return false;
	}
	return true;
}

/* Move to the grid, so that a table of that length is inside the hall. */
static int64_t
snap(int64_t at_px, int length_px, int hall_px)
{
	const int64_t grid = SABOT_HALL_GRID_PX;
	int64_t least = (length_px / 2 + grid - 1) / grid * grid;
	int64_t most = (hall_px - length_px / 2) / grid * grid;

	return CLAMP((at_px + grid / 2) / grid * grid, least, most);
}

static struct sabot_wire_place
snap_place(const struct sabot_wire_place *place, struct sabot_hall_size size)
{
	return (struct sabot_wire_place){
		snap(place->x_px, size.width_px, SABOT_HALL_WIDTH_PX),
		snap(place->y_px, size.height_px, SABOT_HALL_HEIGHT_PX),
	};
}

static int64_t
square_of_distance(const struct sabot_wire_place *a, const struct sabot_wire_place *b)
{
	int64_t x = a->x_px - b->x_px, y = a->y_px - b->y_px;

	return x * x + y * y;
}

struct sabot_wire_place
sabot_hall_nearest(const GArray *others, const struct sabot_wire_place *wanted,
		   struct sabot_hall_size size)
{
	const struct sabot_wire_place snapped = snap_place(wanted, size);
	struct sabot_wire_place best = snapped, place;
	int64_t least = INT64_MAX;

	if (sabot_hall_is_free(others, &snapped, size))
		return snapped;
	for (int x = 0; x <= SABOT_HALL_WIDTH_PX; x += SABOT_HALL_GRID_PX) {
		for (int y = 0; y <= SABOT_HALL_HEIGHT_PX; y += SABOT_HALL_GRID_PX) {
			int64_t distance;

			place = snap_place(&(struct sabot_wire_place){x, y}, size);
			distance = square_of_distance(&place, wanted);
			if (distance < least && sabot_hall_is_free(others, &place, size)) {
				least = distance;
				best = place;
			}
		}
	}
	return best;
}

struct sabot_wire_place
sabot_hall_step(const GArray *others, const struct sabot_wire_place *from,
		struct sabot_hall_way way, struct sabot_hall_size size)
{
	struct sabot_wire_place place = snap_place(from, size), next;

	for (;;) {
		place.x_px += way.x * SABOT_HALL_GRID_PX;
		place.y_px += way.y * SABOT_HALL_GRID_PX;
		next = snap_place(&place, size);
		if (next.x_px != place.x_px || next.y_px != place.y_px)
			return *from;
		if (sabot_hall_is_free(others, &place, size))
			return place;
	}
}

struct sabot_hall_layout
sabot_hall_lay_out(const struct sabot_hall_room *room, double scale)
{
	struct sabot_hall_layout layout = {
		.scale = scale,
		.hall_width = (int)(SABOT_HALL_WIDTH_PX * scale),
		.hall_height = (int)(SABOT_HALL_HEIGHT_PX * scale),
		.tile_width = (int)(room->table.width_px * scale) - SABOT_HALL_GAP_PX,
		.tile_height = (int)(room->table.height_px * scale) - SABOT_HALL_GAP_PX,
	};
	int columns = (room->width - 2 * SABOT_HALL_MARGIN_PX) /
		      (layout.tile_width + SABOT_HALL_GAP_PX);

	layout.hall_x = MAX(SABOT_HALL_MARGIN_PX, (room->width - layout.hall_width) / 2);
	layout.columns = MAX(1, columns);
	layout.rows = ((int)room->n_below + layout.columns - 1) / layout.columns;
	layout.heading_y = layout.hall_height + 2 * SABOT_HALL_MARGIN_PX;
	layout.rows_y = layout.heading_y + room->heading;
	layout.height = layout.heading_y;
	if (layout.rows > 0)
		layout.height = layout.rows_y + SABOT_HALL_MARGIN_PX +
				layout.rows * (layout.tile_height + SABOT_HALL_GAP_PX);
	return layout;
}

struct sabot_hall_layout
sabot_hall_fit(const struct sabot_hall_room *room)
{
	static const double step = 0.97;
	int width = room->width - 2 * SABOT_HALL_MARGIN_PX;
	double scale = MAX(room->least_scale, (double)width / SABOT_HALL_WIDTH_PX);
	struct sabot_hall_layout layout = sabot_hall_lay_out(room, scale);

	while (layout.height > room->height && scale > room->least_scale) {
		scale = MAX(room->least_scale, scale * step);
		layout = sabot_hall_lay_out(room, scale);
	}
	return layout;
}

void
sabot_hall_place_tile(const struct sabot_hall_layout *layout, const struct sabot_wire_place *place,
		      int *ret_x, int *ret_y)
{
	int x = (int)((double)place->x_px * layout->scale) - layout->tile_width / 2;
	int y = (int)((double)place->y_px * layout->scale) - layout->tile_height / 2;

	*ret_x = layout->hall_x + CLAMP(x, 0, layout->hall_width - layout->tile_width);
	*ret_y = SABOT_HALL_MARGIN_PX + CLAMP(y, 0, layout->hall_height - layout->tile_height);
}
