/*
 * A trainee's possible answers, a key each, in the order of the digits that press them, in place of
 * the table's keys. The key that continues is blue and always at the place of that key: after a
 * wrong answer, and to close a finished training.
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
/* The window's size has changed. */
void
sabot_training_pad_set_screen(SabotTrainingPad *pad, const struct sabot_screen *screen);
