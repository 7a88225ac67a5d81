/*
 * Where the parts of a box on the cloth lie, for its size and what is in it. Lengths are the
 * design's, scaled by the widget's letters; what a finger is to hit is 44 pixels high where there
 * is room.
 */
#pragma once

#include "gui/display/hand-paint.h"

enum { SABOT_BOX_HANDS_MAX = 8, SABOT_BOX_TAGS_MAX = 32 };

struct sabot_box_place {
	GdkRectangle place;
	enum sabot_hand_form form;
};

struct sabot_box_layout {
	/* What is in it: set by the box. */
	bool is_row, is_empty;
	guint n_hands, n_tags;
	int turn;                            /* which hand; -1 = none */
	int tag_hands[SABOT_BOX_TAGS_MAX];   /* of each tag; -1 = none */
	bool is_tag_own[SABOT_BOX_TAGS_MAX]; /* it is the main bet of whose seat it is */
	bool is_tag_done[SABOT_BOX_TAGS_MAX];

	/* Filled in. */
	GdkRectangle frame, number, chip, stake, tick;
	int frame_px, notch_px;
	struct sabot_box_place hands[SABOT_BOX_HANDS_MAX];
	GdkRectangle tags[SABOT_BOX_TAGS_MAX];
};

void
sabot_box_layout_fill(struct sabot_box_layout *layout, GtkWidget *widget, int width, int height);
