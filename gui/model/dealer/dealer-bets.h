/*
 * Bets laid with the chips of a dealer's display: a chip is armed, and each touch of a square lays
 * one. The bets of the last round stay on the squares until their seat is touched, and become bets
 * of this round when bets are closed. Whatever is laid is sent to the daemon at once. No GTK.
 */
#pragma once

#include "dealer-squares.h"
#include "proto/messages/table-messages.h"

/* Armed instead of a chip: a touch removes the bet. */
#define SABOT_DEALER_TAKE_AWAY (-1)

struct sabot_dealer_bets;

/* Its owner: sends events, which are transferred, and is notified of changes that no view shows. */
struct sabot_dealer_bets_owner {
	gpointer owner;
	void (*send)(gpointer owner, json_t *event);
	void (*on_changed)(gpointer owner);
	const struct sabot_dealer_stakes *stakes;
};

/* `owner` is copied; its stakes must outlive the result. */
struct sabot_dealer_bets *
sabot_dealer_bets_new(const struct sabot_dealer_bets_owner *owner);
void
sabot_dealer_bets_free(struct sabot_dealer_bets *bets);
/* True: amounts are recorded; false: only which boxes play. */
void
sabot_dealer_bets_set_tracks_stakes(struct sabot_dealer_bets *bets, bool tracks_stakes);
/* True: no bet is as before until sabot_dealer_bets_all_as_before() is called. */
void
sabot_dealer_bets_set_starts_empty(struct sabot_dealer_bets *bets, bool starts_empty);
/*
 * Update from a new view, or after something was sent. References are kept; `rules` are NULL until
 * known.
 */
void
sabot_dealer_bets_update(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			 const struct sabot_wire_rules *rules);

/* True if there are squares to touch. */
bool
sabot_dealer_bets_has_squares(const struct sabot_dealer_bets *bets);
/* True if amounts are recorded on them, with chips. */
bool
sabot_dealer_bets_has_stakes(const struct sabot_dealer_bets *bets);
/*
 * The chips of the table, of int64_t in minor units; if the rules name none, multiples of the
 * smallest stake. Transferred.
 */
GArray *
sabot_dealer_bets_list_chips(const struct sabot_dealer_bets *bets);

/* A chip's value, or SABOT_DEALER_TAKE_AWAY. */
void
sabot_dealer_bets_arm(struct sabot_dealer_bets *bets, int64_t chip_minor);
int64_t
sabot_dealer_bets_get_armed(const struct sabot_dealer_bets *bets);
/* Apply what is armed to one square, or to each square of a stroke. */
void
sabot_dealer_bets_touch(struct sabot_dealer_bets *bets, const struct sabot_dealer_square *squares,
			guint n);

/* The bets laid and the bets as before. Valid until the next change. */
const struct sabot_dealer_squares *
sabot_dealer_bets_get_squares(const struct sabot_dealer_bets *bets);
struct sabot_dealer_square_state
sabot_dealer_bets_get_square(const struct sabot_dealer_bets *bets,
			     const struct sabot_dealer_square *square);
struct sabot_dealer_bets_state
sabot_dealer_bets_get_state(const struct sabot_dealer_bets *bets);

/* Take back the last touch or stroke. */
void
sabot_dealer_bets_undo(struct sabot_dealer_bets *bets);
/* Remove all bets, those as before included. */
void
sabot_dealer_bets_clear_all(struct sabot_dealer_bets *bets);
/* Restore bets as before that were cleared, except where another bet was laid. */
void
sabot_dealer_bets_all_as_before(struct sabot_dealer_bets *bets);
/* No more bets: bets as before become bets of this round, together with the closing. */
void
sabot_dealer_bets_close(struct sabot_dealer_bets *bets);

/* The boxes that play if no stakes are recorded, of int64_t, ascending. Transferred. */
GArray *
sabot_dealer_bets_list_boxes(const struct sabot_dealer_bets *bets);
/* The events that lay the bets of the last round again, an array. Transferred. */
json_t *
sabot_dealer_bets_repeat_events(const struct sabot_dealer_bets *bets);
