/*
 * Cheats of a made-up year (make-year.c --cheats): a counter, a dealer who pays a friend too much,
 * a past-poster within the clock, and a false shuffle. Who cheats where is fixed; when is decided
 * by a random generator of its own.
 */
#pragma once

#include "simulate/simulate.h"

#include <jansson.h>

enum year_cheat {
	YEAR_COUNTER,     /* bets more when the cards that are left favour him */
	YEAR_FRIEND,      /* plays wherever his dealer deals, who pays him too much */
	YEAR_PAST_POSTER, /* bets in the last moment on what will win */
	YEAR_SHUFFLE,     /* some cards of a load stay together in the next one */
};
enum { YEAR_CHEATS = YEAR_SHUFFLE + 1 };

/* A table's part of them. A plain value. */
struct year_cheats {
	const char *table; /* its name, borrowed */
	struct shoe_random random;
	int64_t *counts;       /* of the house: how often each one cheated; borrowed */
	struct shoe_pack last; /* the load before */
	bool is_hurried;       /* the bets close directly after the last one */
};

void
year_cheats_init(struct year_cheats *cheats, const char *table, uint64_t seed, int64_t *counts);

/* As simulate_cheats has them; `dealer` is the person's number. */
void
year_cheats_shuffle(struct year_cheats *cheats, struct shoe_pack *pack);
void
year_cheats_stake(struct year_cheats *cheats, const struct simulate *sim, int box,
		  int64_t *amount_minor);
void
year_cheats_close(struct year_cheats *cheats, struct simulate *sim, int dealer);
void
year_cheats_pay(struct year_cheats *cheats, const struct simulate *sim, int dealer,
		struct sabot_event *event);

/* Who cheats, where, and how often it happened. New reference. */
json_t *
year_cheats_to_json(const int64_t *counts);
