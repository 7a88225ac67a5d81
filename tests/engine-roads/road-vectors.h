/*
 * Roads worked out by hand on squared paper: for the engine, and for the board that draws them.
 */
#pragma once

#include <stddef.h>

/* R red, U blue. The bead plate has ties; the big road has not. */
static const struct {
	const char *winners;
	const char *big, *big_eye, *small, *cockroach;
} road_vectors[] = {
	{"", "", "", "", ""},
	{"TT", "", "", "", ""},
	{"BBBBBBBB", "BBBBBBBB", "", "", ""},
	/* Each streak one: all regular, from the third, fourth and fifth column on. */
	{"BPBPBP", "B P B P B P", "RRRR", "RRR", "RR"},
	/* Big eye boy begins at column 2 row 2, where there is one. */
	{"BBPP", "BB PP", "R", "", ""},
	{"BBPPP", "BB PPP", "R U", "", ""},
	/* Straight fall: one square too short is blue, two and more are red again. */
	{"BPPPPP", "B PPPPP", "U RRR", "", ""},
	{"BPBPPPP", "B P B PPPP", "RR U RR", "R U RR", "U RR"},
	{"BBPPPBP", "BB PPP B P", "R UUU", "U", ""},
	/* Small road begins at column 3 row 2, cockroach pig at column 4 row 2. */
	{"BBPBB", "BB P BB", "UU", "R", ""},
	{"BBPBPP", "BB P B PP", "U R U", "UU", "R"},
	{"BPPBBPPBB", "B PP BB PP BB", "UU RRRRR", "UU RRR", "UU R"},
	/* Ties and void coups leave no square. */
	{"TBTPTVBTPBP", "B P B P B P", "RRRR", "RRR", "RR"},
};
enum { ROAD_VECTORS = sizeof(road_vectors) / sizeof(road_vectors[0]) };

/*
 * Derived roads as others publish them; NULL is what they do not say. The first two are the sets B
 * and C of the tests of baccarat-engine 1.1.5 by Jeffrey Conradi
 * (github.com/jconradi/baccarat-engine, ISC license; test/roadmaps/roadmapGenerator.spec.js), of
 * which that program shows the last twelve columns; here they are the whole shoe. The third is the
 * one worked by hand in the tests of ba_predict (github.com/jwzhu-maker/ba_predict, MIT license;
 * packages/engine/src/__tests__/roads.test.ts); its big eye boy is left out, because it ends in
 * blue where a streak outgrows the one before by two: the straight fall, which the sets B and C
 * have, is unknown to it.
 */
static const struct {
	const char *winners, *big_eye, *small, *cockroach;
} published_roads[] = {
	{"PBPBBBPBBPPPBTBBBBBBPBPB", "RR U R UUUU R UU RR U RRR UU RR", NULL, NULL},
	{"PPPPPPPBPBBBBBBBPPBBPTPBPPPBPPPPB", "U R U RRRRR U R U RRRR UU R UUU RR U", NULL,
	 NULL},
	{"BBPBBBPP", NULL, "R UUU", "R"},
};
enum { PUBLISHED_ROADS = sizeof(published_roads) / sizeof(published_roads[0]) };

/* Where the cells of the big road are drawn: column and row of each. */
static const struct {
	const char *winners;
	const char *big;
} drawn_road_vectors[] = {
	{"BBBBBB", "1.1 1.2 1.3 1.4 1.5 1.6"},
	/* The tail runs along the last row; the next streak starts beside its start. */
	{"BBBBBBBB PP", "1.1 1.2 1.3 1.4 1.5 1.6 2.6 3.6 2.1 2.2"},
	/* Under the tail: five down, then its own tail in row 5. */
	{"BBBBBBBB PPPPPPP", "1.1 1.2 1.3 1.4 1.5 1.6 2.6 3.6 2.1 2.2 2.3 2.4 2.5 3.5 4.5"},
	/* Once turned it stays in its row, though column 4 would be free below. */
	{"BBBBBBBB PPPPPPPP B",
	 "1.1 1.2 1.3 1.4 1.5 1.6 2.6 3.6 2.1 2.2 2.3 2.4 2.5 3.5 4.5 5.5 3.1"},
};
enum { DRAWN_ROAD_VECTORS = sizeof(drawn_road_vectors) / sizeof(drawn_road_vectors[0]) };
