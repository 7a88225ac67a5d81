/* Draws a chip in the colour of its value, with the value on it. */
#pragma once

#include <gtk/gtk.h>

#include <stdbool.h>

struct sabot_chip {
	int64_t minor;     /* its value */
	double x, y, size; /* where it is drawn, and its diameter, in pixels */
	/* number of chips in the stack, this one on top; more than 4 look like 4 */
	int n;
	bool is_outline; /* not laid yet: only the outline is drawn */
	/* the sum is drawn at its right: a number wider than the disc would read as a part of it */
	bool is_before_sum;
};

/* The height of a stack of `n` chips, as part of a chip's diameter. */
double
sabot_chip_get_height(int n);

/* Colours are the style sheet's. */
void
sabot_chip_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_chip *chip);

/* The text on a chip: "25", "2.50", "1k". `buffer` as in text/money.h. Returns it. */
const char *
sabot_chip_name(int64_t minor, char *buffer);
