/* Cell sizes and places of a road: see road-grid.h. */
#include "road-grid.h"

#include <math.h>

/* In units: 16 is for upright screens, which must hold 60 columns. */
static const int big_sizes[] = {SABOT_ROAD_CELL_FULL, 32, 24, 20, 17, SABOT_ROAD_CELL_LEAST};
static const int derived_sizes[] = {SABOT_ROAD_MARK_FULL, 16, 12, 10, 8};

enum sabot_road_glyph
sabot_road_glyph(enum sabot_wire_road road)
{
	switch (road) {
	case SABOT_WIRE_ROAD_BIG:
		return SABOT_ROAD_GLYPH_RING;
	case SABOT_WIRE_ROAD_BIG_EYE:
		return SABOT_ROAD_GLYPH_HOLLOW;
	case SABOT_WIRE_ROAD_SMALL:
		return SABOT_ROAD_GLYPH_DISC;
	case SABOT_WIRE_ROAD_COCKROACH:
		return SABOT_ROAD_GLYPH_SLASH;
	case SABOT_WIRE_ROAD_BEAD:
	case SABOT_WIRE_ROADS:
		break;
	}
	return SABOT_ROAD_GLYPH_BEAD;
}

/* The bead plate has a cell for each coup, ties included. */
struct sabot_road_counts
sabot_road_counts(const char *coups)
{
	g_autoptr(GArray) beads = sabot_wire_road_cells(coups, false, SABOT_WIRE_ROAD_BEAD);
	struct sabot_road_counts counts = {0};

	for (guint i = 0; i < beads->len; i++) {
		const struct sabot_wire_cell *cell =
			&g_array_index(beads, struct sabot_wire_cell, i);

		counts.banca += cell->mark == 'b';
		counts.punto += cell->mark == 'p';
		counts.tie += cell->mark == 't';
		counts.unverified += cell->mark == SABOT_WIRE_COUP_UNVERIFIED;
		counts.banca_pairs += cell->banca_pair;
		counts.punto_pairs += cell->punto_pair;
		counts.naturals += cell->natural;
	}
	return counts;
}

int
sabot_road_columns(const GArray *cells)
{
	int last = 0;

	for (guint i = 0; i < cells->len; i++)
		last = MAX(last, g_array_index(cells, struct sabot_wire_cell, i).column);
	return last;
}

static struct sabot_road_grid
grid_of(const GArray *cells, int columns, double cell_px)
{
	return (struct sabot_road_grid){
		.cell_px = cell_px,
		.columns = columns,
		.hidden = MAX(0, sabot_road_columns(cells) - columns),
	};
}

struct sabot_road_grid
sabot_road_grid_fill(const GArray *cells, double width_px, double cell_px)
{
	int columns = cell_px > 0 ? (int)floor(width_px / cell_px + 1e-6) : 0;

	return grid_of(cells, MAX(columns, 0), cell_px);
}

struct sabot_road_grid
sabot_road_grid_fit(const GArray *cells, enum sabot_wire_road road, double width_px, double unit_px,
		    double most_px)
{
	bool is_derived = road > SABOT_WIRE_ROAD_BIG;
	const int *sizes = is_derived ? derived_sizes : big_sizes;
	size_t n_sizes = is_derived ? G_N_ELEMENTS(derived_sizes) : G_N_ELEMENTS(big_sizes);
	struct sabot_road_grid grid = sabot_road_grid_fill(cells, width_px, most_px);

	for (size_t i = 0; road != SABOT_WIRE_ROAD_BEAD && i < n_sizes; i++) {
		if (i + 1 < n_sizes && sizes[i] * unit_px > most_px + 1e-6)
			continue;
		grid = sabot_road_grid_fill(cells, width_px, sizes[i] * unit_px);
		if (is_derived)
			grid = grid_of(cells, grid.columns & ~1, grid.cell_px);
		if (grid.hidden == 0)
			break;
	}
	return grid;
}

GArray *
sabot_road_grid_place(const GArray *cells, enum sabot_wire_road road,
		      const struct sabot_road_grid *grid)
{
	GArray *spots = g_array_new(FALSE, FALSE, sizeof(struct sabot_road_spot));

	for (guint i = 0; i < cells->len; i++) {
		const struct sabot_wire_cell *cell =
			&g_array_index(cells, struct sabot_wire_cell, i);
		struct sabot_road_spot spot = {
			.cell = *cell,
			.x = (cell->column - grid->hidden - 0.5) * grid->cell_px,
			.y = (cell->row - 0.5) * grid->cell_px,
			.is_last = road <= SABOT_WIRE_ROAD_BIG && i + 1 == cells->len,
		};

		if (cell->column > grid->hidden)
			g_array_append_val(spots, spot);
	}
	return spots;
}
