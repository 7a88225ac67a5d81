/*
 * The shoe of a training: a shuffled pack behind a pty, on which a code reader types each card that
 * leaves it (`keyboard` of docs/devices.md). The daemon reads it like any shoe. No GTK.
 */
#pragma once

#include "engine/core/card.h"

#include <gio/gio.h>

struct sabot_training_shoe;

/* How a card leaves the shoe. */
enum sabot_training_draw {
	SABOT_TRAINING_DRAW_READ,
	SABOT_TRAINING_DRAW_UNREAD, /* something left the shoe, but it is not known what */
	SABOT_TRAINING_DRAW_UNSEEN, /* nothing is reported: the shoe is dead */
};

/* `link`: the path that the daemon opens, copied. The shoe starts unplugged. `rand` is borrowed. */
struct sabot_training_shoe *
sabot_training_shoe_new(const char *link, GRand *rand);
void
sabot_training_shoe_free(struct sabot_training_shoe *shoe);

/* Create the line, like a shoe switched on; or remove it, like a dead one. */
bool
sabot_training_shoe_plug(struct sabot_training_shoe *shoe, GError **error);
void
sabot_training_shoe_unplug(struct sabot_training_shoe *shoe);

/* Fill it with so many decks, shuffled. */
void
sabot_training_shoe_fill(struct sabot_training_shoe *shoe, int decks);
guint
sabot_training_shoe_count(const struct sabot_training_shoe *shoe);

/* True if the cut card comes next: only the cards behind it are left, and few before them. */
bool
sabot_training_shoe_is_at_cut_card(const struct sabot_training_shoe *shoe, int64_t cut_min_cards);

/* Draw the next card, which the trainee always sees; all zero if the shoe is empty. */
struct sabot_card
sabot_training_shoe_draw(struct sabot_training_shoe *shoe, enum sabot_training_draw how);
void
sabot_training_shoe_show_cut_card(struct sabot_training_shoe *shoe);
