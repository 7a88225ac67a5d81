/* The outlines of the four suits. */
#pragma once

#include <cairo.h>

/* Add a suit (enum sabot_suit, known) to the path, filling the square of `size` at x, y. */
void
sabot_suit_path(cairo_t *cr, unsigned suit, double x, double y, double size);
