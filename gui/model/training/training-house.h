/*
 * The house of a training: a daemon of its own in a directory of its own, with one simulated table
 * and its shoe's line. It is known to no other house, and is gone with all it wrote at the end. No
 * GTK.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#define SABOT_TRAINING_TABLE "TRAINING"

struct sabot_training_house;

/* The daemon ended by itself. `why`: the last that it said; borrowed. */
typedef void
sabot_training_house_ended_fn(const char *why, gpointer data);

/* Starts `sabotd` (a path) with the rules of `profile`; NULL with an error. */
struct sabot_training_house *
sabot_training_house_new(const char *sabotd, const char *profile,
			 sabot_training_house_ended_fn *ended, gpointer data, GError **error);
/* Ends the daemon and removes the directory. */
void
sabot_training_house_free(struct sabot_training_house *house);

/* Paths; borrowed. */
const char *
sabot_training_house_get_socket(const struct sabot_training_house *house);
const char *
sabot_training_house_get_line(const struct sabot_training_house *house);
