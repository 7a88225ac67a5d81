/*
 * Counting copies of cards. A right load of D decks holds each card D times, and D / backs times
 * of each colour of back; what goes beyond that is proof of a wrong load.
 */
#include "composition.h"

#include <string.h>

void
sabot_composition_init(struct sabot_composition *composition, int decks, int backs)
{
	memset(composition, 0, sizeof(*composition));
	composition->decks = decks;
	composition->backs = backs;
}

int
sabot_composition_back(struct sabot_composition *composition, const char *name)
{
	if (name == NULL || name[0] == '\0' || strlen(name) >= SABOT_BACK_SIZE)
		return -1;
	for (int back = 0; back < composition->backs && back < SABOT_BACKS_MAX; back++) {
		if (composition->back_names[back][0] == '\0')
			memcpy(composition->back_names[back], name, strlen(name) + 1);
		if (strcmp(composition->back_names[back], name) == 0)
			return back;
	}
	return -1;
}

bool
sabot_composition_add_foreign(struct sabot_composition *composition, const char *name)
{
	if (strlen(name) >= SABOT_BACK_SIZE)
		return false;
	for (int back = 0; back < composition->backs && back < SABOT_BACKS_MAX; back++)
		if (composition->back_names[back][0] == '\0' ||
		    strcmp(composition->back_names[back], name) == 0)
			return false;
	for (int i = 0; i < SABOT_FOREIGN_BACKS_MAX; i++) {
		if (composition->foreign[i][0] == '\0') {
			memcpy(composition->foreign[i], name, strlen(name) + 1);
			return true;
		}
		if (strcmp(composition->foreign[i], name) == 0)
			return false;
	}
	return false;
}

int
sabot_composition_card_excess(const struct sabot_composition *composition, struct sabot_card card)
{
	int excess = composition->copies[card.suit][card.rank] - composition->decks;
	if (excess < 0)
		excess = 0;
	/* Decks that cannot be split evenly prove nothing by their backs. */
	if (composition->backs <= 1 || composition->decks % composition->backs != 0)
		return excess;
	int share = composition->decks / composition->backs;
	int by_backs = 0;
	for (int back = 0; back < SABOT_BACKS_MAX; back++) {
		int copies = composition->by_back[back][card.suit][card.rank];
		if (copies > share)
			by_backs += copies - share;
	}
	return by_backs > excess ? by_backs : excess;
}

int
sabot_composition_rank_excess(const struct sabot_composition *composition, int rank)
{
	int excess = 0;
	int explained = composition->copies[SABOT_SUIT_UNKNOWN][rank];
	for (int suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++) {
		struct sabot_card card = {.rank = (uint8_t)rank, .suit = (uint8_t)suit};
		int copies = composition->copies[suit][rank];
		excess += sabot_composition_card_excess(composition, card);
		explained += copies < composition->decks ? copies : composition->decks;
	}
	int beyond = explained - SABOT_SUITS * composition->decks;
	return excess + (beyond > 0 ? beyond : 0);
}

int
sabot_composition_count_excess(struct sabot_composition *composition, struct sabot_card card,
			       int back)
{
	if (card.rank == SABOT_RANK_UNKNOWN)
		return 0;
	int excess = sabot_composition_rank_excess(composition, card.rank);
	sabot_composition_remove(composition, card, back);
	int before = sabot_composition_rank_excess(composition, card.rank);
	sabot_composition_add(composition, card, back);
	return excess - before;
}

int
sabot_composition_card_lack(const struct sabot_composition *composition, struct sabot_card card)
{
	int lack = composition->decks - composition->copies[card.suit][card.rank];
	return lack > 0 ? lack : 0;
}
