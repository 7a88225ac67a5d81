/* Applies the readings of the round in play one after the other (readings.h). */
#pragma once

#include "readings.h"

/* The next one, in `as_if`; its incidents are in the update's scratch.facts. False at the end. */
bool
sabot_readings_next(struct sabot_readings *readings);

/* For how many of the readings `holds` is true. FOR_SOME when nothing is known. */
enum sabot_certainty
sabot_readings_test(struct sabot_step *step, bool (*holds)(const struct sabot_table *as_if));

/* True if it holds for all of them, and for the same place. */
bool
sabot_readings_agree(struct sabot_step *step,
		     bool (*holds)(struct sabot_table *as_if, struct sabot_hand_id *ret_hand),
		     bool with_stands);

/*
 * Where the round's last card lies by the first reading. Where the round waits as nobody had
 * requested it that is so by each, but not always as an open card counts 0.
 */
struct sabot_hand_id
sabot_readings_last_hand(struct sabot_step *step);

/*
 * Visit each sum that may be owed on a stake that is settled by this reading. Two open cards are
 * enumerated by their ranks; what is due on a bet on suits follows for each suit that those may
 * have on which it hangs.
 */
void
sabot_readings_each_due(struct sabot_table *as_if, const struct sabot_settlement *stake,
			void (*visit)(int64_t due_minor, void *data), void *data);
