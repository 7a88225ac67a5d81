/*
 * An incident as one sentence in the user's language, for people who have to act on it.
 */
#pragma once

#include "engine/core/incident.h"

/*
 * Transferred; NULL if a field that the sentence needs is missing (never for the engine's
 * incidents).
 */
char *
sabot_text_incident(const struct sabot_incident *incident);

/* The cards that a run-out proved to be missing, or extra. Borrowed. */
struct sabot_proven_cards {
	const struct sabot_card *missing, *extra;
	unsigned n_missing, n_extra;
};

/* `sentence` (transferred; not NULL) followed by the cards. Transferred. */
char *
sabot_text_proven_cards(char *sentence, const struct sabot_proven_cards *proven);
