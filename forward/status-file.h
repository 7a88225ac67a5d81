/*
 * The forwarder's status file, for people (`sabotctl forward status`): complete at every moment,
 * but never a proof.
 */
#pragma once

#include "forwarder.h"

struct sabot_status_file;

/* Transferred. */
struct sabot_status_file *
sabot_status_file_new(const char *path);
void
sabot_status_file_free(struct sabot_status_file *file);

/* Write the state: at most once a second, but at once if something became worse. */
void
sabot_status_file_write(struct sabot_status_file *file, const struct sabot_forwarder_state *state);
