/*
 * The stakes of rounds that are over, for what is left to be paid or collected on them
 * (ruled-money.h).
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A stake: of the last reported round, or one that was paid wrongly or not at all. */
struct sabot_ruled_stake {
	int64_t round, box, hand;
	char *bettor, *on;
	bool has_due; /* not: it is not certain */
	int64_t due_minor;
	int64_t had_minor;  /* of one paid wrongly: what it has had, with what was ordered */
	bool is_ordered;    /* a difference of it was ordered */
	int64_t open_minor; /* of one for which something was ordered: what is not done of it */
};

/* The bettor's name; the seat's own is its box number. Transferred. */
char *
sabot_ruled_stake_bettor(int64_t box, const char *bettor);

/*
 * A stake of no round yet; without a hand it lies at hand 0, without `on` it is the main bet. Its
 * names are its own: sabot_ruled_stake_clear().
 */
struct sabot_ruled_stake
sabot_ruled_stake_describe(int64_t box, const char *bettor, const char *on, int64_t hand);

/* Free its names. The struct itself is the caller's. */
void
sabot_ruled_stake_clear(struct sabot_ruled_stake *stake);

/* Free a stake of g_new(): the GDestroyNotify of an array of them. */
void
sabot_ruled_stake_free(gpointer stake);

/* The same box, hand, bettor and bet; whatever the round. */
bool
sabot_ruled_stake_is_same(const struct sabot_ruled_stake *a, const struct sabot_ruled_stake *b);

/* The stake of the array that is the same as `like`; NULL: there is none. Borrowed. */
struct sabot_ruled_stake *
sabot_ruled_stakes_find(const GPtrArray *stakes, const struct sabot_ruled_stake *like);

/* Likewise, of that round. */
struct sabot_ruled_stake *
sabot_ruled_stakes_find_of_round(const GPtrArray *stakes, int64_t round,
				 const struct sabot_ruled_stake *like);
