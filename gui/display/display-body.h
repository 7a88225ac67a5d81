/*
 * The part below the prompt: arc, shelf, message and keys, and which page is shown on arc and
 * shelf.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/dealer/dealer-table.h"
#include "gui/model/training/training.h"

/* A house's options for its displays. */
struct sabot_display_options {
	gboolean is_left_handed;
	gboolean tracks_stakes;  /* stakes are keyed in; else only the boxes in play */
	gboolean starts_empty;   /* no bet is repeated from the last round by default */
	gboolean notes_payments; /* each payment is confirmed */
	SabotTraining *training; /* the training of the table; or NULL */
	gboolean is_practice;    /* nothing counts, which the screen shows */
};

#define SABOT_TYPE_DISPLAY_BODY (sabot_display_body_get_type())
G_DECLARE_FINAL_TYPE(SabotDisplayBody, sabot_display_body, SABOT, DISPLAY_BODY, GtkBox)

/* Call it once. A reference to `table` is kept. */
void
sabot_display_body_set_table(SabotDisplayBody *body, SabotDealerTable *table,
			     const struct sabot_display_options *options);
/* The window's size has changed. */
void
sabot_display_body_set_screen(SabotDisplayBody *body, const struct sabot_screen *screen);
/* While the pit is called: the waiting time, shown in place of its key. NULL: it is not called. */
void
sabot_display_body_set_clock(SabotDisplayBody *body, const char *text);

/* Show the table's current view. */
void
sabot_display_body_refresh(SabotDisplayBody *body);
/* Press the `n`th key (0 is the next step); FALSE if it cannot be pressed. */
gboolean
sabot_display_body_press(SabotDisplayBody *body, guint n);
/* While a trainee is asked, answers replace the table's keys. */
void
sabot_display_body_ask(SabotDisplayBody *body, gboolean is_asking);
/* The training is over: show its result in place of the table. */
void
sabot_display_body_show_result(SabotDisplayBody *body);
