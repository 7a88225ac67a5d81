/*
 * What is below the prompt: arc, shelf, message and keys, and which page stands on arc and shelf.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/dealer/dealer-table.h"
#include "gui/model/training/training.h"

/* What a house wants of its displays. */
struct sabot_display_options {
	gboolean is_left_handed;
	gboolean tracks_stakes;  /* stakes are keyed in; else only the boxes in play */
	gboolean starts_empty;   /* no bet is as in the last round by itself */
	gboolean notes_payments; /* each payment is confirmed */
	SabotTraining *training; /* whose table it is; or NULL */
	gboolean is_practice;    /* nothing of it counts: the screen says so */
};

#define SABOT_TYPE_DISPLAY_BODY (sabot_display_body_get_type())
G_DECLARE_FINAL_TYPE(SabotDisplayBody, sabot_display_body, SABOT, DISPLAY_BODY, GtkBox)

/* Once. A reference to `table` is kept. */
void
sabot_display_body_set_table(SabotDisplayBody *body, SabotDealerTable *table,
			     const struct sabot_display_options *options);
/* The window has another size. */
void
sabot_display_body_set_screen(SabotDisplayBody *body, const struct sabot_screen *screen);
/* In the place of the key that calls the pit: how long it has been waited for. NULL: it is not. */
void
sabot_display_body_set_clock(SabotDisplayBody *body, const char *text);

/* Show what the table's view is now. */
void
sabot_display_body_refresh(SabotDisplayBody *body);
/* Press the `n`th key (0 is what goes on); FALSE when it cannot be pressed. */
gboolean
sabot_display_body_press(SabotDisplayBody *body, guint n);
/* A trainee who is asked has answers where the table's keys were. */
void
sabot_display_body_ask(SabotDisplayBody *body, gboolean is_asking);
/* All was asked: what became of it stands where the table was. */
void
sabot_display_body_show_result(SabotDisplayBody *body);
