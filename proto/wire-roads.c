/* The engine's roads over a view's coups: see roads.h. */
#include "wire-roads.h"
#include "engine/games/roads.h"

#include <string.h>

G_STATIC_ASSERT((int)SABOT_WIRE_ROAD_COCKROACH == (int)SABOT_ROAD_COCKROACH);

/* 'a' stands for punto without anything; each of the three flags is worth twice the one before. */
enum { NATURAL_MIN = 8 }; /* points of two cards */
enum { WINNERS = 3, FLAG_PUNTO_PAIR = 1, FLAG_BANCA_PAIR = 2, FLAG_NATURAL = 4, FLAGS = 8 };

const char *
sabot_wire_road_to_string(enum sabot_wire_road road)
{
	static const char *const words[] = {"bead", "big", "big_eye", "small", "cockroach"};

	return words[road];
}

static bool
is_natural(const struct sabot_card cards[2])
{
	return (sabot_card_value(cards[0]) + sabot_card_value(cards[1])) % 10 >= NATURAL_MIN;
}

char
sabot_wire_coup_letter(enum sabot_winner winner, const struct sabot_card punto[2],
		       const struct sabot_card banca[2])
{
	int flags = (punto[0].rank == punto[1].rank ? FLAG_PUNTO_PAIR : 0) |
		    (banca[0].rank == banca[1].rank ? FLAG_BANCA_PAIR : 0) |
		    (is_natural(punto) || is_natural(banca) ? FLAG_NATURAL : 0);

	if (winner != SABOT_WINNER_PUNTO && winner != SABOT_WINNER_BANCA &&
	    winner != SABOT_WINNER_TIE)
		return 0;
	return (char)('a' + ((int)winner - SABOT_WINNER_PUNTO) + WINNERS * flags);
}

/* Letters that are none are left out. */
static void
read_coups(const char *coups, struct sabot_roads *ret_roads)
{
	sabot_roads_init(ret_roads);
	for (; coups && *coups; coups++) {
		int code = *coups - 'a';
		int flags = code / WINNERS;

		if (code < 0 || flags >= FLAGS)
			continue;
		sabot_roads_add(ret_roads, (struct sabot_road_coup){
						   .winner = (enum sabot_winner)(
							   SABOT_WINNER_PUNTO + code % WINNERS),
						   .punto_pair = flags & FLAG_PUNTO_PAIR,
						   .banca_pair = flags & FLAG_BANCA_PAIR,
						   .natural = flags & FLAG_NATURAL,
					   });
	}
}

static char
mark_letter(enum sabot_road_mark mark)
{
	static const char letters[] = "?pbtri";

	return letters[mark];
}

/* The bead plate has a place for each coup, also for one that is not certain. */
static void
add_unverified_beads(const char *coups, GArray *cells)
{
	guint n = 0;

	for (; coups && *coups; coups++) {
		const struct sabot_wire_cell open = {.mark = SABOT_WIRE_COUP_UNVERIFIED};
		struct sabot_wire_cell *cell;

		if (*coups == SABOT_WIRE_COUP_UNVERIFIED)
			g_array_insert_val(cells, MIN(n, cells->len), open);
		else if (n == cells->len)
			continue;
		cell = &g_array_index(cells, struct sabot_wire_cell, n);
		cell->column = (int)n / SABOT_ROAD_ROWS + 1;
		cell->row = (int)n % SABOT_ROAD_ROWS + 1;
		n++;
	}
}

GArray *
sabot_wire_road_cells(const char *coups, bool tails_fall, enum sabot_wire_road road)
{
	GArray *cells = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_cell));
	struct sabot_road_cell found[SABOT_ROAD_COUPS_MAX];
	struct sabot_roads roads;
	int n_cells;

	read_coups(coups, &roads);
	roads.tails_fall = tails_fall;
	n_cells = sabot_roads_list(&roads, (enum sabot_road)road, found);
	for (int i = 0; i < n_cells; i++) {
		struct sabot_wire_cell cell = {
			.mark = mark_letter(found[i].mark),
			.column = found[i].drawn_column,
			.row = found[i].drawn_row,
			.ties = found[i].ties,
			.coup = found[i].coup,
			.punto_pair = found[i].punto_pair,
			.banca_pair = found[i].banca_pair,
			.natural = found[i].natural,
		};

		g_array_append_val(cells, cell);
	}
	if (road == SABOT_WIRE_ROAD_BEAD)
		add_unverified_beads(coups, cells);
	return cells;
}

int
sabot_wire_road_waiting_ties(const char *coups)
{
	struct sabot_roads roads;

	read_coups(coups, &roads);
	return sabot_roads_waiting_ties(&roads);
}

char
sabot_wire_road_ask(const char *coups, enum sabot_wire_road road, enum sabot_winner winner)
{
	enum sabot_road_mark mark;
	struct sabot_roads roads;

	read_coups(coups, &roads);
	mark = sabot_roads_predict(&roads, (enum sabot_road)road, winner);
	if (coups && strchr(coups, SABOT_WIRE_COUP_UNVERIFIED))
		return SABOT_WIRE_COUP_UNVERIFIED;
	return mark == SABOT_ROAD_NONE ? SABOT_WIRE_ASK_NONE : mark_letter(mark);
}

const char *
sabot_wire_road_ask_all(const char *coups, enum sabot_winner winner,
			char ret_marks[SABOT_WIRE_ASK_SIZE])
{
	int n = 0;

	for (int road = SABOT_WIRE_ROAD_BIG_EYE; road < SABOT_WIRE_ROADS; road++)
		ret_marks[n++] = sabot_wire_road_ask(coups, (enum sabot_wire_road)road, winner);
	ret_marks[n] = '\0';
	return ret_marks;
}
