/*
 * The daemon of a training: a separate sabotd in a temporary directory, with one simulated table
 * and a line for its shoe. Nothing else connects to it; at the end the directory is removed. No
 * GTK.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#define SABOT_TRAINING_TABLE "TRAINING"

struct sabot_training_house;

/* The daemon exited by itself. `why`: its last message; borrowed. */
typedef void
sabot_training_house_ended_fn(const char *why, gpointer data);

/* Start the daemon at path `sabotd` with the rules of `profile`; NULL with an error. */
struct sabot_training_house *
sabot_training_house_new(const char *sabotd, const char *profile,
			 sabot_training_house_ended_fn *ended, gpointer data, GError **error);
/* Stop the daemon and remove its directory. */
void
sabot_training_house_free(struct sabot_training_house *house);

/* The path of the daemon's socket; borrowed. */
const char *
sabot_training_house_get_socket(const struct sabot_training_house *house);
/* The path of the shoe's line; borrowed. */
const char *
sabot_training_house_get_line(const struct sabot_training_house *house);
