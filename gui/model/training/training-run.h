/* Runs a training (training.h): creates it, handles its answers, ends it. */
#pragma once

#include "training.h"

/* The options as given on the command line; strings are borrowed for the call. */
struct sabot_training_options {
	const char *sabotd;  /* path of the daemon program */
	const char *profile; /* profile of the rules */
	const char *faults;  /* as training-plan.h reads them; or NULL */
	const char *record;  /* the file to which the run is recorded */
	guint rounds;
	guint32 seed; /* seed of everything random */
};

/* Create a training; it is not started. NULL with an error. */
SabotTraining *
sabot_training_new(const struct sabot_training_options *options, GError **error);
/*
 * End at program exit: remove the daemon and everything it wrote, even if references to `training`
 * remain.
 */
void
sabot_training_end(SabotTraining *training);

/* Answer the open question by the index of an answer. Does nothing if no question is open. */
void
sabot_training_answer(SabotTraining *training, guint n);
