/*
 * What a trainee can answer, a key each, in the order in which the digits press them; they stand
 * where the table's keys stand otherwise. What goes on is blue and where that key always is: after
 * an answer that was wrong, and to close what is over.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/training/training.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_TRAINING_PAD (sabot_training_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotTrainingPad, sabot_training_pad, SABOT, TRAINING_PAD, GtkFixed)

/* A reference to `training` is kept. */
void
sabot_training_pad_set(SabotTrainingPad *pad, SabotTraining *training);
/* The window has another size. */
void
sabot_training_pad_set_screen(SabotTrainingPad *pad, const struct sabot_screen *screen);
