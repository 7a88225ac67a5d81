/*
 * The stakes of a dealer's table: current ones, including those keyed in that the view does not
 * show yet, and those of the round before. Sends nothing: the sender reports here what was sent. No
 * GTK.
 */
#pragma once

#include "proto/view.h"

/* The stake of one bettor on one bet of a box. */
struct sabot_dealer_bet {
	int64_t box;
	const char *on;     /* interned */
	const char *bettor; /* likewise */
	int64_t amount_minor;
};

struct sabot_dealer_stakes;

/* Without a stake. Transferred. */
struct sabot_dealer_stakes *
sabot_dealer_stakes_new(void);
void
sabot_dealer_stakes_free(struct sabot_dealer_stakes *stakes);

/*
 * Update from a new view: stakes that it contains are no longer pending, and its stakes are
 * remembered.
 */
void
sabot_dealer_stakes_update(struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view);

/*
 * Call it before an event is sent. Returns the name of the stake that the event sets, which is
 * pending from then on; NULL for other events. Transferred.
 */
char *
sabot_dealer_stakes_begin(struct sabot_dealer_stakes *stakes, json_t *event);
/* The event was answered: `at_n` is its number in the table's log, or 0 if it was refused. */
void
sabot_dealer_stakes_end(struct sabot_dealer_stakes *stakes, const char *name, int64_t at_n);

/*
 * The stakes of the open round: those in `view` (or NULL) and those keyed in since. Of struct
 * sabot_dealer_bet, transferred.
 */
GArray *
sabot_dealer_stakes_list(const struct sabot_dealer_stakes *stakes,
			 const struct sabot_wire_view *view);
/* The same for the round before, as they were when its bets were closed. */
GArray *
sabot_dealer_stakes_list_before(const struct sabot_dealer_stakes *stakes,
				const struct sabot_wire_view *view);

/* The `bet` event that sets this stake to `amount_minor`. Transferred. */
json_t *
sabot_dealer_bet_event(const struct sabot_dealer_bet *bet, int64_t amount_minor);
