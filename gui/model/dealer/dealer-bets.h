/*
 * Bets laid by the chips of a dealer's display: a chip is armed, each touch of a square lays one.
 * What lay in the last round stands as it was until its seat's squares are touched, and becomes the
 * bet when bets are closed. What is laid goes to the daemon at once. No GTK.
 */
#pragma once

#include "dealer-squares.h"
#include "proto/messages/table-messages.h"

/* Armed in place of a chip: what is touched is taken away. */
#define SABOT_DEALER_TAKE_AWAY (-1)

struct sabot_dealer_bets;

/* Who owns it: sends events, which are transferred, and hears of what no view shows. */
struct sabot_dealer_bets_owner {
	gpointer owner;
	void (*send)(gpointer owner, json_t *event);
	void (*on_changed)(gpointer owner);
	const struct sabot_dealer_stakes *stakes;
};

/* `owner` is copied; its stakes must live as long. */
struct sabot_dealer_bets *
sabot_dealer_bets_new(const struct sabot_dealer_bets_owner *owner);
void
sabot_dealer_bets_free(struct sabot_dealer_bets *bets);
/* Amounts are noted; else boxes alone. */
void
sabot_dealer_bets_set_tracks_stakes(struct sabot_dealer_bets *bets, bool tracks_stakes);
/* Nothing is as before until sabot_dealer_bets_all_as_before(). */
void
sabot_dealer_bets_set_starts_empty(struct sabot_dealer_bets *bets, bool starts_empty);
/* The view came, or something was sent. References are kept; `rules` are NULL until known. */
void
sabot_dealer_bets_update(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			 const struct sabot_wire_rules *rules);

/* There are squares to be touched. */
bool
sabot_dealer_bets_has_squares(const struct sabot_dealer_bets *bets);
/* Amounts are noted on them, with chips. */
bool
sabot_dealer_bets_has_stakes(const struct sabot_dealer_bets *bets);
/* The chips of the table, of int64_t in minor units; where the rules name none, multiples of the
 * least stake. Transferred. */
GArray *
sabot_dealer_bets_list_chips(const struct sabot_dealer_bets *bets);

/* A chip's value, or SABOT_DEALER_TAKE_AWAY. */
void
sabot_dealer_bets_arm(struct sabot_dealer_bets *bets, int64_t chip_minor);
int64_t
sabot_dealer_bets_get_armed(const struct sabot_dealer_bets *bets);
/* One square, or several that a stroke went over: each gets what is armed. */
void
sabot_dealer_bets_touch(struct sabot_dealer_bets *bets, const struct sabot_dealer_square *squares,
			guint n);

/* What lies, and what is as before. Valid until the next change. */
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
/* Take away what is laid and what is as before. */
void
sabot_dealer_bets_clear_all(struct sabot_dealer_bets *bets);
/* What was as before and was cleared, where nothing is laid in its stead. */
void
sabot_dealer_bets_all_as_before(struct sabot_dealer_bets *bets);
/* No more bets: what is as before becomes the bet, in one go with the closing. */
void
sabot_dealer_bets_close(struct sabot_dealer_bets *bets);

/* The boxes that play where no stakes are noted, of int64_t, ascending. Transferred. */
GArray *
sabot_dealer_bets_list_boxes(const struct sabot_dealer_bets *bets);
/* The events that lay what lay in the last round, an array. Transferred. */
json_t *
sabot_dealer_bets_repeat_events(const struct sabot_dealer_bets *bets);
