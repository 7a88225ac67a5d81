/*
 * The result of a training: right answers and time by kind of question, what was wrong and why.
 * Shown in place of the arc and the shelf.
 */
#pragma once

#include "gui/model/training/training.h"

#include <gtk/gtk.h>

/* The result of a finished training. Floating. */
GtkWidget *
sabot_training_result_new(SabotTraining *training);
/* "4 of 5 right", of all questions so far; NULL if there were none. Transferred. */
char *
sabot_training_result_phrase(SabotTraining *training);
