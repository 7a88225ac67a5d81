/*
 * The last card that left a table's shoe: when it came and how it became known. Used to mend it.
 * Derived from the table's events only, so that a restart changes nothing. Main thread.
 */
#pragma once

#include "engine/core/event.h"

struct sabot_last_card {
	int64_t n; /* of its event; 0: no card of this load yet */
	int64_t at_us;
	enum sabot_source source;
};

/* Apply event `n` of the table, whatever it is. */
void
sabot_last_card_apply(struct sabot_last_card *card, const struct sabot_event *event, int64_t n);

/*
 * True if the card came at most `within_s` ago. A clock that was set back does not make it older.
 */
bool
sabot_last_card_is_recent(const struct sabot_last_card *card, int64_t now_us, int within_s);
