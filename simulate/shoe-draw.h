/*
 * A card leaves the simulated shoe, and what can go wrong on the way.
 */
#pragma once

#include "shoe-state.h"

/* Draw the next card, or the cut card if that is next. False: the shoe is empty. */
bool
shoe_table_draw(struct shoe_table *table);

/* A given card, of a log, leaves the shoe; and the cut card. */
void
shoe_table_show_card(struct shoe_table *table, struct sabot_card card);
void
shoe_table_show_cut_card(struct shoe_table *table);

/* Play a fault of the shoe's load (a card too many or too few), if that is the fault. */
void
shoe_table_spoil_load(struct shoe_table *table);

/* Pull the cable; and put it back when it is time. */
void
shoe_table_pull_cable(struct shoe_table *table);
void
shoe_table_look_after_cable(struct shoe_table *table);
