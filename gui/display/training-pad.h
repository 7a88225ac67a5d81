/* What a trainee can answer, a key each, in the order in which the digits press them. */
#pragma once

#include "gui/model/training/training.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_TRAINING_PAD (sabot_training_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotTrainingPad, sabot_training_pad, SABOT, TRAINING_PAD, GtkBox)

/* A reference to `training` is kept. */
void
sabot_training_pad_set(SabotTrainingPad *pad, SabotTraining *training);
