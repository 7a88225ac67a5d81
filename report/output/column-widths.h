/*
 * How wide the columns of a table are where their words do not all fit into one line each: so that
 * the rows take few lines. Lengths in points. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* A word, or what a hyphen leaves of one. */
struct sabot_column_word {
	double width;
	double gap;   /* before it, where it does not begin a line; 0 behind a hyphen */
	bool is_line; /* it begins a line */
};

/* The rows of a table, one after the other: for each column a GArray of its words. */
struct sabot_column_words {
	guint n_columns;
	GPtrArray *cells;
};

/*
 * Share `room` among the columns: each gets `base`, which fits, and what is left goes where it
 * saves most lines, up to `natural`. Write the widths, and return how many lines all rows take.
 */
guint
sabot_column_widths_share(const struct sabot_column_words *words, const double *base,
			  const double *natural, double room, double *widths);

/* How many lines the rows from `first` on take, in columns of these widths. */
guint
sabot_column_widths_count(const struct sabot_column_words *words, const double *widths,
			  guint first);
