/* See ruled-stakes.h. */
#include "ruled-stakes.h"

#include <string.h>

void
sabot_ruled_stake_clear(struct sabot_ruled_stake *stake)
{
	g_free(stake->bettor);
	g_free(stake->on);
}

void
sabot_ruled_stake_free(gpointer stake)
{
	sabot_ruled_stake_clear(stake);
	g_free(stake);
}

char *
sabot_ruled_stake_bettor(int64_t box, const char *bettor)
{
	return bettor && *bettor ? g_strdup(bettor) : g_strdup_printf("%" G_GINT64_FORMAT, box);
}

struct sabot_ruled_stake
sabot_ruled_stake_describe(int64_t box, const char *bettor, const char *on, int64_t hand)
{
	return (struct sabot_ruled_stake){
		.box = box,
		.hand = MAX(hand, 0),
		.bettor = sabot_ruled_stake_bettor(box, bettor),
		.on = g_strdup(on && *on ? on : "main"),
	};
}

bool
sabot_ruled_stake_is_same(const struct sabot_ruled_stake *a, const struct sabot_ruled_stake *b)
{
	return a->box == b->box && a->hand == b->hand && strcmp(a->bettor, b->bettor) == 0 &&
	       strcmp(a->on, b->on) == 0;
}

struct sabot_ruled_stake *
sabot_ruled_stakes_find(const GPtrArray *stakes, const struct sabot_ruled_stake *like)
{
	for (guint i = 0; i < stakes->len; i++)
		if (sabot_ruled_stake_is_same(g_ptr_array_index(stakes, i), like))
			return g_ptr_array_index(stakes, i);
	return NULL;
}

struct sabot_ruled_stake *
sabot_ruled_stakes_find_of_round(const GPtrArray *stakes, int64_t round,
				 const struct sabot_ruled_stake *like)
{
	for (guint i = 0; i < stakes->len; i++) {
		struct sabot_ruled_stake *stake = g_ptr_array_index(stakes, i);

		if (stake->round == round && sabot_ruled_stake_is_same(stake, like))
			return stake;
	}
	return NULL;
}
