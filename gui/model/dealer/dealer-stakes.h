/*
 * The stakes of a dealer's table: those that lie, with what was keyed in and is not in the view
 * yet, and those of the round before. Sends nothing: the sender reports here what was sent. No GTK.
 */
#pragma once

#include "proto/view.h"

/* What one bettor has on one bet of a box. */
struct sabot_dealer_bet {
	int64_t box;
	const char *on;     /* interned */
	const char *bettor; /* likewise */
	int64_t amount_minor;
};

struct sabot_dealer_stakes;

struct sabot_dealer_stakes *
sabot_dealer_stakes_new(void);
void
sabot_dealer_stakes_free(struct sabot_dealer_stakes *stakes);

/* The view came: what it has is pending no more, and its stakes are remembered. */
void
sabot_dealer_stakes_update(struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view);

/* An event goes out. The name of the stake that it sets, which is pending from now on; NULL for
 * other events. Transferred. */
char *
sabot_dealer_stakes_begin(struct sabot_dealer_stakes *stakes, json_t *event);
/* It was answered: `at_n` is its number in the table's log, or 0 when it was refused. */
void
sabot_dealer_stakes_end(struct sabot_dealer_stakes *stakes, const char *name, int64_t at_n);

/* What lies in the open round, as in `view` (or NULL) and as keyed in since. Of struct
 * sabot_dealer_bet, transferred. */
GArray *
sabot_dealer_stakes_list(const struct sabot_dealer_stakes *stakes,
			 const struct sabot_wire_view *view);
/* Likewise those of the round before, as its bets were closed. */
GArray *
sabot_dealer_stakes_list_before(const struct sabot_dealer_stakes *stakes,
				const struct sabot_wire_view *view);

/* The `bet` that sets this stake to `amount_minor`. Transferred. */
json_t *
sabot_dealer_bet_event(const struct sabot_dealer_bet *bet, int64_t amount_minor);
