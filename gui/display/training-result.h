/* How a training went: right answers and time by kind of question, what was wrong and why. It
 * stands where the arc and the shelf were. */
#pragma once

#include "gui/model/training/training.h"

#include <gtk/gtk.h>

/* The result of a finished training. Floating. */
GtkWidget *
sabot_training_result_new(SabotTraining *training);
/* "4 of 5 right", of all that was asked until now; NULL: nothing was. Transferred. */
char *
sabot_training_result_phrase(SabotTraining *training);
