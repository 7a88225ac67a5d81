/* `sabot-dealer --train`: its options, and the training made from them. */
#pragma once

#include "gui/model/training/training.h"

struct sabot_train_options {
	gboolean is_wanted;
	char *game, *profile, *faults, *record, *sabotd;
	int rounds, seed;
};

/* Set the defaults. Clear the options at the end. */
void
sabot_train_options_init(struct sabot_train_options *options);
void
sabot_train_options_clear(struct sabot_train_options *options);

/* The options of `--train`, for a GOptionContext. Transferred. */
GOptionGroup *
sabot_train_options_group(struct sabot_train_options *options);

/*
 * Create the training that the options describe; it is not started. NULL with an error if an option
 * has a value that is not allowed, or the training's daemon cannot be set up. Transferred.
 */
SabotTraining *
sabot_train(const struct sabot_train_options *options, GError **error);
