/*
 * The stakes of a dealer's table: those that were keyed in and that the view does not have yet, and
 * those of the round before, to be placed again. Sends nothing: the sender reports here what was
 * sent. No GTK.
 */
#pragma once

#include "proto/view.h"

/* A stake by its place. `bettor`: 0 whose seat it is, 1, 2 … others who bet on that box. */
struct sabot_dealer_stake {
	int64_t box;
	const char *on;
	int bettor;
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

/* What is staked there in the open round, as in `view` (or NULL). */
int64_t
sabot_dealer_stakes_get(const struct sabot_dealer_stakes *stakes,
			const struct sabot_wire_view *view, const struct sabot_dealer_stake *stake);

/* The `bet` that sets a stake. Transferred. */
json_t *
sabot_dealer_stakes_bet(const struct sabot_dealer_stake *stake, int64_t amount_minor);
/* The `bet`s that place the stakes of the round before again: all, or those of one bettor on one
 * box (the bet of `stake` says nothing). Arrays, transferred. */
json_t *
sabot_dealer_stakes_again(const struct sabot_dealer_stakes *stakes,
			  const struct sabot_wire_view *view);
json_t *
sabot_dealer_stakes_again_on_box(const struct sabot_dealer_stakes *stakes,
				 const struct sabot_wire_view *view,
				 const struct sabot_dealer_stake *stake);
