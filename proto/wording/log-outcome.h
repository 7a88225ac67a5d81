/*
 * Results of a log's events, as sentences in the reader's language: derived lines, and the
 * differences of a what-if. The sentences for the events themselves are in log-wording.h.
 * Results are transferred.
 */
#pragma once

#include "proto/messages/lookup-messages.h"

/* A derived line. */
char *
sabot_log_outcome_line(const json_t *line);

/* An incident's derived line, with its description `words`. */
char *
sabot_log_outcome_incident(const json_t *line, const char *words);

/* One of the changes of a what-if: the round, and how it differs. */
char *
sabot_log_outcome_change(const struct sabot_wire_change *change);
