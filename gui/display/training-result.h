/* How a training went: right answers and time by kind of question, what was wrong and why. */
#pragma once

#include "gui/model/training/training.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_TRAINING_RESULT (sabot_training_result_get_type())
G_DECLARE_FINAL_TYPE(SabotTrainingResult, sabot_training_result, SABOT, TRAINING_RESULT, SabotPanel)

/* The result of a finished training. Floating. */
GtkWidget *
sabot_training_result_new(SabotTraining *training);
