/* The stakes of past rounds on which something is left to be paid or collected (ruled-money.h). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A stake of the last reported round, or one that was paid wrongly or not at all. */
struct sabot_ruled_stake {
	int64_t round, box, hand;
	char *bettor, *on;
	bool has_due; /* false: the amount due is not certain */
	int64_t due_minor;
	int64_t had_minor;  /* if paid wrongly: the amount received, including what was ordered */
	bool is_ordered;    /* its difference was ordered */
	int64_t open_minor; /* if redress was ordered: the amount not done yet */
};

/* The bettor's name; the seat's own is its box number. Transferred. */
char *
sabot_ruled_stake_bettor(int64_t box, const char *bettor);

/*
 * A stake that belongs to no round yet; without a hand it is on hand 0, without `on` it is the main
 * bet. It owns its names: free them with sabot_ruled_stake_clear().
 */
struct sabot_ruled_stake
sabot_ruled_stake_describe(int64_t box, const char *bettor, const char *on, int64_t hand);

/* Free its names. The struct itself is the caller's. */
void
sabot_ruled_stake_clear(struct sabot_ruled_stake *stake);

/* Free a stake allocated by g_new(): the GDestroyNotify of an array. */
void
sabot_ruled_stake_free(gpointer stake);

/* True if box, hand, bettor and bet are equal, whatever the round. */
bool
sabot_ruled_stake_is_same(const struct sabot_ruled_stake *a, const struct sabot_ruled_stake *b);

/* The stake of the array that equals `like`; NULL if there is none. Borrowed. */
struct sabot_ruled_stake *
sabot_ruled_stakes_find(const GPtrArray *stakes, const struct sabot_ruled_stake *like);

/* The same for a stake of that round. */
struct sabot_ruled_stake *
sabot_ruled_stakes_find_of_round(const GPtrArray *stakes, int64_t round,
				 const struct sabot_ruled_stake *like);
