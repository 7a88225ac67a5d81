/*
 * A simulated table: the shoe with its line, and in front of it, if wanted, a dealer who asks
 * sabotd what the rules demand and does that. Thread: the default main context's.
 *
 * Its parts: shoe-table.c (the clockwork, the daemon's connection), shoe-prepare.c (what
 * comes before the first card), shoe-draw.c (a card leaves the shoe, faults of the shoe included),
 * shoe-round.c (what a dealer does next, faults of the dealer included), shoe-play.c (how players
 * play), shoe-log.c (a recorded log's events), and below them all shoe-state.c.
 */
#pragma once

#include "shoe-options.h"

struct shoe_table;

/*
 * NULL with an error if the line or the log cannot be opened. Options are borrowed. `pin` belongs
 * to `options->as`, transferred; NULL if that is NULL.
 */
struct shoe_table *
shoe_table_new(struct shoe_options *options, char *pin, GError **error);
void
shoe_table_free(struct shoe_table *table);

/*
 * Deal until the rounds are done or shoe_table_stop() is called. False if the person could not log
 * in, which is reported on standard error.
 */
bool
shoe_table_run(struct shoe_table *table);
void
shoe_table_stop(struct shoe_table *table);
