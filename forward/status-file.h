/*
 * The file that says how far the forwarder is, for people (`sabotctl forward status`): whole at
 * each moment, and not evidence of anything.
 */
#pragma once

#include "forwarder.h"

struct sabot_status_file;

/* Transferred. */
struct sabot_status_file *
sabot_status_file_new(const char *path);
void
sabot_status_file_free(struct sabot_status_file *file);

/* Write the state, once a second at most, and at once where something changed for the worse. */
void
sabot_status_file_write(struct sabot_status_file *file, const struct sabot_forwarder_state *state);
