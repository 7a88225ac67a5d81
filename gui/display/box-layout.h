/*
 * Layout of the parts of a box on the cloth, for its size and content. Lengths are the design's,
 * scaled by the widget's letters; touch targets are 44 pixels high if there is room.
 */
#pragma once

#include "gui/display/hand-paint.h"

enum { SABOT_BOX_HANDS_MAX = 8, SABOT_BOX_TAGS_MAX = 32 };

struct sabot_box_place {
	GdkRectangle place;
	enum sabot_hand_form form;
};

struct sabot_box_layout {
	/* Input: its content. */
	bool is_row, is_empty;
	guint n_hands, n_tags;
	int turn;                            /* hand in turn; -1 = none */
	int tag_hands[SABOT_BOX_TAGS_MAX];   /* hand of each tag; -1 = none */
	/* the tag is for the main bet of the seat's own player */
	bool is_tag_own[SABOT_BOX_TAGS_MAX];
	bool is_tag_done[SABOT_BOX_TAGS_MAX];

	/* Output. */
	GdkRectangle frame, number, chip, stake, tick;
	int frame_px, notch_px;
	struct sabot_box_place hands[SABOT_BOX_HANDS_MAX];
	GdkRectangle tags[SABOT_BOX_TAGS_MAX];
};

void
sabot_box_layout_fill(struct sabot_box_layout *layout, GtkWidget *widget, int width, int height);
