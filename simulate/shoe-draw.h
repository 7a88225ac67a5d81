/* A card leaves the simulated shoe, with the faults that can occur on the way. */
#pragma once

#include "shoe-state.h"

/* Draw the next card, or the cut card if that is next. False if the shoe is empty. */
bool
shoe_table_draw(struct shoe_table *table);

/* A given card of a log leaves the shoe; and the cut card. */
void
shoe_table_show_card(struct shoe_table *table, struct sabot_card card);
void
shoe_table_show_cut_card(struct shoe_table *table);

/* Play a fault of the shoe's load (a card too many or too few), if one is planned. */
void
shoe_table_spoil_load(struct shoe_table *table);

/* Pull the cable; and put it back at the right time. */
void
shoe_table_pull_cable(struct shoe_table *table);
void
shoe_table_look_after_cable(struct shoe_table *table);
