/*
 * A training of one dealer: shoe, players and pit boss of a simulated table, and the questions that
 * the trainee answers in the place of the display's prompts. It has a daemon of its own
 * (training-house.h); what it knows of the game is what that daemon's engine says. Emits "changed"
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

/* What is asked, or what was right instead; NULL: the display's own prompt, and its own keys. */
const char *
sabot_training_get_text(SabotTraining *training);
/* Why the last answer was right or wrong; NULL: nothing to say. */
const char *
sabot_training_get_more(SabotTraining *training);
/* Of char *, what can be answered; empty: nothing, or by the display's own pads. */
const GPtrArray *
sabot_training_get_answers(SabotTraining *training);
/* There are some: they stand where the keys do. NULL is allowed. */
gboolean
sabot_training_is_asking(SabotTraining *training);

/* All rounds are dealt. */
gboolean
sabot_training_is_over(SabotTraining *training);
const struct sabot_training_score *
sabot_training_get_score(SabotTraining *training);
/* Where the file of the run is; or why it is not, in words. Borrowed. */
const char *
sabot_training_get_record(SabotTraining *training);
