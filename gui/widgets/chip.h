/* A chip, drawn: its colour is that of its value, its value stands on it. */
#pragma once

#include <gtk/gtk.h>

#include <stdbool.h>

struct sabot_chip {
	int64_t minor;     /* its value */
	double x, y, size; /* where it is drawn, and its diameter, in pixels */
	int n;             /* so many lie there, this on top; more than 4 look like 4 */
	bool is_outline;   /* it does not lie there yet */
};

/* Colours are the style sheet's. */
void
sabot_chip_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_chip *chip);

/* What stands on it: "25", "2.50", "1k". `buffer` as in text/money.h. Returns it. */
const char *
sabot_chip_name(int64_t minor, char *buffer);
