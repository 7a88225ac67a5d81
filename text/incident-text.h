/*
 * An incident as one sentence in the user's language, for people who have to act on it.
 */
#pragma once

#include "engine/core/incident.h"

/* Transferred; NULL where a field is missing that the sentence needs (never for the engine's). */
char *
sabot_text_incident(const struct sabot_incident *incident);

/* The cards that a run-out proved to be missing, or too many. Borrowed. */
struct sabot_proven_cards {
	const struct sabot_card *missing, *extra;
	unsigned n_missing, n_extra;
};

/* `sentence` (transferred; not NULL) with the cards behind it. Transferred. */
char *
sabot_text_proven_cards(char *sentence, const struct sabot_proven_cards *proven);
