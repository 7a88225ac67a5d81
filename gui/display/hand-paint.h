/* A hand on the cloth: its cards, their total, its state. */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#include <stdbool.h>

enum sabot_hand_form {
	SABOT_HAND_WIDE,   /* two cards a row, the total below: the only hand of a box */
	SABOT_HAND_LOW,    /* the same for a low place: all cards in one row */
	SABOT_HAND_COLUMN, /* one below the other: a split hand */
	SABOT_HAND_STRIP,  /* only ranks and suits: a hand not in turn among many split ones */
	SABOT_HAND_ROW,    /* cards, then the total: for a box that is a row */
	SABOT_HAND_SIDE,   /* title and total, then cards: the dealer's, punto's, banca's */
	SABOT_HAND_PAID,   /* small cards, then the total: above its payment */
	SABOT_HAND_TOTAL,  /* the total alone: beside its payment */
};

struct sabot_hand_picture {
	enum sabot_hand_form form;
	const GArray *cards; /* of struct sabot_wire_card */
	const char *title;   /* for the dealer's, punto's, banca's; else NULL */
	const char *title_colour;
	const char *total, *word; /* or "" */
	bool is_turn, is_veiled;
	bool is_paid;      /* its payments matter now: the total is small */
	bool expects_card; /* the next card goes here */
	bool asks_last;    /* whose its last card is, is asked: that card has a frame */
};

/* Paint over the whole widget. */
void
sabot_hand_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand);
