/*
 * The zones of the display: fixed heights, so that nothing moves, whatever appears or disappears.
 * The window's size selects one of three classes of screen; each has its measures, which grow with
 * it (docs/design.md). A SabotZones holds arc, shelf, message and keys, in that order of children.
 */
#pragma once

#include <gtk/gtk.h>

enum sabot_screen_class {
	SABOT_SCREEN_LARGE,  /* from 1280 by 800 */
	SABOT_SCREEN_MEDIUM, /* from 800 by 480 */
	SABOT_SCREEN_TALL,   /* higher than wide, from 480 by 800 */
	SABOT_SCREEN_CLASSES,
};

/* Basis of all measures: a class, and how much larger than its smallest screen the screen is. */
struct sabot_screen {
	enum sabot_screen_class class_;
	double scale;
	int width_px, height_px;
};

struct sabot_screen
sabot_screen_of(int width_px, int height_px);

/* The size of the text's letters: one em. */
int
sabot_screen_em_px(const struct sabot_screen *screen);
/* The least height and width of what a finger touches. */
int
sabot_screen_finger_px(const struct sabot_screen *screen);
int
sabot_screen_head_px(const struct sabot_screen *screen);
int
sabot_screen_prompt_px(const struct sabot_screen *screen);

#define SABOT_TYPE_ZONES (sabot_zones_get_type())
G_DECLARE_FINAL_TYPE(SabotZones, sabot_zones, SABOT, ZONES, GtkFixed)

enum sabot_shelf {
	SABOT_SHELF_NORMAL,
	SABOT_SHELF_CHIPS, /* for two rows of chips at least */
	SABOT_SHELF_RANKS, /* for ranks, and suits below */
	SABOT_SHELF_LARGE, /* for four rows of keys; the arc is smaller */
	SABOT_SHELF_NONE,  /* the arc takes all of it */
};

void
sabot_zones_set(SabotZones *zones, const struct sabot_screen *screen, enum sabot_shelf shelf);
