/*
 * How long a touch takes until the dealer's display has painted what the daemon made of it, from
 * the event that GDK reads from the server: on the squares of a table's bets; and by turns with
 * that the least that any window takes, one without content that paints itself again.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

struct touches;

/* For a display's window `window` of `table`, above a window of its own. It ends with `window`. */
struct touches *
touches_new(GtkWidget *window, SabotDealerTable *table);

/* Processor time of this thread until now. */
int64_t
touches_cpu_us(void);

/* Print what was measured, and free it. */
void
touches_end(struct touches *touches);
