/*
 * A training of one dealer: shoe, players and pit boss of a simulated table, and the questions that
 * the trainee answers instead of following the display's prompts. It has a daemon of its own
 * (training-house.h) and learns only what that daemon's engine decides. Emits "changed"
 * whenever something else is to be shown. No GTK.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"
#include "training-score.h"

#define SABOT_TYPE_TRAINING (sabot_training_get_type())
G_DECLARE_FINAL_TYPE(SabotTraining, sabot_training, SABOT, TRAINING, GObject)

/* The table that is dealt. Borrowed. */
SabotDealerTable *
sabot_training_get_table(SabotTraining *training);

/*
 * The question, or the right answer after a wrong one; NULL: the display's own prompt and keys are
 * used.
 */
const char *
sabot_training_get_text(SabotTraining *training);
/* Why the last answer was right or wrong; NULL if there is nothing to say. */
const char *
sabot_training_get_more(SabotTraining *training);
/* The possible answers, of char *; empty: none, or the display's own pads answer. */
const GPtrArray *
sabot_training_get_answers(SabotTraining *training);
/* True if there are answers, which replace the keys. NULL is allowed. */
gboolean
sabot_training_is_asking(SabotTraining *training);

/* True if all rounds are dealt. */
gboolean
sabot_training_is_over(SabotTraining *training);
const struct sabot_training_score *
sabot_training_get_score(SabotTraining *training);
/* The path of the run's file, or why there is none, in words. Borrowed. */
const char *
sabot_training_get_record(SabotTraining *training);
