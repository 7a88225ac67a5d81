/*
 * What followed from a log's events, as sentences in the reader's language: derived lines, and by
 * what a what-if differs. The sentences for the events themselves are in proto/log-wording.h.
 * Results are transferred.
 */
#pragma once

#include "proto/messages/lookup-messages.h"

/* A derived line. */
char *
sabot_log_outcome_line(const json_t *line);

/* An incident's derived line, with what `words` say of it. */
char *
sabot_log_outcome_incident(const json_t *line, const char *words);

/* One of the changes of a what-if: the round, and by what it differs. */
char *
sabot_log_outcome_change(const struct sabot_wire_change *change);
