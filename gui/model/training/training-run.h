/* Runs a training (training.h): makes it, takes its answers, ends it. */
#pragma once

#include "training.h"

/* As the command line has it; strings are borrowed for the call. */
struct sabot_training_options {
	const char *sabotd;  /* the program */
	const char *profile; /* the rules */
	const char *faults;  /* as training-plan.h reads them; or NULL */
	const char *record;  /* the file of the run */
	guint rounds;
	guint32 seed; /* of all that is random */
};

/* Not started. NULL with an error. */
SabotTraining *
sabot_training_new(const struct sabot_training_options *options, GError **error);
/*
 * The program ends: the daemon and all that it wrote are gone, even if `training` still has
 * references.
 */
void
sabot_training_end(SabotTraining *training);

/* Answer the open question by the number of one of its answers. Without a question nothing. */
void
sabot_training_answer(SabotTraining *training, guint n);
